(** Every statement, proved, and what [Instances.v] shows. The last line prints what all of it rests on. *)
Require Statements Game Gaps Information Program Figure1 LowerBound Efficient Attained PooledEstimator Curvature ClosedCube
  GeometricMoments Cumulants GeometricTails Deviance Convergence Counterexamples Minimisers Em Instances.
Require OnePoint Predictable.

Theorem rank1_equation_6 : Statements.rank1_equation_6. Proof. exact ClosedCube.equation_6. Qed.
Theorem rank1_sharp_scaling : Statements.rank1_sharp_scaling. Proof. exact ClosedCube.sharp_scaling. Qed.
Theorem rank1_sharp_scaling_optimal : Statements.rank1_sharp_scaling_optimal.
Proof. exact ClosedCube.sharp_scaling_optimal. Qed.
Theorem rank1_pinsker : Statements.rank1_pinsker. Proof. exact ClosedCube.pinsker_closed. Qed.
Theorem rank1_equation_7 : Statements.rank1_equation_7. Proof. exact ClosedCube.equation_7. Qed.
Theorem rank1_sharp_quadratic : Statements.rank1_sharp_quadratic. Proof. exact ClosedCube.sharp_quadratic_whole. Qed.
Theorem rank1_sharp_quadratic_properties : Statements.rank1_sharp_quadratic_properties.
Proof. exact Curvature.sharp_quadratic_properties. Qed.
Theorem rank1_gamma_disappears : Statements.rank1_gamma_disappears. Proof. exact ClosedCube.gamma_disappears. Qed.
Theorem rank1_theorem_1_repaired_kappa_against_gamma : Statements.rank1_theorem_1_repaired_kappa_against_gamma.
Proof. exact Curvature.theorem_1_kappa_against_gamma. Qed.

Theorem pbm_sharp_loss : Statements.pbm_sharp_loss. Proof. exact PooledEstimator.sharp_loss. Qed.
Theorem pbm_loss_at_least_one : Statements.pbm_loss_at_least_one. Proof. exact PooledEstimator.loss_at_least_one. Qed.
Theorem pbm_loss_upper_bound : Statements.pbm_loss_upper_bound. Proof. exact PooledEstimator.loss_upper_bound. Qed.
Theorem pbm_factor_two : Statements.pbm_factor_two. Proof. exact PooledEstimator.factor_two. Qed.
Theorem pbm_pooled_beats_debiased : Statements.pbm_pooled_beats_debiased.
Proof. exact PooledEstimator.pooled_beats_debiased. Qed.

Theorem pbm_information_convex : Statements.pbm_information_convex. Proof. exact Information.information_convex. Qed.
Theorem pbm_crude_bounds_price : Statements.pbm_crude_bounds_price. Proof. exact Information.price_decreases. Qed.
Theorem pbm_lemma_16 : Statements.pbm_lemma_16. Proof. exact Gaps.lemma_16. Qed.
Theorem pbm_theorem_6_program : Statements.pbm_theorem_6_program. Proof. exact Program.theorem_6_program. Qed.
Theorem pbm_corollary_5 : Statements.pbm_corollary_5. Proof. exact Program.corollary_5. Qed.
Theorem pbm_proposition_14 : Statements.pbm_proposition_14. Proof. exact OnePoint.proposition_14. Qed.
Theorem pbm_crude_bounds : Statements.pbm_crude_bounds. Proof. exact Program.crude_bounds. Qed.
Theorem pbm_equation_6 : Statements.pbm_equation_6. Proof. exact Figure1.equation_6. Qed.
Theorem pbm_reversed_inequality : Statements.pbm_reversed_inequality. Proof. exact Figure1.reversed_inequality. Qed.
Theorem pbm_lemma_13 : Statements.pbm_lemma_13. Proof. exact Game.lemma_13. Qed.
Theorem pbm_lemma_12 : Statements.pbm_lemma_12. Proof. exact Game.lemma_12. Qed.
Theorem pbm_definition_1_efficient : Statements.pbm_definition_1_efficient.
Proof. exact Efficient.efficient_policy. Qed.
Theorem pbm_proposition_3 : Statements.pbm_proposition_3. Proof. exact LowerBound.proposition_3. Qed.
Theorem pbm_theorem_4 : Statements.pbm_theorem_4. Proof. exact LowerBound.theorem_4. Qed.
Theorem pbm_theorem_6 : Statements.pbm_theorem_6. Proof. exact LowerBound.theorem_6. Qed.
Theorem pbm_theorem_6_distinct : Statements.pbm_theorem_6_distinct. Proof. exact LowerBound.theorem_6_distinct. Qed.
Theorem pbm_attained : Statements.pbm_attained. Proof. exact Attained.attained. Qed.

Theorem mnl_lemma_12 : Statements.mnl_lemma_12. Proof. exact GeometricMoments.lemma_12_all_orders. Qed.
Theorem mnl_lemma_13 : Statements.mnl_lemma_13. Proof. exact Cumulants.lemma_13. Qed.
Theorem mnl_lower_tail : Statements.mnl_lower_tail. Proof. exact GeometricTails.lower_tail. Qed.
Theorem mnl_upper_tail : Statements.mnl_upper_tail. Proof. exact GeometricTails.upper_tail. Qed.
Theorem mnl_equation_8_fixed : Statements.mnl_equation_8_fixed. Proof. exact GeometricTails.equation_8_fixed. Qed.
Theorem mnl_theorem_3_fixed : Statements.mnl_theorem_3_fixed. Proof. exact GeometricTails.theorem_3_fixed. Qed.
Theorem mnl_theorem_3_predictable : Statements.mnl_theorem_3_predictable. Proof. exact Predictable.theorem_3_predictable. Qed.
Theorem mnl_theorem_3_peeling : Statements.mnl_theorem_3_peeling. Proof. exact Predictable.theorem_3_peeling. Qed.
Theorem mnl_equation_8_predictable : Statements.mnl_equation_8_predictable.
Proof. exact Predictable.equation_8_predictable. Qed.
Theorem mnl_fair_case : Statements.mnl_fair_case. Proof. exact Predictable.fair_case. Qed.
Theorem mnl_sharp_radius_adaptive : Statements.mnl_sharp_radius_adaptive.
Proof. exact Predictable.sharp_radius_adaptive. Qed.
Theorem mnl_algorithm_1_descends : Statements.mnl_algorithm_1_descends. Proof. exact Minimisers.algorithm_1_descends. Qed.
Theorem mnl_lemma_2_converges : Statements.mnl_lemma_2_converges. Proof. exact Convergence.lemma_2_converges. Qed.
Theorem mnl_lemma_2 : Statements.mnl_lemma_2. Proof. exact Minimisers.lemma_2_whole. Qed.
Theorem mnl_lemma_2_monotone : Statements.mnl_lemma_2_monotone. Proof. exact Counterexamples.lemma_2_monotone. Qed.
Theorem mnl_lemma_2_never_ends : Statements.mnl_lemma_2_never_ends. Proof. exact Counterexamples.lemma_2_never_ends. Qed.
Theorem mnl_em_ascends : Statements.mnl_em_ascends. Proof. exact Em.em_ascends. Qed.

Definition instances := (
  Instances.rank1_equation_6_met, Instances.rank1_sharp_scaling_met, Instances.rank1_sharp_scaling_optimal_met,
  Instances.rank1_pinsker_met, Instances.rank1_equation_7_met, Instances.rank1_sharp_quadratic_properties_met,
  Instances.rank1_sharp_quadratic_met, Instances.rank1_gamma_disappears_met,
  Instances.rank1_theorem_1_repaired_kappa_against_gamma_met, Instances.pbm_sharp_loss_met,
  Instances.pbm_loss_at_least_one_met, Instances.pbm_loss_upper_bound_met, Instances.pbm_factor_two_met,
  Instances.pbm_pooled_beats_debiased_met, Instances.pbm_information_convex_met, Instances.pbm_crude_bounds_price_met,
  Instances.pbm_lemma_16_met, Instances.pbm_theorem_6_program_met, Instances.pbm_corollary_5_met,
  Instances.pbm_proposition_14_met, Instances.pbm_crude_bounds_met, Instances.pbm_equation_6_met,
  Instances.pbm_reversed_inequality_met, Instances.pbm_definition_1_efficient_met, Instances.pbm_lemma_13_met,
  Instances.pbm_lemma_12_met, Instances.pbm_proposition_3_met, Instances.pbm_theorem_6_met,
  Instances.pbm_theorem_6_distinct_met, Instances.pbm_attained_met,
  Instances.pbm_theorem_4_met, Instances.theorem_6_needs_efficiency,
  Instances.lemma_16_needs_strict, Instances.mnl_lemma_12_met, Instances.mnl_lemma_13_met, Instances.mnl_lower_tail_met,
  Instances.mnl_upper_tail_met, Instances.mnl_equation_8_fixed_met,
  Instances.mnl_theorem_3_fixed_met, Instances.mnl_theorem_3_predictable_met, Instances.mnl_theorem_3_peeling_met,
  Instances.mnl_equation_8_predictable_met, Instances.mnl_fair_case_met, Instances.mnl_sharp_radius_adaptive_met,
  Instances.sharp_radius_needs_strict,
  Instances.mnl_algorithm_1_descends_met,
  Instances.mnl_lemma_2_converges_met, Instances.mnl_lemma_2_met, Instances.mnl_lemma_2_monotone_met,
  Instances.mnl_lemma_2_never_ends_met, Instances.mnl_em_ascends_met).
(* no example waits for a hypothesis *)
Ltac applied x := lazymatch x with
  | (?a, ?b) => applied a; applied b
  | _ => let T := type of x in let T := eval hnf in T in
         lazymatch T with forall y, @?P y => fail 100 x | _ => idtac end
  end.
Lemma all_applied : True. Proof. let x := eval unfold instances in instances in applied x. exact I. Qed.
Definition everything := (
  instances,
  rank1_equation_6, rank1_sharp_scaling, rank1_sharp_scaling_optimal, rank1_pinsker, rank1_equation_7,
  rank1_sharp_quadratic, rank1_sharp_quadratic_properties, rank1_gamma_disappears, rank1_theorem_1_repaired_kappa_against_gamma,
  pbm_sharp_loss, pbm_loss_at_least_one, pbm_loss_upper_bound, pbm_factor_two, pbm_pooled_beats_debiased,
  pbm_information_convex, pbm_crude_bounds_price, pbm_lemma_16, pbm_theorem_6_program, pbm_corollary_5,
  pbm_proposition_14, pbm_crude_bounds, pbm_equation_6, pbm_reversed_inequality, pbm_lemma_13, pbm_lemma_12, pbm_definition_1_efficient, pbm_proposition_3, pbm_theorem_4, pbm_theorem_6,
  pbm_theorem_6_distinct, pbm_attained,
  mnl_lemma_12, mnl_lemma_13, mnl_lower_tail, mnl_upper_tail, mnl_equation_8_fixed, mnl_algorithm_1_descends,
  mnl_lemma_2_converges, mnl_lemma_2, mnl_lemma_2_monotone, mnl_lemma_2_never_ends, mnl_em_ascends,
  mnl_theorem_3_fixed, mnl_theorem_3_predictable, mnl_theorem_3_peeling, mnl_equation_8_predictable, mnl_fair_case,
  mnl_sharp_radius_adaptive).
Print Assumptions everything.

(** Can the hypotheses be met? Every theorem is applied here, to an instance that is not trivial: the example of a
    statement has its name and "_met", and the type of an example without one is what the theorem says there. A
    hypothesis that nothing meets makes its example fail. And why the hypotheses are there: a counterexample without it
    for those that a reader may want to drop, a line for the others.

    - 0 <= c, p, q <= 1 (rank-1): elsewhere there is no Bernoulli law.
    - 0 < c in the sharp quadratic bound: at c = 0 both sides are 0, and every k serves.
    - 0 < x < 1 for the best factors: at x = 0 and x = 1 there is no pair on one side.
    - t * b < 1 (pooled estimator): at t * b = 1 a position is always clicked, and the information infinite.
    - 0 < looks, 0 < plays: no estimate without data.
    - p <> q (information): d(kp, kp) = 0 is constant.
    - theta decreases: names the items; ties of theta would make the best list ambiguous and d(...) = 0 in (6).
    - kappa (L + 1) = 0: a convention, not an assumption.
    - kappa decreases strictly (equality in Lemma 16 only): see [lemma_16_needs_strict].
    - efficiency (Theorem 6): see [theorem_6_needs_efficiency].
    - no ties of theta ([pbm_attained]): with ties (6) has terms 0 / 0; nothing is said there.
    - p >= 1/2 (upper tail): means of at most 1, as in the model; the scale 1 / log 2 is that of p = 1/2.
    - 0 < V (tails below the mean): with V = 0 nothing is random, and 0 is at least 0.
    - more than, not at least (first of the sharper radii): see [sharp_radius_needs_strict].
    - n >= 2 (Lemma 13): at n = 1 the first cumulant is 1 / p - 1.
    - every item and position clicked and shown ([tables]): else a step of Algorithm 1 or EM is 0 or 0 / 0.
    - a minimiser (convergence): [mnl_lemma_2_never_ends] has none, and runs away.
    - the clicked cells join all positions (convergence): else a common factor of a part is free. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Bernoulli Scaling Quadratic Curvature ClosedCube PooledEstimator Information Sums Gaps Game Program
  Figure1 LowerBound Efficient GeometricMoments Cumulants GeometricTails Deviance Convergence Counterexamples Minimisers Em
  Potentials Attained Statements.
Import ListNotations.
Open Scope R_scope.
Require Import OnePoint Predictable.

(** * rank-1, mostly at c = 1/2, p = 1/4, q = 3/4 *)
Example rank1_equation_6_met := ClosedCube.equation_6 (1/2) (1/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra).
Example rank1_sharp_scaling_met := ClosedCube.sharp_scaling (1/2) (1/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra).
(* the best factor is 2/3: those that serve are 1/2 below, and 1 above *)
Example rank1_sharp_scaling_optimal_met : 1/2 <= factor (1/2) (1/2) <= 1.
Proof.
assert (F : factor (1/2) (1/2) = 2/3) by (unfold factor; field).
split; apply (ClosedCube.sharp_scaling_optimal (1/2) (1/2) _ ltac:(lra) ltac:(lra)); intros p Hp.
- pose proof (sharp_lower (1/2) p (1/2) ltac:(lra) ltac:(lra) ltac:(lra)) as S. rewrite Rmax_right, F in S by lra.
  pose proof (Quadratic.pinsker p (1/2) ltac:(lra) ltac:(lra)). pose proof (pow2_ge_0 (p - 1/2)). lra.
- pose proof (lemma_1_upper (1/2) p (1/2) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.
Example rank1_pinsker_met := ClosedCube.pinsker_closed (1/4) (3/4) ltac:(lra) ltac:(lra).
Example rank1_equation_7_met := ClosedCube.equation_7 (1/2) (1/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra).
Example rank1_sharp_quadratic_properties_met :=
  let T := Curvature.sharp_quadratic_properties in
  conj (proj1 T (1/2) (3/4) ltac:(lra) ltac:(lra))
    (conj (proj1 (proj2 T) (1/4) (1/2) (3/4) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra))
          (proj2 (proj2 T) (1/2) (1/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra))).
(* 1/4 serves, as all numbers up to the best do; and what serves is at most the best *)
Example rank1_sharp_quadratic_met :=
  let T := ClosedCube.sharp_quadratic_whole (1/2) (3/4) ltac:(lra) ltac:(lra) in
  let serves := proj1 (proj2 T (1/4)) (proj2 (proj1 rank1_sharp_quadratic_properties_met)) in
  conj (proj1 T (1/4) (3/4) ltac:(lra) ltac:(lra))
    (conj (serves (1/4) (1/2) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) (proj2 (proj2 T (1/4)) serves)).
Example rank1_gamma_disappears_met :=
  let T := ClosedCube.gamma_disappears in
  conj (proj1 T (1/4) (3/4) (1/2) (1/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra))
    (conj (proj1 (proj2 T) (1/4) (3/4) ltac:(lra) ltac:(lra)) (proj2 (proj2 T) 7)).
Example rank1_theorem_1_repaired_kappa_against_gamma_met :=
  let T := Curvature.theorem_1_kappa_against_gamma in
  conj (proj1 T (1/4) (1/2) ltac:(lra) ltac:(lra) ltac:(lra)) (proj2 T (27/16) (proj1 T)).

(** * The pooled estimator: one play at 9/10, three at 3/10, attraction 1/2 *)
Definition two_positions : design := [(1, 9/10); (3, 3/10)].
Lemma two_within a b : a <= 3/10 -> 9/10 <= b -> within a b two_positions.
Proof. intros Ha Hb N k [e|[e|[]]]; injection e as <- <-; lra. Qed.
Lemma two_looked_at : 0 < looks two_positions.
Proof. cbv [looks total two_positions]. lra. Qed.
(* here the upper bound is attained *)
Example pbm_sharp_loss_met : variance (1/2) two_positions * information (1/2) two_positions = loss_bound (1/2) (3/10) (9/10).
Proof.
apply (proj2 (PooledEstimator.sharp_loss (1/2) (3/10) (9/10) two_positions ltac:(lra) ltac:(lra) ltac:(lra)
  (two_within (3/10) (9/10) ltac:(lra) ltac:(lra)) two_looked_at)); [lra|].
split.
- unfold looks_at, total, two_positions.
  destruct (Req_EM_T (9/10) (3/10)), (Req_EM_T (3/10) (3/10)), (Req_EM_T (9/10) (9/10)), (Req_EM_T (3/10) (9/10)); lra.
- intros N k [e|[e|[]]] _; injection e as <- <-; [now right|now left].
Qed.
(* there are looks at two examinations, so that something is lost *)
Example pbm_loss_at_least_one_met : 1 < variance (1/2) two_positions * information (1/2) two_positions.
Proof.
destruct (PooledEstimator.loss_at_least_one (1/2) (3/10) (9/10) two_positions ltac:(lra) ltac:(lra) ltac:(lra)
  (two_within (3/10) (9/10) ltac:(lra) ltac:(lra)) two_looked_at) as [[lt|e] only]; [exact lt|exfalso].
pose proof (proj1 only (eq_sym e) 1 (9/10) 3 (3/10) (or_introl eq_refl) (or_intror (or_introl eq_refl)) ltac:(lra) ltac:(lra)). lra.
Qed.
Example pbm_loss_upper_bound_met := PooledEstimator.loss_upper_bound (1/2) two_positions ltac:(lra)
  (two_within 0 1 ltac:(lra) ltac:(lra)) two_looked_at.
Example pbm_factor_two_met := PooledEstimator.factor_two (1/2) two_positions ltac:(lra)
  (two_within 0 1 ltac:(lra) ltac:(lra)) two_looked_at.
Lemma two_seen N k : In (N, k) two_positions -> 0 <= N /\ 0 < k <= 1.
Proof. intros [e|[e|[]]]; injection e as <- <-; lra. Qed.
Lemma two_played : 0 < plays two_positions.
Proof. cbv [plays total two_positions]. lra. Qed.
Example pbm_pooled_beats_debiased_met := PooledEstimator.pooled_beats_debiased (1/2) two_positions ltac:(lra) two_seen two_played.

(** * What a play tells, of an item of attraction 1/4 against one of 1/2 *)
Example pbm_information_convex_met :=
  let T := Information.information_convex (1/4) (1/2) ltac:(lra) ltac:(lra) ltac:(lra) in
  conj (proj1 T (1/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra))
       (proj2 T (1/4) (3/4) (1/2) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)).
Example pbm_crude_bounds_price_met := Information.price_decreases (1/4) (1/2) ltac:(lra) ltac:(lra) ltac:(lra)
  (1/4) (3/4) ltac:(lra) ltac:(lra) ltac:(lra).

(** * Five items and three positions: Figure 1(b) *)
Lemma figure_1b_sorted : strictly_sorted figure_1b examinations 3 5.
Proof.
unfold strictly_sorted, sorted. split; [split; [|split; [|split; [|split; [|split]]]]|].
- intros i j Hij Hj. unfold figure_1b.
  do 6 (destruct i as [|i]; [do 6 (destruct j as [|j]; [try lia; simpl; lra|]); lia|]); lia.
- intros i Hi. unfold figure_1b. do 6 (destruct i as [|i]; [try lia; simpl; lra|]). lia.
- intros l Hl. unfold examinations. do 4 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- intros l Hl. unfold examinations. do 4 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- reflexivity.
- lia.
- intros l Hl. unfold examinations. do 4 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
Qed.

(* the list (5, 4, 1) loses more than its two suboptimal items cost *)
Example pbm_lemma_16_met : let a l := nth l [0; 5; 4; 1]%nat 0%nat in
  sum (range 1 3) (fun l => ind (3 <? a l)%nat (gap figure_1b examinations 3 (exploring (a l) l))) < gap figure_1b examinations 3 a.
Proof.
intros a. assert (A : is_list 3 5 a).
{ unfold a. split.
  - intros l Hl. do 4 (destruct l as [|l]; [try lia; simpl; lia|]). lia.
  - intros l m Hl Hm. do 4 (destruct l as [|l]; [do 4 (destruct m as [|m]; [try lia; simpl; lia|]); lia|]). lia. }
destruct (Gaps.lemma_16 figure_1b examinations 3%nat 5%nat a A) as [le only].
destruct (le (proj1 figure_1b_sorted)) as [lt|e]; [exact lt|exfalso].
apply (only figure_1b_sorted) in e. destruct e as [e|[k [l [_ [Hl e]]]]].
- specialize (e 1%nat ltac:(lia)). discriminate.
- pose proof (e 1%nat ltac:(lia)) as e1. pose proof (e 2%nat ltac:(lia)) as e2. unfold a, exploring in e1, e2. simpl nth in e1, e2.
  destruct (Nat.ltb_spec 1 l), (Nat.ltb_spec 2 l), (Nat.eqb_spec 1 l), (Nat.eqb_spec 2 l); lia.
Qed.
Example pbm_theorem_6_program_met : exists P, is_plan 3 5 P /\
  (forall k, (3 < k <= 5)%nat -> 1 <= brings figure_1b examinations 3 P k) /\ 1 < value figure_1b examinations 3 5 <= cost figure_1b examinations 3 P.
Proof.
destruct (Program.theorem_6_program figure_1b examinations 3%nat 5%nat (proj1 figure_1b_sorted)) as [least [P [F _]]].
exists P. split; [apply F|]. split; [apply F|]. split; [|now apply least]. pose proof (proj1 (Figure1.equation_6)). lra.
Qed.
Example pbm_corollary_5_met : exists P, is_plan 3 5 P /\
  (forall lambda, confusing figure_1b lambda examinations 3 5 ->
     1 <= psum P (fun c a => c * tells figure_1b lambda examinations 3 a)) /\
  1 < value figure_1b examinations 3 5 <= cost figure_1b examinations 3 P.
Proof.
destruct (proj1 (Program.corollary_5 figure_1b examinations 3%nat 5%nat (proj1 figure_1b_sorted))) as [least [P [F _]]].
exists P. split; [apply F|]. split; [apply F|]. split; [|now apply least]. pose proof (proj1 (Figure1.equation_6)). lra.
Qed.
(* every minimum is attained once in Figure 1(b), at the last position; and at a tie it is not *)
Lemma figure_1b_once k l l' : (3 < k <= 5)%nat -> cheapest figure_1b examinations 3 k l ->
  cheapest figure_1b examinations 3 k l' -> l = l'.
Proof.
assert (last : forall m, (3 < k <= 5)%nat -> cheapest figure_1b examinations 3 k m -> m = 3%nat).
{ intros m Hk [Hm C]. pose proof (least_le 1 (3 - 1) (ratio figure_1b examinations 3 k) 3 ltac:(lia)) as M. rewrite <- C in M.
  destruct (Nat.eq_dec m 3) as [|ne]; [assumption|exfalso].
  pose proof (proj1 (proj2 Figure1.equation_6) k m ltac:(lia) ltac:(lia)). lra. }
intros Hk A B. now rewrite (last l Hk A), (last l' Hk B).
Qed.
Example pbm_proposition_14_met : exists P, is_plan 3 5 P /\ 1 < cost figure_1b examinations 3 P /\
  (forall k, (3 < k <= 5)%nat -> brings figure_1b examinations 3 P k = 1) /\
  (forall lambda, confusing figure_1b lambda examinations 3 5 ->
     1 <= psum P (fun c a => c * tells figure_1b lambda examinations 3 a)) /\
  (exists theta kappa Q, solves theta kappa 2 3 Q /\ amount 2 Q (exploring 3 1) = (1/3) / info theta kappa 2 3 1 /\
     amount 2 Q (exploring 3 2) = (1 - 1/3) / info theta kappa 2 3 2) /\
  (forall k l, (3 < k <= 5)%nat -> cheapest figure_1b examinations 3 k l ->
     amount 3 P (exploring k l) = / info figure_1b examinations 3 k l).
Proof.
destruct (Program.theorem_6_program figure_1b examinations 3%nat 5%nat (proj1 figure_1b_sorted)) as [_ [P [[HP B] E]]].
destruct (proj1 OnePoint.proposition_14 figure_1b examinations 3%nat 5%nat P figure_1b_sorted HP) as [only [same one]].
exists P. split; [exact HP|]. split; [rewrite E; pose proof (proj1 Figure1.equation_6); lra|].
split; [exact (proj2 (proj1 only (conj B E)))|]. split; [exact (proj1 same B)|].
split; [|exact (fun k l => proj1 (proj1 (one figure_1b_once) (conj B E)) k l)].
destruct (OnePoint.proposition_14) as [_ [share [theta [kappa [sorted_ [first second]]]]]].
destruct (share theta kappa 2%nat 3%nat 3%nat 1%nat 2%nat (1/3) sorted_ ltac:(lia) first second ltac:(lia) ltac:(lra)) as [Q [_ [SQ [A1 A2]]]].
exists theta, kappa, Q. now split.
Qed.
Example pbm_crude_bounds_met := Program.crude_bounds figure_1b examinations 3%nat 5%nat (proj1 figure_1b_sorted).
Example pbm_equation_6_met :=
  let T := Figure1.equation_6 in
  conj (proj1 (proj2 T) 4%nat 1%nat (or_introl eq_refl) (or_introl eq_refl))
       (proj2 (proj2 (proj2 T)) 5%nat 3%nat (or_intror eq_refl) (or_intror eq_refl)).
Example pbm_reversed_inequality_met := Figure1.reversed_inequality.

(** * A game of three items and two positions, and an efficient policy *)
Definition three (k : nat) : R := nth k [0; 3/4; 1/2; 1/4] 0.
Definition two_seen_by (l : nat) : R := nth l [0; 1; 1/2] 0.
Lemma three_sorted : sorted three two_seen_by 2 3.
Proof.
unfold sorted. split; [|split; [|split; [|split; [|split]]]].
- intros i j Hij Hj. unfold three. do 4 (destruct i as [|i]; [do 4 (destruct j as [|j]; [try lia; simpl; lra|]); lia|]). lia.
- intros i Hi. unfold three. do 4 (destruct i as [|i]; [try lia; simpl; lra|]). lia.
- intros l Hl. unfold two_seen_by. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- intros l Hl. unfold two_seen_by. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- reflexivity.
- lia.
Qed.
(* item 3 raised above item 2 *)
Lemma three_confusing : confusing three (raised three 3 (5/8)) two_seen_by 2 3.
Proof. apply (raised_confusing three two_seen_by 2 3 three_sorted); [lia|]. unfold three. simpl. lra. Qed.

Example pbm_definition_1_efficient_met := Efficient.efficient_policy two_seen_by 2%nat 3%nat ltac:(lia)
  (kappa_range three two_seen_by 2 3 three_sorted).
(* a game that stops at the first click at the last position: certain to stop, but in no fixed number of rounds; and
   whether it stops after an even number of them *)
Definition first_click (h : history) : bool := match h with (_, b :: _) :: _ => b | _ => false end.
Definition even_rounds (h : history) : bool := Nat.even (length h).
(* a game that has not stopped had no click so far, each of chance 1/8 at least *)
Lemma first_click_late pi T h : is_policy 2 3 pi ->
  mean (raised three 3 (5/8)) two_seen_by 2 pi first_click T h (fun h' => ind (negb (first_click h')) 1) <= (7/8) ^ T.
Proof.
intros Hpi. revert h; induction T as [|T IH]; intros h; cbn [mean]; [unfold ind; destruct (negb _); simpl; lra|].
assert (P : 0 < (7/8) ^ S T) by (apply pow_lt; lra).
destruct (first_click h); [cbn [negb ind]; lra|]. destruct (Hpi h) as [Q S].
apply Rle_trans with (psum (pi h) (fun w _ => (7/8) ^ Datatypes.S T * w)); [|rewrite psum_scal, S; lra].
apply psum_le. intros w a i. destruct (Q w a i) as [Hw [A _]]. rewrite (Rmult_comm _ w). apply Rmult_le_compat_l; [exact Hw|].
set (q := fun l => two_seen_by l * raised three 3 (5/8) (a l)).
assert (q2 : 1/8 <= q 2%nat).
{ unfold q, two_seen_by, raised, three. simpl nth at 1. pose proof (A 2%nat ltac:(lia)) as A2.
  destruct (a 2%nat) as [|[|[|[|n]]]]; try lia; simpl; lra. }
change (clicks q 2 ?F) with (q 2%nat * clicks q 1 (fun z => F (true :: z)) + (1 - q 2%nat) * clicks q 1 (fun z => F (false :: z))).
assert (qr : forall l, (1 <= l <= 2)%nat -> 0 < q l < 1).
{ intros l Hl. apply (click_range two_seen_by 2 3 (kappa_range three two_seen_by 2 3 three_sorted) _ a l (proj1 three_confusing)); [|exact Hl].
  apply (Q w a i). }
rewrite (clicks_ext q 1 _ (fun _ => 0)), clicks_const.
2:{ intros z. destruct T; reflexivity. }
apply Rle_trans with ((1 - q 2%nat) * clicks q 1 (fun _ => (7/8) ^ T)).
- rewrite Rmult_0_r, Rplus_0_l. pose proof (qr 2%nat ltac:(lia)). apply Rmult_le_compat_l; [lra|].
  apply clicks_le; [intros l Hl; apply qr; lia|]. intros z. apply IH.
- rewrite clicks_const. simpl pow. apply Rmult_le_compat_r; [apply pow_le|]; lra.
Qed.
Lemma first_click_comes pi : is_policy 2 3 pi -> is_lim_seq (fun T =>
  mean (raised three 3 (5/8)) two_seen_by 2 pi first_click T [] (fun h => ind (first_click h) 1)) 1.
Proof.
intros Hpi. apply (is_lim_seq_le_le (fun T => 1 - (7/8) ^ T) _ (fun _ => 1)); [|
  replace (Finite 1) with (Finite (1 - 0)) by (f_equal; ring); apply is_lim_seq_minus'; [apply is_lim_seq_const|];
  apply is_lim_seq_geom; rewrite Rabs_right; lra|apply is_lim_seq_const].
intros T. pose proof (first_click_late pi T [] Hpi) as B.
pose proof (chance_range two_seen_by 2 3 pi first_click (kappa_range three two_seen_by 2 3 three_sorted) Hpi _ T first_click (proj1 three_confusing)) as [_ C].
split; [|exact C].
rewrite (Game.mean_ext two_seen_by 2 pi first_click (raised three 3 (5/8)) T [] _ (fun h => 1 + (-1) * ind (first_click h) 1)) in B
  by (intros h; unfold ind; destruct (first_click h); simpl; ring).
rewrite Game.mean_plus, Game.mean_scal, (Game.mean_const two_seen_by 2 3 pi first_click Hpi) in B. lra.
Qed.
Example pbm_lemma_13_met : exists pi (q : R), uniformly_efficient two_seen_by 2 3 pi /\
  is_lim_seq (fun T => mean three two_seen_by 2 pi first_click T [] (fun h =>
    ind (first_click h && even_rounds h) (exp (- log_ratio three (raised three 3 (5/8)) two_seen_by 2 h)))) q /\
  is_lim_seq (fun T => mean (raised three 3 (5/8)) two_seen_by 2 pi first_click T [] (fun h => ind (even_rounds h) 1)) q.
Proof.
destruct pbm_definition_1_efficient_met as [pi [Hpi U]].
destruct (Game.lemma_13 three (raised three 3 (5/8)) two_seen_by 2%nat 3%nat pi first_click even_rounds
  (theta_range three two_seen_by 2 3 three_sorted) (proj1 three_confusing) (kappa_range three two_seen_by 2 3 three_sorted) Hpi)
  as [q [_ [A B]]].
exists pi, q. split; [exact U|]. split; [exact A|]. now apply B, first_click_comes.
Qed.
Example pbm_lemma_12_met : exists pi (p q : R) told, uniformly_efficient two_seen_by 2 3 pi /\
  is_lim_seq (fun T => mean three two_seen_by 2 pi first_click T [] (along (tells three (raised three 3 (5/8)) two_seen_by 2))) told /\
  Rbar_le (divergence p q) told.
Proof.
destruct pbm_definition_1_efficient_met as [pi [Hpi U]].
destruct (Game.lemma_12 three (raised three 3 (5/8)) two_seen_by 2%nat 3%nat pi first_click even_rounds
  (theta_range three two_seen_by 2 3 three_sorted) (proj1 three_confusing) (kappa_range three two_seen_by 2 3 three_sorted) Hpi)
  as [p [q [told [_ [_ [A B]]]]]].
exists pi, p, q, told. split; [exact U|]. now split.
Qed.
Example pbm_proposition_3_met : exists pi, is_policy 2 3 pi /\ uniformly_efficient two_seen_by 2 3 pi /\
  Rbar_le 1 (LimInf_seq (fun T => mean three two_seen_by 2 pi never T [] (along (tells three (raised three 3 (5/8)) two_seen_by 2))
    / ln (INR T))).
Proof.
destruct pbm_definition_1_efficient_met as [pi [Hpi U]]. exists pi. split; [exact Hpi|]. split; [exact U|].
exact (LowerBound.proposition_3 three _ two_seen_by 2%nat 3%nat pi three_sorted Hpi U three_confusing).
Qed.

(* the constant of (6), here of one term, is positive *)
Lemma three_value : 0 < value three two_seen_by 2 3.
Proof.
unfold value. change (range 3 3) with [3]%nat. cbn [sum].
destruct (least_arg 1 (2 - 1) (ratio three two_seen_by 2 3)) as [-> I].
enough (0 < ratio three two_seen_by 2 3 (arg 1 (2 - 1) (ratio three two_seen_by 2 3))) by lra.
apply Rdiv_lt_0_compat; [apply (gap_exploring_pos _ _ _ 3 three_sorted)|apply (info_pos _ _ _ 3 three_sorted)]; lia.
Qed.
Example pbm_theorem_6_met : 0 < value three two_seen_by 2 3 /\ exists pi m, is_policy 2 3 pi /\
  uniformly_efficient two_seen_by 2 3 pi /\ best_reward three two_seen_by 2 3 m /\
  Rbar_le (value three two_seen_by 2 3) (LimInf_seq (fun T => regret three two_seen_by 2 pi m T / ln (INR T))).
Proof.
split; [exact three_value|]. destruct pbm_definition_1_efficient_met as [pi [Hpi U]].
pose proof (best_theta three two_seen_by 2 3 three_sorted) as M. exists pi, (reward three two_seen_by 2 (fun l => l)).
split; [exact Hpi|]. split; [exact U|]. split; [exact M|].
exact (LowerBound.theorem_6 three two_seen_by 2%nat 3%nat pi _ three_sorted Hpi U M).
Qed.
Example pbm_theorem_6_distinct_met : exists pi m, efficient_where_distinct two_seen_by 2 3 pi /\
  Rbar_le (value three two_seen_by 2 3) (LimInf_seq (fun T => regret three two_seen_by 2 pi m T / ln (INR T))).
Proof.
destruct pbm_definition_1_efficient_met as [pi [Hpi U]].
assert (V : efficient_where_distinct two_seen_by 2 3 pi) by (intros t m alpha Ht _; now apply U).
exists pi, (reward three two_seen_by 2 (fun l => l)). split; [exact V|].
exact (LowerBound.theorem_6_distinct three two_seen_by 2%nat 3%nat pi _ three_sorted Hpi V (best_theta three two_seen_by 2 3 three_sorted)).
Qed.
(* one policy, for the items in order and in the opposite order *)
Example pbm_attained_met : 0 < value three two_seen_by 2 3 /\ exists pi m, is_policy 2 3 pi /\ best_reward three two_seen_by 2 3 m /\
  is_lim_seq (fun T => regret three two_seen_by 2 pi m T / ln (INR T)) (value three two_seen_by 2 3) /\
  is_lim_seq (fun T => regret (fun i => three (4 - i)) two_seen_by 2 pi m T / ln (INR T)) (value three two_seen_by 2 3).
Proof.
split; [exact three_value|].
destruct (Attained.attained two_seen_by 2%nat 3%nat ltac:(lia) (fun l Hl =>
  conj (kappa_range three two_seen_by 2 3 three_sorted l Hl) (sorted_kappa _ _ _ _ three_sorted l Hl)) eq_refl) as [pi [Hpi [_ Lim]]].
assert (Id : is_list 3 3 (fun i => i)) by (split; intros; lia).
assert (Op : is_list 3 3 (fun i => (4 - i)%nat)) by (split; intros; lia).
pose proof (best_theta three two_seen_by 2 3 three_sorted) as M. exists pi, (reward three two_seen_by 2 (fun l => l)).
split; [exact Hpi|]. split; [exact M|]. split; [exact (Lim three (fun i => i) _ three_sorted Id M)|].
apply (Lim three (fun i => (4 - i)%nat) _ three_sorted Op). destruct (permutation_of 3 _ Op) as [f [g [gf [fg E]]]].
apply (best_same (fun i => three (f i))); [intros i Hi; now rewrite (proj1 (E i Hi))|].
apply (proj1 (best_relabelled f g 3 gf fg (fun i Hi => ltac:(rewrite (proj1 (E i Hi)); lia)) (fun i Hi => proj2 (E i Hi)) three _ 2 _)). exact M.
Qed.
(* f is at least the constant of (6), by Corollary 5 *)
Example pbm_theorem_4_met : exists pi m, uniformly_efficient two_seen_by 2 3 pi /\
  Rbar_le (value three two_seen_by 2 3) (LimInf_seq (fun T => regret three two_seen_by 2 pi m T / ln (INR T))).
Proof.
destruct pbm_definition_1_efficient_met as [pi [Hpi U]]. exists pi, (reward three two_seen_by 2 (fun l => l)). split; [exact U|].
apply (LowerBound.theorem_4 three two_seen_by 2%nat 3%nat pi _ _ three_sorted Hpi U (best_theta three two_seen_by 2 3 three_sorted)).
intros P HP F. apply (proj1 (proj1 (Program.corollary_5 three two_seen_by 2%nat 3%nat three_sorted))). now split.
Qed.

(* a policy that learns nothing: always the list 1, ..., L *)
Definition stubborn : policy := fun _ => [(1, fun l => l)].
(* it is a policy *)
Lemma stubborn_policy L K : (L <= K)%nat -> is_policy L K stubborn.
Proof.
intros LK h. split; [|simpl; ring]. intros w a [e|[]]. injection e as <- <-. split; [lra|].
split; intros; lia.
Qed.
Lemma stubborn_mean theta kappa L T h f : mean theta kappa L stubborn never T h (along f) = along f h + INR T * f (fun l => l).
Proof.
revert h; induction T as [|T IH]; intros h; [simpl; ring|]. cbn [mean]. unfold never at 1, stubborn at 1. cbn [psum].
rewrite (clicks_ext _ _ _ _ (fun z => IH ((fun l => l, z) :: h))). cbn [along]. rewrite clicks_const, S_INR. ring.
Qed.

(** Without efficiency Theorem 6 fails: the policy that always shows the best list loses nothing. *)
Theorem theorem_6_needs_efficiency : exists theta kappa L K pi m,
  sorted theta kappa L K /\ is_policy L K pi /\ best_reward theta kappa L K m /\
  ~ Rbar_le (value theta kappa L K) (LimInf_seq (fun T => regret theta kappa L pi m T / ln (INR T))).
Proof.
pose proof (proj1 figure_1b_sorted) as S.
exists figure_1b, examinations, 3%nat, 5%nat, stubborn, (reward figure_1b examinations 3 (fun l => l)).
split; [exact S|]. split; [apply stubborn_policy; lia|]. split; [now apply best_theta|].
intros H.
assert (Z : Rbar_le (LimInf_seq (fun T => regret figure_1b examinations 3 stubborn (reward figure_1b examinations 3 (fun l => l)) T
  / ln (INR T))) (LimInf_seq (fun _ => 0))).
{ apply LimInf_le. exists 0%nat. intros T _. unfold regret. rewrite stubborn_mean. simpl along. unfold Rdiv. right. ring. }
rewrite LimInf_seq_const in Z. pose proof (Rbar_le_trans _ _ _ H Z) as N. simpl in N.
assert (P : forall k, (3 < k <= 5)%nat -> 0 < least 1 (3 - 1) (ratio figure_1b examinations 3 k)).
{ intros k Hk. destruct (least_arg 1 (3 - 1) (ratio figure_1b examinations 3 k)) as [E I]. rewrite E.
  apply Rdiv_lt_0_compat; [apply (gap_exploring_pos _ _ _ 5 S); lia|apply (info_pos _ _ _ 5 S); lia]. }
unfold value in N. change (range 4 5) with [4; 5]%nat in N. cbn [sum] in N.
pose proof (P 4%nat ltac:(lia)). pose proof (P 5%nat ltac:(lia)). lra.
Qed.

(** With two positions examined alike, the list (2, 1) has gap 0, too. *)
Theorem lemma_16_needs_strict : exists theta kappa L K a, sorted theta kappa L K /\ is_list L K a /\
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))) = gap theta kappa L a /\
  a 1%nat <> 1%nat /\ (K <= L)%nat.
Proof.
exists (point (1/2) (1/4)), (fun l => if (l <=? 2)%nat then 1 else 0), 2%nat, 2%nat, (fun l => if (l =? 1)%nat then 2%nat else 1%nat).
unfold point. split; [|split; [|split; [|split; [discriminate|lia]]]].
- unfold sorted. split; [|split; [|split; [|split; [|split]]]]; [| | | |reflexivity|lia].
  + intros i j Hij Hj. assert (i = 1%nat) by lia. assert (j = 2%nat) by lia. subst. simpl. lra.
  + intros i Hi. destruct (i =? 1)%nat; lra.
  + intros l Hl. destruct (Nat.leb_spec (S l) 2), (Nat.leb_spec l 2); try lia; lra.
  + intros l Hl. destruct (Nat.leb_spec l 2); [lra|lia].
- split.
  + intros l Hl. destruct (l =? 1)%nat; lia.
  + intros l m Hl Hm. destruct (Nat.eqb_spec l 1), (Nat.eqb_spec m 1); intros; lia.
- cbv [sum range seq Nat.sub ind gap Nat.ltb Nat.leb Nat.eqb]. ring.
Qed.

(** * The geometric law *)
Example mnl_lemma_12_met : exists m, is_series (fun y => 1/2 * (1 - 1/2) ^ y * (INR y - (1 - 1/2) / (1/2)) ^ 4) m /\ m <= INR 9 * ((1 - 1/2) / (1/2) ^ 4).
Proof.
destruct (GeometricMoments.lemma_12_all_orders 4%nat ltac:(lia)) as [c [_ B]].
exact (ex_intro _ _ (B (1/2) ltac:(lra))).
Qed.
Example mnl_lemma_13_met := Cumulants.lemma_13 (1/2) 3%nat ltac:(lra) ltac:(lia).
(* two counts, of parameters 1/2 and 3/4 *)
Lemma two_counts p : In p [1/2; 3/4] -> 1/2 <= p <= 1.
Proof. intros [<-|[<-|[]]]; lra. Qed.
Lemma two_counts_vary : 0 < variances_of [1/2; 3/4].
Proof. simpl. lra. Qed.
Example mnl_lower_tail_met := GeometricTails.lower_tail [1/2; 3/4] 2 (fun p i => ltac:(pose proof (two_counts p i); lra)) two_counts_vary ltac:(lra).
Example mnl_upper_tail_met := GeometricTails.upper_tail [1/2; 3/4] 2 two_counts ltac:(lra).
Example mnl_theorem_3_fixed_met := GeometricTails.theorem_3_fixed [1/2; 3/4] 2 two_counts ltac:(lra).
Example mnl_equation_8_fixed_met := GeometricTails.equation_8_fixed [1/2; 3/4] 2 two_counts ltac:(lra).

(** * A rule with coins that looks at the past: signals are geometric, and the parameter is 1/2 or 1, by the parity of
    the signal and all counts so far *)
Definition tosses (h : past) (z : nat) : R := 1/2 * (1 - 1/2) ^ z.
Definition turns (h : past) (z : nat) : bool := Nat.even (fold_right (fun e s => snd e + s) z h)%nat.
Definition freezing (h : past) (z : nat) : R := if turns h z then 1/2 else 1.
Lemma tosses_chances h : (forall z, 0 <= tosses h z) /\ is_series (tosses h) 1.
Proof. destruct (weights (1/2) ltac:(lra)) as [S P]. now split. Qed.
Lemma freezing_rule : is_rule tosses freezing.
Proof.
intros h. destruct (tosses_chances h) as [P S]. split; [exact P|]. split; [exact S|].
intros z. unfold freezing. destruct (turns h z); lra.
Qed.
(* log e^3 = 3 and (48 / 3)^(1/4) = 2: in 48 counts two lines a side, whose chance is 4 / e^3 < 1 at most *)
Lemma two_lines : 3/4 * sqrt (sqrt (INR 48 / ln (exp 3))) <= INR 2.
Proof.
rewrite ln_exp. replace (INR 48 / 3) with ((2 * 2) * (2 * 2)) by (simpl INR; field).
rewrite !sqrt_square by lra. simpl INR. lra.
Qed.
Lemma more_than_one x : 0 < x -> 1 < exp x.
Proof. intros Hx. rewrite <- exp_0. now apply exp_increasing. Qed.
Example mnl_theorem_3_predictable_met :=
  Predictable.theorem_3_predictable tosses freezing 48%nat (exp 3) 2%nat freezing_rule (more_than_one 3 ltac:(lra)) two_lines.
Example mnl_equation_8_predictable_met :=
  Predictable.equation_8_predictable tosses freezing 48%nat (exp 3) 2%nat freezing_rule (more_than_one 3 ltac:(lra)) two_lines.
(* eta = 2: one line a side covers 96 counts *)
Lemma one_line : 1/2 * (ln (INR 96 / (16 * 2 * ln (exp 3))) / ln ((sqrt 2 + sqrt (2 - 1)) ^ 2)) <= INR 0.
Proof.
rewrite ln_exp. replace (INR 96 / (16 * 2 * 3)) with 1 by (simpl INR; field). rewrite ln_1. simpl INR. unfold Rdiv. lra.
Qed.
Example mnl_theorem_3_peeling_met :=
  Predictable.theorem_3_peeling tosses freezing 96%nat (exp 3) 2 0%nat freezing_rule (more_than_one 3 ltac:(lra)) ltac:(lra) one_line.
(* one third of log 2 for theta *)
Lemma theta_small : / 3 * ln 2 < ln 2.
Proof. pose proof ln_2. lra. Qed.
Example mnl_fair_case_met := Predictable.fair_case tosses freezing (/ 3 * ln 2) 3%nat freezing_rule theta_small.
(* log e^4 = 4: one, two and 1 + 3 lines in 64 counts; and in Lemma 4 an item of three, five epochs *)
Definition shown_by (h : past) (z : nat) : R := if turns h z then 1 else 1/2.
Lemma shown_rule : is_rule tosses (fun h z => / (1 + 1/2 * shown_by h z)).
Proof.
intros h. destruct (tosses_chances h) as [P S]. split; [exact P|]. split; [exact S|].
intros z. unfold shown_by. destruct (turns h z); lra.
Qed.
Lemma shown_range h z : 0 <= shown_by h z <= 1.
Proof. unfold shown_by. destruct (turns h z); lra. Qed.
Example mnl_sharp_radius_adaptive_met :
  chance_ever tosses freezing 64 (fun h => more (means_in freezing h) (clicks_in h + 2 * 4 + 2 * sqrt (4 * (4 + clicks_in h))))
    <= exp 1 / exp 4 * INR 1 /\
  chance_ever tosses freezing 64 (fun h => more (variances_in freezing h) 0 &&
    at_least (means_in freezing h - clicks_in h) (sqrt (2 * variances_in freezing h * 4)))%bool <= exp 1 / exp 4 * INR 2 /\
  chance_ever tosses freezing 64 (fun h => at_least (clicks_in h - means_in freezing h)
    (sqrt (2 * variances_in freezing h * 4) + / ln 2 * 4)) <= exp 1 / exp 4 * (1 + INR 3) /\
  chance_ever tosses (fun h z => / (1 + 1/2 * shown_by h z)) 5 (fun h => more (gathered shown_by h) 0 &&
    more (1/2) (clicks_in h / gathered shown_by h + 2 * ln (INR 3 * INR 5 ^ 2 / 2) / gathered shown_by h +
      2 * sqrt (ln (INR 3 * INR 5 ^ 2 / 2) / gathered shown_by h *
        (ln (INR 3 * INR 5 ^ 2 / 2) / gathered shown_by h + clicks_in h / gathered shown_by h))))%bool <= 2 / (INR 3 * INR 5).
Proof.
destruct Predictable.sharp_radius_adaptive as [T L]. specialize (T tosses freezing 64%nat (exp 4) freezing_rule).
rewrite ln_exp in T. specialize (T ltac:(lra)). cbv zeta in T. destruct T as [A [B D]].
pose proof ln_2 as l2. assert (s4 : sqrt 4 / 4 = 1/2) by (replace 4 with (2 * 2) at 1 by ring; rewrite sqrt_square by lra; field).
rewrite s4 in *. assert (l4 : ln 4 = 2 * ln 2) by (replace 4 with (2 * 2) by ring; rewrite ln_mult by lra; ring).
assert (l16 : ln 16 = 4 * ln 2) by (replace 16 with (4 * 4) by ring; rewrite ln_mult, l4 by lra; ring).
assert (l64 : ln 64 = 6 * ln 2) by (replace 64 with (4 * 16) by ring; rewrite ln_mult, l4, l16 by lra; ring).
split; [|split; [|split]].
- apply A. replace (INR 64 / (4 * 4)) with 4 by (simpl INR; field). rewrite l4. simpl INR. lra.
- apply B. replace (INR 64 / 4) with 16 by (simpl INR; field). rewrite l16. simpl INR. lra.
- apply D. apply Rle_trans with (1/2 * ln 64); [|rewrite l64; simpl INR; lra]. apply Rmult_le_compat_l; [lra|].
  replace (INR 64 * (4 - 1) ^ 2 / (4 * (/ ln 2) ^ 2 * 4)) with (36 * ln 2 ^ 2) by (simpl INR; field; lra).
  assert (0 < ln 2 ^ 2) by (apply pow_lt; lra). assert (ln 2 ^ 2 <= 1 ^ 2) by (apply pow_incr; lra). apply Predictable.ln_le; lra.
- apply (L 3%nat 5%nat (1/2) tosses shown_by ltac:(lia) ltac:(lia) ltac:(lra) shown_range shown_rule).
Qed.

(** The first of the sharper radii with ">=" for ">" would be false: eight counts of parameter 1/2 may all be 0, and are
    then at 4 t = 8, where there is no line. *)
Definition halves (h : past) (z : nat) : R := 1/2.
Lemma first_term a l : is_series a l -> (forall n, 0 <= a n) -> a 0%nat <= l.
Proof.
intros S P. rewrite <- (sum_O a). apply (is_lim_seq_incr_compare (sum_n a) l S).
intros n. rewrite sum_Sn. unfold plus. simpl. pose proof (P (Datatypes.S n)). lra.
Qed.
Lemma halves_rule : is_rule tosses halves.
Proof. intros h. destruct (tosses_chances h) as [P S]. split; [exact P|]. split; [exact S|]. intros z. unfold halves. lra. Qed.
(* signal 0 and count 0 have the chance 1/4 *)
Lemma all_zero f n h : (forall h, 0 <= f h <= 1) ->
  (1/4) ^ n * f (repeat (0, 0)%nat n ++ h) <= mean_after tosses halves n h f.
Proof.
intros Hf. revert h; induction n as [|n IH]; intros h; [simpl; lra|].
assert (Q : forall g, 0 <= mean_after tosses halves n g f <= 1) by (intros g; now apply (Predictable.after_between tosses halves halves_rule)).
assert (In_ : forall z, ex_series (fun y => halves h z * (1 - halves h z) ^ y * mean_after tosses halves n ((z, y) :: h) f) /\
  0 <= Series (fun y => halves h z * (1 - halves h z) ^ y * mean_after tosses halves n ((z, y) :: h) f) <= 1).
{ intros z. apply weighted; [unfold halves; lra|]. intros y. apply Q. }
destruct (Predictable.averaged (tosses h) _ 0 1 (proj2 (tosses_chances h)) (proj1 (tosses_chances h)) (fun z => proj2 (In_ z))) as [X _].
cbn [mean_after]. apply Rle_trans with (2 := first_term _ _ (Series_correct _ X)
  (fun z => Rmult_le_pos _ _ (proj1 (tosses_chances h) z) (proj1 (proj2 (In_ z))))).
assert (W : forall y, 0 <= halves h 0 * (1 - halves h 0) ^ y * mean_after tosses halves n ((0%nat, y) :: h) f).
{ intros y. apply Rmult_le_pos; [|apply Q]. unfold halves. apply Rmult_le_pos; [lra|apply pow_le; lra]. }
pose proof (first_term _ _ (Series_correct _ (proj1 (In_ 0%nat))) W) as F.
specialize (IH ((0, 0)%nat :: h)). replace (repeat (0, 0)%nat (S n) ++ h) with (repeat (0, 0)%nat n ++ (0, 0)%nat :: h).
- unfold tosses at 1. unfold halves at 1 2 in F. cbn [pow] in *. lra.
- clear. induction n as [|n IH]; [reflexivity|]. cbn [repeat app] in *. now rewrite IH.
Qed.
Example sharp_radius_needs_strict : exists chances par n t, is_rule chances par /\ 1 < t /\ sqrt t / 4 * ln (INR n / (4 * t)) <= INR 0 /\
  0 < chance_ever chances par n (fun h => at_least (means_in par h) (clicks_in h + 2 * t + 2 * sqrt (t * (t + clicks_in h)))).
Proof.
exists tosses, halves, 8%nat, 2. split; [exact halves_rule|]. split; [lra|]. split.
- replace (INR 8 / (4 * 2)) with 1 by (simpl INR; field). rewrite ln_1. simpl INR. lra.
- apply Rlt_le_trans with ((1/4) ^ 8 * 1); [apply Rmult_lt_0_compat; [apply pow_lt|]; lra|].
  set (E := fun h => at_least _ _). pose proof (all_zero (fun h => ind (ever E h) 1) 8 [] (Predictable.indicated E)) as A.
  rewrite app_nil_r in A. replace (ind (ever E (repeat (0, 0)%nat 8)) 1) with 1 in A; [exact A|].
  assert (T : E (repeat (0, 0)%nat 8) = true).
  { unfold E, at_least, means_in, clicks_in, halves. cbn [repeat map snd clicks_of gathered]. change (INR 0) with 0.
    replace (2 * (2 + (0 + (0 + (0 + (0 + (0 + (0 + (0 + (0 + 0)))))))))) with (2 * 2) by ring. rewrite sqrt_square by lra.
    destruct (Rle_dec _ _) as [|no]; [reflexivity|exfalso; apply no; lra]. }
  cbn [repeat] in *. cbn [ever]. now rewrite T.
Qed.

(** * Algorithm 1: the tables (8 2; 2 2) and 10, whose deviance has its minimiser at (3/5, 3/10; 1, 1/2) *)
Lemma positive_met : positive 2 2 (point (1/2) (1/2)) (point 1 (1/2)).
Proof. split; intros i _; unfold point; destruct (i =? 1)%nat; lra. Qed.
(* what the deviance reads *)
Lemma deviance_ext K J N Nt a l a' l' : (forall j, (1 <= j <= J)%nat -> a' j = a j) -> (forall k, (1 <= k <= K)%nat -> l' k = l k) ->
  deviance K J N Nt a' l' = deviance K J N Nt a l.
Proof.
intros A B. unfold deviance. apply sum_ext. intros j Hj. apply sum_ext. intros k Hk. apply in_range in Hj. apply in_range in Hk.
now rewrite A, B.
Qed.
(* from (1/2, 1/2; 1/2), and at (3/5, 3/10; 1/2), which is left alone *)
Example mnl_algorithm_1_descends_met :=
  let T := Minimisers.algorithm_1_descends 2%nat 2%nat clicks_8 plays_10 tables_8 in
  let P := proj1 minimises_8 in
  let still i Hi := proj1 Counterexamples.lemma_2 i Hi in
  conj (proj1 T (point 0 1) (point 0 1) (point 1 0) (point 1 0) (1/2) ltac:(lra))
    (conj (proj1 (proj2 T) _ _ positive_met)
      (conj (proj1 (proj2 (proj2 T)) _ _ positive_met eq_refl)
        (conj (proj2 (proj2 (proj1 (proj2 T) _ _ P))
                (deviance_ext _ _ _ _ _ _ _ _ (fun j Hj => proj1 (still j Hj)) (fun k Hk => eq_refl)))
              (conj (proj2 (proj2 (proj1 (proj2 (proj2 T)) _ _ P eq_refl))
                      (deviance_ext _ _ _ _ _ _ _ _ (fun j Hj => eq_refl) (fun k Hk => proj2 (still k Hk))))
                    (proj2 (proj2 (proj2 T)) _ _ only_minimiser_8 _ _ positive_met))))).
Example mnl_lemma_2_converges_met := Convergence.lemma_2_converges 2%nat 2%nat clicks_8 plays_10 _ _ _ _
  tables_8 minimises_8 joined_8 positive_met.
Example mnl_lemma_2_met :=
  conj (proj1 Minimisers.lemma_2_whole _ _ _ _ tables_8 _ _ only_minimiser_8 _ _ positive_met)
       (proj1 (proj2 Minimisers.lemma_2_whole) _ _ positive_met).
Example mnl_lemma_2_monotone_met := Counterexamples.lemma_2_monotone.
Example mnl_lemma_2_never_ends_met := Counterexamples.lemma_2_never_ends _ _ 0%nat positive_met.
Example mnl_em_ascends_met := Em.em_ascends 2%nat 2%nat clicks_8 plays_10 _ _ tables_8 positive_met.

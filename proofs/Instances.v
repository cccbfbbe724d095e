(** Can the hypotheses be met? The example of a statement has its name and "_met".
    It takes the proof of
    the statement, and shows that there are values for which the hypotheses hold,
    and the conclusion:
    "exists" for each "forall", and "and" for each "implies". [check.py] makes this type from the
    statement, prescribes the sizes of an instance that is not trivial, and writes the tactic
    [example]. A hypothesis that nothing meets makes its example fail.
    And why the hypotheses are there: a counterexample without it
    for those that a reader may want to drop, a line for the others.

    - 0 <= c, p, q <= 1 (rank-1): elsewhere there is no Bernoulli law.
    - 0 < c in the sharp quadratic bound: at c = 0 both sides are 0, and every k serves.
    - 0 < x < 1 for the best factors: at x = 0 and x = 1 there is no pair on one side.
    - t * b < 1 (pooled estimator): at t * b = 1 a position is always clicked,
    and the information infinite.
    - 0 < looks, 0 < plays: no estimate without data.
    - p <> q (information): d(kp, kp) = 0 is constant.
    - theta decreases: names the items; ties of theta would make the best list ambiguous and d(...)
    = 0 in (6).
    - kappa (L + 1) = 0: a convention, not an assumption.
    - kappa decreases strictly (equality in Lemma 16 only): see [lemma_16_needs_strict].
    - efficiency (Theorem 6): see [theorem_6_needs_efficiency].
    - shown rarely above position L ([pbm_last_position_price]): see
    [last_position_price_needs_rarely].
    - x and theta on different sides of a ([pbm_ts_likelihood_ratio]): the factor is larger than 1 if x is
    between theta and a.
    - 0 <= rho ([pbm_ts_counting], second form): k need not be shown T times.
    - no ties of theta ([pbm_attained]): with ties (6) has terms 0 / 0; nothing is said there.
    - p >= 1/2 (upper tail): means of at most 1, as in the model;
    the scale 1 / log 2 is that of p = 1/2.
    - 0 < V (tails below the mean): with V = 0 nothing is random, and 0 is at least 0.
    - more than, not at least (first of the sharper radii): see [sharp_radius_needs_strict].
    - n >= 2 (Lemma 13): at n = 1 the first cumulant is 1 / p - 1.
    - every item and position clicked and shown ([tables]): else a step of Algorithm 1 or EM is 0 or
    0 / 0.
    - a minimiser (convergence): [mnl_lemma_2_never_ends] has none, and runs away.
    - the clicked cells join all positions (convergence): else a common factor of a part is free. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Bernoulli Scaling Quadratic Curvature ClosedCube PooledEstimator Information Sums
  Gaps Game Program
  Figure1 LowerBound Efficient GeometricMoments Cumulants GeometricTails Deviance Convergence
    Counterexamples Minimisers Em EmClicks
  Potentials Attained Statements Met.
Import ListNotations.
Open Scope R_scope.
Require Import OnePoint Predictable LikelihoodRatio Counting LastPosition.


(* a goal that [example] made, from the statement T at the same values *)
Ltac side := first [assumption | lra | lia | solve [intuition (lra || lia)]].
Ltac feed T :=
  let t := type of T in
  let t := eval cbv beta zeta in t in
  lazymatch t with
  | _ <-> _ => exact T
  | _ /\ _ => split; [feed (proj1 T)|feed (proj2 T)]
  | ex _ => let x := fresh in let X := fresh in destruct T as [x X]; exists x; feed X
  | ?A -> _ =>
      lazymatch type of A with
      | Prop => let H := fresh in assert (H : A); [try side|split; [exact H|feed (T H)]]
      | _ => idtac
      end
  | forall _, _ => idtac
  | _ => first [exact T | idtac]
  end.

(** * rank-1, mostly at c = 1/2, p = 1/4, q = 3/4 *)
Example rank1_equation_6_met : rank1_equation_6 -> ltac:(example rank1_equation_6 tt).
Proof.
intros T. exists (1/2), (1/4), (3/4). feed (T (1/2) (1/4) (3/4)).
Qed.
Example rank1_sharp_scaling_met : rank1_sharp_scaling -> ltac:(example rank1_sharp_scaling tt).
Proof.
intros T. exists (1/2), (1/4), (3/4). feed (T (1/2) (1/4) (3/4)).
Qed.
Example rank1_equation_7_met : rank1_equation_7 -> ltac:(example rank1_equation_7 tt).
Proof.
intros T. exists (1/2), (1/4), (3/4). feed (T (1/2) (1/4) (3/4)).
Qed.
(* the best factor is 2/3: those that serve are 1/2 below, and 1 above *)
Example rank1_sharp_scaling_optimal_met : rank1_sharp_scaling_optimal ->
  ltac:(example rank1_sharp_scaling_optimal tt).
Proof.
intros T. assert (F : factor (1/2) (1/2) = 2/3) by (unfold factor; field).
pose proof (T (1/2) (1/2) (1/2)) as A. pose proof (T (1/2) (1/2) 1) as B.
exists (1/2), (1/2), (2/3). feed (T (1/2) (1/2) (2/3)).
- intros p Hp. rewrite <- F. pose proof (sharp_lower (1/2) p (1/2) ltac:(lra) ltac:(lra) ltac:(lra))
  as S.
  rewrite Rmax_right in S by lra. exact S.
- intros p Hp. rewrite <- F. pose proof (sharp_upper (1/2) p (1/2) ltac:(lra) ltac:(lra) ltac:(lra))
  as S.
  rewrite Rmin_right in S by lra. exact S.
Qed.
Example rank1_pinsker_met : rank1_pinsker -> ltac:(example rank1_pinsker tt).
Proof.
intros T. exists (1/4), (3/4). feed (T (1/4) (3/4)).
Qed.
Example rank1_sharp_quadratic_properties_met : rank1_sharp_quadratic_properties ->
  ltac:(example rank1_sharp_quadratic_properties tt).
Proof.
intros T. destruct T as [A [B C]]. split; [|split].
- exists (1/2), (3/4). feed (A (1/2) (3/4)).
- exists (1/4), (1/2), (3/4). feed (B (1/4) (1/2) (3/4)).
- exists (1/2), (1/4), (3/4). feed (C (1/2) (1/4) (3/4)).
Qed.
Example rank1_sharp_quadratic_met : rank1_sharp_quadratic ->
  ltac:(example rank1_sharp_quadratic tt).
Proof.
intros T. exists (1/2), (3/4). feed (T (1/2) (3/4)).
- exists (1/4), (3/4). feed (proj1 (T (1/2) (3/4) H H0) (1/4) (3/4)).
- exists (1/4). exact (proj2 (T (1/2) (3/4) H H0) (1/4)).
Qed.
Example rank1_gamma_disappears_met : rank1_gamma_disappears ->
  ltac:(example rank1_gamma_disappears tt).
Proof.
intros T. destruct T as [A [B C]]. split; [|split].
- exists (1/4), (3/4), (1/2), (1/4), (3/4). feed (A (1/4) (3/4) (1/2) (1/4) (3/4)).
- exists (1/4), (3/4). feed (B (1/4) (3/4)).
- exists 7. exact (C 7).
Qed.
Example rank1_gamma_disappears_against_p_max_met : rank1_gamma_disappears_against_p_max ->
  ltac:(example rank1_gamma_disappears_against_p_max tt).
Proof.
intros T. destruct T as [A B]. split.
- exists (1/4), (1/2). feed (A (1/4) (1/2)).
- exists (27/16). feed (B (27/16)).
Qed.

(** * The pooled estimator: one play at 9/10, three at 3/10, attraction 1/2 *)
Definition two_positions : design := [(1, 9/10); (3, 3/10)].
Lemma two_within a b : a <= 3/10 -> 9/10 <= b -> within a b two_positions.
Proof. intros Ha Hb N k [e|[e|[]]]; injection e as <- <-; lra. Qed.
Lemma two_looked_at : 0 < looks two_positions.
Proof. cbv [looks total two_positions]. lra. Qed.
Lemma two_unit : within 0 1 two_positions.
Proof. apply two_within; lra. Qed.
Lemma two_outer : within (3/10) (9/10) two_positions.
Proof. apply two_within; lra. Qed.
Example pbm_sharp_loss_met : pbm_sharp_loss -> ltac:(example pbm_sharp_loss tt).
Proof.
intros T. pose proof two_outer. pose proof two_looked_at.
exists (1/2), (3/10), (9/10), two_positions. feed (T (1/2) (3/10) (9/10) two_positions).
Qed.
Example pbm_loss_at_least_one_met : pbm_loss_at_least_one ->
  ltac:(example pbm_loss_at_least_one tt).
Proof.
intros T. pose proof two_outer. pose proof two_looked_at.
exists (1/2), (3/10), (9/10), two_positions. feed (T (1/2) (3/10) (9/10) two_positions).
Qed.
Example pbm_loss_upper_bound_met : pbm_loss_upper_bound -> ltac:(example pbm_loss_upper_bound tt).
Proof.
intros T. pose proof two_unit. pose proof two_looked_at.
exists (1/2), two_positions. feed (T (1/2) two_positions).
Qed.
Example pbm_factor_two_met : pbm_factor_two -> ltac:(example pbm_factor_two tt).
Proof.
intros T. pose proof two_unit. pose proof two_looked_at.
exists (1/2), two_positions. feed (T (1/2) two_positions).
Qed.
Lemma two_seen N k : In (N, k) two_positions -> 0 <= N /\ 0 < k <= 1.
Proof. intros [e|[e|[]]]; injection e as <- <-; lra. Qed.
Lemma two_played : 0 < plays two_positions.
Proof. cbv [plays total two_positions]. lra. Qed.
Example pbm_pooled_beats_debiased_met : pbm_pooled_beats_debiased ->
  ltac:(example pbm_pooled_beats_debiased tt).
Proof.
intros T. pose proof two_seen. pose proof two_played.
exists (1/2), two_positions. feed (T (1/2) two_positions).
Qed.

(** * What a play tells, of an item of attraction 1/4 against one of 1/2 *)
Example pbm_information_convex_met : pbm_information_convex ->
  ltac:(example pbm_information_convex tt).
Proof.
intros T. exists (1/4), (1/2). feed (T (1/4) (1/2)).
- exists (1/4), (3/4). feed (proj1 (T (1/4) (1/2) H H0 H1) (1/4) (3/4)).
- exists (1/4), (3/4), (1/2). feed (proj2 (T (1/4) (1/2) H H0 H1) (1/4) (3/4) (1/2)).
Qed.
Example pbm_crude_bounds_price_met : pbm_crude_bounds_price ->
  ltac:(example pbm_crude_bounds_price tt).
Proof.
intros T. exists (1/4), (1/2). feed (T (1/4) (1/2)).
exists (1/4), (3/4). feed (T (1/4) (1/2) H H0 H1 (1/4) (3/4)).
Qed.

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

(* the list (5, 4, 1) *)
Definition crossed (l : nat) : nat := nth l [0; 5; 4; 1]%nat O.
Lemma crossed_list : is_list 3 5 crossed.
Proof.
unfold crossed. split.
- intros l Hl. do 4 (destruct l as [|l]; [try lia; simpl; lia|]). lia.
- intros l m Hl Hm. do 4 (destruct l as [|l]; [do 4 (destruct m as [|m]; [try lia; simpl; lia|]);
  lia|]). lia.
Qed.
Example pbm_lemma_16_met : pbm_lemma_16 -> ltac:(example pbm_lemma_16 (tt, (tt, (3%nat, (5%nat,
  tt))))).
Proof.
intros T. pose proof crossed_list. pose proof figure_1b_sorted. pose proof (proj1 figure_1b_sorted).
exists figure_1b, examinations, crossed. feed (T figure_1b examinations 3%nat 5%nat crossed).
Qed.
Example pbm_equation_6_met : pbm_equation_6 -> ltac:(example pbm_equation_6 tt).
Proof.
intros T. hnf in T. feed T.
- exists 4%nat, 1%nat. feed (proj1 (proj2 T) 4%nat 1%nat).
- exists 5%nat, 3%nat. feed (proj2 (proj2 (proj2 T)) 5%nat 3%nat).
Qed.
Example pbm_reversed_inequality_met : pbm_reversed_inequality ->
  ltac:(example pbm_reversed_inequality tt).
Proof.
exact (fun T => T).
Qed.
(* every minimum is attained once in Figure 1(b), at the last position; and at a tie it is not *)
Lemma figure_1b_once k l l' : (3 < k <= 5)%nat -> cheapest figure_1b examinations 3 k l ->
  cheapest figure_1b examinations 3 k l' -> l = l'.
Proof.
assert (last : forall m, (3 < k <= 5)%nat -> cheapest figure_1b examinations 3 k m -> m = 3%nat).
{ intros m Hk [Hm C]. pose proof (least_le 1 (3 - 1) (ratio figure_1b examinations 3 k) 3
  ltac:(lia)) as M. rewrite <- C in M.
  destruct (Nat.eq_dec m 3) as [|ne]; [assumption|exfalso].
  pose proof (proj1 (proj2 Figure1.equation_6) k m ltac:(lia) ltac:(lia)). lra. }
intros Hk A B. now rewrite (last l Hk A), (last l' Hk B).
Qed.
Example pbm_proposition_14_met : pbm_proposition_14 -> ltac:(example pbm_proposition_14 tt).
Proof.
intros T. destruct (Program.theorem_6_program figure_1b examinations 3%nat 5%nat (proj1
  figure_1b_sorted))
  as [_ [P [[HP B] E]]].
destruct T as [A [C [theta [kappa [S [one two]]]]]]. split; [|split].
- pose proof figure_1b_sorted. pose proof figure_1b_once.
  exists figure_1b, examinations, 3%nat, 5%nat, P. feed (A figure_1b examinations 3%nat 5%nat P).
- exists theta, kappa, 2%nat, 3%nat, 3%nat, 1%nat, 2%nat, (1/3).
  feed (C theta kappa 2%nat 3%nat 3%nat 1%nat 2%nat (1/3)).
- exists theta, kappa. now split; [|split].
Qed.

(** * A game of four items and two positions, and an efficient policy *)
Definition four (k : nat) : R := nth k [0; 3/4; 1/2; 3/8; 1/4] 0.
Definition two_seen_by (l : nat) : R := nth l [0; 1; 1/2] 0.
Lemma four_sorted : sorted four two_seen_by 2 4.
Proof.
unfold sorted. split; [|split; [|split; [|split; [|split]]]].
- intros i j Hij Hj. unfold four. do 5 (destruct i as [|i]; [do 5 (destruct j as [|j]; [try lia;
  simpl; lra|]); lia|]). lia.
- intros i Hi. unfold four. do 5 (destruct i as [|i]; [try lia; simpl; lra|]). lia.
- intros l Hl. unfold two_seen_by. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- intros l Hl. unfold two_seen_by. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- reflexivity.
- lia.
Qed.
(* item 3 raised above item 2 *)
Lemma four_confusing : confusing four (raised four 3 (5/8)) two_seen_by 2 4.
Proof. apply (raised_confusing four two_seen_by 2 4 four_sorted); [lia|]. unfold four. simpl. lra.
  Qed.
Example pbm_theorem_6_program_met : pbm_theorem_6_program ->
  ltac:(example pbm_theorem_6_program (tt, (tt, (2%nat, (4%nat, tt))))).
Proof.
intros T. pose proof four_sorted. exists four, two_seen_by.
destruct (T four two_seen_by 2%nat 4%nat H) as [A [P [F E]]]. split; [exact H|]. split.
- exists P. feed (A P).
- exists P. destruct F as [F1 F2]. split; [split; [exact F1|]|exact E]. exists 4%nat.
  feed (F2 4%nat).
Qed.
Example pbm_crude_bounds_met : pbm_crude_bounds -> ltac:(example pbm_crude_bounds (tt, (tt, (2%nat,
  (4%nat, tt))))).
Proof.
intros T. pose proof four_sorted. exists four, two_seen_by. feed (T four two_seen_by 2%nat 4%nat).
Qed.
Example pbm_corollary_5_met : pbm_corollary_5 -> ltac:(example pbm_corollary_5 (tt, (tt, (2%nat,
  (4%nat, tt))))).
Proof.
intros T. pose proof four_sorted. exists four, two_seen_by.
destruct (T four two_seen_by 2%nat 4%nat H) as [[A [P [F E]]] [B [Q [G D]]]].
split; [exact H|]. split; split.
- exists P. feed (A P).
- exists P. destruct F as [F1 F2]. split; [split; [exact F1|]|exact E].
  exists (raised four 3 (5/8)).
  pose proof four_confusing. feed (F2 (raised four 3 (5/8))).
- exists Q. feed (B Q).
- exists Q. destruct G as [G1 G2]. split; [split; [exact G1|]|exact D]. exists 4%nat.
  feed (G2 4%nat).
Qed.
Definition seen := kappa_range four two_seen_by 2 4 four_sorted.
Definition best_of_four : R := reward four two_seen_by 2 (fun l => l).
Definition four_best := best_theta four two_seen_by 2 4 four_sorted : best_reward four two_seen_by 2
  4 best_of_four.
Example pbm_efficient_policy_met : pbm_efficient_policy -> ltac:(example pbm_efficient_policy (tt,
  (2%nat, (4%nat, tt)))).
Proof.
intros T. pose proof seen. exists two_seen_by. feed (T two_seen_by 2%nat 4%nat).
Qed.
Lemma some_policy : exists pi, is_policy 2 4 pi /\ uniformly_efficient two_seen_by 2 4 pi.
Proof. apply Efficient.efficient_policy; [lia|exact seen]. Qed.
(* a game that stops at the first click at the last position: certain to stop,
   but in no fixed number of rounds; and
   whether it stops after an even number of them *)
Definition first_click (h : history) : bool := match h with (_, b :: _) :: _ => b | _ => false end.
Definition even_rounds (h : history) : bool := Nat.even (length h).
(* a game that has not stopped had no click so far, each of chance 1/8 at least *)
Lemma first_click_late pi T h : is_policy 2 4 pi ->
  mean (raised four 3 (5/8)) two_seen_by 2 pi first_click T h (fun h' =>
    ind (negb (first_click h')) 1) <= (7/8) ^ T.
Proof.
intros Hpi. revert h; induction T as [|T IH]; intros h; cbn [mean]; [unfold ind; destruct (negb _);
  simpl; lra|].
assert (P : 0 < (7/8) ^ S T) by (apply pow_lt; lra).
destruct (first_click h); [cbn [negb ind]; lra|]. destruct (Hpi h) as [Q S].
apply Rle_trans with (psum (pi h) (fun w _ => (7/8) ^ Datatypes.S T * w)); [|rewrite psum_scal, S;
  lra].
apply psum_le. intros w a i. destruct (Q w a i) as [Hw [A _]]. rewrite (Rmult_comm _ w).
  apply Rmult_le_compat_l; [exact Hw|].
set (q := fun l => two_seen_by l * raised four 3 (5/8) (a l)).
assert (q2 : 1/8 <= q 2%nat).
{ unfold q, two_seen_by, raised, four. simpl nth at 1. pose proof (A 2%nat ltac:(lia)) as A2.
  destruct (a 2%nat) as [|[|[|[|[|n]]]]]; try lia; simpl; lra. }
change (clicks q 2 ?F) with (q 2%nat * clicks q 1 (fun z =>
  F (true :: z)) + (1 - q 2%nat) * clicks q 1 (fun z => F (false :: z))).
assert (qr : forall l, (1 <= l <= 2)%nat -> 0 < q l < 1).
{ intros l Hl. apply (click_range two_seen_by 2 4 (kappa_range four two_seen_by 2 4 four_sorted) _ a
  l (proj1 four_confusing)); [|exact Hl].
  apply (Q w a i). }
rewrite (clicks_ext q 1 _ (fun _ => 0)), clicks_const.
2:{ intros z. destruct T; reflexivity. }
apply Rle_trans with ((1 - q 2%nat) * clicks q 1 (fun _ => (7/8) ^ T)).
- rewrite Rmult_0_r, Rplus_0_l. pose proof (qr 2%nat ltac:(lia)). apply Rmult_le_compat_l; [lra|].
  apply clicks_le; [intros l Hl; apply qr; lia|]. intros z. apply IH.
- rewrite clicks_const. simpl pow. apply Rmult_le_compat_r; [apply pow_le|]; lra.
Qed.
Lemma first_click_comes pi : is_policy 2 4 pi -> is_lim_seq (fun T =>
  mean (raised four 3 (5/8)) two_seen_by 2 pi first_click T [] (fun h => ind (first_click h) 1)) 1.
Proof.
intros Hpi. apply (is_lim_seq_le_le (fun T => 1 - (7/8) ^ T) _ (fun _ => 1)); [|
  replace (Finite 1) with (Finite (1 - 0)) by (f_equal; ring); apply is_lim_seq_minus';
    [apply is_lim_seq_const|];
  apply is_lim_seq_geom; rewrite Rabs_right; lra|apply is_lim_seq_const].
intros T. pose proof (first_click_late pi T [] Hpi) as B.
pose proof (chance_range two_seen_by 2 4 pi first_click (kappa_range four two_seen_by 2 4
  four_sorted) Hpi _ T first_click (proj1 four_confusing)) as [_ C].
split; [|exact C].
rewrite (Game.mean_ext two_seen_by 2 pi first_click (raised four 3 (5/8)) T [] _ (fun h =>
  1 + (-1) * ind (first_click h) 1)) in B
  by (intros h; unfold ind; destruct (first_click h); simpl; ring).
rewrite Game.mean_plus, Game.mean_scal, (Game.mean_const two_seen_by 2 4 pi first_click Hpi) in B.
  lra.
Qed.
Example pbm_lemma_13_met : pbm_lemma_13 -> ltac:(example pbm_lemma_13 (tt, (tt, (tt, (2%nat, (4%nat,
  tt)))))).
Proof.
intros T. destruct some_policy as [pi [Hpi _]]. pose proof seen.
pose proof (theta_range four two_seen_by 2 4 four_sorted). pose proof (proj1 four_confusing).
exists four, (raised four 3 (5/8)), two_seen_by, pi, first_click, even_rounds.
feed (T four (raised four 3 (5/8)) two_seen_by 2%nat 4%nat pi first_click even_rounds).
now apply first_click_comes.
Qed.
Example pbm_lemma_12_met : pbm_lemma_12 -> ltac:(example pbm_lemma_12 (tt, (tt, (tt, (2%nat, (4%nat,
  tt)))))).
Proof.
intros T. destruct some_policy as [pi [Hpi _]]. pose proof seen.
pose proof (theta_range four two_seen_by 2 4 four_sorted). pose proof (proj1 four_confusing).
exists four, (raised four 3 (5/8)), two_seen_by, pi, first_click, even_rounds.
feed (T four (raised four 3 (5/8)) two_seen_by 2%nat 4%nat pi first_click even_rounds).
Qed.
Example pbm_proposition_3_met : pbm_proposition_3 -> ltac:(example pbm_proposition_3 (tt, (tt, (tt,
  (2%nat, (4%nat, tt)))))).
Proof.
intros T. destruct some_policy as [pi [Hpi U]]. pose proof four_sorted. pose proof four_confusing.
exists four, (raised four 3 (5/8)), two_seen_by, pi. feed (T four (raised four 3 (5/8)) two_seen_by
  2%nat 4%nat pi).
Qed.
Example pbm_theorem_6_met : pbm_theorem_6 -> ltac:(example pbm_theorem_6 (tt, (tt, (2%nat, (4%nat,
  tt))))).
Proof.
intros T. destruct some_policy as [pi [Hpi U]]. pose proof four_sorted. pose proof four_best.
exists four, two_seen_by, pi, best_of_four. feed (T four two_seen_by 2%nat 4%nat pi best_of_four).
Qed.
Example pbm_theorem_6_distinct_met : pbm_theorem_6_distinct ->
  ltac:(example pbm_theorem_6_distinct (tt, (tt, (2%nat, (4%nat, tt))))).
Proof.
intros T. destruct some_policy as [pi [Hpi U]]. pose proof four_sorted. pose proof four_best.
assert (V : efficient_where_distinct two_seen_by 2 4 pi) by (intros t m alpha Ht _; now apply U).
exists four, two_seen_by, pi, best_of_four. feed (T four two_seen_by 2%nat 4%nat pi best_of_four).
Qed.
(* the items in the opposite order *)
Lemma opposite_best : best_reward (fun i => four (5 - i)) two_seen_by 2 4 best_of_four.
Proof.
assert (Op : is_list 4 4 (fun i => (5 - i)%nat)) by (split; intros; lia).
destruct (permutation_of 4 _ Op) as [f [g [gf [fg E]]]].
apply (best_same (fun i => four (f i))); [intros i Hi; now rewrite (proj1 (E i Hi))|].
apply (proj1 (best_relabelled f g 4 gf fg (fun i Hi => ltac:(rewrite (proj1 (E i Hi)); lia))
  (fun i Hi => proj2 (E i Hi)) four _ 2 _)). exact four_best.
Qed.
Example pbm_attained_met : pbm_attained -> ltac:(example pbm_attained (tt, (2%nat, (4%nat, tt)))).
Proof.
intros T. pose proof opposite_best as M. pose proof four_sorted.
assert (Op : is_list 4 4 (fun i => (5 - i)%nat)) by (split; intros; lia).
assert (D : forall l, (1 <= l <= 2)%nat -> 0 < two_seen_by l <= 1 /\
  two_seen_by (S l) <= two_seen_by l)
  by (intros l Hl; split; [now apply seen|now apply (sorted_kappa _ _ _ _ four_sorted)]).
destruct (T two_seen_by 2%nat 4%nat ltac:(lia) D eq_refl) as [pi [P [U Lim]]].
exists two_seen_by. split; [lia|]. split; [exact D|]. split; [reflexivity|].
exists pi. split; [exact P|]. split; [exact U|].
exists four, (fun i => (5 - i)%nat), best_of_four. feed (Lim four (fun i =>
  (5 - i)%nat) best_of_four).
Qed.
(* f is the constant of (6), by Corollary 5 *)
Example pbm_theorem_4_met : pbm_theorem_4 -> ltac:(example pbm_theorem_4 (tt, (tt, (2%nat, (4%nat,
  tt))))).
Proof.
intros T. destruct some_policy as [pi [Hpi U]]. pose proof four_sorted. pose proof four_best.
set (f := value four two_seen_by 2 4). exists four, two_seen_by, pi, best_of_four, f.
feed (T four two_seen_by 2%nat 4%nat pi best_of_four f).
intros P HP F. apply (proj1 (proj1 (Program.corollary_5 four two_seen_by 2%nat 4%nat four_sorted))).
  now split.
Qed.

(** * Thompson sampling: a policy whose chances of showing item 3 above the last position are halved
    by each of its displays *)
Definition one_two (l : nat) : nat := l.
Definition one_three (l : nat) : nat := nth l [0; 1; 3]%nat 1%nat.
Definition three_one (l : nat) : nat := nth l [0; 3; 1]%nat 1%nat.
Definition halving (n : nat) : R := (1/2) ^ S n.
Definition cautious : policy := fun h =>
  let up := halving (count_shown 2 3 h) / 2 in [(1/2, one_two); (1/2 - up, one_three); (up,
    three_one)].
Lemma halving_range n : 0 <= halving n <= 1/2.
Proof.
unfold halving. split; [apply pow_le; lra|].
induction n as [|n IH]; [simpl; lra|]. change ((1/2) ^ S (S n)) with (1/2 * (1/2) ^ S n). lra.
Qed.
Lemma cautious_policy : is_policy 2 4 cautious.
Proof.
intros h. unfold cautious. set (n := count_shown 2 3 h). pose proof (halving_range n).
split; [|cbn [psum]; lra].
assert (A : is_list 2 4 one_two /\ is_list 2 4 one_three /\ is_list 2 4 three_one).
{ unfold one_two, one_three, three_one. repeat split;
  try (intros l m Hl Hm; do 3 (destruct l as [|l]; [do 3 (destruct m as [|m]; [try lia; simpl; lia|]);
    lia|]); lia); do 3 (destruct l as [|l]; [try lia; simpl; lia|]); lia. }
intros w a [e|[e|[e|[]]]]; injection e as <- <-; (split; [lra|apply A]).
Qed.
(* what its next list may do *)
Lemma cautious_chances h : chance (cautious h) (shows 1 3) = halving (count_shown 2 3 h) / 2 /\
  chance (cautious h) (shows 2 3) = 1/2.
Proof.
unfold chance, cautious. cbn [psum]. unfold shows, range. cbn. lra.
Qed.
Example pbm_ts_likelihood_ratio_met : pbm_ts_likelihood_ratio ->
  ltac:(example pbm_ts_likelihood_ratio (tt, (tt, (2%nat, (4%nat, tt))))).
Proof.
intros T. pose proof (theta_range four two_seen_by 2 4 four_sorted). pose proof cautious_policy.
assert (A : forall l, (1 <= l <= 2)%nat -> 0 < two_seen_by 2 <= two_seen_by l /\ two_seen_by l <= 1)
  by (intros l Hl; unfold two_seen_by; do 3 (destruct l as [|l]; [try lia; simpl; lra|]); lia).
assert (B : four 3 < 1/2 <= 3/4) by (unfold four; simpl; lra).
exists four, two_seen_by, cautious, 3%nat, (3/4), (1/2), 5%nat, 9%nat.
feed (T four two_seen_by 2%nat 4%nat cautious 3%nat (3/4) (1/2) 5%nat 9%nat).
exists 2%nat. feed (proj1 (T four two_seen_by 2%nat 4%nat cautious 3%nat (3/4) (1/2) 5%nat 9%nat H
  ltac:(lia) A H0 ltac:(lia) ltac:(lra) ltac:(lra) (or_introl B)) 2%nat).
Qed.
Example pbm_ts_counting_met : pbm_ts_counting -> ltac:(example pbm_ts_counting (tt, (tt, (2%nat,
  (4%nat, tt))))).
Proof.
intros T. pose proof (theta_range four two_seen_by 2 4 four_sorted). pose proof seen.
pose proof cautious_policy.
assert (C : forall h, chance (cautious h) (shows (pred 2) 3) <=
  halving (count_shown 2 3 h) * chance (cautious h) (shows 2 3) + 0).
{ intros h. destruct (cautious_chances h) as [A B]. simpl pred. rewrite A, B. lra. }
assert (D : forall n, 0 <= halving n) by (intros n; apply halving_range).
destruct (T four two_seen_by 2%nat 4%nat cautious 3%nat 9%nat H H0 H1) as [F G].
exists four, two_seen_by, cautious, 3%nat, 9%nat.
split; [exact H|]. split; [exact H0|]. split; [exact H1|]. split.
- exists (fun h => halving (count_shown 2 3 h)), (fun _ => 0). split; [exact C|]. now apply F.
- exists halving, (fun _ => 0). split; [exact D|]. split; [exact C|]. now apply G.
Qed.

(* Figure 1(b), in which the last position is the cheapest for both items: a policy that attains the
   constant of (6) has nothing left to pay for displays above the last position *)
Notation fig_E pi T f := (mean figure_1b examinations 3 pi never T [] f).
Notation fig_ratio k l := (ratio figure_1b examinations 3 k l).
Notation fig_info k l := (info figure_1b examinations 3 k l).
Lemma figure_1b_last k : (3 < k <= 5)%nat -> least 1 (3 - 1) (ratio figure_1b examinations 3 k) =
  fig_ratio k 3%nat.
Proof.
intros Hk. destruct (least_arg 1 (3 - 1) (ratio figure_1b examinations 3 k)) as [E I]. rewrite E.
set (j := arg _ _ _) in *. pose proof figure_1b_once as O.
assert (C : cheapest figure_1b examinations 3 k j) by (split; [lia|now symmetry]).
f_equal. destruct (Nat.eq_dec j 3) as [|ne]; [assumption|exfalso].
pose proof (proj1 (proj2 Figure1.equation_6) k j ltac:(lia) ltac:(lia)).
pose proof (least_le 1 (3 - 1) (ratio figure_1b examinations 3 k) 3 ltac:(lia)). lra.
Qed.
Lemma figure_1b_above k : (3 < k <= 5)%nat -> exists delta, 0 < delta /\
  forall a, is_list 3 5 a ->
  sum (range 4 5) (fun j => fig_ratio j 3%nat *
    sum (range 1 3) (fun l => ind (a l =? j)%nat (fig_info j l))) + delta * ind (shows 2 k a) 1 <=
  gap figure_1b examinations 3 a.
Proof.
intros Hk. pose proof (proj1 figure_1b_sorted) as S0.
assert (I : forall j l, (3 < j <= 5)%nat -> (1 <= l <= 3)%nat -> 0 < fig_info j l)
  by (intros; apply (info_pos _ _ _ 5 S0); lia).
assert (C : forall j l, (3 < j <= 5)%nat -> (1 <= l <= 2)%nat -> fig_ratio j 3%nat < fig_ratio j l)
  by (intros; apply Figure1.equation_6; lia).
set (extra := fun l => (fig_ratio k l - fig_ratio k 3%nat) * fig_info k l).
assert (X : forall l, (1 <= l <= 2)%nat -> 0 < extra l).
{ intros l Hl. pose proof (C k l Hk Hl). pose proof (I k l Hk ltac:(lia)).
  apply Rmult_lt_0_compat; lra. }
exists (Rmin (extra 1%nat) (extra 2%nat)). split; [apply Rmin_glb_lt; apply X; lia|].
intros a A. apply Rle_trans with (2 := lemma_16_le _ _ _ _ S0 a A).
set (delta := Rmin _ _).
assert (Xd : forall l, (1 <= l <= 2)%nat -> delta <= extra l).
{ intros l Hl. destruct (Nat.eq_dec l 1) as [->|ne]; [apply Rmin_l|].
  replace l with 2%nat by lia. apply Rmin_r. }
set (more := fun l => ind ((a l =? k)%nat && (l <=? 2)%nat) delta).
assert (D0 : 0 < delta) by (apply Rmin_glb_lt; apply X; lia).
assert (M : delta * ind (shows 2 k a) 1 <= sum (range 1 3) more).
{ assert (N : forall l, 0 <= more l) by (intros l; unfold more, ind; destruct (_ && _)%bool; lra).
  destruct (shows 2 k a) eqn:Sh; cbn [ind].
  - apply LikelihoodRatio.shows_true in Sh. destruct Sh as [l [Hl El]]. rewrite Rmult_1_r.
    apply Rle_trans with (more l).
    + unfold more. rewrite El, Nat.eqb_refl. destruct (Nat.leb_spec l 2); [simpl; lra|lia].
    + apply sum_term; [intros; apply N|apply in_range; lia].
  - rewrite Rmult_0_r. apply sum_nonneg. intros; apply N. }
apply Rle_trans with (1 := Rplus_le_compat_l _ _ _ M).
rewrite (sum_ext (range 4 5) _ (fun j => sum (range 1 3) (fun l =>
  ind (a l =? j)%nat (fig_ratio j 3%nat * fig_info j l)))).
2:{ intros j _. rewrite <- sum_scal. apply sum_ext. intros l _. unfold ind.
    destruct (a l =? j)%nat; ring. }
rewrite sum_swap, <- sum_plus. apply sum_le. intros l Hl. apply in_range in Hl.
pose proof (proj1 A l Hl) as Al. destruct (Nat.ltb_spec 3 (a l)) as [big|small].
- rewrite (sum_one _ _ (fun j => fig_ratio j 3%nat * fig_info j l))
    by (apply seq_NoDup || (apply in_range; lia)).
  cbn [ind]. pose proof (I (a l) l ltac:(lia) Hl) as Il.
  replace (gap figure_1b examinations 3 (exploring (a l) l))
    with (fig_ratio (a l) l * fig_info (a l) l) by (unfold ratio; field; lra).
  unfold more. destruct (Nat.eqb_spec (a l) k) as [E|ne], (Nat.leb_spec l 2) as [le|gt];
    cbn [andb ind].
  + pose proof (Xd l ltac:(lia)) as Xl. unfold extra in Xl. rewrite E. lra.
  + replace l with 3%nat by lia. lra.
  + pose proof (C (a l) l ltac:(lia) ltac:(lia)). rewrite Rplus_0_r.
    apply Rmult_le_compat_r; lra.
  + replace l with 3%nat by lia. lra.
- rewrite sum_none by (rewrite in_range; lia). unfold more.
  destruct (Nat.eqb_spec (a l) k); [lia|]. cbn [andb ind]. lra.
Qed.
Lemma figure_1b_rarely_above pi m k : is_policy 3 5 pi -> efficient_where_distinct examinations 3 5
  pi ->
  best_reward figure_1b examinations 3 5 m ->
  is_lim_seq (fun T => regret figure_1b examinations 3 pi m T / ln (INR T)) (value figure_1b
    examinations 3 5) ->
  (3 < k <= 5)%nat ->
  is_lim_seq (fun T => fig_E pi T (times (shows 2 k)) / (ln (INR T) + fig_E pi T (times (shows 3
    k)))) 0.
Proof.
intros Hpi U Hm Lim Hk. pose proof (proj1 figure_1b_sorted) as S0.
pose proof (kappa_range figure_1b examinations 3 5 S0) as kr.
pose proof (theta_range figure_1b examinations 3 5 S0) as tr.
assert (Em : m = reward figure_1b examinations 3 (fun l => l)).
{ pose proof (best_theta figure_1b examinations 3 5 S0) as B. destruct Hm as [H1 H2], B as [B1 B2].
  apply Rle_antisym; [now apply H2|now apply B2]. }
subst m. set (v := value figure_1b examinations 3 5) in *.
assert (V : v = fig_ratio 4%nat 3%nat + fig_ratio 5%nat 3%nat).
{ unfold v, value. change (range 4 5) with [4; 5]%nat. cbn [sum].
  rewrite !figure_1b_last by lia. lra. }
assert (R0 : forall j, (3 < j <= 5)%nat -> 0 < fig_ratio j 3%nat).
{ intros j Hj. apply Rdiv_lt_0_compat; [apply (gap_exploring_pos _ _ _ 5 S0)|apply (info_pos _ _ _ 5
  S0)]; lia. }
assert (v0 : 0 < v) by (rewrite V; pose proof (R0 4%nat ltac:(lia)); pose proof (R0 5%nat ltac:(lia));
  lra).
destruct (figure_1b_above k Hk) as [delta [d0 G]].
apply is_lim_seq_spec. intros [eps e0]. cbn [pos].
set (x := Rmin (1 / 2) (delta * eps / (4 * v))). set (y := delta * eps / 4).
assert (x0 : 0 < x < 1).
{ split; [|apply Rle_lt_trans with (1 / 2); [apply Rmin_l|lra]].
  apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra]. }
assert (xv : x * v <= y).
{ apply Rle_trans with (delta * eps / (4 * v) * v); [apply Rmult_le_compat_r; [lra|apply Rmin_r]|].
  unfold y. right. field. lra. }
assert (y0 : 0 < y) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra).
apply is_lim_seq_spec in Lim. specialize (Lim (mkposreal y y0)).
pose proof (LastPosition.brings_enough figure_1b examinations 3 5 pi S0 Hpi U 4 x ltac:(lia) x0) as
  B4.
pose proof (LastPosition.brings_enough figure_1b examinations 3 5 pi S0 Hpi U 5 x ltac:(lia) x0) as
  B5.
generalize (filter_and _ _ Lim (filter_and _ _ (ln_large 1) (filter_and _ _ B4 B5))).
apply filter_imp. clear Lim B4 B5. intros T [Lim [lnT [B4 B5]]]. cbn [pos] in Lim.
pose proof (LastPosition.times_nonneg figure_1b examinations 3 5 pi S0 Hpi T (shows 2 k)) as s0.
pose proof (LastPosition.times_nonneg figure_1b examinations 3 5 pi S0 Hpi T (shows 3 k)) as u0.
set (s := fig_E pi T (times (shows 2 k))) in *. set (u := fig_E pi T (times (shows 3 k))) in *.
set (t := ln (INR T)) in *.
apply Rabs_lt_between in Lim. destruct Lim as [_ Lim].
assert (Rt : regret figure_1b examinations 3 pi (reward figure_1b examinations 3 (fun l => l)) T <=
  (v + y) * t).
{ apply Rmult_le_reg_r with (/ t); [apply Rinv_0_lt_compat; lra|].
  rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in Lim. lra. }
assert (P : fig_ratio 4%nat 3%nat * fig_E pi T (along (fun a =>
    sum (range 1 3) (fun l => ind (a l =? 4)%nat (fig_info 4 l)))) +
  fig_ratio 5%nat 3%nat * fig_E pi T (along (fun a =>
    sum (range 1 3) (fun l => ind (a l =? 5)%nat (fig_info 5 l)))) + delta * s <=
  regret figure_1b examinations 3 pi (reward figure_1b examinations 3 (fun l => l)) T).
{ unfold s, times. rewrite <- LastPosition.mean_along2, <- (Rmult_1_l (mean _ _ _ _ _ _ _ _)),
    <- LastPosition.mean_along2.
  apply (game_le examinations 3 5 pi kr Hpi); [exact tr|]. intros a A. rewrite <- gap_reward.
  apply Rle_trans with (2 := G a A). change (range 4 5) with [4; 5]%nat. cbn [sum]. lra. }
apply (Rmult_le_compat_l (fig_ratio 4%nat 3%nat)) in B4; [|left; apply R0; lia].
apply (Rmult_le_compat_l (fig_ratio 5%nat 3%nat)) in B5; [|left; apply R0; lia].
assert (Vt : (1 - x) * v * t = fig_ratio 4%nat 3%nat * ((1 - x) * t) + fig_ratio 5%nat 3%nat *
  ((1 - x) * t)) by (rewrite V; ring).
assert (xt : x * v * t <= y * t) by (apply Rmult_le_compat_r; lra).
assert (Q : delta * s <= delta * (eps / 2 * t)) by (unfold y in *; lra).
apply Rmult_le_reg_l in Q; [|exact d0].
rewrite Rminus_0_r, Rabs_pos_eq.
- apply Rmult_lt_reg_r with (t + u); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by
    lra.
  assert (0 <= eps * u) by (apply Rmult_le_pos; lra). assert (0 < eps * t) by (apply
    Rmult_lt_0_compat; lra). lra.
- apply Rmult_le_pos; [exact s0|]. left. apply Rinv_0_lt_compat. lra.
Qed.
Example pbm_last_position_price_met : pbm_last_position_price ->
  ltac:(example pbm_last_position_price (tt, (tt, (3%nat, (5%nat, tt))))).
Proof.
intros T. pose proof (proj1 figure_1b_sorted) as S0.
pose proof (best_theta figure_1b examinations 3 5 S0) as Hm.
set (m := reward figure_1b examinations 3 (fun l => l)) in *.
assert (D : forall l, (1 <= l <= 3)%nat -> 0 < examinations l <= 1 /\
  examinations (S l) <= examinations l)
  by (intros l Hl; split; [now apply (kappa_range _ _ _ _ S0)|now apply (sorted_kappa _ _ _ _ S0)]).
destruct (Attained.attained examinations 3%nat 5%nat ltac:(lia) D eq_refl) as [pi [P [U Lim]]].
assert (Id : is_list 5 5 (fun i => i)) by (split; intros; lia).
pose proof (fun k Hk => figure_1b_rarely_above pi m k P U Hm (Lim figure_1b (fun i => i) m S0 Id Hm)
  Hk) as R.
destruct (T figure_1b examinations 3%nat 5%nat pi m S0 P U Hm R) as [A B].
exists figure_1b, examinations, pi, m. split; [exact S0|]. split; [exact P|]. split; [exact U|].
split; [exact Hm|]. split; [exact R|].
split; [exists 5%nat; split; [lia|exact (A 5%nat ltac:(lia))]|exact B].
Qed.

(** In Figure 1(a) the policy that attains the constant of (6) pays less than the constant of the
    last position, so that it shows items above that position too often. *)
Lemma figure_1a_sorted : sorted figure_1a examinations 3 5.
Proof.
unfold sorted. split; [|split; [|exact (proj2 (proj2 (proj1 figure_1b_sorted)))]].
- intros i j Hij Hj. unfold figure_1a.
  do 6 (destruct i as [|i]; [do 6 (destruct j as [|j]; [try lia; simpl; lra|]); lia|]); lia.
- intros i Hi. unfold figure_1a. do 6 (destruct i as [|i]; [try lia; simpl; lra|]). lia.
Qed.
Theorem last_position_price_needs_rarely : exists theta kappa L K pi m,
  sorted theta kappa L K /\ is_policy L K pi /\ efficient_where_distinct kappa L K pi /\
  best_reward theta kappa L K m /\
  ~ Rbar_le (at_examination theta L K (kappa L))
      (LimInf_seq (fun T => regret theta kappa L pi m T / ln (INR T))).
Proof.
pose proof figure_1a_sorted as S0.
pose proof (best_theta figure_1a examinations 3 5 S0) as Hm.
set (m := reward figure_1a examinations 3 (fun l => l)) in *.
assert (D : forall l, (1 <= l <= 3)%nat -> 0 < examinations l <= 1 /\
  examinations (S l) <= examinations l)
  by (intros l Hl; split; [now apply (kappa_range _ _ _ _ S0)|now apply (sorted_kappa _ _ _ _ S0)]).
destruct (Attained.attained examinations 3%nat 5%nat ltac:(lia) D eq_refl) as [pi [P [U Lim]]].
assert (Id : is_list 5 5 (fun i => i)) by (split; intros; lia).
assert (C : is_lim_seq (fun T => regret figure_1a examinations 3 pi m T / ln (INR T)) (value
  figure_1a examinations 3 5)) by exact (Lim figure_1a (fun i => i) m S0 Id Hm).
exists figure_1a, examinations, 3%nat, 5%nat, pi, m.
split; [exact S0|]. split; [exact P|]. split; [exact U|]. split; [exact Hm|]. intros H.
rewrite (is_LimInf_seq_unique _ _ (is_lim_LimInf_seq _ _ C)) in H. cbn [Rbar_le] in H.
pose proof Figure1.reversed_inequality as R. unfold pbm_reversed_inequality in R. lra.
Qed.

(* a policy that learns nothing: always the list 1, ..., L *)
Definition stubborn : policy := fun _ => [(1, fun l => l)].
(* it is a policy *)
Lemma stubborn_policy L K : (L <= K)%nat -> is_policy L K stubborn.
Proof.
intros LK h. split; [|simpl; ring]. intros w a [e|[]]. injection e as <- <-. split; [lra|].
split; intros; lia.
Qed.
Lemma stubborn_mean theta kappa L T h f : mean theta kappa L stubborn never T h (along f) = along f
  h + INR T * f (fun l => l).
Proof.
revert h; induction T as [|T IH]; intros h; [simpl; ring|]. cbn [mean]. unfold never at 1,
  stubborn at 1. cbn [psum].
rewrite (clicks_ext _ _ _ _ (fun z => IH ((fun l => l, z) :: h))). cbn [along].
  rewrite clicks_const, S_INR. ring.
Qed.

(** Without efficiency Theorem 6 fails: the policy that always shows the best list loses nothing. *)
Theorem theorem_6_needs_efficiency : exists theta kappa L K pi m,
  sorted theta kappa L K /\ is_policy L K pi /\ best_reward theta kappa L K m /\
  ~ Rbar_le (value theta kappa L K) (LimInf_seq (fun T =>
    regret theta kappa L pi m T / ln (INR T))).
Proof.
pose proof (proj1 figure_1b_sorted) as S.
exists figure_1b, examinations, 3%nat, 5%nat, stubborn, (reward figure_1b examinations 3 (fun l =>
  l)).
split; [exact S|]. split; [apply stubborn_policy; lia|]. split; [now apply best_theta|].
intros H.
assert (Z : Rbar_le (LimInf_seq (fun T => regret figure_1b examinations 3 stubborn (reward figure_1b
  examinations 3 (fun l => l)) T
  / ln (INR T))) (LimInf_seq (fun _ => 0))).
{ apply LimInf_le. exists 0%nat. intros T _. unfold regret. rewrite stubborn_mean. simpl along.
  unfold Rdiv. right. ring. }
rewrite LimInf_seq_const in Z. pose proof (Rbar_le_trans _ _ _ H Z) as N. simpl in N.
assert (P : forall k, (3 < k <= 5)%nat -> 0 < least 1 (3 - 1) (ratio figure_1b examinations 3 k)).
{ intros k Hk. destruct (least_arg 1 (3 - 1) (ratio figure_1b examinations 3 k)) as [E I].
  rewrite E.
  apply Rdiv_lt_0_compat; [apply (gap_exploring_pos _ _ _ 5 S); lia|apply (info_pos _ _ _ 5 S);
    lia]. }
unfold value in N. change (range 4 5) with [4; 5]%nat in N. cbn [sum] in N.
pose proof (P 4%nat ltac:(lia)). pose proof (P 5%nat ltac:(lia)). lra.
Qed.

(** With two positions examined alike, the list (2, 1) has gap 0, too. *)
Theorem lemma_16_needs_strict : exists theta kappa L K a, sorted theta kappa L K /\ is_list L K a /\
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))) = gap theta
    kappa L a /\
  a 1%nat <> 1%nat /\ (K <= L)%nat.
Proof.
exists (point (1/2) (1/4)), (fun l => if (l <=? 2)%nat then 1 else 0), 2%nat, 2%nat, (fun l =>
  if (l =? 1)%nat then 2%nat else 1%nat).
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


(** * Expectation-maximisation: three items and two positions, ten displays in every cell,
    and clicks
    that (4/5, 2/5, 1/5; 3/4, 1/2) fits exactly *)
Definition attracts (k : nat) : R := nth k [0; 4/5; 2/5; 1/5] 0.
Definition examines (l : nat) : R := nth l [0; 3/4; 1/2] 0.
Definition fit_clicks (k l : nat) : R := 10 * (attracts k * examines l).
Definition fit_misses (k l : nat) : R := 10 - fit_clicks k l.
Lemma attracts_range k : 0 <= attracts k <= 4/5.
Proof. unfold attracts. do 4 (destruct k as [|k]; [simpl; lra|]). destruct k; simpl; lra. Qed.
Lemma examines_range l : 0 <= examines l <= 3/4.
Proof. unfold examines. do 3 (destruct l as [|l]; [simpl; lra|]). destruct l; simpl; lra. Qed.
Lemma fit_inside : inside 3 2 attracts examines.
Proof.
split.
- intros k Hk. unfold attracts. do 4 (destruct k as [|k]; [try lia; simpl; lra|]). lia.
- intros l Hl. unfold examines. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
Qed.
Lemma fit_displays : displays 3 2 fit_clicks fit_misses.
Proof.
split; [|split].
- intros k l. unfold fit_misses, fit_clicks. pose proof (attracts_range k).
  pose proof (examines_range l). nra.
- intros k _. cbv [range seq Nat.sub sum]. unfold fit_misses. lra.
- intros l _. cbv [range seq Nat.sub sum]. unfold fit_misses. lra.
Qed.
(* in a cell that fits, 10 t q + 10 (1 - t q) t (1 - q) / (1 - t q) = 10 t *)
Lemma fit_cell t q : 0 < t < 1 -> 0 < q < 1 ->
  10 * (t * q) + (10 - 10 * (t * q)) * (t * (1 - q) / (1 - t * q)) = t * 10.
Proof. intros Ht Hq. field. nra. Qed.
Lemma fit_items k : (1 <= k <= 3)%nat -> em_attractions 2 fit_clicks fit_misses attracts examines k
  = attracts k.
Proof.
intros Hk. unfold em_attractions. rewrite (sum_ext _ _ (fun _ => attracts k * 10)).
- rewrite (sum_ext _ (fun l => fit_clicks k l + fit_misses k l) (fun _ => 10)) by (intros;
  unfold fit_misses; ring).
  cbv [range seq Nat.sub sum]. field.
- intros l Hl. apply in_range in Hl. now apply fit_cell; apply fit_inside.
Qed.
Lemma fit_positions l : (1 <= l <= 2)%nat -> em_examinations 3 fit_clicks fit_misses attracts
  examines l = examines l.
Proof.
intros Hl. unfold em_examinations. rewrite (sum_ext _ _ (fun _ => examines l * 10)).
- rewrite (sum_ext _ (fun k => fit_clicks k l + fit_misses k l) (fun _ => 10)) by (intros;
  unfold fit_misses; ring).
  cbv [range seq Nat.sub sum]. field.
- intros k Hk. apply in_range in Hk. unfold fit_misses, fit_clicks.
  rewrite (Rmult_comm (attracts k)).
  apply fit_cell; now apply fit_inside.
Qed.
Lemma fit_stays n : let s := em_steps 3 2 fit_clicks fit_misses n (attracts, examines) in
  (forall k, (1 <= k <= 3)%nat -> fst s k = attracts k) /\ (forall l, (1 <= l <= 2)%nat ->
    snd s l = examines l).
Proof.
induction n as [|n [A B]]; cbn zeta; [now split|]. cbn [em_steps].
destruct (em_steps 3 2 fit_clicks fit_misses n (attracts, examines)) as [t q]. cbn [fst snd] in *.
  split.
- intros k Hk. rewrite <- (fit_items k Hk). unfold em_attractions. f_equal. apply sum_ext.
  intros l Hl.
  apply in_range in Hl. now rewrite A, B.
- intros l Hl. rewrite <- (fit_positions l Hl). unfold em_examinations. f_equal. apply sum_ext.
  intros k Hk.
  apply in_range in Hk. now rewrite A, B.
Qed.
Example pbm_em_ascent_met : pbm_em_ascent -> ltac:(example pbm_em_ascent (3%nat, (2%nat,
  tt))).
Proof.
intros T. pose proof fit_displays. exists fit_clicks, fit_misses. split; [exact H|].
exists attracts, examines. feed (T 3%nat 2%nat fit_clicks fit_misses H attracts examines).
  exact fit_inside.
Qed.
Example pbm_em_monotone_met : pbm_em_monotone -> ltac:(example pbm_em_monotone (3%nat, (2%nat,
  tt))).
Proof.
intros T. pose proof fit_displays. exists fit_clicks, fit_misses. split; [exact H|].
exists attracts, examines. feed (T 3%nat 2%nat fit_clicks fit_misses H attracts examines).
  exact fit_inside.
Qed.
Example pbm_em_converges_inside_met : pbm_em_converges_inside ->
  ltac:(example pbm_em_converges_inside (3%nat, (2%nat, tt))).
Proof.
intros T. pose proof fit_displays as D. pose proof fit_inside as I. exists fit_clicks, fit_misses.
destruct (T 3%nat 2%nat fit_clicks fit_misses D) as [A B]. split; [exact D|]. split.
- exists attracts, examines. split; [exact I|]. split; [exact fit_items|]. split;
  [exact fit_positions|].
  exact (A attracts examines I fit_items fit_positions).
- assert (P : forall k, (1 <= k <= 3)%nat ->
    is_lim_seq (fun n => fst (em_steps 3 2 fit_clicks fit_misses n (attracts,
      examines)) k) (attracts k)).
  { intros k Hk. apply (is_lim_seq_ext (fun _ => attracts k)); [|apply is_lim_seq_const].
    intros n. symmetry. now apply fit_stays. }
  assert (Q : forall l, (1 <= l <= 2)%nat ->
    is_lim_seq (fun n => snd (em_steps 3 2 fit_clicks fit_misses n (attracts,
      examines)) l) (examines l)).
  { intros l Hl. apply (is_lim_seq_ext (fun _ => examines l)); [|apply is_lim_seq_const].
    intros n. symmetry. now apply fit_stays. }
  exists (attracts, examines), attracts, examines. split; [exact I|]. split; [exact P|]. split;
    [exact Q|].
  exact (B (attracts, examines) attracts examines I P Q).
Qed.

(** * The geometric law *)
Example mnl_lemma_12_met : mnl_lemma_12 -> ltac:(example mnl_lemma_12 tt).
Proof.
intros T. destruct (T 4%nat ltac:(lia)) as [c [[r E] M]]. exists 4%nat. split; [lia|]. exists c.
split; [exists r, 1; exact (E 1)|]. exists (1/2). feed (M (1/2)).
Qed.
Example mnl_lemma_13_met : mnl_lemma_13 -> ltac:(example mnl_lemma_13 tt).
Proof.
intros T. exists (1/2), 3%nat. feed (T (1/2) 3%nat).
Qed.
Example mnl_lemma_13_bound_met : mnl_lemma_13_bound -> ltac:(example mnl_lemma_13_bound tt).
Proof.
intros T. destruct (T 4%nat ltac:(lia)) as [c [[r E] M]]. exists 4%nat. split; [lia|]. exists c.
split; [exists r, 1; exact (E 1)|]. exists (1/2). feed (M (1/2)).
Qed.
(* two counts, of parameters 1/2 and 3/4 *)
Lemma two_counts p : In p [1/2; 3/4] -> 1/2 <= p <= 1.
Proof. intros [<-|[<-|[]]]; lra. Qed.
Lemma two_counts_vary : 0 < variances_of [1/2; 3/4].
Proof. simpl. lra. Qed.
Lemma two_counts_positive p : In p [1/2; 3/4] -> 0 < p <= 1.
Proof. intros i. pose proof (two_counts p i). lra. Qed.
Example mnl_lower_tail_met : mnl_lower_tail -> ltac:(example mnl_lower_tail tt).
Proof.
intros T. pose proof two_counts. pose proof two_counts_positive. pose proof two_counts_vary.
exists [1/2; 3/4], 2. feed (T [1/2; 3/4] 2).
Qed.
Example mnl_upper_tail_met : mnl_upper_tail -> ltac:(example mnl_upper_tail tt).
Proof.
intros T. pose proof two_counts. pose proof two_counts_positive. pose proof two_counts_vary.
exists [1/2; 3/4], 2. feed (T [1/2; 3/4] 2).
Qed.
Example mnl_theorem_3_fixed_met : mnl_theorem_3_fixed -> ltac:(example mnl_theorem_3_fixed tt).
Proof.
intros T. pose proof two_counts. pose proof two_counts_positive. pose proof two_counts_vary.
exists [1/2; 3/4], 2. feed (T [1/2; 3/4] 2).
Qed.
Example mnl_equation_8_fixed_met : mnl_equation_8_fixed -> ltac:(example mnl_equation_8_fixed tt).
Proof.
intros T. pose proof two_counts. pose proof two_counts_positive. pose proof two_counts_vary.
exists [1/2; 3/4], 2. feed (T [1/2; 3/4] 2).
Qed.
(** * A rule with coins that looks at the past: signals are geometric,
    and the parameter is 1/2 or 1, by the parity of
    the signal and all counts so far *)
Definition tosses (h : past) (z : nat) : R := 1/2 * (1 - 1/2) ^ z.
Definition turns (h : past) (z : nat) : bool := Nat.even (fold_right (fun e s =>
  snd e + s) z h)%nat.
Definition freezing (h : past) (z : nat) : R := if turns h z then 1/2 else 1.
Lemma tosses_chances h : (forall z, 0 <= tosses h z) /\ is_series (tosses h) 1.
Proof. destruct (weights (1/2) ltac:(lra)) as [S P]. now split. Qed.
Lemma freezing_rule : is_rule tosses freezing.
Proof.
intros h. destruct (tosses_chances h) as [P S]. split; [exact P|]. split; [exact S|].
intros z. unfold freezing. destruct (turns h z); lra.
Qed.
(* log e^3 = 3 and (48 / 3)^(1/4) = 2: in 48 counts two lines a side,
   whose chance is 4 / e^3 < 1 at most *)
Lemma two_lines : 3/4 * sqrt (sqrt (INR 48 / ln (exp 3))) <= INR 2.
Proof.
rewrite ln_exp. replace (INR 48 / 3) with ((2 * 2) * (2 * 2)) by (simpl INR; field).
rewrite !sqrt_square by lra. simpl INR. lra.
Qed.
Lemma more_than_one x : 0 < x -> 1 < exp x.
Proof. intros Hx. rewrite <- exp_0. now apply exp_increasing. Qed.
Example mnl_theorem_3_predictable_met : mnl_theorem_3_predictable ->
  ltac:(example mnl_theorem_3_predictable tt).
Proof.
intros T. pose proof freezing_rule. pose proof two_lines. pose proof (more_than_one 3).
exists tosses, freezing, 48%nat, (exp 3), 2%nat. feed (T tosses freezing 48%nat (exp 3) 2%nat).
Qed.
Example mnl_equation_8_predictable_met : mnl_equation_8_predictable ->
  ltac:(example mnl_equation_8_predictable tt).
Proof.
intros T. pose proof freezing_rule. pose proof two_lines. pose proof (more_than_one 3).
exists tosses, freezing, 48%nat, (exp 3), 2%nat. feed (T tosses freezing 48%nat (exp 3) 2%nat).
Qed.
(* eta = 2: one line a side covers 96 counts *)
Lemma one_line : 1/2 * (ln (INR 96 / (16 * 2 * ln (exp 3))) / ln ((sqrt 2 + sqrt (2 - 1)) ^ 2)) <=
  INR 0.
Proof.
rewrite ln_exp. replace (INR 96 / (16 * 2 * 3)) with 1 by (simpl INR; field). rewrite ln_1.
  simpl INR. unfold Rdiv. lra.
Qed.
Example mnl_theorem_3_peeling_met : mnl_theorem_3_peeling ->
  ltac:(example mnl_theorem_3_peeling tt).
Proof.
intros T. pose proof freezing_rule. pose proof one_line.
assert (1 < exp 3) by (apply more_than_one; lra).
exists tosses, freezing, 96%nat, (exp 3), 2, 0%nat. feed (T tosses freezing 96%nat (exp 3) 2 0%nat).
Qed.
(* one third of log 2 for theta *)
Lemma theta_small : / 3 * ln 2 < ln 2.
Proof. pose proof ln_2. lra. Qed.
Example mnl_fair_case_met : mnl_fair_case -> ltac:(example mnl_fair_case tt).
Proof.
intros T. pose proof freezing_rule. pose proof theta_small.
exists tosses, freezing, (/ 3 * ln 2), 3%nat. feed (T tosses freezing (/ 3 * ln 2) 3%nat).
exists [(1, 2)]%nat, 1%nat. exact (proj1 (proj2 (T tosses freezing (/ 3 * ln 2) 3%nat H H0)) [(1,
  2)]%nat 1%nat).
Qed.
(* log e^4 = 4: one, two and 1 + 3 lines in 64 counts; and in Lemma 4 an item of three,
   five epochs *)
Definition shown_by (h : past) (z : nat) : R := if turns h z then 1 else 1/2.
Lemma shown_rule : is_rule tosses (fun h z => / (1 + 1/2 * shown_by h z)).
Proof.
intros h. destruct (tosses_chances h) as [P S]. split; [exact P|]. split; [exact S|].
intros z. unfold shown_by. destruct (turns h z); lra.
Qed.
Lemma shown_range h z : 0 <= shown_by h z <= 1.
Proof. unfold shown_by. destruct (turns h z); lra. Qed.
Example mnl_sharp_radius_adaptive_met : mnl_sharp_radius_adaptive ->
  ltac:(example mnl_sharp_radius_adaptive tt).
Proof.
intros T. destruct T as [A B]. pose proof freezing_rule as F. pose proof ln_2 as l2.
assert (s4 : sqrt 4 / 4 = 1/2) by (replace 4 with (2 * 2) at 1 by ring; rewrite sqrt_square by lra;
  field).
assert (l4 : ln 4 = 2 * ln 2) by (replace 4 with (2 * 2) by ring; rewrite ln_mult by lra; ring).
assert (l16 : ln 16 = 4 * ln 2) by (replace 16 with (4 * 4) by ring; rewrite ln_mult, l4 by lra;
  ring).
assert (l64 : ln 64 = 6 * ln 2) by (replace 64 with (4 * 16) by ring; rewrite ln_mult, l4,
  l16 by lra; ring).
assert (e4 : 1 < ln (exp 4)) by (rewrite ln_exp; lra). split.
- exists tosses, freezing, 64%nat, (exp 4). specialize (A tosses freezing 64%nat (exp 4) F e4).
  cbv zeta in A.
  split; [exact F|]. split; [exact e4|]. destruct A as [A [C D]]. split; [|split].
  + exists 1%nat. feed (A 1%nat). rewrite ln_exp, s4. replace (INR 64 / (4 * 4)) with 4 by (simpl
    INR; field).
    rewrite l4. simpl INR. lra.
  + exists 2%nat. feed (C 2%nat). rewrite ln_exp, s4. replace (INR 64 / 4) with 16 by (simpl INR;
    field).
    rewrite l16. simpl INR. lra.
  + exists 3%nat. feed (D 3%nat). rewrite ln_exp, s4.
    apply Rle_trans with (1/2 * ln 64); [|rewrite l64; simpl INR; lra]. apply Rmult_le_compat_l;
      [lra|].
    replace (INR 64 * (4 - 1) ^ 2 / (4 * (/ ln 2) ^ 2 * 4)) with (36 * ln 2 ^ 2) by (simpl INR;
      field; lra).
    assert (0 < ln 2 ^ 2) by (apply pow_lt; lra). assert (ln 2 ^ 2 <= 1 ^ 2) by (apply pow_incr;
      lra).
    apply Predictable.ln_le; lra.
- pose proof shown_rule. pose proof shown_range.
  exists 3%nat, 5%nat, (1/2), tosses, shown_by. feed (B 3%nat 5%nat (1/2) tosses shown_by).
Qed.

(** The first of the sharper radii with ">=" for ">" would be false: eight counts of parameter 1/2
    may all be 0, and are
    then at 4 t = 8, where there is no line. *)
Definition halves (h : past) (z : nat) : R := 1/2.
Lemma first_term a l : is_series a l -> (forall n, 0 <= a n) -> a 0%nat <= l.
Proof.
intros S P. rewrite <- (sum_O a). apply (is_lim_seq_incr_compare (sum_n a) l S).
intros n. rewrite sum_Sn. unfold plus. simpl. pose proof (P (Datatypes.S n)). lra.
Qed.
Lemma halves_rule : is_rule tosses halves.
Proof. intros h. destruct (tosses_chances h) as [P S]. split; [exact P|]. split; [exact S|].
  intros z. unfold halves. lra. Qed.
(* signal 0 and count 0 have the chance 1/4 *)
Lemma all_zero f n h : (forall h, 0 <= f h <= 1) ->
  (1/4) ^ n * f (repeat (0, 0)%nat n ++ h) <= mean_after tosses halves n h f.
Proof.
intros Hf. revert h; induction n as [|n IH]; intros h; [simpl; lra|].
assert (Q : forall g, 0 <= mean_after tosses halves n g f <= 1) by (intros g;
  now apply (Predictable.after_between tosses halves halves_rule)).
assert (In_ : forall z, ex_series (fun y => halves h z * (1 - halves h z) ^ y * mean_after tosses
  halves n ((z, y) :: h) f) /\
  0 <= Series (fun y => halves h z * (1 - halves h z) ^ y * mean_after tosses halves n ((z,
    y) :: h) f) <= 1).
{ intros z. apply weighted; [unfold halves; lra|]. intros y. apply Q. }
destruct (Predictable.averaged (tosses h) _ 0 1 (proj2 (tosses_chances h)) (proj1 (tosses_chances
  h)) (fun z => proj2 (In_ z))) as [X _].
cbn [mean_after]. apply Rle_trans with (2 := first_term _ _ (Series_correct _ X)
  (fun z => Rmult_le_pos _ _ (proj1 (tosses_chances h) z) (proj1 (proj2 (In_ z))))).
assert (W : forall y, 0 <= halves h 0 * (1 - halves h 0) ^ y * mean_after tosses halves n ((0%nat,
  y) :: h) f).
{ intros y. apply Rmult_le_pos; [|apply Q]. unfold halves. apply Rmult_le_pos; [lra|apply pow_le;
  lra]. }
pose proof (first_term _ _ (Series_correct _ (proj1 (In_ 0%nat))) W) as F.
specialize (IH ((0, 0)%nat :: h)). replace (repeat (0, 0)%nat (S n) ++ h) with (repeat (0,
  0)%nat n ++ (0, 0)%nat :: h).
- unfold tosses at 1. unfold halves at 1 2 in F. cbn [pow] in *. lra.
- clear. induction n as [|n IH]; [reflexivity|]. cbn [repeat app] in *. now rewrite IH.
Qed.
Example sharp_radius_needs_strict : exists chances par n t, is_rule chances par /\ 1 < t /\
  sqrt t / 4 * ln (INR n / (4 * t)) <= INR 0 /\
  0 < chance_ever chances par n (fun h => at_least (means_in par h) (clicks_in h + 2 * t + 2 * sqrt
    (t * (t + clicks_in h)))).
Proof.
exists tosses, halves, 8%nat, 2. split; [exact halves_rule|]. split; [lra|]. split.
- replace (INR 8 / (4 * 2)) with 1 by (simpl INR; field). rewrite ln_1. simpl INR. lra.
- apply Rlt_le_trans with ((1/4) ^ 8 * 1); [apply Rmult_lt_0_compat; [apply pow_lt|]; lra|].
  set (E := fun h => at_least _ _). pose proof (all_zero (fun h =>
    ind (ever E h) 1) 8 [] (Predictable.indicated E)) as A.
  rewrite app_nil_r in A. replace (ind (ever E (repeat (0, 0)%nat 8)) 1) with 1 in A; [exact A|].
  assert (T : E (repeat (0, 0)%nat 8) = true).
  { unfold E, at_least, means_in, clicks_in, halves. cbn [repeat map snd clicks_of gathered].
    change (INR 0) with 0.
    replace (2 * (2 + (0 + (0 + (0 + (0 + (0 + (0 + (0 + (0 + 0)))))))))) with (2 * 2) by ring.
      rewrite sqrt_square by lra.
    destruct (Rle_dec _ _) as [|no]; [reflexivity|exfalso; apply no; lra]. }
  cbn [repeat] in *. cbn [ever]. now rewrite T.
Qed.


(** * Algorithm 1 with three positions and two items: the clicks 8, 4; 4, 2; 2, 1 of ten plays each,
    to which
    (4/5, 2/5; 1, 1/2, 1/4) fits exactly *)
Definition items_3 : nat -> R := point (4/5) (2/5).
Definition biases_3 (k : nat) : R := nth k [0; 1; 1/2; 1/4] 0.
Definition clicks_3 (k j : nat) : R := 10 * (items_3 j * biases_3 k).
Lemma items_3_pos j : 0 < items_3 j.
Proof. unfold items_3, point. destruct (j =? 1)%nat; lra. Qed.
Lemma biases_3_pos k : (1 <= k <= 3)%nat -> 0 < biases_3 k.
Proof. intros Hk. unfold biases_3. do 4 (destruct k as [|k]; [try lia; simpl; lra|]). lia. Qed.
Lemma clicks_3_pos k j : (1 <= k <= 3)%nat -> 0 < clicks_3 k j.
Proof.
intros Hk. unfold clicks_3. pose proof (Rmult_lt_0_compat _ _ (items_3_pos j) (biases_3_pos k Hk)).
  lra.
Qed.
Lemma tables_3 : tables 3 2 clicks_3 plays_10.
Proof.
split; [|split; [|split]].
- intros k j. unfold clicks_3. assert (0 <= biases_3 k).
  { unfold biases_3. do 4 (destruct k as [|k]; [simpl; lra|]). destruct k; simpl; lra. }
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ (items_3_pos j)) H). lra.
- intros. unfold plays_10. lra.
- intros j Hj. cbv [range seq Nat.sub sum]. pose proof (clicks_3_pos 1 j ltac:(lia)).
  pose proof (clicks_3_pos 2 j ltac:(lia)). pose proof (clicks_3_pos 3 j ltac:(lia)).
    unfold plays_10. lra.
- intros k Hk. cbv [range seq Nat.sub sum]. pose proof (clicks_3_pos k 1 Hk).
  pose proof (clicks_3_pos k 2 Hk).
  unfold plays_10. lra.
Qed.
Lemma positive_3 : positive 3 2 items_3 biases_3.
Proof. split; [intros; apply items_3_pos|exact biases_3_pos]. Qed.
Lemma minimises_3 : minimises 3 2 clicks_3 plays_10 items_3 biases_3.
Proof.
split; [exact positive_3|]. split; [reflexivity|]. intros a l [Ha Hl] _. unfold deviance.
apply sum_le. intros j Hj. apply sum_le. intros k Hk. apply in_range in Hj. apply in_range in Hk.
pose proof (Rmult_lt_0_compat _ _ (items_3_pos j) (biases_3_pos k Hk)) as G.
pose proof (Rmult_lt_0_compat _ _ (Ha j Hj) (Hl k Hk)) as G'.
pose proof (Minimisers.cell 10 _ _ ltac:(lra) G G') as C. unfold clicks_3, plays_10.
replace (10 * (items_3 j * biases_3 k) / (items_3 j * biases_3 k)) with 10; [exact C|].
field. pose proof (items_3_pos j). pose proof (biases_3_pos k Hk). lra.
Qed.
Lemma joined_3 k : (1 <= k <= 3)%nat -> joined 3 2 clicks_3 k.
Proof.
intros Hk. apply (joined_next _ _ _ 1%nat 1%nat); try lia; try (apply clicks_3_pos; lia).
  apply joined_1.
Qed.
Lemma only_minimiser_3 : only_minimiser 3 2 clicks_3 plays_10 items_3 biases_3.
Proof. apply Minimisers.only; [exact tables_3|exact minimises_3|exact joined_3]. Qed.
Lemma left_alone_3 :
  (forall j, (1 <= j <= 2)%nat -> new_items 3 clicks_3 plays_10 biases_3 j = items_3 j) /\
  (forall k, (1 <= k <= 3)%nat -> new_biases 2 clicks_3 plays_10 items_3 k = biases_3 k).
Proof.
split; intros i Hi; symmetry.
- exact (Convergence.fixed_items _ _ _ _ _ _ tables_3 minimises_3 i Hi).
- exact (Convergence.fixed_biases _ _ _ _ _ _ tables_3 minimises_3 i Hi).
Qed.
(* what the deviance reads *)
Lemma deviance_ext K J N Nt a l a' l' : (forall j, (1 <= j <= J)%nat -> a' j = a j) -> (forall k,
  (1 <= k <= K)%nat -> l' k = l k) ->
  deviance K J N Nt a' l' = deviance K J N Nt a l.
Proof.
intros A B. unfold deviance. apply sum_ext. intros j Hj. apply sum_ext. intros k Hk.
  apply in_range in Hj. apply in_range in Hk.
now rewrite A, B.
Qed.
Example mnl_algorithm_1_descends_met : mnl_algorithm_1_descends ->
  ltac:(example mnl_algorithm_1_descends (3%nat, (2%nat, tt))).
Proof.
intros T. destruct left_alone_3 as [A B]. pose proof tables_3. pose proof positive_3.
  pose proof only_minimiser_3.
exists clicks_3, plays_10. feed (T 3%nat 2%nat clicks_3 plays_10).
- exists (point 0 1), (point 0 1), (point 1 0), (point 1 0), (1/2).
  feed (proj1 (T 3%nat 2%nat clicks_3 plays_10 H2) (point 0 1) (point 0 1) (point 1 0) (point 1 0)
    (1/2)).
- exists items_3, biases_3. feed (proj1 (proj2 (T 3%nat 2%nat clicks_3 plays_10 H2)) items_3
  biases_3).
  + apply deviance_ext; [exact A|now intros].
  + exists 1%nat. split; [lia|]. symmetry. apply A. lia.
- exists items_3, biases_3. feed (proj1 (proj2 (proj2 (T 3%nat 2%nat clicks_3 plays_10 H2))) items_3
  biases_3).
  + apply deviance_ext; [now intros|exact B].
  + exists 2%nat. split; [lia|]. symmetry. apply B. lia.
- exists items_3, biases_3. feed (proj2 (proj2 (proj2 (T 3%nat 2%nat clicks_3 plays_10 H2))) items_3
  biases_3).
Qed.
Example mnl_lemma_2_converges_met : mnl_lemma_2_converges ->
  ltac:(example mnl_lemma_2_converges (3%nat, (2%nat, tt))).
Proof.
intros T. pose proof tables_3. pose proof minimises_3. pose proof joined_3. pose proof positive_3.
exists clicks_3, plays_10, items_3, biases_3, (point 1 1), (point 1 1).
assert (positive 3 2 (point 1 1) (point 1 1)).
{ split; intros i _; unfold point; destruct (i =? 1)%nat; lra. }
destruct (T 3%nat 2%nat clicks_3 plays_10 items_3 biases_3 (point 1 1) (point 1 1) H H0 H1 H3)
  as [A [B [C [r [Hr E]]]]].
split; [exact H|]. split; [exact H0|]. split; [exact H1|]. split; [exact H3|].
split; [exists 2%nat; feed (A 2%nat)|]. split; [exists 3%nat; feed (B 3%nat)|].
exists C, r. split; [exact Hr|]. exists 4%nat, 3%nat. feed (E 4%nat 3%nat).
Qed.
Example mnl_lemma_2_met : mnl_lemma_2 -> ltac:(example mnl_lemma_2 tt).
Proof.
intros T. pose proof tables_3. pose proof only_minimiser_3. split.
- exists 3%nat, 2%nat, clicks_3, plays_10. feed (proj1 T 3%nat 2%nat clicks_3 plays_10).
  exists items_3, biases_3. feed (proj1 T 3%nat 2%nat clicks_3 plays_10 H1 items_3 biases_3).
- feed (proj2 T). exists 2%nat. feed (proj1 (proj2 (proj2 T)) 2%nat).
Qed.
Example mnl_lemma_2_monotone_met : mnl_lemma_2_monotone -> ltac:(example mnl_lemma_2_monotone tt).
Proof.
exact (fun T => T).
Qed.
Lemma positive_met : positive 2 2 (point (1/2) (1/2)) (point 1 (1/2)).
Proof. split; intros i _; unfold point; destruct (i =? 1)%nat; lra. Qed.
Example mnl_lemma_2_never_ends_met : mnl_lemma_2_never_ends ->
  ltac:(example mnl_lemma_2_never_ends tt).
Proof.
intros T. pose proof positive_met. exists (point (1/2) (1/2)), (point 1 (1/2)), 0%nat.
feed (T (point (1/2) (1/2)) (point 1 (1/2)) 0%nat).
Qed.
Example mnl_em_ascends_met : mnl_em_ascends -> ltac:(example mnl_em_ascends (3%nat, (2%nat, tt))).
Proof.
intros T. pose proof tables_3. pose proof positive_3. exists clicks_3, plays_10, items_3, biases_3.
feed (T 3%nat 2%nat clicks_3 plays_10 items_3 biases_3).
Qed.

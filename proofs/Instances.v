(** Can the hypotheses be met? Instances of those that are more than an interval of numbers; they are met here, the
    theorems are not applied to them. And why the hypotheses are there: a counterexample without it for those that a
    reader may want to drop, a line for the others.

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
    - p >= 1/2 (upper tail): means of at most 1, as in the model; the scale 1 / log 2 is that of p = 1/2.
    - 0 < V (tails): with V = 0 nothing is random.
    - n >= 2 (Lemma 13): at n = 1 the first cumulant is 1 / p - 1.
    - every item and position clicked and shown ([tables]): else a step of Algorithm 1 or EM is 0 or 0 / 0.
    - a minimiser (convergence): [mnl_lemma_2_never_ends] has none, and runs away.
    - the clicked cells join all positions (convergence): else a common factor of a part is free. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Gaps Game Program LowerBound Deviance.
Import ListNotations.
Open Scope R_scope.

(** * rank-1 *)
Example cube : let c := 1/2 in let p := 1/4 in let q := 3/4 in 0 <= c <= 1 /\ 0 <= p <= 1 /\ 0 <= q <= 1.
Proof. simpl. lra. Qed.
Example sharp_quadratic_met : let c := 1/2 in let M := 3/4 in
  0 < c <= 1 /\ 0 < M <= 1 /\ (exists p q, 0 < p <= M /\ 0 < q <= M /\ p <> q).
Proof. simpl. split; [lra|]. split; [lra|]. exists (1/4), (1/2). lra. Qed.
Example kappa_against_gamma_met : let mu := 1/4 in let pmax := 1/2 in 0 < mu /\ 0 < pmax /\ mu <= 1 - pmax.
Proof. simpl. lra. Qed.

(** * The pooled estimator: one play at 9/10, three at 3/10, attraction 1/2; here the upper bound is attained. *)
Example design_met : let D := [(1, 9/10); (3, 3/10)] in
  within (3/10) (9/10) D /\ within 0 1 D /\ 0 < looks D /\ 0 < plays D /\ 1/2 * (9/10) < 1 /\
  looks_at (3/10) D = looks_at (9/10) D.
Proof.
simpl. unfold within, looks, plays, looks_at, total.
assert (W : forall a b, a <= 3/10 -> 9/10 <= b -> forall N k, In (N, k) [(1, 9/10); (3, 3/10)] -> 0 <= N /\ a <= k <= b).
{ intros a b Ha Hb N k [e|[e|[]]]; injection e as <- <-; lra. }
split; [apply W; lra|]. split; [apply W; lra|]. split; [lra|]. split; [lra|]. split; [lra|].
destruct (Req_EM_T (9/10) (3/10)), (Req_EM_T (3/10) (3/10)), (Req_EM_T (9/10) (9/10)), (Req_EM_T (3/10) (9/10)); lra.
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

(* a list with a suboptimal item, and a lambda of B(theta): item 4 raised to 1/2 *)
Example list_met : is_list 3 5 (exploring 4 2).
Proof. apply exploring_is_list; lia. Qed.
Example confusing_met : confusing figure_1b (raised figure_1b 4 (1/2)) examinations 3 5.
Proof.
apply (raised_confusing figure_1b examinations 3 5 (proj1 figure_1b_sorted)); [lia|].
unfold figure_1b. simpl. lra.
Qed.

(* a policy: always the list 1, ..., L *)
Definition stubborn : policy := fun _ => [(1, fun l => l)].
(* it is a policy *)
Lemma stubborn_policy L K : (L <= K)%nat -> is_policy L K stubborn.
Proof.
intros LK h. split; [|simpl; ring]. intros w a [e|[]]. injection e as <- <-. split; [lra|].
split; intros; lia.
Qed.
Example lemma_12_met : attractions 5 figure_1b /\ attractions 5 (raised figure_1b 4 (1/2)) /\
  (forall l, (1 <= l <= 3)%nat -> 0 < examinations l <= 1) /\ is_policy 3 5 stubborn.
Proof.
destruct figure_1b_sorted as [[_ [T [_ [E _]]]] _].
split; [exact T|]. split; [exact (proj1 confusing_met)|]. split; [exact E|apply stubborn_policy; lia].
Qed.

(** Efficiency is met with one item and one position, where there is nothing to learn. That policies are efficient
    where there is something to learn is argued in the chapter on the lower bound, and not checked here. *)
Lemma stubborn_mean theta kappa L T h f : mean theta kappa L stubborn never T h (along f) = along f h + INR T * f (fun l => l).
Proof.
revert h; induction T as [|T IH]; intros h; [simpl; ring|]. cbn [mean]. unfold never at 1, stubborn at 1. cbn [psum].
rewrite (clicks_ext _ _ _ _ (fun z => IH ((fun l => l, z) :: h))). cbn [along]. rewrite clicks_const, S_INR. ring.
Qed.
Example efficient_met :
  sorted (fun _ => 1/2) (fun l => if (l =? 1)%nat then 1 else 0) 1 1 /\ is_policy 1 1 stubborn /\
  uniformly_efficient (fun l => if (l =? 1)%nat then 1 else 0) 1 1 stubborn.
Proof.
split; [|split; [apply stubborn_policy; lia|]].
- unfold sorted. repeat split; intros; try lia; try lra; assert (l = 1%nat) by lia; subst l; simpl; lra.
- intros theta m alpha Ht [up least] Ha.
  assert (E : m = reward theta (fun l => if (l =? 1)%nat then 1 else 0) 1 (fun l => l)).
  { apply Rle_antisym.
    - apply least. intros x [a [[A1 _] ->]]. unfold reward. apply sum_le. intros l Hl. apply in_range in Hl.
      pose proof (A1 l Hl). replace (a l) with l by lia. lra.
    - apply up. exists (fun l => l). split; [split; intros; lia|reflexivity]. }
  apply (is_lim_seq_ext (fun _ => 0)); [|apply is_lim_seq_const].
  intros T. unfold regret. rewrite stubborn_mean. simpl along. rewrite E. unfold Rdiv. ring.
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
Example geometric_met : 0 < 1/2 < 1 /\ (1 <= 2)%nat /\ (2 <= 2)%nat.
Proof. split; [lra|lia]. Qed.

Example tails_met : let ps := [1/2; 3/4] in
  (forall p, In p ps -> 1/2 <= p <= 1 /\ 0 < p <= 1) /\ 0 < variances_of ps /\ 1 <= 2.
Proof.
simpl. split; [|lra]. intros p [<-|[<-|[]]]; lra.
Qed.

(** * Algorithm 1: the tables (8 2; 2 2) and 10, whose deviance has its minimiser at (3/5, 3/10; 1, 1/2) *)
Lemma two i : (1 <= i <= 2)%nat -> i = 1%nat \/ i = 2%nat.
Proof. lia. Qed.
Example tables_met : tables 2 2 clicks_8 plays_10.
Proof.
unfold tables. split; [|split; [|split]].
- intros k j. unfold clicks_8. destruct (_ && _)%bool; lra.
- intros k j. unfold plays_10. lra.
- intros j Hj. destruct (two j Hj) as [->| ->]; cbv [sum range seq Nat.sub clicks_8 plays_10 Nat.eqb andb]; lra.
- intros k Hk. destruct (two k Hk) as [->| ->]; cbv [sum range seq Nat.sub clicks_8 plays_10 Nat.eqb andb]; lra.
Qed.
Example joined_met k : (1 <= k <= 2)%nat -> joined 2 2 clicks_8 k.
Proof.
intros Hk. destruct (two k Hk) as [->| ->]; [apply joined_1|].
apply (joined_next 2 2 clicks_8 1 1 2); [apply joined_1|lia|lia| |]; cbv [clicks_8 Nat.eqb andb]; lra.
Qed.
(* a cell: N / g + x log g, x = N / g0, is least at g0 *)
Lemma cell x g0 g : 0 < x -> 0 < g0 -> 0 < g -> x + x * ln g0 <= x * g0 / g + x * ln g.
Proof.
intros Hx H0 Hg. pose proof (ln_le_minus_1 (g0 / g) ltac:(now apply Rdiv_lt_0_compat)) as P. rewrite ln_div in P by assumption.
apply (Rmult_le_compat_l x) in P; [|lra]. replace (x * g0 / g) with (x * (g0 / g)) by (unfold Rdiv; ring). lra.
Qed.
Example minimises_met : minimises 2 2 clicks_8 plays_10 (point (3/5) (3/10)) (point 1 (1/2)).
Proof.
split; [split; intros i Hi; destruct (two i Hi) as [->| ->]; cbv [point Nat.eqb]; lra|]. split; [reflexivity|].
intros a l [Ha Hl] l1. pose proof (Ha 1%nat ltac:(lia)) as A1. pose proof (Ha 2%nat ltac:(lia)) as A2.
pose proof (Hl 2%nat ltac:(lia)) as L2.
unfold deviance. cbv [sum range seq Nat.sub clicks_8 plays_10 point Nat.eqb andb]. rewrite l1, !Rmult_1_r.
assert (P1 : 0 < a 1%nat * l 2%nat) by (apply Rmult_lt_0_compat; lra).
assert (P2 : 0 < a 2%nat * l 2%nat) by (apply Rmult_lt_0_compat; lra).
pose proof (cell (40/3) (3/5) (a 1%nat) ltac:(lra) ltac:(lra) A1) as C11.
pose proof (cell (20/3) (3/10) (a 2%nat) ltac:(lra) ltac:(lra) A2) as C12.
pose proof (cell (20/3) (3/5 * (1/2)) (a 1%nat * l 2%nat) ltac:(lra) ltac:(lra) P1) as C21.
pose proof (cell (40/3) (3/10 * (1/2)) (a 2%nat * l 2%nat) ltac:(lra) ltac:(lra) P2) as C22.
rewrite (ln_mult (a 1%nat)), (ln_mult (a 2%nat)) in * by assumption.
rewrite (ln_mult (3/5)), (ln_mult (3/10)) in * by lra.
replace (40 / 3 * (3 / 5) / a 1%nat) with (8 / a 1%nat) in C11 by (field; lra).
replace (20 / 3 * (3 / 10) / a 2%nat) with (2 / a 2%nat) in C12 by (field; lra).
replace (20 / 3 * (3 / 5 * (1 / 2)) / (a 1%nat * l 2%nat)) with (2 / (a 1%nat * l 2%nat)) in C21 by (field; lra).
replace (40 / 3 * (3 / 10 * (1 / 2)) / (a 2%nat * l 2%nat)) with (2 / (a 2%nat * l 2%nat)) in C22 by (field; lra).
replace (8 / (3 / 5)) with (40 / 3) by field. replace (2 / (3 / 10)) with (20 / 3) by field.
replace (2 / (3 / 5 * (1 / 2))) with (20 / 3) by field. replace (2 / (3 / 10 * (1 / 2))) with (40 / 3) by field.
lra.
Qed.
Example positive_met : positive 2 2 (point (1/2) (1/2)) (point 1 (1/2)).
Proof. split; intros i _; unfold point; destruct (i =? 1)%nat; lra. Qed.

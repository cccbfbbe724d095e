(** Where the deviance has one minimiser and no other, the clicked cells join all positions,
    so that Algorithm 1
    converges to it: else the biases of the positions that are not joined could be multiplied by a
    factor, and the
    attractions of the items that are clicked there divided by it. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Deviance Convergence Counterexamples.
Import ListNotations.
Open Scope R_scope.

Section Minimisers.
Variables K J : nat.
Variables N Nt : nat -> nat -> R.
Hypothesis HT : tables K J N Nt.

(* 1 where a statement holds and 0 where not *)
Definition truth (P : Prop) : R := if EM_dec P then 1 else 0.
Lemma truth_yes (P : Prop) : P -> truth P = 1.
Proof. intros H. unfold truth. destruct (EM_dec P) as [_|no]; [reflexivity|contradiction]. Qed.
Lemma truth_no (P : Prop) : ~ P -> truth P = 0.
Proof. intros H. unfold truth. destruct (EM_dec P) as [yes|_]; [contradiction|reflexivity]. Qed.

(* the positions that are not joined to the first, and the items that are clicked at one of them *)
Definition apart (k : nat) : R := truth (~ joined K J N k).
Definition clicked_apart (j : nat) : R := truth (exists m, (1 <= m <= K)%nat /\ ~ joined K J N m /\
  0 < N m j).
(* a clicked cell has both on one side *)
Lemma same_side k j : (1 <= k <= K)%nat -> (1 <= j <= J)%nat -> 0 < N k j ->
  clicked_apart j = apart k.
Proof.
intros Hk Hj HN. unfold apart, clicked_apart. destruct (EM_dec (joined K J N k)) as [yes|no].
- rewrite (truth_no (~ joined K J N k)) by assumption. apply truth_no. intros [m [Hm [out c]]].
  apply yes. intros in_.
  apply out. exact (joined_next K J N k j m in_ Hj Hm HN c).
- rewrite (truth_yes (~ joined K J N k)) by assumption. apply truth_yes. exists k. repeat split;
  try assumption; apply Hk.
Qed.

Variables a l : nat -> R.
Hypothesis Hm : minimises K J N Nt a l.
(* the factor e^t *)
Definition shifted_items (t : R) (j : nat) : R := a j * exp (- t * clicked_apart j).
Definition shifted_biases (t : R) (k : nat) : R := l k * exp (t * apart k).

(* the deviance is a straight line along the factor *)
Definition slope : R := sum (range 1 J) (fun j => sum (range 1 K) (fun k =>
  Nt k j * (apart k - clicked_apart j))).
Lemma deviance_shifted t : deviance K J N Nt (shifted_items t) (shifted_biases t) = deviance K J N
  Nt a l + t * slope.
Proof.
destruct Hm as [[Ha Hl] _]. unfold deviance, slope. rewrite <- sum_scal, <- sum_plus. apply sum_ext.
  intros j Hj.
rewrite <- sum_scal, <- sum_plus. apply sum_ext. intros k Hk. apply in_range in Hj.
  apply in_range in Hk.
unfold shifted_items, shifted_biases. set (u := apart k). set (v := clicked_apart j).
pose proof (Ha j Hj) as A. pose proof (Hl k Hk) as B. assert (C : 0 < a j * l k) by (now apply
  Rmult_lt_0_compat).
assert (E : a j * exp (- t * v) * (l k * exp (t * u)) = a j * l k * exp (t * (u - v))).
{ replace (t * (u - v)) with (- t * v + t * u) by ring. rewrite exp_plus. ring. }
rewrite E, ln_mult, ln_exp by (assumption || apply exp_pos).
assert (F : N k j / (a j * l k * exp (t * (u - v))) = N k j / (a j * l k)); [|rewrite F; ring].
destruct (proj1 HT k j) as [pos|zero].
- unfold u, v. rewrite (same_side k j Hk Hj pos). replace (t * (apart k - apart k)) with 0 by ring.
  rewrite exp_0. now rewrite Rmult_1_r.
- rewrite <- zero. unfold Rdiv. ring.
Qed.
(* as the deviance is least at t = 0, the line is level *)
Lemma shifted_minimises t : minimises K J N Nt (shifted_items t) (shifted_biases t).
Proof.
pose proof Hm as [[Ha Hl] [l1 least]].
assert (P : forall s, positive K J (shifted_items s) (shifted_biases s)).
{ intros s. split; intros i Hi; apply Rmult_lt_0_compat; try apply exp_pos;
  [now apply Ha|now apply Hl]. }
assert (one : forall s, shifted_biases s 1%nat = 1).
{ intros s. unfold shifted_biases, apart. rewrite truth_no, l1, Rmult_0_r, exp_0; [ring|]. intros H.
  apply H. apply joined_1. }
assert (flat : slope = 0).
{ pose proof (least _ _ (P 1) (one 1)) as A. pose proof (least _ _ (P (-1)) (one (-1))) as B.
  rewrite deviance_shifted in A. rewrite deviance_shifted in B. lra. }
split; [apply P|]. split; [apply one|]. intros a' l' P' one'. rewrite deviance_shifted, flat,
  Rmult_0_r, Rplus_0_r. now apply least.
Qed.

Hypothesis only : forall a' l', minimises K J N Nt a' l' -> forall k, (1 <= k <= K)%nat ->
  l' k = l k.
(* so a position that is not joined would have another bias in another minimiser *)
Lemma only_joined k : (1 <= k <= K)%nat -> ~ ~ joined K J N k.
Proof.
intros Hk out. pose proof (only _ _ (shifted_minimises 1) k Hk) as E. unfold shifted_biases,
  apart in E.
rewrite truth_yes, Rmult_1_r in E by assumption. pose proof (exp_ineq1 1 ltac:(lra)).
  pose proof (proj2 (proj1 Hm) k Hk) as B.
rewrite <- (Rmult_1_r (l k)) in E at 2. apply Rmult_eq_reg_l in E; lra.
Qed.
End Minimisers.

(* the convergence *)
Lemma converges_to_the_only K J N Nt : tables K J N Nt -> forall a l, only_minimiser K J N Nt a l ->
  converges_to K J N Nt a l.
Proof.
intros HT a l [Hm only] a0 l0 Hs it.
assert (Hj : forall k, (1 <= k <= K)%nat -> joined K J N k).
{ intros k Hk. apply Classical_Prop.NNPP. apply (only_joined K J N Nt HT a l Hm); [|exact Hk].
  intros a' l' M. exact (proj2 (only a' l' M)). }
destruct (lemma_2_converges K J N Nt a l a0 l0 HT Hm Hj Hs) as [A [B _]]. split; assumption.
Qed.

(* the statement: descent, and convergence *)
Theorem algorithm_1_descends : mnl_algorithm_1_descends.
Proof.
intros K J N Nt HT. destruct (descends K J N Nt HT) as [A [B C]].
split; [exact A|]. split; [exact B|]. split; [exact C|]. exact (converges_to_the_only K J N Nt HT).
Qed.

(** * Algorithm 1: the tables (8 2; 2 2) and 10, whose deviance has its minimiser at (3/5, 3/10; 1,
    1/2) *)
Lemma two i : (1 <= i <= 2)%nat -> i = 1%nat \/ i = 2%nat.
Proof. lia. Qed.
Lemma tables_8 : tables 2 2 clicks_8 plays_10.
Proof.
unfold tables. split; [|split; [|split]].
- intros k j. unfold clicks_8. destruct (_ && _)%bool; lra.
- intros k j. unfold plays_10. lra.
- intros j Hj. destruct (two j Hj) as [->| ->]; cbv [sum range seq Nat.sub clicks_8 plays_10 Nat.eqb
  andb]; lra.
- intros k Hk. destruct (two k Hk) as [->| ->]; cbv [sum range seq Nat.sub clicks_8 plays_10 Nat.eqb
  andb]; lra.
Qed.
Lemma joined_8 k : (1 <= k <= 2)%nat -> joined 2 2 clicks_8 k.
Proof.
intros Hk. destruct (two k Hk) as [->| ->]; [apply joined_1|].
apply (joined_next 2 2 clicks_8 1 1 2); [apply joined_1|lia|lia| |]; cbv [clicks_8 Nat.eqb andb];
  lra.
Qed.
(* a cell: N / g + x log g, x = N / g0, is least at g0 *)
Lemma cell x g0 g : 0 < x -> 0 < g0 -> 0 < g -> x + x * ln g0 <= x * g0 / g + x * ln g.
Proof.
intros Hx H0 Hg. pose proof (ln_le_minus_1 (g0 / g) ltac:(now apply Rdiv_lt_0_compat)) as P.
  rewrite ln_div in P by assumption.
apply (Rmult_le_compat_l x) in P; [|lra]. replace (x * g0 / g) with (x * (g0 / g)) by (unfold Rdiv;
  ring). lra.
Qed.
Lemma minimises_8 : minimises 2 2 clicks_8 plays_10 (point (3/5) (3/10)) (point 1 (1/2)).
Proof.
split; [split; intros i Hi; destruct (two i Hi) as [->| ->]; cbv [point Nat.eqb]; lra|]. split;
  [reflexivity|].
intros a l [Ha Hl] l1. pose proof (Ha 1%nat ltac:(lia)) as A1.
  pose proof (Ha 2%nat ltac:(lia)) as A2.
pose proof (Hl 2%nat ltac:(lia)) as L2.
unfold deviance. cbv [sum range seq Nat.sub clicks_8 plays_10 point Nat.eqb andb]. rewrite l1,
  !Rmult_1_r.
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
replace (20 / 3 * (3 / 5 * (1 / 2)) / (a 1%nat * l 2%nat)) with (2 / (a 1%nat * l 2%nat)) in C21 by
  (field; lra).
replace (40 / 3 * (3 / 10 * (1 / 2)) / (a 2%nat * l 2%nat)) with (2 / (a 2%nat * l 2%nat)) in C22 by
  (field; lra).
replace (8 / (3 / 5)) with (40 / 3) by field. replace (2 / (3 / 10)) with (20 / 3) by field.
replace (2 / (3 / 5 * (1 / 2))) with (20 / 3) by field. replace (2 / (3 / 10 * (1 / 2))) with (40 /
  3) by field.
lra.
Qed.
(* every minimiser is the limit, so that there is only this one *)
(* a minimiser of tables whose clicked cells join all positions is the only one *)
Lemma only K J N Nt a l : tables K J N Nt -> minimises K J N Nt a l ->
  (forall k, (1 <= k <= K)%nat -> joined K J N k) -> only_minimiser K J N Nt a l.
Proof.
intros HT M joined_. split; [exact M|]. intros a' l' M'. pose proof (proj1 M) as P.
destruct (lemma_2_converges _ _ _ _ _ _ _ _ HT M joined_ P) as [A [B _]].
destruct (lemma_2_converges _ _ _ _ _ _ _ _ HT M' joined_ P) as [A' [B' _]].
split; intros i Hi.
- pose proof (is_lim_seq_unique _ _ (A i Hi)) as E. rewrite (is_lim_seq_unique _ _ (A' i Hi)) in E.
  now injection E.
- pose proof (is_lim_seq_unique _ _ (B i Hi)) as E. rewrite (is_lim_seq_unique _ _ (B' i Hi)) in E.
  now injection E.
Qed.
Lemma only_minimiser_8 : only_minimiser 2 2 clicks_8 plays_10 (point (3/5) (3/10)) (point 1 (1/2)).
Proof. exact (only _ _ _ _ _ _ tables_8 minimises_8 joined_8). Qed.

(* the statement: where there is a minimiser, and the counterexample *)
Theorem lemma_2_whole : mnl_lemma_2.
Proof.
split; [exact converges_to_the_only|].
split; [exact (converges_to_the_only _ _ _ _ tables_8 _ _ only_minimiser_8)|exact
  Counterexamples.lemma_2].
Qed.

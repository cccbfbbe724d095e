(** The EM algorithm that the likelihood (50) does have: no step of it lowers (50).
    log(1 + g) lies below its tangent; with the tangent in its place (50) is a sum over items that
    each step
    maximises. The biases are the items of the transposed tables. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Deviance.
Open Scope R_scope.

(* c log a - w a is largest at a = c / w *)
Lemma poisson_best c w a : 0 < c -> 0 < w -> 0 < a -> c * ln a - w * a <= c * ln (c / w) - w * (c /
  w).
Proof.
intros Hc Hw Ha. set (b := c / w). assert (Hb : 0 < b) by (apply Rdiv_lt_0_compat; lra).
assert (R : 0 < a / b) by (apply Rdiv_lt_0_compat; lra).
pose proof (ln_le_minus_1 (a / b) R) as P. rewrite ln_div in P by lra.
assert (E : w * b = c) by (unfold b; field; lra).
assert (Q : c * (a / b) = w * a) by (rewrite <- E; field; lra).
assert (0 <= c * (a / b - 1 - (ln a - ln b))) by (apply Rmult_le_pos; lra). lra.
Qed.

(* log(1 + g) below its tangent at g0 *)
Lemma tangent g g0 : 0 <= g -> 0 <= g0 -> ln (1 + g) <= ln (1 + g0) + (g - g0) / (1 + g0).
Proof.
intros Hg H0. assert (R : 0 < (1 + g) / (1 + g0)) by (apply Rdiv_lt_0_compat; lra).
pose proof (ln_le_minus_1 _ R) as P. rewrite ln_div in P by lra.
replace ((g - g0) / (1 + g0)) with ((1 + g) / (1 + g0) - 1) by (field; lra). lra.
Qed.

(** One item: its clicks c k and plays n k at positions with biases l k; a is its attraction. *)
Section Item.
Variable r : list nat.
Variables c n l : nat -> R.
Variable a : R.
Hypothesis Hc : forall k, In k r -> 0 <= c k /\ 0 <= n k /\ 0 < l k.
Hypothesis Ha : 0 < a.
Hypothesis clicked : 0 < sum r c.

Definition item_likelihood (b : R) : R := sum r (fun k =>
  c k * ln (b * l k) - (c k + n k) * ln (1 + b * l k)).
Definition exposure : R := sum r (fun k => l k * (c k + n k) / (1 + a * l k)).

(* the exposure is positive, since each of its terms is at least the clicks times a positive number
   *)
Lemma exposure_pos : 0 < exposure.
Proof.
assert (W : 0 < sum r (fun k => c k * (l k / (1 + a * l k)))).
{ apply sum_weighted_pos; [|exact clicked]. intros k i. destruct (Hc k i) as [c0 [_ l0]].
  assert (0 < a * l k) by (apply Rmult_lt_0_compat; lra). split; [exact c0|apply Rdiv_lt_0_compat;
    lra]. }
apply Rlt_le_trans with (1 := W). apply sum_le. intros k i. destruct (Hc k i) as [c0 [n0 l0]].
assert (0 < a * l k) by (apply Rmult_lt_0_compat; lra).
replace (l k * (c k + n k) / (1 + a * l k)) with ((c k + n k) * (l k / (1 + a * l k))) by (field;
  lra).
apply Rmult_le_compat_r; [left; apply Rdiv_lt_0_compat; lra|lra].
Qed.

(* the minorant *)
Definition minorant (b : R) : R :=
  sum r c * ln b - exposure * b
  + sum r (fun k => c k * ln (l k) - (c k + n k) * (ln (1 + a * l k) - a * l k / (1 + a * l k))).

(* the minorant, term by term *)
Lemma minorant_sum b : minorant b = sum r (fun k => ln b * c k + (-1) * (b * (l k * (c k + n k) / (1
  + a * l k)))
  + (c k * ln (l k) - (c k + n k) * (ln (1 + a * l k) - a * l k / (1 + a * l k)))).
Proof.
unfold minorant, exposure.
rewrite (sum_plus r (fun k => ln b * c k + (-1) * (b * (l k * (c k + n k) / (1 + a * l k))))),
  (sum_plus r (fun k => ln b * c k)), (sum_scal r (ln b) c), (sum_scal r (-1)), (sum_scal r b).
    ring.
Qed.
(* it lies below the likelihood, by the tangent *)
Lemma minorant_below b : 0 < b -> minorant b <= item_likelihood b.
Proof.
intros Hb. rewrite minorant_sum. apply sum_le. intros k i. destruct (Hc k i) as [c0 [n0 l0]].
assert (A : 0 < a * l k) by (apply Rmult_lt_0_compat; lra).
  assert (B : 0 < b * l k) by (apply Rmult_lt_0_compat; lra).
rewrite ln_mult by assumption.
pose proof (tangent (b * l k) (a * l k) ltac:(lra) ltac:(lra)) as T.
assert (M : (c k + n k) * ln (1 + b * l k) <=
  (c k + n k) * (ln (1 + a * l k) + (b * l k - a * l k) / (1 + a * l k))) by (apply
    Rmult_le_compat_l; lra).
replace (b * (l k * (c k + n k) / (1 + a * l k))) with ((c k + n k) * (b * l k / (1 + a * l k))) by
  (field; lra).
replace ((b * l k - a * l k) / (1 + a * l k)) with (b * l k / (1 + a * l k) - a * l k / (1 + a * l
  k)) in M by (field; lra).
lra.
Qed.
(* and touches it at the present point *)
Lemma minorant_touches : minorant a = item_likelihood a.
Proof.
rewrite minorant_sum. apply sum_ext. intros k i. destruct (Hc k i) as [c0 [n0 l0]].
assert (A : 0 < a * l k) by (apply Rmult_lt_0_compat; lra). rewrite ln_mult by assumption. field.
  lra.
Qed.

(* the step maximises the minorant *)
Lemma item_ascends : 0 < sum r c / exposure /\ item_likelihood a <= item_likelihood (sum r c /
  exposure).
Proof.
pose proof exposure_pos as E. assert (P : 0 < sum r c / exposure) by (now apply Rdiv_lt_0_compat).
split; [exact P|]. rewrite <- minorant_touches. apply Rle_trans with (minorant (sum r c /
  exposure)); [|now apply minorant_below].
unfold minorant. apply Rplus_le_compat_r. now apply poisson_best.
Qed.
End Item.

(* items one by one; biases are the items of the transposed tables *)
Theorem em_ascends : mnl_em_ascends.
Proof.
intros K J N Nt a l [N0 [Nt0 [C1 C2]]] [Ha Hl]. split.
- unfold likelihood. apply sum_le. intros j Hj. apply in_range in Hj.
  apply (item_ascends (range 1 K) (fun k => N k j) (fun k => Nt k j) l (a j)).
  + intros k Hk. apply in_range in Hk. repeat split; [apply N0|apply Nt0|now apply Hl].
  + now apply Ha.
  + now apply C1.
- unfold likelihood. rewrite sum_swap, (sum_swap (range 1 J)). apply sum_le. intros k Hk.
  apply in_range in Hk.
  unfold em_biases. destruct (Nat.eqb_spec k 1) as [->|ne]; [lra|].
  pose proof (item_ascends (range 1 J) (fun j => N k j) (fun j => Nt k j) a (l k)) as I.
  destruct I as [_ I]; [intros j Hj; apply in_range in Hj; repeat split;
    [apply N0|apply Nt0|now apply Ha]|now apply Hl|now apply C2|].
  unfold item_likelihood, exposure in I.
  assert (E : sum (range 1 J) (fun j => a j * (N k j + Nt k j) / (1 + l k * a j)) =
              sum (range 1 J) (fun j => a j * (N k j + Nt k j) / (1 + a j * l k))).
  { apply sum_ext. intros j _. now rewrite (Rmult_comm (l k)). }
  rewrite E in I. set (b := sum (range 1 J) (fun j => N k j) / _) in *.
  rewrite (sum_ext _ _ (fun j => N k j * ln (l k * a j) - (N k j + Nt k j) * ln (1 + l k * a j)))
    by (intros j _; now rewrite (Rmult_comm (a j))).
  rewrite (sum_ext _ (fun j => N k j * ln (a j * b) - (N k j + Nt k j) * ln (1 + a j * b))
    (fun j => N k j * ln (b * a j) - (N k j + Nt k j) * ln (1 + b * a j))) by (intros j _;
      now rewrite (Rmult_comm (a j))).
  exact I.
Qed.

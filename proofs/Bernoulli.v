(** The divergence of two Bernoulli laws: as a function of its second argument,
    and where it is least. *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Statements.
Open Scope R_scope.

(* In the library ln 0 = 0 and 0 * x = 0, so that d has its continuous values at p = 0 and p = 1. *)
Lemma d_split p q : 0 <= p <= 1 -> 0 < q < 1 ->
  d p q = (p * ln p + (1 - p) * ln (1 - p)) - p * ln q - (1 - p) * ln (1 - q).
Proof.
intros Hp Hq; unfold d.
assert (H1 : p * ln (p / q) = p * ln p - p * ln q).
{ destruct (Req_dec p 0) as [->|n]; [ring|]. rewrite ln_div; [ring|lra|lra]. }
assert (H2 : (1 - p) * ln ((1 - p) / (1 - q)) = (1 - p) * ln (1 - p) - (1 - p) * ln (1 - q)).
{ destruct (Req_dec p 1) as [->|n]; [ring|]. rewrite ln_div; [ring|lra|lra]. }
rewrite H1, H2; ring.
Qed.

(* a factor c keeps probabilities probabilities *)
Lemma product_closed c p : 0 <= c <= 1 -> 0 <= p <= 1 -> 0 <= c * p <= 1.
Proof.
intros Hc Hp. split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (1 * p);
  [apply Rmult_le_compat_r|]; lra.
Qed.
(* the same inside (0, 1) *)
Lemma product_open c p : 0 < c <= 1 -> 0 < p < 1 -> 0 < c * p < 1.
Proof.
intros Hc Hp. split; [apply Rmult_lt_0_compat; lra|]. apply Rle_lt_trans with (1 * p);
  [apply Rmult_le_compat_r|]; lra.
Qed.

(* A function whose derivative has the sign of x - a is least at a. *)
Lemma least_at (f df : R -> R) (a b : R) :
  (forall x, Rmin a b <= x <= Rmax a b -> is_derive f x (df x)) ->
  (forall x, Rmin a b < x < Rmax a b -> 0 <= df x * (x - a)) ->
  f a <= f b.
Proof.
intros D S.
destruct (Rtotal_order a b) as [H|[->|H]]; [|lra|].
- rewrite Rmin_left, Rmax_right in D, S by lra.
  destruct (MVT_cor2 f df a b H) as [x [E Hx]].
  { intros x Hx; apply is_derive_Reals, D, Hx. }
  specialize (S x Hx). assert (0 <= df x) by nra. nra.
- rewrite Rmin_right, Rmax_left in D, S by lra.
  destruct (MVT_cor2 f df b a H) as [x [E Hx]].
  { intros x Hx; apply is_derive_Reals, D, Hx. }
  specialize (S x Hx). assert (df x <= 0) by nra. nra.
Qed.

(* d as a function of its second argument, up to a constant, also at the corners. *)
Definition cross (p x : R) : R := - p * ln x - (1 - p) * ln (1 - x).

(* the derivative - p / x + (1 - p) / (1 - x), also at the corners where its terms vanish *)
Lemma cross_derive p x : (p = 0 \/ 0 < x) -> (p = 1 \/ x < 1) ->
  is_derive (cross p) x (- p / x + (1 - p) / (1 - x)).
Proof.
intros A B; unfold cross.
destruct (Req_dec p 0) as [->|n0]; [|destruct (Req_dec p 1) as [->|n1]].
- replace (- 0 / x) with 0 by (unfold Rdiv; ring).
  apply (is_derive_ext (fun x => - ln (1 - x))); [intros; simpl; ring|].
  auto_derive; [lra|field; lra].
- replace ((1 - 1) / (1 - x)) with 0 by (unfold Rdiv; ring).
  apply (is_derive_ext (fun x => - ln x)); [intros; simpl; ring|].
  auto_derive; [lra|field; lra].
- auto_derive; [lra|field; lra].
Qed.

(* d(p, q) = cross p q - cross p p *)
Lemma d_cross p q : 0 <= p <= 1 -> 0 < q < 1 -> d p q = cross p q - cross p p.
Proof. intros Hp Hq; rewrite d_split by assumption; unfold cross; ring. Qed.

(* log x <= x - 1 *)
Lemma ln_le_minus_1 x : 0 < x -> ln x <= x - 1.
Proof. intros Hx. pose proof (exp_ineq1_le (ln x)) as P. rewrite exp_ln in P by assumption. lra.
  Qed.

(* d(p, p) = 0 *)
Lemma d_refl p : 0 < p < 1 -> d p p = 0.
Proof. intros Hp. rewrite d_split by lra. ring. Qed.

(* beyond p, d(p, .) increases *)
Lemma d_increases p q q' : 0 < p -> p <= q -> q <= q' -> q' < 1 -> d p q <= d p q'.
Proof.
intros Hp Hq Hq' H1. rewrite !d_split by lra.
pose proof (ln_le_minus_1 (q' / q) ltac:(apply Rdiv_lt_0_compat; lra)) as A.
pose proof (ln_le_minus_1 ((1 - q') / (1 - q)) ltac:(apply Rdiv_lt_0_compat; lra)) as B.
rewrite ln_div in A by lra. rewrite ln_div in B by lra.
assert (A' : p * (ln q' - ln q) <= p * (q' / q - 1)) by (apply Rmult_le_compat_l; lra).
assert (B' : (1 - p) * (ln (1 - q') - ln (1 - q)) <= (1 - p) * ((1 - q') / (1 - q) - 1)) by (apply
  Rmult_le_compat_l; lra).
assert (E : p * (q' / q - 1) + (1 - p) * ((1 - q') / (1 - q) - 1) = - ((q' - q) * (q - p) * / (q *
  (1 - q)))) by (field; lra).
assert (0 <= (q' - q) * (q - p) * / (q * (1 - q))).
{ apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat;
  lra. }
lra.
Qed.

(* and not too fast *)
Lemma d_lipschitz p q q' : 0 < p < 1 -> 0 < q -> q <= q' -> q' < 1 ->
  d p q' <= d p q + (q' - q) / (1 - q').
Proof.
intros Hp Hq Hq' H1. rewrite !d_split by lra.
assert (A : ln q <= ln q') by (destruct (Req_dec q q') as [->|]; [lra|left; apply ln_increasing;
  lra]).
pose proof (ln_le_minus_1 ((1 - q) / (1 - q')) ltac:(apply Rdiv_lt_0_compat; lra)) as B.
rewrite ln_div in B by lra. replace ((1 - q) / (1 - q') - 1) with ((q' - q) / (1 - q')) in B by
  (field; lra).
assert (C : 0 <= (q' - q) / (1 - q')).
{ apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. }
assert (A' : 0 <= p * (ln q' - ln q)) by (apply Rmult_le_pos; lra).
assert (B' : (1 - p) * (ln (1 - q) - ln (1 - q')) <= (1 - p) * ((q' - q) / (1 - q'))) by (apply
  Rmult_le_compat_l; lra).
assert (0 <= p * ((q' - q) / (1 - q'))) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Lemma 1 of Katariya et al. (2017), inequality (6), and its sharp version, inside the cube. *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli.
Open Scope R_scope.

(* An inequality between integrands is one between the divergences. *)
Lemma compare (c p q u v : R) :
  0 < c <= 1 -> 0 <= p <= 1 -> 0 < q < 1 ->
  (forall x, 0 < x < 1 -> Rmin p q < x < Rmax p q -> 0 <= u * (1 - x) + v * (1 - c * x)) ->
  0 <= u * d (c * p) (c * q) + v * c * d p q.
Proof.
intros Hc Hp Hq S.
assert (Hcp : 0 <= c * p <= 1) by (apply product_closed; lra).
assert (Hcq : 0 < c * q < 1) by (apply product_open; lra).
rewrite !d_cross by assumption.
pose (h := fun x => u * cross (c * p) (c * x) + v * c * cross p x).
pose (dh := fun x => u * (c * (- (c * p) / (c * x) + (1 - c * p) / (1 - c * x)))
                     + v * c * (- p / x + (1 - p) / (1 - x))).
enough (h p <= h q) by (unfold h in *; lra).
assert (Hm : 0 <= Rmin p q /\ Rmin p q <= p /\ Rmin p q <= q /\ (p = 0 \/ 0 < Rmin p q)).
{ unfold Rmin; destruct (Rle_dec p q); lra. }
assert (HM : Rmax p q <= 1 /\ p <= Rmax p q /\ q <= Rmax p q /\ (p = 1 \/ Rmax p q < 1)).
{ unfold Rmax; destruct (Rle_dec p q); lra. }
apply (least_at h dh).
- intros x Hx; unfold h, dh.
  assert (Ax : p = 0 \/ 0 < x) by lra.
  assert (Bx : p = 1 \/ x < 1) by lra.
  apply (@is_derive_plus R_AbsRing R_NormedModule).
  + apply (is_derive_scal (fun x => cross (c * p) (c * x))).
    apply (is_derive_comp (cross (c * p)) (fun x => c * x)).
    * apply cross_derive.
      { destruct Ax as [->|Ax]; [left; ring|right; nra]. }
      { destruct (Req_dec c 1) as [->|n]; [destruct Bx; [left|right]; lra|right; nra]. }
    * auto_derive; [trivial|ring].
  + apply (is_derive_scal (cross p)). now apply cross_derive.
- intros x Hx. unfold dh.
  assert (H1 : 0 < x < 1) by lra.
  specialize (S x H1 Hx).
  assert (Hcx : 0 < c * x < 1) by (apply product_open; lra).
  replace (_ * (x - p)) with
    (c * ((x - p) * (x - p)) * (/ (x * (1 - x) * (1 - c * x))) * (u * (1 - x) + v * (1 - c * x)))
    by (field; lra).
  assert (0 < / (x * (1 - x) * (1 - c * x))).
  { apply Rinv_0_lt_compat. repeat apply Rmult_lt_0_compat; lra. }
  assert (0 <= (x - p) * (x - p)) by exact (Rle_0_sqr (x - p)).
  apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos|]|]; lra.
Qed.

Section Lemma1.
Variables c p q : R.
Hypotheses (Hc : 0 <= c <= 1) (Hp : 0 <= p <= 1) (Hq : 0 < q < 1).
Let M := Rmax p q.
Let m := Rmin p q.

(* d(0, 0) = 0 *)
Lemma d_zero : d (0 * p) (0 * q) = 0.
Proof. rewrite !Rmult_0_l. unfold d. replace ((1 - 0) / (1 - 0)) with 1 by field. rewrite ln_1;
  ring. Qed.

(* (6) as printed *)
Theorem lemma_1_lower : c * (1 - M) * d p q <= d (c * p) (c * q).
Proof.
destruct (Req_dec c 0) as [->|n]; [rewrite d_zero; lra|].
enough (0 <= 1 * d (c * p) (c * q) + (- (1 - M)) * c * d p q) by lra.
apply compare; try lra. intros x H0 Hx; fold M in Hx.
assert (M <= 1) by (unfold M, Rmax; destruct (Rle_dec p q); lra).
assert (0 <= c * x * (1 - M)) by (apply Rmult_le_pos; nra).
nra.
Qed.

(* the numerator is x (1 - c) >= 0 *)
Theorem lemma_1_upper : d (c * p) (c * q) <= c * d p q.
Proof.
destruct (Req_dec c 0) as [->|n]; [rewrite d_zero; lra|].
enough (0 <= (-1) * d (c * p) (c * q) + 1 * c * d p q) by lra.
apply compare; try lra. intros x H0 Hx; nra.
Qed.

(* the sharp sandwich; at c = M = 1 its left factor is 0 / 0, which is 0 in the library *)
Theorem sharp_lower : c * factor c M * d p q <= d (c * p) (c * q).
Proof.
destruct (Req_dec c 0) as [->|n]; [rewrite d_zero; lra|].
assert (HM : M <= 1) by (unfold M, Rmax; destruct (Rle_dec p q); lra).
assert (HM0 : 0 < M) by (unfold M, Rmax; destruct (Rle_dec p q); lra).
set (r := factor c M).
enough (0 <= 1 * d (c * p) (c * q) + (- r) * c * d p q) by lra.
apply compare; try lra. intros x H0 Hx; fold M in Hx.
destruct (Req_dec (c * M) 1) as [e|ne].
- assert (R0 : r = 0).
  { unfold r, factor; rewrite e; unfold Rdiv. replace (1 - 1) with 0 by ring. rewrite Rinv_0; ring.
    }
  rewrite R0; lra.
- assert (P : 0 < 1 - c * M) by nra.
  unfold r, factor. replace (1 * (1 - x) + - ((1 - M) / (1 - c * M)) * (1 - c * x))
    with ((1 - c) * (M - x) * / (1 - c * M)) by (field; lra).
  apply Rmult_le_pos; [nra|]. left; now apply Rinv_0_lt_compat.
Qed.

(* the numerator is (1 - c)(x - m) / (1 - cm) >= 0 *)
Theorem sharp_upper : d (c * p) (c * q) <= c * factor c m * d p q.
Proof.
destruct (Req_dec c 0) as [->|n]; [rewrite d_zero; lra|].
assert (Hm : 0 <= m < 1) by (unfold m, Rmin; destruct (Rle_dec p q); lra).
set (r := factor c m).
enough (0 <= (-1) * d (c * p) (c * q) + r * c * d p q) by lra.
apply compare; try lra. intros x H0 Hx; fold m in Hx.
assert (P : 0 < 1 - c * m) by nra.
unfold r, factor. replace (-1 * (1 - x) + (1 - m) / (1 - c * m) * (1 - c * x))
  with ((1 - c) * (x - m) * / (1 - c * m)) by (field; lra).
apply Rmult_le_pos; [nra|]. left; now apply Rinv_0_lt_compat.
Qed.
End Lemma1.


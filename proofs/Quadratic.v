(** Pinsker's inequality, Lemma 1 of Katariya et al. (2017), inequality (7), and its sharp version,
    inside the
    cube. *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Scaling.
Open Scope R_scope.

(* s (d(cp, cx) - a (p - x)^2) is least at p if s (c - 2 a x (1 - cx)) >= 0 between p and q *)
Lemma against_square (c p q s a : R) :
  0 < c <= 1 -> 0 <= p <= 1 -> 0 < q < 1 ->
  (forall x, 0 < x < 1 -> Rmin p q < x < Rmax p q -> 0 <= s * (c - 2 * a * (x * (1 - c * x)))) ->
  0 <= s * (d (c * p) (c * q) - a * (p - q) ^ 2).
Proof.
intros Hc Hp Hq S.
assert (Hcp : 0 <= c * p <= 1) by (apply product_closed; lra).
assert (Hcq : 0 < c * q < 1) by (apply product_open; lra).
rewrite !d_cross by assumption.
pose (h := fun x => s * (cross (c * p) (c * x) + (- a) * (p - x) ^ 2)).
pose (dh := fun x => s * (c * (- (c * p) / (c * x) + (1 - c * p) / (1 - c * x))
                     + (- a) * (- 2 * (p - x)))).
enough (h p <= h q) by (unfold h in *; replace ((p - p) ^ 2) with 0 in * by ring; lra).
assert (Hm : 0 <= Rmin p q /\ Rmin p q <= p /\ Rmin p q <= q /\ (p = 0 \/ 0 < Rmin p q)).
{ unfold Rmin; destruct (Rle_dec p q); lra. }
assert (HM : Rmax p q <= 1 /\ p <= Rmax p q /\ q <= Rmax p q /\ (p = 1 \/ Rmax p q < 1)).
{ unfold Rmax; destruct (Rle_dec p q); lra. }
apply (least_at h dh).
- intros x Hx; unfold h, dh.
  assert (Ax : p = 0 \/ 0 < x) by lra.
  assert (Bx : p = 1 \/ x < 1) by lra.
  apply (is_derive_scal (fun x => cross (c * p) (c * x) + (- a) * (p - x) ^ 2)).
  apply (@is_derive_plus R_AbsRing R_NormedModule (fun x => cross (c * p) (c * x)) (fun x =>
    (- a) * (p - x) ^ 2)).
  + apply (is_derive_comp (cross (c * p)) (fun x => c * x)).
    * apply cross_derive.
      { destruct Ax as [->|Ax]; [left; ring|right; nra]. }
      { destruct (Req_dec c 1) as [->|n]; [destruct Bx; [left|right]; lra|right; nra]. }
    * auto_derive; [trivial|ring].
  + auto_derive; [trivial|ring].
- intros x Hx. unfold dh.
  assert (H1 : 0 < x < 1) by lra.
  specialize (S x H1 Hx).
  assert (Hcx : 0 < c * x < 1) by (apply product_open; lra).
  replace (_ * (x - p)) with
    (((x - p) * (x - p)) * (/ (x * (1 - c * x))) * (s * (c - 2 * a * (x * (1 - c * x)))))
    by (field; lra).
  assert (0 < / (x * (1 - c * x))).
  { apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; lra. }
  assert (0 <= (x - p) * (x - p)) by exact (Rle_0_sqr (x - p)).
  apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
Qed.

(* the two signs of s *)
Lemma square_below c p q a : 0 < c <= 1 -> 0 <= p <= 1 -> 0 < q < 1 ->
  (forall x, 0 < x < 1 -> Rmin p q < x < Rmax p q -> 2 * a * (x * (1 - c * x)) <= c) ->
  a * (p - q) ^ 2 <= d (c * p) (c * q).
Proof.
intros Hc Hp Hq H. pose proof (against_square c p q 1 a Hc Hp Hq) as A.
enough (0 <= 1 * (d (c * p) (c * q) - a * (p - q) ^ 2)) by lra.
apply A. intros x H0 Hx. specialize (H x H0 Hx). lra.
Qed.

Lemma square_above c p q a : 0 < c <= 1 -> 0 <= p <= 1 -> 0 < q < 1 ->
  (forall x, 0 < x < 1 -> Rmin p q < x < Rmax p q -> c <= 2 * a * (x * (1 - c * x))) ->
  d (c * p) (c * q) <= a * (p - q) ^ 2.
Proof.
intros Hc Hp Hq H. pose proof (against_square c p q (-1) a Hc Hp Hq) as A.
enough (0 <= -1 * (d (c * p) (c * q) - a * (p - q) ^ 2)) by lra.
apply A. intros x H0 Hx. specialize (H x H0 Hx). lra.
Qed.

(* rank1:pinsker *)
Theorem pinsker p q : 0 <= p <= 1 -> 0 < q < 1 -> 2 * (p - q) ^ 2 <= d p q.
Proof.
intros Hp Hq. replace (d p q) with (d (1 * p) (1 * q)) by (f_equal; ring).
apply square_below; try lra. intros x H0 _.
assert (0 <= (1 - 2 * x) ^ 2) by apply pow2_ge_0. nra.
Qed.

(* rank1:equation-7, as printed *)
Theorem lemma_1_quadratic c p q : 0 <= c <= 1 -> 0 <= p <= 1 -> 0 < q < 1 ->
  2 * c * Rmax c (1 - Rmax p q) * (p - q) ^ 2 <= d (c * p) (c * q).
Proof.
intros Hc Hp Hq.
destruct (Req_dec c 0) as [->|n]; [rewrite d_zero; lra|].
set (M := Rmax p q).
unfold Rmax at 1; destruct (Rle_dec c (1 - M)).
- pose proof (lemma_1_lower c p q Hc Hp Hq) as L. fold M in L. pose proof (pinsker p q Hp Hq) as P.
  assert (0 <= c * (1 - M)) by nra.
  assert (c * (1 - M) * (2 * (p - q) ^ 2) <= c * (1 - M) * d p q) by (apply Rmult_le_compat_l; lra).
  lra.
- pose proof (pinsker (c * p) (c * q)) as P. assert (0 <= c * p <= 1) by nra.
  assert (0 < c * q < 1) by nra.
  replace (2 * c * c * (p - q) ^ 2) with (2 * (c * p - c * q) ^ 2) by ring. tauto.
Qed.

(* rank1:sharp-quadratic *)
Theorem sharp_quadratic c M p q : 0 < c <= 1 -> M <= 1 -> 0 <= p <= M -> 0 < q <= M -> q < 1 ->
  2 * c * kappa_of c M * (p - q) ^ 2 <= d (c * p) (c * q).
Proof.
intros Hc HM Hp Hq Hq1.
apply square_below; try lra. intros x H0 Hx.
assert (x <= M) by (unfold Rmax in Hx; destruct (Rle_dec p q); lra).
unfold kappa_of; destruct (Rle_dec (c * M) (1 / 2)) as [h|h].
- assert (0 < M * (1 - c * M)) by nra.
  replace (2 * (2 * c * / (4 * M * (1 - c * M))) * (x * (1 - c * x)))
    with (c * ((x * (1 - c * x)) / (M * (1 - c * M)))) by (field; nra).
  apply Rle_trans with (c * 1); [apply Rmult_le_compat_l; [lra|]|lra].
  apply Rmult_le_reg_r with (M * (1 - c * M)); [assumption|].
  replace (x * (1 - c * x) / (M * (1 - c * M)) * (M * (1 - c * M))) with (x * (1 - c * x)) by
    (field; nra).
  assert (0 <= (M - x) * (1 - c * (M + x))) by (apply Rmult_le_pos; nra). lra.
- assert (0 <= (1 - 2 * c * x) ^ 2) by apply pow2_ge_0. nra.
Qed.

(* were k > kappa, a pair just below the best x would contradict it *)
Theorem sharp_quadratic_optimal c M k : 0 < c <= 1 -> 0 < M <= 1 ->
  (forall p q, 0 < p <= M -> 0 < q <= M -> p < 1 -> q < 1 ->
    2 * c * k * (p - q) ^ 2 <= d (c * p) (c * q)) ->
  k <= kappa_of c M.
Proof.
intros Hc HM H. destruct (Rle_or_lt k (kappa_of c M)) as [|Hk]; [assumption|exfalso].
assert (K0 : 0 < kappa_of c M).
{ unfold kappa_of; destruct (Rle_dec (c * M) (1 / 2)); [|lra]. apply Rinv_0_lt_compat. nra. }
set (k' := (k + kappa_of c M) / 2). set (r := kappa_of c M / k').
assert (Hk' : kappa_of c M < k' < k) by (unfold k'; lra).
assert (Pk' : 0 < k') by lra.
assert (Hr : 0 < r < 1).
{ unfold r; split; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_lt_reg_r with k'; [lra|]. replace (kappa_of c M / k' * k') with (kappa_of c M) by
    (field; lra). lra. }
assert (Er : kappa_of c M = r * k') by (unfold r; field; lra).
(* where the parabola x (1 - c x) is largest *)
set (x0 := if Rle_dec (c * M) (1 / 2) then M else 1 / (2 * c)).
assert (X : 0 < x0 <= M /\ forall x, r * x0 <= x <= x0 -> 1 <= 4 * k' * (x * (1 - c * x))).
{ unfold x0; revert Er K0; unfold kappa_of; destruct (Rle_dec (c * M) (1 / 2)) as [h|h];
  intros Er K0.
  - split; [lra|]. intros x Hx.
    assert (P : 0 < M * (1 - c * M)) by nra.
    assert (R0 : 0 < r * M) by nra.
    assert (R1 : c * x <= c * M) by (apply Rmult_le_compat_l; lra).
    assert (E4 : 4 * (r * k') * (M * (1 - c * M)) = 1) by (rewrite <- Er; field; nra).
    assert (r * (M * (1 - c * M)) <= x * (1 - c * x)).
    { apply Rle_trans with (x * (1 - c * M)); [|apply Rmult_le_compat_l; lra].
      rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
    assert (4 * k' * (r * (M * (1 - c * M))) <= 4 * k' * (x * (1 - c * x))) by (apply
      Rmult_le_compat_l; lra).
    lra.
  - assert (I : 0 < 1 / (2 * c)) by (apply Rdiv_lt_0_compat; lra).
    assert (J : c * (1 / (2 * c)) = 1 / 2) by (field; lra).
    split; [split; [exact I|]; nra|]. intros x Hx.
    assert (A : r * (1 / 2) <= c * x <= 1 / 2).
    { rewrite <- J. split; [replace (r * (c * (1 / (2 * c)))) with (c * (r * (1 / (2 * c)))) by
      ring|];
        apply Rmult_le_compat_l; lra. }
    assert (B : r <= 4 * (c * x) * (1 - c * x)) by nra.
    assert (C : k' * r <= k' * (4 * (c * x) * (1 - c * x))) by (apply Rmult_le_compat_l; lra).
    rewrite (Rmult_comm k' r), <- Er in C.
    apply Rmult_le_reg_l with c; lra. }
destruct X as [X0 X].
set (p := r * x0). set (q := (1 + r) / 2 * x0).
assert (Hpq : 0 < p /\ p < q /\ q < x0) by (unfold p, q; repeat split; nra).
assert (U : d (c * p) (c * q) <= 2 * c * k' * (p - q) ^ 2).
{ apply square_above; try lra. intros x Hx0 Hx.
  rewrite Rmin_left, Rmax_right in Hx by lra.
  assert (Hx' : r * x0 <= x <= x0) by (unfold p in *; lra).
  specialize (X x Hx'). nra. }
specialize (H p q).
assert (L : 2 * c * k * (p - q) ^ 2 <= d (c * p) (c * q)) by (apply H; lra).
assert (0 < (p - q) ^ 2) by (apply pow2_gt_0; lra).
assert (2 * c * k' * (p - q) ^ 2 < 2 * c * k * (p - q) ^ 2).
{ apply Rmult_lt_compat_r; [assumption|]. apply Rmult_lt_compat_l; lra. }
lra.
Qed.

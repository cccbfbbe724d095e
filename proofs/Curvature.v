(** The factor kappa(c, M) of the sharp form of (7): what it is like,
    and how it takes the place of gamma in Theorem 1
    of Katariya et al. (2017). *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Statements.
Open Scope R_scope.

(* the parabola M (1 - c M) on the side where it increases *)
Lemma parabola_pos c M : 0 < M -> c * M <= 1 / 2 -> 0 < 4 * M * (1 - c * M).
Proof. intros HM h. apply Rmult_lt_0_compat; lra. Qed.

(* y z <= 1 gives y <= 1 / z *)
Lemma inv_ge y z : 0 < z -> y * z <= 1 -> y <= / z.
Proof. intros Hz H. apply Rmult_le_reg_r with z; [assumption|]. rewrite Rinv_l by lra. exact H. Qed.

(* 4 M (1 - c M) <= 1 / c, 1 / (1 - M) and 4, each a square or a product of nonnegative factors *)
Lemma kappa_at_least c M : 0 < c <= 1 -> 0 < M <= 1 -> Rmax c (1 - M) <= kappa_of c M /\
  1 / 4 <= kappa_of c M.
Proof.
intros Hc HM. pose proof (pow2_ge_0 (1 - 2 * M)) as Q2. unfold kappa_of.
  destruct (Rle_dec (c * M) (1 / 2)) as [h|h].
- pose proof (parabola_pos c M ltac:(lra) h) as P. assert (Q : 0 < c * M) by (apply
  Rmult_lt_0_compat; lra).
  split; [apply Rmax_lub|]; apply inv_ge; try assumption.
  + pose proof (pow2_ge_0 (1 - 2 * c * M)). lra.
  + assert (0 <= 4 * (c * M) * (M * (1 - M))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos;
    lra]). lra.
  + assert (0 <= M * (c * M)) by (apply Rmult_le_pos; lra). lra.
- assert (A : c * M <= c * 1) by (apply Rmult_le_compat_l; lra).
  split; [apply Rmax_lub; [lra|]|lra].
  (* 1 - M <= 1 / (4 M) < c *)
  assert (B : 1 / 2 - M * (1 - M) < c * M - M * (1 - M)) by lra.
  apply Rmult_le_reg_l with M; [lra|]. lra.
Qed.

(* c kappa(c, M) increases with c *)
Lemma kappa_increases c c' M : 0 < c -> c < c' -> c' <= 1 -> 0 < M <= 1 ->
  c * kappa_of c M < c' * kappa_of c' M.
Proof.
intros Hc lt Hc' HM. assert (L : c * M < c' * M) by (apply Rmult_lt_compat_r; lra).
assert (C0 : 0 < c * M) by (apply Rmult_lt_0_compat; lra).
unfold kappa_of. destruct (Rle_dec (c * M) (1 / 2)) as [h|h], (Rle_dec (c' * M) (1 / 2)) as [h'|h'];
  [| |lra|].
- apply Rmult_le_0_lt_compat; [lra|left; apply Rinv_0_lt_compat, parabola_pos; lra|assumption|].
  apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; apply parabola_pos; lra|].
  apply Rmult_lt_compat_l; lra.
- pose proof (parabola_pos c M ltac:(lra) h) as P. apply Rmult_lt_reg_r with (4 * M * (1 - c * M));
  [assumption|].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  (* c <= 1/(2M) and c' > 1/(2M) *)
  assert (A : 1 / 2 * (1 / 2) < (c' * M) * (c' * M)) by (apply Rmult_le_0_lt_compat; lra).
  apply Rmult_lt_reg_r with M; [lra|].
  assert (B : 1 / 2 * (4 * (c' * M) * (c' * M)) <= (1 - c * M) * (4 * (c' * M) * (c' * M))).
  { apply Rmult_le_compat_r; [|lra]. apply Rmult_le_pos; lra. }
  lra.
- assert (0 < c * c) by (apply Rmult_lt_0_compat; lra). apply Rmult_le_0_lt_compat; lra.
Qed.

(* kappa does not increase with M *)
Lemma kappa_in_M c M M' : 0 < c <= 1 -> 0 < M -> M <= M' -> M' <= 1 ->
  kappa_of c M' <= kappa_of c M.
Proof.
intros Hc HM le HM'. assert (L : c * M <= c * M') by (apply Rmult_le_compat_l; lra).
unfold kappa_of. destruct (Rle_dec (c * M) (1 / 2)) as [h|h], (Rle_dec (c * M') (1 / 2)) as [h'|h'];
  try lra.
- apply Rinv_le_contravar; [now apply parabola_pos|].
  assert (0 <= (M' - M) * (1 - c * M - c * M')) by (apply Rmult_le_pos; lra). lra.
- apply inv_ge; [now apply parabola_pos|]. pose proof (pow2_ge_0 (1 - 2 * (c * M))). lra.
Qed.

(* the statement *)
Theorem sharp_quadratic_properties : rank1_sharp_quadratic_properties.
Proof. split; [exact kappa_at_least|split; [exact kappa_increases|exact kappa_in_M]]. Qed.

(* kappa is at least mu, 1 - p_max and 1/4 *)
Lemma kappa_at_least_gamma mu pmax : 0 < mu <= 1 -> 0 < pmax <= 1 ->
  Rmax (gamma_of mu pmax) (1 / 4) <= kappa_of mu pmax.
Proof. intros Hm Hp. destruct (kappa_at_least mu pmax Hm Hp) as [A B]. apply Rmax_lub; assumption.
  Qed.

(* mu = e, p_max = 1 - e: gamma = e is small, kappa is at least 1/4 *)
Lemma kappa_over_gamma B : exists mu pmax, 0 < mu <= pmax /\ pmax < 1 /\
  B * gamma_of mu pmax < kappa_of mu pmax.
Proof.
set (e := / (8 * (Rabs B + 1))). pose proof (Rabs_pos B) as P.
assert (E : 0 < e) by (apply Rinv_0_lt_compat; lra).
assert (F : (Rabs B + 1) * e = 1 / 8) by (unfold e; field; lra).
assert (G : Rabs B * e < 1 / 8) by lra.
assert (H : e <= 1 / 8) by (assert (0 <= Rabs B * e) by (apply Rmult_le_pos; lra); lra).
exists e, (1 - e). split; [lra|]. split; [lra|].
assert (I : gamma_of e (1 - e) = e).
{ unfold gamma_of. replace (1 - (1 - e)) with e by ring. apply Rmax_left. lra. }
rewrite I. destruct (kappa_at_least e (1 - e) ltac:(lra) ltac:(lra)) as [_ J].
assert (B * e <= Rabs B * e) by (apply Rmult_le_compat_r; [lra|apply Rle_abs]). lra.
Qed.

(* 1 - 27/4 p^2 (1 - p) = (1 - 3/2 p)^2 (1 + 3 p) >= 0, equality at p = 2/3, mu -> 0 *)
Theorem theorem_1_kappa_against_gamma : rank1_gamma_disappears_against_p_max.
Proof.
split.
- intros mu p Hm Hp H. unfold gamma_of. rewrite Rmax_right by lra.
  pose proof (pow2_ge_0 (1 - 2 * p)) as Q. assert (M : mu * p <= (1 - p) * p) by (apply
    Rmult_le_compat_r; lra).
  assert (M0 : 0 < mu * p) by (apply Rmult_lt_0_compat; lra).
  unfold kappa_of. destruct (Rle_dec (mu * p) (1 / 2)) as [h|h]; [|lra].
  apply inv_ge; [now apply parabola_pos|].
  (* 27/4 p^2 (1 - p) <= 1, with equality at 2/3 *)
  assert (C : 27 / 4 * (p * p * (1 - p)) <= 1).
  { assert (0 <= (1 - 3 / 2 * p) ^ 2 * (1 + 3 * p)) by (apply Rmult_le_pos; [apply pow2_ge_0|lra]).
    lra. }
  assert (D : 0 <= 27 / 4 * (p * p * (1 - p)) * (mu * p)).
  { apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos;
    [apply Rmult_le_pos|]; lra. }
  lra.
- intros r H. apply Rnot_lt_le. intros C.
  set (mu := Rmin (1 / 3) ((r - 27 / 16) * 3 / (4 * r))).
  assert (P : 0 < (r - 27 / 16) * 3 / (4 * r)) by (apply Rdiv_lt_0_compat; lra).
  assert (Hm : 0 < mu) by (apply Rmin_glb_lt; lra).
  assert (H1 : mu <= 1 / 3) by apply Rmin_l. assert (H2 : mu <= (r - 27 / 16) * 3 / (4 * r)) by
    apply Rmin_r.
  specialize (H mu (2 / 3) Hm ltac:(lra) ltac:(lra)). unfold gamma_of in H.
    rewrite Rmax_right in H by lra.
  unfold kappa_of in H. destruct (Rle_dec (mu * (2 / 3)) (1 / 2)) as [h|h]; [|lra].
  pose proof (parabola_pos mu (2 / 3) ltac:(lra) h) as Q.
  apply (Rmult_le_compat_r (4 * (2 / 3) * (1 - mu * (2 / 3)))) in H; [|lra].
    rewrite Rinv_l in H by lra.
  assert (E : r * mu <= (r - 27 / 16) * 3 / 4).
  { apply Rle_trans with (r * ((r - 27 / 16) * 3 / (4 * r))); [apply Rmult_le_compat_l; lra|right;
    field; lra]. }
  lra.
Qed.

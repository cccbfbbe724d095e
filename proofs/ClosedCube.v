(** Lemma 1 of Katariya et al. (2017) and its sharp forms on the whole closed cube,
    with infinite divergences and
    0 * infinity = 0; and that the factors are the best. *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Scaling Quadratic Curvature.
Open Scope R_scope.

(* x * infinity = infinity for x > 0, and 0 * infinity = 0 *)
Lemma times_infinity x : 0 < x -> Rbar_mult x p_infty = p_infty.
Proof.
intros H. unfold Rbar_mult, Rbar_mult'. destruct (Rle_dec 0 x) as [h|]; [|lra].
destruct (Rle_lt_or_eq_dec 0 x h); [reflexivity|lra].
Qed.
Lemma zero_infinity : Rbar_mult 0 p_infty = Finite 0.
Proof.
unfold Rbar_mult, Rbar_mult'. destruct (Rle_dec 0 0) as [h|]; [|lra].
destruct (Rle_lt_or_eq_dec 0 0 h); [lra|reflexivity].
Qed.

(** The values of the divergence. *)
Lemma divergence_inside p q : 0 < q < 1 -> divergence p q = Finite (d p q).
Proof. intros Hq. unfold divergence. destruct (Req_EM_T q 0); [lra|]. destruct (Req_EM_T q 1);
  [lra|reflexivity]. Qed.
(* d(p, p) = 0, at 0 and 1 as well *)
Lemma divergence_equal p : 0 <= p <= 1 -> divergence p p = Finite 0.
Proof.
intros Hp. unfold divergence. destruct (Req_EM_T p 0); [reflexivity|]. destruct (Req_EM_T p 1);
  [reflexivity|].
f_equal. apply d_refl. lra.
Qed.
(* d(p, q) is infinite for q in {0, 1}, p <> q *)
Lemma divergence_infinite p q : q = 0 \/ q = 1 -> p <> q -> divergence p q = p_infty.
Proof.
intros [->| ->] n; unfold divergence.
- destruct (Req_EM_T 0 0); [|lra]. destruct (Req_EM_T p 0); [contradiction|reflexivity].
- destruct (Req_EM_T 1 0); [lra|]. destruct (Req_EM_T 1 1); [|lra]. destruct (Req_EM_T p 1);
  [contradiction|reflexivity].
Qed.

(* the second argument is inside, or equal to the first one, or makes the divergence infinite *)
Lemma cases p q : 0 <= q <= 1 -> 0 < q < 1 \/ p = q \/ ((q = 0 \/ q = 1) /\ p <> q).
Proof.
intros Hq. destruct (Req_dec p q) as [|n]; [right; now left|].
destruct (Req_dec q 0); [right; right; tauto|]. destruct (Req_dec q 1); [right; right; tauto|].
  left. lra.
Qed.

(* Pinsker's inequality on the closed square: inside, on the diagonal, and where d is infinite *)
Theorem pinsker_closed : rank1_pinsker.
Proof.
intros p q Hp Hq. destruct (cases p q Hq) as [i|[->|[e n]]].
- rewrite divergence_inside by exact i. now apply pinsker.
- rewrite divergence_equal by exact Hq. simpl. lra.
- now rewrite (divergence_infinite p q e n).
Qed.
(* d >= 0 *)
Lemma divergence_nonneg p q : 0 <= p <= 1 -> 0 <= q <= 1 -> Rbar_le 0 (divergence p q).
Proof.
intros Hp Hq. apply Rbar_le_trans with (2 := pinsker_closed p q Hp Hq).
pose proof (pow2_ge_0 (p - q)). simpl. simpl in *. lra.
Qed.

Section Cube.
Variables c p q r : R.
Hypotheses (Hc : 0 <= c <= 1) (Hp : 0 <= p <= 1) (Hq : 0 <= q <= 1) (Hr : 0 <= r).

(* c x is a probability *)
Lemma scaled x : 0 <= x <= 1 -> 0 <= c * x <= 1.
Proof.
intros Hx. split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (1 * x);
  [apply Rmult_le_compat_r|]; lra.
Qed.

(* a lower bound inside is one on the closed cube, if its factor vanishes where q = 1 *)
Lemma closed_lower : (0 < q < 1 -> r * d p q <= d (c * p) (c * q)) -> (q = 1 -> r = 0) -> (c = 0 ->
  r = 0) ->
  Rbar_le (Rbar_mult r (divergence p q)) (divergence (c * p) (c * q)).
Proof.
intros I E1 E0. pose proof (divergence_nonneg _ _ (scaled p Hp) (scaled q Hq)) as Pos.
destruct (Req_dec r 0) as [->|nr].
{ replace (Rbar_mult 0 (divergence p q)) with (Finite 0); [exact Pos|].
  destruct (cases p q Hq) as [i|[->|[e n]]].
  - rewrite divergence_inside by exact i. simpl. f_equal. ring.
  - rewrite divergence_equal by exact Hq. simpl. f_equal. ring.
  - now rewrite (divergence_infinite p q e n), zero_infinity. }
assert (c0 : 0 < c) by (destruct (Req_dec c 0); [elim nr; auto|lra]).
destruct (cases p q Hq) as [i|[->|[e n]]].
- rewrite (divergence_inside p q i). destruct i as [q0 q1].
  assert (0 < c * q) by (apply Rmult_lt_0_compat; lra).
  assert (c * q < 1) by (apply Rle_lt_trans with (1 * q); [apply Rmult_le_compat_r|]; lra).
  rewrite divergence_inside by lra. simpl. apply I. lra.
- rewrite !divergence_equal by (try exact Hq; now apply scaled). simpl. lra.
- destruct e as [->| ->]; [|elim nr; auto].
  rewrite (divergence_infinite (c * p) (c * 0)); [now destruct (Rbar_mult _ _)|left; ring|].
  rewrite Rmult_0_r. intros z. apply Rmult_integral in z. destruct z; lra.
Qed.

(* an upper bound inside is one on the closed cube, if its factor is positive where the divergence
   is infinite *)
Lemma closed_upper : (0 < q < 1 -> d (c * p) (c * q) <= r * d p q) -> (0 < c -> q = 0 \/ q = 1 ->
  p <> q -> 0 < r) ->
  (c = 0 -> r = 0) -> Rbar_le (divergence (c * p) (c * q)) (Rbar_mult r (divergence p q)).
Proof.
intros I E1 E0. destruct (Req_dec c 0) as [c0|c0].
{ rewrite c0, !Rmult_0_l, divergence_equal, (E0 c0) by lra.
  destruct (cases p q Hq) as [i|[->|[e n]]].
  - rewrite divergence_inside by exact i. simpl. lra.
  - rewrite divergence_equal by exact Hq. simpl. lra.
  - rewrite (divergence_infinite p q e n), zero_infinity. simpl. lra. }
destruct (cases p q Hq) as [i|[->|[e n]]].
- rewrite (divergence_inside p q i). destruct i as [q0 q1].
  assert (0 < c * q) by (apply Rmult_lt_0_compat; lra).
  assert (c * q < 1) by (apply Rle_lt_trans with (1 * q); [apply Rmult_le_compat_r|]; lra).
  rewrite divergence_inside by lra. simpl. apply I. lra.
- rewrite !divergence_equal by (try exact Hq; now apply scaled). simpl. lra.
- rewrite (divergence_infinite p q e n), times_infinity by (apply E1; [lra|exact e|exact n]).
  now destruct (divergence (c * p) (c * q)).
Qed.
End Cube.

(* (6): the factor 1 - M vanishes where q = 1, the factor 1 never does *)
Theorem equation_6 : rank1_equation_6.
Proof.
intros c p q Hc Hp Hq.
assert (HM : 0 <= Rmax p q <= 1) by (unfold Rmax; destruct (Rle_dec p q); lra). split.
- apply closed_lower; try assumption; [apply Rmult_le_pos; lra| | |intros ->; ring].
  + intros i. now apply lemma_1_lower.
  + intros ->. rewrite (Rmax_right p 1) by lra. ring.
- apply closed_upper; try assumption; try lra. intros i. now apply lemma_1_upper.
Qed.

(* 0 <= (1 - x) / (1 - c x), and it is positive for x < 1 *)
Lemma factor_nonneg c x : 0 <= c <= 1 -> 0 <= x <= 1 -> 0 <= factor c x.
Proof.
intros Hc Hx. unfold factor. destruct (Req_dec (1 - c * x) 0) as [e|n].
- rewrite e. unfold Rdiv. rewrite Rinv_0. lra.
- assert (c * x <= 1 * x) by (apply Rmult_le_compat_r; lra).
  apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra.
Qed.
Lemma factor_pos c x : 0 <= c <= 1 -> 0 <= x < 1 -> 0 < factor c x.
Proof.
intros Hc Hx. assert (c * x <= 1 * x) by (apply Rmult_le_compat_r; lra).
apply Rdiv_lt_0_compat; lra.
Qed.

(* the sharp form: the left factor vanishes where q = 1,
   the right one is positive where d is infinite *)
Theorem sharp_scaling : rank1_sharp_scaling.
Proof.
intros c p q Hc Hp Hq.
assert (HM : 0 <= Rmax p q <= 1) by (unfold Rmax; destruct (Rle_dec p q); lra).
assert (Hm : 0 <= Rmin p q <= 1) by (unfold Rmin; destruct (Rle_dec p q); lra). split.
- apply closed_lower; try assumption; [apply Rmult_le_pos; [lra|now apply factor_nonneg]| |
  |intros ->; ring].
  + intros i. now apply sharp_lower.
  + intros ->. rewrite (Rmax_right p 1) by lra. unfold factor, Rdiv. ring.
- apply closed_upper; try assumption; [| |intros ->; ring].
  + intros i. now apply sharp_upper.
  + intros c0 e n. apply Rmult_lt_0_compat; [assumption|]. apply factor_pos; [lra|].
    unfold Rmin. destruct (Rle_dec p q), e; lra.
Qed.

(* an affine function that is nonnegative on an open interval is so at its ends *)
Lemma affine_right A B lo x : lo < x -> (forall p, lo < p < x -> 0 <= A + B * p) -> 0 <= A + B * x.
Proof.
intros lt H. apply Rnot_lt_le. intros C. pose proof (Rabs_pos B) as P.
set (e := Rmin ((x - lo) / 2) (- (A + B * x) / (2 * (Rabs B + 1)))).
assert (E0 : 0 < e) by (apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; lra]).
assert (E1 : e <= (x - lo) / 2) by apply Rmin_l.
assert (E2 : e <= - (A + B * x) / (2 * (Rabs B + 1))) by apply Rmin_r.
specialize (H (x - e) ltac:(lra)).
assert (F : (Rabs B + 1) * e <= - (A + B * x) / 2).
{ apply Rle_trans with ((Rabs B + 1) * (- (A + B * x) / (2 * (Rabs B + 1))));
  [apply Rmult_le_compat_l; lra|right; field; lra]. }
assert (G : - (B * e) <= Rabs B * e).
{ replace (- (B * e)) with (- B * e) by ring. apply Rmult_le_compat_r; [lra|]. rewrite <- Rabs_Ropp.
  apply Rle_abs. }
lra.
Qed.
(* the same at the left end *)
Lemma affine_left A B x hi : x < hi -> (forall p, x < p < hi -> 0 <= A + B * p) -> 0 <= A + B * x.
Proof.
intros lt H. replace (A + B * x) with (A + - B * - x) by ring. apply affine_right with (- hi);
  [lra|].
intros p Hp. replace (A + - B * p) with (A + B * - p) by ring. apply H. lra.
Qed.

(* a factor r that serves all pairs with maximum x is at most factor c p for each p < x,
   by the upper bound of the
   pair (p, x); let p tend to x; and the other way round *)
Theorem sharp_scaling_optimal : rank1_sharp_scaling_optimal.
Proof.
intros c x r Hc Hx. assert (cx : c * x <= 1 * x) by (apply Rmult_le_compat_r; lra).
assert (pos : forall p, 0 < p < 1 -> p <> x -> 0 < c * d p x).
{ intros p Hp n. pose proof (pinsker p x ltac:(lra) Hx). pose proof (pow2_gt_0 (p - x) ltac:(lra)).
  apply Rmult_lt_0_compat; lra. }
split; intros H.
- (* r <= factor c p for all p < x, by the upper bound *)
  assert (A : forall p, 0 < p < x -> 0 <= (1 - r) + (r * c - 1) * p).
  { intros p Hp. pose proof (H p Hp) as L. pose proof (sharp_upper c p x ltac:(lra) ltac:(lra) Hx)
    as U.
    rewrite Rmin_left in U by lra. pose proof (pos p ltac:(lra) ltac:(lra)) as P.
    assert (F : r <= factor c p) by (apply Rmult_le_reg_r with (1 := P); lra).
    assert (c * p <= 1 * p) by (apply Rmult_le_compat_r; lra).
    apply (Rmult_le_compat_r (1 - c * p)) in F; [|lra]. unfold factor in F.
    replace ((1 - p) / (1 - c * p) * (1 - c * p)) with (1 - p) in F by (field; lra). lra. }
  pose proof (affine_right _ _ 0 x ltac:(lra) A). unfold factor.
  apply Rmult_le_reg_r with (1 - c * x); [lra|].
  replace ((1 - x) / (1 - c * x) * (1 - c * x)) with (1 - x) by (field; lra). lra.
- assert (A : forall p, x < p < 1 -> 0 <= (r - 1) + (1 - r * c) * p).
  { intros p Hp. pose proof (H p Hp) as U. pose proof (sharp_lower c p x ltac:(lra) ltac:(lra) Hx)
    as L.
    rewrite Rmax_left in L by lra. pose proof (pos p ltac:(lra) ltac:(lra)) as P.
    assert (F : factor c p <= r) by (apply Rmult_le_reg_r with (1 := P); lra).
    assert (c * p <= 1 * p) by (apply Rmult_le_compat_r; lra).
    apply (Rmult_le_compat_r (1 - c * p)) in F; [|lra]. unfold factor in F.
    replace ((1 - p) / (1 - c * p) * (1 - c * p)) with (1 - p) in F by (field; lra). lra. }
  pose proof (affine_left _ _ x 1 ltac:(lra) A). unfold factor.
  apply Rmult_le_reg_r with (1 - c * x); [lra|].
  replace ((1 - x) / (1 - c * x) * (1 - c * x)) with (1 - x) by (field; lra). lra.
Qed.

(** * Quadratic bounds *)

(* at q = 1 and c < 1 the pair (c p, c) is a pair inside, scaled by a larger factor *)
Lemma sharp_quadratic_edge c p : 0 < c < 1 -> 0 <= p <= 1 ->
  2 * c * kappa_of c 1 * (p - 1) ^ 2 <= d (c * p) c.
Proof.
intros Hc Hp. set (c' := (1 + c) / 2). set (y := c / c').
assert (H' : c < c' < 1) by (unfold c'; lra).
assert (Hy : 0 < y < 1).
{ unfold y. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with c'; [lra|].
  replace (c / c' * c') with c by (field; lra). lra. }
assert (E : c' * y = c) by (unfold y; field; lra).
assert (Hpy : 0 <= y * p <= y).
{ split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r y) at 2. apply Rmult_le_compat_l; lra. }
pose proof (sharp_quadratic c' y (y * p) y ltac:(lra) ltac:(lra) Hpy ltac:(lra) ltac:(lra)) as S.
rewrite <- Rmult_assoc, E in S.
replace (2 * c * kappa_of c 1 * (p - 1) ^ 2) with (2 * c' * kappa_of c' y * (y * p - y) ^ 2);
  [exact S|].
unfold kappa_of. rewrite E, Rmult_1_r. destruct (Rle_dec c (1 / 2)).
- unfold y. field. lra.
- unfold y. field. lra.
Qed.

(* a quadratic bound inside and at q = 1 is one on the closed square *)
Lemma closed_quadratic c p q a : 0 < c <= 1 -> 0 <= p <= 1 -> 0 <= q <= 1 ->
  (0 < q < 1 -> a * (p - q) ^ 2 <= d (c * p) (c * q)) -> (q = 1 -> c < 1 ->
    a * (p - 1) ^ 2 <= d (c * p) c) ->
  Rbar_le (a * (p - q) ^ 2) (divergence (c * p) (c * q)).
Proof.
intros Hc Hp Hq I E. destruct (cases p q Hq) as [i|[->|[e n]]].
- assert (0 < c * q) by (apply Rmult_lt_0_compat; lra).
  assert (c * q < 1) by (apply Rle_lt_trans with (1 * q); [apply Rmult_le_compat_r|]; lra).
  rewrite divergence_inside by lra. now apply I.
- rewrite divergence_equal by (apply scaled; lra). simpl. lra.
- destruct e as [->| ->].
  + rewrite (divergence_infinite (c * p) (c * 0)); [exact Logic.I|left; ring|].
    rewrite Rmult_0_r. intros z. apply Rmult_integral in z. destruct z; lra.
  + rewrite Rmult_1_r. destruct (Req_dec c 1) as [->|nc].
    * rewrite divergence_infinite; [exact Logic.I|now right|lra].
    * rewrite divergence_inside by lra. apply E; [reflexivity|lra].
Qed.

(* (7); at q = 1 it is Pinsker's inequality for (c p, c) *)
Theorem equation_7 : rank1_equation_7.
Proof.
intros c p q Hc Hp Hq. destruct (Req_dec c 0) as [->|n].
{ rewrite !Rmult_0_l, divergence_equal by lra. simpl. lra. }
apply closed_quadratic; try assumption; try lra.
- intros i. now apply lemma_1_quadratic.
- intros -> c1. rewrite (Rmax_right p 1) by lra. rewrite (Rmax_left c (1 - 1)) by lra.
  pose proof (pinsker (c * p) c (scaled c ltac:(lra) p Hp) ltac:(lra)) as P.
  replace (2 * c * c * (p - 1) ^ 2) with (2 * (c * p - c) ^ 2) by ring. exact P.
Qed.

(* the sharp form of (7) on the closed square *)
Lemma sharp_quadratic_closed c M p q : 0 < c <= 1 -> M <= 1 -> 0 <= p <= M -> 0 <= q <= M ->
  Rbar_le (2 * c * kappa_of c M * (p - q) ^ 2) (divergence (c * p) (c * q)).
Proof.
intros Hc HM Hp Hq. apply closed_quadratic; try lra.
- intros i. apply sharp_quadratic; lra.
- intros e c1. assert (M1 : M = 1) by lra. rewrite M1. apply sharp_quadratic_edge; lra.
Qed.

(* and the largest kappa *)
Theorem sharp_quadratic_whole : rank1_sharp_quadratic.
Proof.
intros c M Hc HM. split; [intros; apply sharp_quadratic_closed; lra|]. intros k. split.
- intros Hk p q Hp Hq Hp1 Hq1. pose proof (sharp_quadratic c M p q Hc ltac:(lra) ltac:(lra) Hq Hq1)
  as S.
  apply Rle_trans with (2 := S). apply Rmult_le_compat_r; [apply pow2_ge_0|].
    apply Rmult_le_compat_l; lra.
- now apply sharp_quadratic_optimal.
Qed.

(* c kappa(c, p_max) increases with c >= mu *)
Theorem gamma_disappears : rank1_gamma_disappears.
Proof.
split; [|split; [exact kappa_at_least_gamma|exact kappa_over_gamma]].
intros mu pmax c p q Hm Hc HM Hp Hq.
apply Rbar_le_trans with (2 * c * kappa_of c pmax * (p - q) ^ 2).
- simpl. apply Rmult_le_compat_r; [apply pow2_ge_0|]. rewrite !Rmult_assoc. apply Rmult_le_compat_l;
  [lra|].
  destruct (Req_dec mu c) as [->|n]; [lra|]. left. apply kappa_increases; lra.
- apply sharp_quadratic_closed; lra.
Qed.

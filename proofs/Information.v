(** The information of a play at examination k, k |-> d(k p, k q): it increases and is convex. *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli.
Open Scope R_scope.

(* x - 1 - ln x > 0 *)
Lemma ln_below x : 0 < x -> x <> 1 -> ln x < x - 1.
Proof.
intros Hx Hn.
assert (P : 1 + ln x < exp (ln x)).
{ apply exp_ineq1. intros E. apply Hn. rewrite <- (exp_ln x Hx), E. apply exp_0. }
rewrite exp_ln in P by assumption. lra.
Qed.

(* a positive derivative: the function increases *)
Lemma increasing (f df : R -> R) (a b : R) : a < b ->
  (forall x, a <= x <= b -> is_derive f x (df x)) ->
  (forall x, a < x < b -> 0 < df x) -> f a < f b.
Proof.
intros H D S. destruct (MVT_cor2 f df a b H) as [x [E Hx]].
{ intros x Hx; apply is_derive_Reals, D, Hx. }
specialize (S x Hx). nra.
Qed.

(* an increasing derivative: the function is strictly convex *)
Lemma convex (f df : R -> R) (lo hi : R) :
  (forall x, lo <= x <= hi -> is_derive f x (df x)) ->
  (forall x y, lo <= x -> x < y -> y <= hi -> df x < df y) ->
  forall a b s, lo <= a -> a < b -> b <= hi -> 0 < s < 1 ->
  f ((1 - s) * a + s * b) < (1 - s) * f a + s * f b.
Proof.
intros D I a b s Ha Hab Hb Hs. set (m := (1 - s) * a + s * b).
assert (Hm : a < m < b) by (unfold m; nra).
destruct (MVT_cor2 f df a m) as [x [Ex Hx]]; [lra|intros; apply is_derive_Reals, D; lra|].
destruct (MVT_cor2 f df m b) as [y [Ey Hy]]; [lra|intros; apply is_derive_Reals, D; lra|].
assert (L : df x < df y) by (apply I; lra).
assert (E1 : m - a = s * (b - a)) by (unfold m; ring).
assert (E2 : b - m = (1 - s) * (b - a)) by (unfold m; ring).
rewrite E1 in Ex. rewrite E2 in Ey.
assert (0 < s * (1 - s) * (b - a)) by (repeat apply Rmult_lt_0_compat; lra).
assert (s * (1 - s) * (b - a) * df x < s * (1 - s) * (b - a) * df y) by (apply Rmult_lt_compat_l;
  lra).
replace (f m) with ((1 - s) * f m + s * f m) by ring.
assert (Q1 : (1 - s) * (f m - f a) = s * (1 - s) * (b - a) * df x) by (rewrite Ex; ring).
assert (Q2 : s * (f b - f m) = s * (1 - s) * (b - a) * df y) by (rewrite Ey; ring).
lra.
Qed.

Section Information.
Variables p q : R.
Hypotheses (Hp : 0 < p < 1) (Hq : 0 < q < 1) (Hpq : p <> q).

Definition g (k : R) := d (k * p) (k * q).
Let G k := k * p * ln (p / q) + (1 - k * p) * (ln (1 - k * p) - ln (1 - k * q)).
Let G1 k := p * ln (p / q) - p * (ln (1 - k * p) - ln (1 - k * q)) - p + q * (1 - k * p) / (1 - k *
  q).
Let G2 k := (q - p) ^ 2 / ((1 - k * p) * (1 - k * q) ^ 2).

(* 1 - k r > 0 *)
Lemma inside k r : 0 <= k <= 1 -> 0 < r < 1 -> 0 < 1 - k * r.
Proof. intros; nra. Qed.

(* g without the quotient of k p and k q, so that k = 0 is no exception *)
Lemma g_G k : 0 <= k <= 1 -> g k = G k.
Proof.
intros Hk. unfold g, G, d.
pose proof (inside k p Hk Hp). pose proof (inside k q Hk Hq).
rewrite (ln_div (1 - k * p)) by lra. f_equal.
destruct (Req_dec k 0) as [->|n]; [ring|].
replace (k * p / (k * q)) with (p / q) by (field; lra). reflexivity.
Qed.

(* its derivatives: g' = p log(p/q) - ..., g'' = (q - p)^2 / ((1 - kp)(1 - kq)^2) > 0 *)
Lemma G_derive k : 0 <= k <= 1 -> is_derive G k (G1 k).
Proof.
intros Hk. pose proof (inside k p Hk Hp). pose proof (inside k q Hk Hq).
unfold G, G1. generalize (ln (p / q)); intros L. auto_derive; [lra|].
unfold Rminus in *. field; lra.
Qed.

Lemma G1_derive k : 0 <= k <= 1 -> is_derive G1 k (G2 k).
Proof.
intros Hk. pose proof (inside k p Hk Hp). pose proof (inside k q Hk Hq).
unfold G1, G2. generalize (ln (p / q)); intros L. auto_derive; [lra|].
unfold Rminus in *. field; lra.
Qed.

Lemma G2_pos k : 0 <= k <= 1 -> 0 < G2 k.
Proof.
intros Hk. pose proof (inside k p Hk Hp). pose proof (inside k q Hk Hq).
unfold G2. apply Rdiv_lt_0_compat.
- apply pow2_gt_0. lra.
- apply Rmult_lt_0_compat; [lra|]. apply pow_lt; lra.
Qed.

Lemma G1_increasing a b : 0 <= a -> a < b -> b <= 1 -> G1 a < G1 b.
Proof.
intros Ha Hab Hb. apply increasing with G2; [assumption| |].
- intros; apply G1_derive; lra.
- intros; apply G2_pos; lra.
Qed.

(* g'(0) = p (x - 1 - ln x) with x = q / p *)
Lemma G1_zero : G1 0 = p * (q / p - 1 - ln (q / p)) /\ 0 < G1 0.
Proof.
assert (E : G1 0 = p * (q / p - 1 - ln (q / p))).
{ unfold G1. rewrite !Rmult_0_l. rewrite Rminus_0_r, ln_1, !ln_div by lra. field; lra. }
split; [exact E|]. rewrite E. apply Rmult_lt_0_compat; [lra|].
assert (0 < q / p) by (apply Rdiv_lt_0_compat; lra).
assert (q / p <> 1). { intros e. apply Hpq. replace q with (q / p * p) by (field; lra). rewrite e;
  ring. }
pose proof (ln_below (q / p) H H0). lra.
Qed.

(* g'(0) > 0 and g' increases *)
Theorem information_increases a b : 0 <= a -> a < b -> b <= 1 -> g a < g b.
Proof.
intros Ha Hab Hb. rewrite !g_G by lra. apply increasing with G1; [assumption| |].
- intros; apply G_derive; lra.
- intros x Hx. destruct G1_zero as [_ Z]. pose proof (G1_increasing 0 x). lra.
Qed.

(* g'' > 0 *)
Theorem information_strictly_convex a b s : 0 <= a -> a < b -> b <= 1 -> 0 < s < 1 ->
  g ((1 - s) * a + s * b) < (1 - s) * g a + s * g b.
Proof.
intros Ha Hab Hb Hs. rewrite !g_G by nra.
apply convex with G1 0 1; try lra.
- intros; apply G_derive; lra.
- intros; apply G1_increasing; lra.
Qed.

(* g(0) = 0 *)
Lemma g_zero : g 0 = 0.
Proof. rewrite g_G by lra. unfold G. rewrite !Rmult_0_l, !Rminus_0_r. ring. Qed.

(* examined twice as often, an item tells more than twice as much: k / g(k) decreases *)
Theorem cost_decreases a b : 0 < a -> a < b -> b <= 1 -> b / g b < a / g a.
Proof.
intros Ha Hab Hb.
assert (Pa : 0 < g a) by (rewrite <- g_zero; apply information_increases; lra).
assert (Pb : 0 < g b) by (rewrite <- g_zero; apply information_increases; lra).
assert (Hs : 0 < a / b < 1).
{ split; [apply Rdiv_lt_0_compat; lra|].
  apply Rmult_lt_reg_r with b; [lra|]. replace (a / b * b) with a by (field; lra). lra. }
pose proof (information_strictly_convex 0 b (a / b)) as C.
replace ((1 - a / b) * 0 + a / b * b) with a in C by (field; lra).
rewrite g_zero in C.
assert (C' : g a < a / b * g b) by lra.
apply Rmult_lt_reg_r with (g a * g b / b).
{ apply Rdiv_lt_0_compat; [nra|lra]. }
replace (b / g b * (g a * g b / b)) with (g a) by (field; lra).
replace (a / g a * (g a * g b / b)) with (a / b * g b) by (field; lra). exact C'.
Qed.
End Information.

(* the statements *)
Theorem information_convex : pbm_information_convex.
Proof.
intros p q Hp Hq n. split.
- exact (information_increases p q Hp Hq n).
- exact (information_strictly_convex p q Hp Hq n).
Qed.

Theorem price_decreases : pbm_crude_bounds_price.
Proof. intros p q Hp Hq n. exact (cost_decreases p q Hp Hq n). Qed.

(** The sharpened radius of Grant and Leslie (2023), for parameters that are fixed: tails of sums of
    independent geometric
    counts, by Chernoff's method. With K(t) the logarithm of E exp(t (Y - mu)):
    K(- t) <= sigma^2 t^2 / 2, and K(t) <= sigma^2 t^2 / (2 (1 - t / log 2)) for mu <= 1 and t < log
    2. *)
From Coq Require Import Reals Psatz List Arith Lia.
Require Import ExactInterval.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Deviance.
Import ListNotations.
Open Scope R_scope.

(** * Means of counts *)

Lemma weights p : 0 < p <= 1 -> is_series (fun y => p * (1 - p) ^ y) 1 /\ forall y,
  0 <= p * (1 - p) ^ y.
Proof.
intros Hp. split.
- assert (S : is_series (fun y => p * (1 - p) ^ y) (p * / (1 - (1 - p)))).
  { apply (is_series_scal p (fun y => (1 - p) ^ y)). apply is_series_geom. rewrite Rabs_pos_eq; lra.
    }
  replace (p * / (1 - (1 - p))) with 1 in S by (field; lra). exact S.
- intros y. apply Rmult_le_pos; [lra|apply pow_le; lra].
Qed.

(* sums of larger terms are larger *)
Lemma series_monotone u v a b : is_series u a -> is_series v b -> (forall y, u y <= v y) -> a <= b.
Proof.
intros U V H. apply (is_lim_seq_le (sum_n u) (sum_n v) a b); [|exact U|exact V].
intros n. induction n as [|n IH]; [rewrite !sum_O; apply H|]. rewrite !sum_Sn.
  apply Rplus_le_compat; [exact IH|apply H].
Qed.

(* bounded terms: the series converges, and is within the bounds *)
Lemma weighted p f a b : 0 < p <= 1 -> (forall y, a <= f y <= b) ->
  ex_series (fun y => p * (1 - p) ^ y * f y) /\ a <= Series (fun y => p * (1 - p) ^ y * f y) <= b.
Proof.
intros Hp Hf. destruct (weights p Hp) as [W W0]. set (w := fun y => p * (1 - p) ^ y) in *.
assert (X : ex_series (fun y => w y * f y)).
{ apply (ex_series_le (fun y => w y * f y) (fun y => (Rabs a + Rabs b) * w y)).
  - intros y. change (Rabs (w y * f y) <= (Rabs a + Rabs b) * w y).
    rewrite Rabs_mult, (Rabs_pos_eq (w y)) by apply W0. rewrite Rmult_comm. apply Rmult_le_compat_r;
      [apply W0|].
    specialize (Hf y). apply Rabs_le. pose proof (Rle_abs b). pose proof (Rle_abs (- a)).
      rewrite Rabs_Ropp in *.
    pose proof (Rabs_pos a). pose proof (Rabs_pos b). lra.
  - exists ((Rabs a + Rabs b) * 1). now apply (is_series_scal (Rabs a + Rabs b) w). }
assert (C : forall c, is_series (fun y => c * w y) c).
{ intros c. assert (S : is_series (fun y => c * w y) (c * 1)) by (now apply (is_series_scal c w)).
  now rewrite Rmult_1_r in S. }
split; [exact X|]. pose proof (Series_correct _ X) as S. split.
- apply (series_monotone (fun y => a * w y) (fun y => w y * f y) a _ (C a) S).
  intros y. rewrite (Rmult_comm (w y)). apply Rmult_le_compat_r; [apply W0|apply Hf].
- apply (series_monotone (fun y => w y * f y) (fun y => b * w y) _ b S (C b)).
  intros y. rewrite (Rmult_comm (w y)). apply Rmult_le_compat_r; [apply W0|apply Hf].
Qed.

(* means of counts: monotone, bounded, additive on indicators *)
Lemma mean_ext ps f g : (forall ys, f ys = g ys) -> mean_of_counts ps f = mean_of_counts ps g.
Proof.
revert f g; induction ps as [|p ps IH]; intros f g H; simpl; [apply H|].
apply Series_ext. intros y. f_equal. apply IH. intros; apply H.
Qed.
Lemma mean_between ps f a b : (forall p, In p ps -> 0 < p <= 1) -> (forall ys, a <= f ys <= b) ->
  a <= mean_of_counts ps f <= b.
Proof.
revert f; induction ps as [|p ps IH]; intros f Hp Hf; simpl; [apply Hf|].
apply weighted; [apply Hp; now left|]. intros y. apply IH; [intros; apply Hp; now right|intros;
  apply Hf].
Qed.
Lemma mean_plus ps f g : (forall p, In p ps -> 0 < p <= 1) -> (forall ys, 0 <= f ys <= 1) ->
  (forall ys, 0 <= g ys <= 1) ->
  mean_of_counts ps (fun ys => f ys + g ys) = mean_of_counts ps f + mean_of_counts ps g.
Proof.
revert f g; induction ps as [|p ps IH]; intros f g Hp Hf Hg; simpl; [reflexivity|].
assert (Hp0 : 0 < p <= 1) by (apply Hp; now left). assert (Hp1 : forall q, In q ps ->
  0 < q <= 1) by (intros; apply Hp; now right).
rewrite <- Series_plus.
- apply Series_ext. intros y. rewrite <- Rmult_plus_distr_l. f_equal. apply IH; try assumption;
  intros; [apply Hf|apply Hg].
- apply (weighted p (fun y => mean_of_counts ps (fun ys => f (y :: ys))) 0 1 Hp0). intros y.
  now apply mean_between.
- apply (weighted p (fun y => mean_of_counts ps (fun ys => g (y :: ys))) 0 1 Hp0). intros y.
  now apply mean_between.
Qed.
Lemma mean_le ps f g : (forall p, In p ps -> 0 < p <= 1) -> (forall ys, 0 <= f ys <= 2) ->
  (forall ys, 0 <= g ys <= 2) ->
  (forall ys, f ys <= g ys) -> mean_of_counts ps f <= mean_of_counts ps g.
Proof.
revert f g; induction ps as [|p ps IH]; intros f g Hp Hf Hg H; simpl; [apply H|].
assert (Hp0 : 0 < p <= 1) by (apply Hp; now left). assert (Hp1 : forall q, In q ps ->
  0 < q <= 1) by (intros; apply Hp; now right).
apply (series_monotone (fun y => p * (1 - p) ^ y * mean_of_counts ps (fun ys => f (y :: ys)))
  (fun y => p * (1 - p) ^ y * mean_of_counts ps (fun ys => g (y :: ys)))).
- apply Series_correct. apply (weighted p _ 0 2 Hp0). intros y. now apply mean_between.
- apply Series_correct. apply (weighted p _ 0 2 Hp0). intros y. now apply mean_between.
- intros y. destruct (weights p Hp0) as [_ W0]. apply Rmult_le_compat_l; [apply W0|].
  apply IH; try assumption; intros; [apply Hf|apply Hg|apply H].
Qed.

(** * Chernoff's bound *)


(* psi bounds the logarithm of the moment generating function of one count,
   at s and in units of its variance *)
Definition sub (s psi p : R) : Prop := 0 < p <= 1 /\ (1 - p) * exp s < 1 /\
  p / (1 - (1 - p) * exp s) <= exp (s * ((1 - p) / p) + psi * ((1 - p) / p ^ 2)).

(* by induction over the counts: each series is below a geometric one *)
Lemma chernoff ps s psi f c : (forall p, In p ps -> sub s psi p) -> 0 <= c ->
  (forall ys, 0 <= f ys <= c * exp (s * clicks_of ys)) ->
  0 <= mean_of_counts ps f <= c * exp (s * means_of ps + psi * variances_of ps).
Proof.
revert f c; induction ps as [|p ps IH]; intros f c Hs Hc Hf;
  cbn [mean_of_counts means_of variances_of].
{ specialize (Hf []). simpl clicks_of in Hf. replace (s * 0 + psi * 0) with (s * 0) by ring.
  exact Hf. }
destruct (Hs p (or_introl eq_refl)) as [Hp [D B]].
assert (Hs' : forall q, In q ps -> sub s psi q) by (intros; apply Hs; now right).
set (M := exp (s * means_of ps + psi * variances_of ps)).
assert (HM : 0 < M) by apply exp_pos.
assert (F : forall y, 0 <= mean_of_counts ps (fun ys => f (y :: ys)) <= c * exp (s * INR y) * M).
{ intros y. apply IH; [exact Hs'|apply Rmult_le_pos; [exact Hc|left; apply exp_pos]|].
  intros ys. specialize (Hf (y :: ys)). simpl clicks_of in Hf.
  rewrite Rmult_plus_distr_l, exp_plus in Hf. lra. }
(* the dominating series is geometric *)
assert (E0 : forall y, c * M * (p * ((1 - p) * exp s) ^ y) = p * (1 - p) ^ y * (c * exp (s * INR y)
  * M)).
{ intros y. rewrite exp_INR, Rpow_mult_distr. ring. }
assert (pos : 0 <= (1 - p) * exp s) by (apply Rmult_le_pos; [lra|left; apply exp_pos]).
assert (G : is_series (fun y => p * (1 - p) ^ y * (c * exp (s * INR y) * M)) (c * M * (p / (1 - (1 -
  p) * exp s)))).
{ apply (is_series_ext (fun y => c * M * (p * ((1 - p) * exp s) ^ y))); [exact E0|].
  apply (is_series_scal (c * M) (fun y => p * ((1 - p) * exp s) ^ y)).
  apply (is_series_scal p (fun y => ((1 - p) * exp s) ^ y)). apply is_series_geom.
    rewrite Rabs_pos_eq; lra. }
destruct (weights p Hp) as [_ W0].
assert (X : ex_series (fun y => p * (1 - p) ^ y * mean_of_counts ps (fun ys => f (y :: ys)))).
{ apply (ex_series_le (fun y => p * (1 - p) ^ y * mean_of_counts ps (fun ys => f (y :: ys)))
    (fun y => p * (1 - p) ^ y * (c * exp (s * INR y) * M)));
      [|exists (c * M * (p / (1 - (1 - p) * exp s))); exact G].
  intros y. change (Rabs (p * (1 - p) ^ y * mean_of_counts ps (fun ys => f (y :: ys))) <=
    p * (1 - p) ^ y * (c * exp (s * INR y) * M)).
  destruct (F y) as [F0 F1]. rewrite Rabs_pos_eq by (apply Rmult_le_pos; [apply W0|exact F0]).
  apply Rmult_le_compat_l; [apply W0|exact F1]. }
pose proof (Series_correct _ X) as S. split.
- assert (Z : is_series (fun _ : nat => 0) 0).
  { assert (Z1 : is_series (fun y => 0 * (p * (1 - p) ^ y)) (0 * 1)) by (apply (is_series_scal 0
    (fun y => p * (1 - p) ^ y)); now apply weights).
    rewrite Rmult_0_l in Z1. apply (is_series_ext (fun y => 0 * (p * (1 - p) ^ y))); [|exact Z1].
    intros y. exact (Rmult_0_l (p * (1 - p) ^ y)). }
  apply (series_monotone _ _ _ _ Z S). intros y. apply Rmult_le_pos; [apply W0|apply F].
- apply Rle_trans with (c * M * (p / (1 - (1 - p) * exp s))).
  + apply (series_monotone _ _ _ _ S G). intros y. apply Rmult_le_compat_l; [apply W0|apply F].
  + apply Rle_trans with (c * M * exp (s * ((1 - p) / p) + psi * ((1 - p) / p ^ 2))).
    * apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact B].
    * right. unfold M. rewrite !Rmult_assoc, <- exp_plus. do 2 f_equal. ring.
Qed.

(** * The moment generating function of one count *)

(* below: G' = mu (1 + mu) (t - (1 - z) / (1 + mu (1 - z))) with z = exp(- t) *)
Lemma sub_below t p : 0 <= t -> 0 < p <= 1 -> sub (- t) (t ^ 2 / 2) p.
Proof.
intros Ht Hp. set (mu := (1 - p) / p).
assert (Hm : 0 <= mu) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
assert (z1 : forall x, 0 <= x -> 1 - x <= exp (- x) <= 1).
{ intros x Hx. split; [pose proof (exp_ineq1_le (- x)); lra|]. rewrite <- exp_0.
  destruct (Req_dec x 0) as [->|n]; [right; f_equal; ring|left; apply exp_increasing; lra]. }
destruct (z1 t Ht) as [Z0 Z1].
assert (D : 0 <= mu * (1 - exp (- t))) by (apply Rmult_le_pos; lra).
split; [exact Hp|]. split.
{ assert ((1 - p) * exp (- t) <= (1 - p) * 1) by (apply Rmult_le_compat_l; lra). lra. }
assert (E1 : p / (1 - (1 - p) * exp (- t)) = / (1 + mu * (1 - exp (- t)))).
{ assert ((1 - p) * exp (- t) <= (1 - p) * 1) by (apply Rmult_le_compat_l; lra). unfold mu. field.
  split; lra. }
assert (E2 : - t * ((1 - p) / p) + t ^ 2 / 2 * ((1 - p) / p ^ 2) = mu * (1 + mu) * t ^ 2 / 2 - mu *
  t) by (unfold mu; field; lra).
rewrite E1, E2.
set (G := fun x => mu * (1 + mu) * x ^ 2 / 2 - mu * x + ln (1 + mu * (1 - exp (- x)))).
assert (P : G 0 <= G t).
{ apply (least_at G (fun x => mu * (1 + mu) * x - mu + mu * exp (- x) / (1 + mu * (1 - exp (-
  x))))).
  - intros x Hx. rewrite Rmin_left in Hx by lra. destruct (z1 x ltac:(lra)) as [_ Zx].
    assert (0 <= mu * (1 - exp (- x))) by (apply Rmult_le_pos; lra).
    unfold G. auto_derive; [lra|field; lra].
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. destruct (z1 x ltac:(lra)) as [Zx0 Zx].
    assert (Q : 0 <= mu * (1 - exp (- x))) by (apply Rmult_le_pos; lra).
    apply Rmult_le_pos; [|lra].
    replace (mu * (1 + mu) * x - mu + mu * exp (- x) / (1 + mu * (1 - exp (- x))))
      with (mu * (1 + mu) * (x - (1 - exp (- x)) / (1 + mu * (1 - exp (- x))))) by (field; lra).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
    assert ((1 - exp (- x)) / (1 + mu * (1 - exp (- x))) <= 1 - exp (- x)); [|lra].
    apply Rmult_le_reg_r with (1 + mu * (1 - exp (- x))); [lra|].
    replace ((1 - exp (- x)) / (1 + mu * (1 - exp (- x))) * (1 + mu * (1 - exp (- x)))) with (1 -
      exp (- x)) by (field; lra).
    assert (0 <= (1 - exp (- x)) * (mu * (1 - exp (- x)))) by (apply Rmult_le_pos; lra). lra. }
assert (G0 : G 0 = 0).
{ unfold G. rewrite Ropp_0, exp_0. replace (1 + mu * (1 - 1)) with 1 by ring. rewrite ln_1. field. }
rewrite G0 in P. unfold G in P.
rewrite <- (exp_ln (/ (1 + mu * (1 - exp (- t))))) by (apply Rinv_0_lt_compat; lra).
rewrite ln_Rinv by lra.
destruct (Rle_lt_or_eq_dec (- ln (1 + mu * (1 - exp (- t)))) (mu * (1 + mu) * t ^ 2 / 2 - mu * t))
  as [lt|eq]; [lra| |].
- left. now apply exp_increasing.
- right. now rewrite eq.
Qed.

(** Above the mean the scale is 1 / log 2: with x = t / log 2,
    (e^t - 1) / (2 - e^t) <= t (2 - x) / (2 (1 - x)^2). *)

(* e^t <= (2 + t) / (2 - t) for 0 <= t < 2 *)
Lemma exp_pade t : 0 <= t < 2 -> exp t * (2 - t) <= 2 + t.
Proof.
intros Ht. set (G := fun x => ln (2 + x) - ln (2 - x) - x).
assert (P : G 0 <= G t).
{ apply (least_at G (fun x => / (2 + x) + / (2 - x) - 1)).
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. unfold G. auto_derive; [lra|field;
    lra].
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra.
    replace ((/ (2 + x) + / (2 - x) - 1) * (x - 0)) with (x ^ 2 * x * / ((2 + x) * (2 - x))) by
      (field; lra).
    apply Rmult_le_pos; [apply Rmult_le_pos; [apply pow2_ge_0|lra]|].
    left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
unfold G in P. replace (2 + 0) with 2 in P by ring. replace (2 - 0) with 2 in P by ring.
assert (Q : t <= ln ((2 + t) / (2 - t))) by (rewrite ln_div by lra; lra).
assert (R : exp t <= (2 + t) / (2 - t)).
{ rewrite <- (exp_ln ((2 + t) / (2 - t))) by (apply Rdiv_lt_0_compat; lra).
  destruct (Rle_lt_or_eq_dec _ _ Q) as [lt|eq]; [left; now apply exp_increasing|right;
    now rewrite <- eq]. }
apply Rmult_le_reg_r with (/ (2 - t)); [apply Rinv_0_lt_compat; lra|].
rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. exact R.
Qed.

(* log 2 between 0.69 and 0.70 *)
Lemma ln_2 : 69 / 100 < ln 2 < 70 / 100.
Proof. split; interval with (i_prec 30). Qed.

(* e^t lies below its chord on [0, log 2] *)
Lemma exp_chord t : 0 <= t <= ln 2 -> exp t <= 1 + t / ln 2.
Proof.
intros Ht. pose proof ln_2 as L.
assert (s : 0 <= t / ln 2 <= 1).
{ split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply Rmult_le_reg_r with (ln 2); [lra|]. replace (t / ln 2 * ln 2) with t by (field; lra). lra. }
pose proof (exp_convex 0 (ln 2) (t / ln 2) s) as C. rewrite exp_0, exp_ln in C by lra.
replace ((1 - t / ln 2) * 0 + t / ln 2 * ln 2) with t in C by (field; lra). lra.
Qed.

(* for x <= 4/5 by e^t <= (2 + t)/(2 - t), beyond by the chord *)
Lemma scale t : 0 <= t < ln 2 ->
  2 * (1 - t / ln 2) ^ 2 * (exp t - 1) <= t * (2 - t / ln 2) * (2 - exp t) /\ 0 < 2 - exp t.
Proof.
intros Ht. pose proof ln_2 as L. set (x := t / ln 2).
assert (Ex : t = x * ln 2) by (unfold x; field; lra).
assert (Hx : 0 <= x < 1).
{ split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply Rmult_lt_reg_r with (ln 2); [lra|]. lra. }
assert (e1 : 1 <= exp t) by (pose proof (exp_ineq1_le t); lra).
assert (e2 : exp t < 2) by (rewrite <- (exp_ln 2) by lra; apply exp_increasing; lra).
split; [|lra].
(* both bounds have the form e^t - 1 <= u, and the difference decreases in e^t *)
assert (step : forall u, exp t - 1 <= u -> 2 * (1 - x) ^ 2 * u <= t * (2 - x) * (1 - u) ->
  2 * (1 - x) ^ 2 * (exp t - 1) <= t * (2 - x) * (2 - exp t)).
{ intros u Hu H.
  assert (A : 2 * (1 - x) ^ 2 * (exp t - 1) <= 2 * (1 - x) ^ 2 * u).
  { apply Rmult_le_compat_l; [|exact Hu]. pose proof (pow2_ge_0 (1 - x)). lra. }
  assert (B : t * (2 - x) * (1 - u) <= t * (2 - x) * (2 - exp t)).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]. }
  lra. }
destruct (Rle_lt_dec x (4 / 5)) as [small|large].
- apply (step (2 * t / (2 - t))).
  + apply Rmult_le_reg_r with (2 - t); [lra|]. replace (2 * t / (2 - t) * (2 - t)) with (2 * t) by
    (field; lra).
    pose proof (exp_pade t ltac:(lra)). lra.
  + apply Rmult_le_reg_r with (2 - t); [lra|].
    replace (2 * (1 - x) ^ 2 * (2 * t / (2 - t)) * (2 - t)) with (t * (4 * (1 - x) ^ 2)) by (field;
      lra).
    replace (t * (2 - x) * (1 - 2 * t / (2 - t)) * (2 - t)) with (t * ((2 - x) * (2 - 3 * t))) by
      (field; lra).
    apply Rmult_le_compat_l; [lra|].
    (* (2 - x)(2 - 3 t) - 4 (1 - x)^2 = x (6 - 4 x - 3 (2 - x) log 2), and log 2 < 7/10 *)
    assert (E : (2 - x) * (2 - 3 * t) - 4 * (1 - x) ^ 2 = x * (6 - 4 * x - 3 * (2 - x) * ln 2)) by
      (rewrite Ex; ring).
    assert (F : 3 * (2 - x) * ln 2 <= 3 * (2 - x) * (70 / 100)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= x * (6 - 4 * x - 3 * (2 - x) * ln 2)) by (apply Rmult_le_pos; lra). lra.
- apply (step x).
  + pose proof (exp_chord t ltac:(lra)) as C. fold x in C. lra.
  + (* 2 (1 - x) <= log 2 (2 - x) *)
    assert (A : 69 / 100 * (2 - x) <= ln 2 * (2 - x)) by (apply Rmult_le_compat_r; lra).
    replace (2 * (1 - x) ^ 2 * x) with (x * (1 - x) * (2 * (1 - x))) by ring.
    replace (t * (2 - x) * (1 - x)) with (x * (1 - x) * (ln 2 * (2 - x))) by (rewrite Ex; ring).
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra].
Qed.

(* above: G' is at least sigma^2 times the difference of the two sides of [scale], since mu <= 1 *)
Lemma sub_above t p : 0 <= t < ln 2 -> 1 / 2 <= p <= 1 -> sub t (t ^ 2 / (2 * (1 - t / ln 2))) p.
Proof.
intros Ht Hp. pose proof ln_2 as L. set (mu := (1 - p) / p).
assert (Hm : 0 <= mu <= 1).
{ unfold mu. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply Rmult_le_reg_r with p; [lra|]. replace ((1 - p) / p * p) with (1 - p) by (field; lra). lra.
    }
assert (dom : forall x, 0 <= x <= t -> 0 < 1 - x / ln 2 /\ 0 <= exp x - 1 /\
  0 < 1 - mu * (exp x - 1) /\ 2 - exp x <= 1 - mu * (exp x - 1)).
{ intros x Hx. destruct (scale x ltac:(lra)) as [_ P].
  assert (e1 : 1 <= exp x) by (pose proof (exp_ineq1_le x); lra).
  assert (mu * (exp x - 1) <= 1 * (exp x - 1)) by (apply Rmult_le_compat_r; lra).
  split; [|lra]. assert (x / ln 2 < 1); [|lra]. apply Rmult_lt_reg_r with (ln 2); [lra|].
  replace (x / ln 2 * ln 2) with x by (field; lra). lra. }
destruct (dom t ltac:(lra)) as [D1 [D2 [D3 _]]].
assert (N : p * (1 - mu * (exp t - 1)) = 1 - (1 - p) * exp t) by (unfold mu; field; lra).
assert (N0 : 0 < 1 - (1 - p) * exp t) by (rewrite <- N; apply Rmult_lt_0_compat; lra).
split; [lra|]. split; [lra|].
assert (E1 : p / (1 - (1 - p) * exp t) = / (1 - mu * (exp t - 1))) by (rewrite <- N; field; split;
  lra).
assert (E2 : t * ((1 - p) / p) + t ^ 2 / (2 * (1 - t / ln 2)) * ((1 - p) / p ^ 2) =
  mu * t + mu * (1 + mu) * (t ^ 2 / (2 * (1 - t / ln 2)))).
{ replace ((1 - p) / p ^ 2) with (mu * (1 + mu)) by (unfold mu; field; lra). fold mu. ring. }
rewrite E1, E2.
set (G := fun x => mu * x + mu * (1 + mu) * (x ^ 2 / (2 * (1 - x / ln 2))) + ln (1 - mu * (exp x -
  1))).
assert (P : G 0 <= G t).
{ apply (least_at G (fun x => mu + mu * (1 + mu) * (x * (2 - x / ln 2) / (2 * (1 - x / ln 2) ^ 2))
    - mu * exp x / (1 - mu * (exp x - 1)))).
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra.
    destruct (dom x Hx) as [A1 [A2 [A3 _]]].
    unfold G. generalize (ln 2) L A1. intros l Hl A. auto_derive; [repeat split; lra|].
    assert (l - x <> 0) by (intros e; apply (Rlt_irrefl 0); apply Rlt_le_trans with (1 := A); right;
      replace x with l by lra; field; lra).
    field. repeat split; lra.
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra.
    destruct (dom x ltac:(lra)) as [A1 [A2 [A3 A4]]].
    destruct (scale x ltac:(lra)) as [S1 S2]. apply Rmult_le_pos; [|lra].
    replace (mu + mu * (1 + mu) * (x * (2 - x / ln 2) / (2 * (1 - x / ln 2) ^ 2)) - mu * exp x / (1
      - mu * (exp x - 1)))
      with (mu * (1 + mu) * (x * (2 - x / ln 2) / (2 * (1 - x / ln 2) ^ 2) - (exp x - 1) / (1 - mu *
        (exp x - 1))))
      by (generalize dependent (x / ln 2); intros; field; lra).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
    assert (B1 : (exp x - 1) / (1 - mu * (exp x - 1)) <= (exp x - 1) / (2 - exp x)).
    { apply Rmult_le_compat_l; [exact A2|]. apply Rinv_le_contravar; lra. }
    assert (Sq : 0 < 2 * (1 - x / ln 2) ^ 2) by (pose proof (pow_lt (1 - x / ln 2) 2 A1); lra).
    assert (B2 : (exp x - 1) / (2 - exp x) <= x * (2 - x / ln 2) / (2 * (1 - x / ln 2) ^ 2)).
    { apply Rmult_le_reg_r with (2 - exp x); [exact S2|].
      replace ((exp x - 1) / (2 - exp x) * (2 - exp x)) with (exp x - 1) by (field; lra).
      apply Rmult_le_reg_l with (1 := Sq).
      replace (2 * (1 - x / ln 2) ^ 2 * (x * (2 - x / ln 2) / (2 * (1 - x / ln 2) ^ 2) * (2 - exp
        x)))
        with (x * (2 - x / ln 2) * (2 - exp x)) by (generalize dependent (x / ln 2); intros; field;
          lra). exact S1. }
    lra. }
assert (G0 : G 0 = 0).
{ unfold G. rewrite exp_0. replace (1 - mu * (1 - 1)) with 1 by ring. rewrite ln_1. field. lra. }
rewrite G0 in P. unfold G in P.
rewrite <- (exp_ln (/ (1 - mu * (exp t - 1)))) by (now apply Rinv_0_lt_compat).
rewrite ln_Rinv by lra.
destruct (Rle_lt_or_eq_dec (- ln (1 - mu * (exp t - 1))) (mu * t + mu * (1 + mu) * (t ^ 2 / (2 * (1
  - t / ln 2))))) as [lt|eq]; [lra| |].
- left. now apply exp_increasing.
- right. now rewrite eq.
Qed.

(** * The tails *)

Lemma variances_means ps : (forall p, In p ps -> 1 / 2 <= p <= 1) ->
  variances_of ps <= 2 * means_of ps /\ 0 <= means_of ps.
Proof.
induction ps as [|p ps IH]; intros Hp; cbn [variances_of means_of]; [lra|].
destruct (IH (fun q i => Hp q (or_intror i))) as [I1 I2].
  pose proof (Hp p (or_introl eq_refl)) as P.
assert (A : 0 <= (1 - p) / p) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
assert (B : (1 - p) / p ^ 2 <= 2 * ((1 - p) / p)).
{ replace ((1 - p) / p ^ 2) with (/ p * ((1 - p) / p)) by (field; lra). apply Rmult_le_compat_r;
  [exact A|].
  apply Rmult_le_reg_r with p; [lra|]. rewrite Rinv_l by lra. lra. }
lra.
Qed.
(* S >= 0 *)
Lemma clicks_nonneg ys : 0 <= clicks_of ys.
Proof. induction ys as [|y ys IH]; cbn [clicks_of]; [lra|]. pose proof (pos_INR y). lra. Qed.

(* an indicator is at most an exponential *)
Lemma indicator_exp u v t : 0 <= t -> 0 <= (if Rle_dec v u then 1 else 0) <= exp (t * (u - v)).
Proof.
intros Ht. destruct (Rle_dec v u) as [le|]; [|pose proof (exp_pos (t * (u - v))); lra].
split; [lra|]. assert (0 <= t * (u - v)) by (apply Rmult_le_pos; lra).
  pose proof (exp_ineq1_le (t * (u - v))). lra.
Qed.

Section Tails.
Variable ps : list R.
Variable C : R.
Hypothesis HV : 0 < variances_of ps.
Hypothesis HC : 1 <= C.
Notation V := (variances_of ps).
Notation m := (means_of ps).

(* w = sqrt(2 t / V), t = log C *)
Definition w : R := sqrt (2 * V * ln C) / V.
(* log C >= 0 *)
Lemma ln_C : 0 <= ln C.
Proof. rewrite <- ln_1. destruct (Req_dec C 1) as [->|n]; [lra|left; apply ln_increasing; lra]. Qed.
(* V w^2 = 2 log C *)
Lemma w_facts : 0 <= w /\ sqrt (2 * V * ln C) = V * w /\ V * w ^ 2 = 2 * ln C.
Proof.
pose proof ln_C as T. assert (E : sqrt (2 * V * ln C) = V * w) by (unfold w; field; lra).
split; [apply Rmult_le_pos; [apply sqrt_pos|left; now apply Rinv_0_lt_compat]|]. split; [exact E|].
apply Rmult_eq_reg_l with V; [|lra]. replace (V * (V * w ^ 2)) with ((V * w) * (V * w)) by ring.
rewrite <- E, sqrt_sqrt; [ring|]. apply Rmult_le_pos; lra.
Qed.
(* e^(- log C) = 1 / C *)
Lemma exp_minus_ln : exp (- ln C) = / C.
Proof. rewrite exp_Ropp, exp_ln by lra. reflexivity. Qed.

(* Chernoff's bound at - w *)
Lemma lower : (forall p, In p ps -> 0 < p <= 1) ->
  chance_at_least ps (fun ys => m - clicks_of ys) (fun _ => sqrt (2 * V * ln C)) <= / C.
Proof.
intros Hp. destruct w_facts as [w0 [E1 E2]]. unfold chance_at_least. rewrite E1.
destruct (chernoff ps (- w) (w ^ 2 / 2) (fun ys => if Rle_dec (V * w) (m - clicks_of ys) then 1 else
  0)
  (exp (w * (m - V * w)))) as [_ U].
- intros p i. apply sub_below; [exact w0|now apply Hp].
- left. apply exp_pos.
- intros ys. rewrite <- exp_plus. replace (w * (m - V * w) + - w * clicks_of ys) with (w * (m -
  clicks_of ys - V * w)) by ring.
  now apply indicator_exp.
- apply Rle_trans with (1 := U). rewrite <- exp_plus, <- exp_minus_ln. right. f_equal.
  replace (- ln C) with (- (V * w ^ 2) / 2) by lra. field.
Qed.

(* Chernoff's bound at w / (1 + w / log 2) *)
Lemma upper : (forall p, In p ps -> 1 / 2 <= p <= 1) ->
  chance_at_least ps (fun ys => clicks_of ys - m) (fun _ =>
    sqrt (2 * V * ln C) + ln C / ln 2) <= / C.
Proof.
intros Hp. destruct w_facts as [w0 [E1 E2]]. unfold chance_at_least. rewrite E1.
  pose proof ln_2 as L.
assert (W : 0 <= w / ln 2) by (apply Rmult_le_pos; [exact w0|left; apply Rinv_0_lt_compat; lra]).
set (s := w / (1 + w / ln 2)).
assert (s0 : 0 <= s) by (apply Rmult_le_pos; [exact w0|left; apply Rinv_0_lt_compat; lra]).
assert (s1 : s < ln 2).
{ apply Rmult_lt_reg_r with (1 + w / ln 2); [lra|]. unfold s.
  replace (w / (1 + w / ln 2) * (1 + w / ln 2)) with w by (field; lra).
  replace (ln 2 * (1 + w / ln 2)) with (ln 2 + w) by (field; lra). lra. }
destruct (chernoff ps s (s ^ 2 / (2 * (1 - s / ln 2)))
  (fun ys => if Rle_dec (V * w + ln C / ln 2) (clicks_of ys - m) then 1 else 0)
  (exp (- (s * (m + V * w + ln C / ln 2))))) as [_ U].
- intros p i. apply sub_above; [lra|now apply Hp].
- left. apply exp_pos.
- intros ys. rewrite <- exp_plus.
  replace (- (s * (m + V * w + ln C / ln 2)) + s * clicks_of ys) with (s * (clicks_of ys - m - (V *
    w + ln C / ln 2))) by ring.
  now apply indicator_exp.
- apply Rle_trans with (1 := U). rewrite <- exp_plus, <- exp_minus_ln. right. f_equal.
  assert (F : 1 - s / ln 2 = / (1 + w / ln 2)) by (unfold s; field; lra).
  rewrite F. replace (ln C) with (V * w ^ 2 / 2) by lra. unfold s. field. lra.
Qed.

(* where neither tail is met, the sharpened radius holds *)
Lemma radius S t : 0 <= S -> 0 <= m -> V <= 2 * m -> 0 <= t -> m - S < sqrt (2 * V * t) ->
  S - m < sqrt (2 * V * t) + t / ln 2 ->
  Rabs (S - m) <= sqrt (4 * S * t) + 4 * t.
Proof.
intros HS Hm HVm Ht lo up. pose proof ln_2 as L.
assert (R : sqrt (2 * V * t) <= sqrt (4 * m * t)).
{ apply sqrt_le_1_alt. apply Rmult_le_compat_r; lra. }
assert (T : t / ln 2 <= 4 * t).
{ apply Rmult_le_reg_r with (ln 2); [lra|]. replace (t / ln 2 * ln 2) with t by (field; lra).
  assert (t * (4 * (1 / 4)) <= t * (4 * ln 2)) by (apply Rmult_le_compat_l; lra). lra. }
pose proof (sqrt_pos (4 * S * t)) as b0. pose proof (sqrt_pos (4 * m * t)) as a0.
destruct (Rle_lt_dec m S) as [le|lt].
- assert (sqrt (4 * m * t) <= sqrt (4 * S * t)) by (apply sqrt_le_1_alt, Rmult_le_compat_r; lra).
  rewrite Rabs_pos_eq by lra. lra.
- rewrite Rabs_minus_sym, Rabs_pos_eq by lra.
  assert (a2 : sqrt (4 * m * t) * sqrt (4 * m * t) = 4 * m * t) by (apply sqrt_sqrt, Rmult_le_pos;
    lra).
  assert (b2 : sqrt (4 * S * t) * sqrt (4 * S * t) = 4 * S * t) by (apply sqrt_sqrt, Rmult_le_pos;
    lra).
  set (a := sqrt (4 * m * t)) in *. set (b := sqrt (4 * S * t)) in *.
  (* (a - b)(a + b) = 4 t (m - S) <= 4 t a, so a - b <= 4 t *)
  apply Rnot_lt_le. intros bad.
  assert (A : 4 * t < a - b) by lra. assert (pos : 0 < a + b) by lra.
  assert (B : 4 * t * (a + b) < (a - b) * (a + b)) by (apply Rmult_lt_compat_r; lra).
  assert (D : 4 * t * (m - S) <= 4 * t * a) by (apply Rmult_le_compat_l; lra).
  assert (0 <= 4 * t * b) by (apply Rmult_le_pos; lra). lra.
Qed.

(* the two tails, added *)
Lemma both u v : (forall p, In p ps -> 1 / 2 <= p <= 1) ->
  (forall ys, v ys < u ys -> m - clicks_of ys < sqrt (2 * V * ln C) ->
     clicks_of ys - m < sqrt (2 * V * ln C) + ln C / ln 2 -> False) ->
  chance_more ps u v <= 2 / C.
Proof.
intros Hp H. assert (Hp' : forall p, In p ps -> 0 < p <= 1) by (intros p i; specialize (Hp p i);
  lra).
set (f := fun ys => if Rle_dec (sqrt (2 * V * ln C)) (m - clicks_of ys) then 1 else 0).
set (g := fun ys => if Rle_dec (sqrt (2 * V * ln C) + ln C / ln 2) (clicks_of ys - m) then 1 else
  0).
assert (F : forall ys, 0 <= f ys <= 1) by (intros ys; unfold f; destruct (Rle_dec _ _); lra).
assert (G : forall ys, 0 <= g ys <= 1) by (intros ys; unfold g; destruct (Rle_dec _ _); lra).
apply Rle_trans with (mean_of_counts ps (fun ys => f ys + g ys)).
- unfold chance_more. apply mean_le; [exact Hp'| | |].
  + intros ys. destruct (Rlt_dec _ _); lra.
  + intros ys. specialize (F ys). specialize (G ys). lra.
  + intros ys. destruct (Rlt_dec _ _) as [out|]; [|specialize (F ys); specialize (G ys); lra].
    specialize (F ys). specialize (G ys). unfold f, g in *.
    destruct (Rle_dec (sqrt (2 * V * ln C)) (m - clicks_of ys)) as [|lo]; [lra|].
    destruct (Rle_dec (sqrt (2 * V * ln C) + ln C / ln 2) (clicks_of ys - m)) as [|up]; [lra|].
    destruct (H ys out (Rnot_le_lt _ _ lo) (Rnot_le_lt _ _ up)).
- rewrite mean_plus by assumption. pose proof (lower Hp') as A. pose proof (upper Hp) as B.
  unfold chance_at_least in A, B. fold f in A. fold g in B. lra.
Qed.
End Tails.

(** Where all parameters are 1, no count is positive. *)
Lemma frozen ps : (forall p, In p ps -> 1 / 2 <= p <= 1) ->
  0 < variances_of ps \/ variances_of ps = 0 /\ means_of ps = 0 /\ (forall p, In p ps -> p = 1).
Proof.
induction ps as [|p ps IH]; intros Hp; cbn [variances_of means_of]; [right; repeat split;
  intros q []|].
pose proof (Hp p (or_introl eq_refl)) as P. destruct (Req_dec p 1) as [->|ne].
- destruct (IH (fun q i => Hp q (or_intror i))) as [V|[V [M A]]]; [left; lra|right].
  split; [lra|]. split; [lra|]. intros q [<-|i]; [reflexivity|now apply A].
- left. assert (0 < (1 - p) / p ^ 2) by (apply Rdiv_lt_0_compat; [lra|apply pow_lt; lra]).
  destruct (variances_means ps (fun q i => Hp q (or_intror i))) as [A B].
  assert (Z : 0 <= variances_of ps); [|lra].
  clear - Hp. assert (H : forall q, In q ps -> 1 / 2 <= q <= 1) by (intros q i; apply Hp;
    now right). clear Hp.
  induction ps as [|q ps IH]; cbn [variances_of]; [lra|]. pose proof (H q (or_introl eq_refl)).
  assert (0 <= (1 - q) / q ^ 2) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, pow_lt;
    lra]).
  specialize (IH (fun r i => H r (or_intror i))). lra.
Qed.
(* Chernoff's bound at log 2 *)
Lemma no_clicks ps C f : (forall p, In p ps -> p = 1) -> variances_of ps = 0 -> means_of ps = 0 ->
  1 <= C ->
  (forall ys, 0 <= f ys <= if Rle_dec (ln C / ln 2) (clicks_of ys) then 1 else 0) ->
    mean_of_counts ps f <= / C.
Proof.
intros A V M HC F. pose proof ln_2 as L. destruct (chernoff ps (ln 2) 0 f (exp (- ln C))) as [_ U].
- intros p i. rewrite (A p i). split; [lra|]. replace (1 - 1) with 0 by ring. rewrite !Rmult_0_l.
  split; [lra|].
  replace (ln 2 * (0 / 1) + 0) with 0 by field. rewrite exp_0. lra.
- left. apply exp_pos.
- intros ys. split; [apply F|]. apply Rle_trans with (1 := proj2 (F ys)). rewrite <- exp_plus.
  replace (- ln C + ln 2 * clicks_of ys) with (ln 2 * (clicks_of ys - ln C / ln 2)) by (field; lra).
  apply indicator_exp. lra.
- apply Rle_trans with (1 := U). rewrite V, M, <- (exp_minus_ln C HC).
  replace (ln 2 * 0 + 0 * 0) with 0 by ring. rewrite exp_0. lra.
Qed.

(* the statements *)
Theorem lower_tail : mnl_lower_tail.
Proof. intros ps C Hp HV HC. now apply lower. Qed.
Theorem upper_tail : mnl_upper_tail.
Proof.
intros ps C Hp HC. destruct (frozen ps Hp) as [HV|[V [M A]]]; [now apply upper|].
apply no_clicks; try assumption. intros ys. rewrite V, M. replace (2 * 0 * ln C) with 0 by ring.
  rewrite sqrt_0, Rplus_0_l, Rminus_0_r.
destruct (Rle_dec _ _); lra.
Qed.
(* 2 / C is more than 1 / C, and 4 more than 1 / log 2 *)
Lemma frozen_more ps C u v : (forall p, In p ps -> p = 1) -> variances_of ps = 0 ->
  means_of ps = 0 -> 1 <= C ->
  (forall ys, v ys < u ys -> 4 * ln C < clicks_of ys) -> chance_more ps u v <= 2 / C.
Proof.
intros A V M HC H. pose proof ln_2 as L. assert (0 < / C) by (apply Rinv_0_lt_compat; lra).
  pose proof (ln_C C HC) as T.
apply Rle_trans with (/ C); [|lra]. apply no_clicks; try assumption. intros ys.
destruct (Rlt_dec _ _) as [out|]; [|destruct (Rle_dec _ _); lra]. specialize (H ys out).
destruct (Rle_dec _ _) as [|no]; [lra|exfalso; apply no]. apply Rmult_le_reg_r with (ln 2); [lra|].
replace (ln C / ln 2 * ln 2) with (ln C) by (field; lra).
assert (4 * ln C * (69 / 100) <= clicks_of ys * ln 2) by (apply Rmult_le_compat; lra). lra.
Qed.
Theorem theorem_3_fixed : mnl_theorem_3_fixed.
Proof.
intros ps C Hp HC. pose proof ln_2 as L. pose proof (ln_C C HC) as T.
  destruct (frozen ps Hp) as [HV|[V [M A]]].
- apply both; try assumption. intros ys out lo up. assert (ln C / ln 2 <= 4 * ln C).
  { apply Rmult_le_reg_r with (ln 2); [lra|]. replace (ln C / ln 2 * ln 2) with (ln C) by (field;
    lra).
    assert (ln C * (4 * (69 / 100)) <= ln C * (4 * ln 2)) by (apply Rmult_le_compat_l; lra). lra. }
  unfold Rabs in out. destruct (Rcase_abs _) in out; lra.
- apply frozen_more; try assumption. intros ys out. rewrite V, M, Rminus_0_r in out.
  rewrite Rabs_pos_eq in out by apply clicks_nonneg. pose proof (sqrt_pos (2 * 0 * ln C)). lra.
Qed.
Theorem equation_8_fixed : mnl_equation_8_fixed.
Proof.
intros ps C Hp HC. pose proof (ln_C C HC) as T. destruct (variances_means ps Hp) as [VM M0].
destruct (frozen ps Hp) as [HV|[V [M A]]].
- apply both; try assumption. intros ys out lo up.
  pose proof (radius ps (clicks_of ys) (ln C) (clicks_nonneg ys) M0 VM T lo up). lra.
- apply frozen_more; try assumption. intros ys out. rewrite M, Rminus_0_r in out.
  rewrite Rabs_pos_eq in out by apply clicks_nonneg. pose proof (sqrt_pos (4 * clicks_of ys * ln
    C)). lra.
Qed.

(** Theorem 3 of Grant and Leslie (2023) where the parameters depend on the past: straight lines,
    each of which is
    crossed with a small chance, ever, and a few of which lie below the radius. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Deviance GeometricTails.
Import ListNotations.
Open Scope R_scope.

(** * Means of a rule *)

(* bounded terms with chances: the series converges, and is within the bounds *)
Lemma averaged w f a b : is_series w 1 -> (forall z, 0 <= w z) -> (forall z, a <= f z <= b) ->
  ex_series (fun z => w z * f z) /\ a <= Series (fun z => w z * f z) <= b.
Proof.
intros W W0 Hf.
assert (X : ex_series (fun z => w z * f z)).
{ apply (ex_series_le (fun z => w z * f z) (fun z => (Rabs a + Rabs b) * w z)).
  - intros z. change (Rabs (w z * f z) <= (Rabs a + Rabs b) * w z).
    rewrite Rabs_mult, (Rabs_pos_eq (w z)) by apply W0. rewrite Rmult_comm. apply Rmult_le_compat_r;
      [apply W0|].
    specialize (Hf z). apply Rabs_le. pose proof (Rle_abs b). pose proof (Rle_abs (- a)).
      rewrite Rabs_Ropp in *.
    pose proof (Rabs_pos a). pose proof (Rabs_pos b). lra.
  - exists ((Rabs a + Rabs b) * 1). now apply (is_series_scal (Rabs a + Rabs b) w). }
assert (C : forall c, is_series (fun z => c * w z) c).
{ intros c. assert (S : is_series (fun z => c * w z) (c * 1)) by (now apply (is_series_scal c w)).
  now rewrite Rmult_1_r in S. }
split; [exact X|]. pose proof (Series_correct _ X) as S. split.
- apply (series_monotone (fun z => a * w z) (fun z => w z * f z) a _ (C a) S).
  intros z. rewrite (Rmult_comm (w z)). apply Rmult_le_compat_r; [apply W0|apply Hf].
- apply (series_monotone (fun z => w z * f z) (fun z => b * w z) _ b S (C b)).
  intros z. rewrite (Rmult_comm (w z)). apply Rmult_le_compat_r; [apply W0|apply Hf].
Qed.

Lemma nothing p : 0 < p <= 1 -> is_series (fun y => 0 * (p * (1 - p) ^ y)) 0.
Proof.
intros Hp. assert (S : is_series (fun y => 0 * (p * (1 - p) ^ y)) (0 * 1)) by (apply (is_series_scal
  0 (fun y => p * (1 - p) ^ y)); now apply weights).
now rewrite Rmult_0_l in S.
Qed.

Section Rule.
Variables chances par : past -> nat -> R.
Hypothesis rule : is_rule chances par.
(* the rule in pieces *)
Lemma par_range h z : 1 / 2 <= par h z <= 1. Proof. apply rule. Qed.
Lemma chances_sum h : is_series (chances h) 1. Proof. apply rule. Qed.
Lemma chances_nonneg h z : 0 <= chances h z. Proof. apply rule. Qed.

Lemma after_between f a b : (forall h, a <= f h <= b) -> forall n h,
  a <= mean_after chances par n h f <= b.
Proof.
intros Hf n. induction n as [|n IH]; intros h; cbn [mean_after]; [apply Hf|].
apply averaged; [apply chances_sum|apply chances_nonneg|]. intros z.
apply weighted; [pose proof (par_range h z); lra|]. intros y. apply IH.
Qed.

(* a wider event has a larger chance *)
Lemma after_le f g : (forall h, 0 <= f h <= 1) -> (forall h, 0 <= g h <= 1) -> (forall h,
  f h <= g h) ->
  forall n h, mean_after chances par n h f <= mean_after chances par n h g.
Proof.
intros Hf Hg H n. induction n as [|n IH]; intros h; cbn [mean_after]; [apply H|].
assert (Q : forall f z, (forall h, 0 <= f h <= 1) ->
  ex_series (fun y => par h z * (1 - par h z) ^ y * mean_after chances par n ((z, y) :: h) f) /\
  0 <= Series (fun y => par h z * (1 - par h z) ^ y * mean_after chances par n ((z,
    y) :: h) f) <= 1).
{ intros k z Hk. apply weighted; [pose proof (par_range h z); lra|]. intros y.
  now apply after_between. }
assert (A : forall f, (forall h, 0 <= f h <= 1) -> ex_series (fun z => chances h z *
  Series (fun y => par h z * (1 - par h z) ^ y * mean_after chances par n ((z, y) :: h) f))).
{ intros k Hk. apply (averaged (chances h) _ 0 1 (chances_sum h) (chances_nonneg h)). intros z.
  now apply Q. }
apply (series_monotone _ _ _ _ (Series_correct _ (A f Hf)) (Series_correct _ (A g Hg))). intros z.
apply Rmult_le_compat_l; [apply chances_nonneg|].
apply (series_monotone _ _ _ _ (Series_correct _ (proj1 (Q f z Hf))) (Series_correct _ (proj1 (Q g z
  Hg)))). intros y.
destruct (weights (par h z) ltac:(pose proof (par_range h z); lra)) as [_ W0].
  apply Rmult_le_compat_l; [apply W0|apply IH].
Qed.
Lemma indicated E h : 0 <= ind (ever E h) 1 <= 1.
Proof. destruct (ever E h); simpl; lra. Qed.
Lemma chance_ever_le E E' n : (forall h, E h = true -> E' h = true) ->
  chance_ever chances par n E <= chance_ever chances par n E'.
Proof.
intros H. apply after_le; try apply indicated. intros h.
assert (I : ever E h = true -> ever E' h = true).
{ induction h as [|e h IH]; cbn [ever]; rewrite !Bool.orb_true_iff; intros [a|a]; auto. }
destruct (ever E h); cbn [ind]; [rewrite I by reflexivity; apply Rle_refl|apply indicated].
Qed.
Lemma chance_ever_one E n : chance_ever chances par n E <= 1.
Proof. apply (after_between _ 0 1). apply indicated. Qed.

(* what does not grow in the mean: after each signal, the mean over the count is at most what it was
   *)
Definition tame (G : past -> R) : Prop := forall h, 0 <= G h /\
  forall z, exists s, is_series (fun y => par h z * (1 - par h z) ^ y * G ((z, y) :: h)) s /\
    s <= G h.

Lemma after_tame G : tame G -> forall n h, 0 <= mean_after chances par n h G <= G h.
Proof.
intros HG n. induction n as [|n IH]; intros h; cbn [mean_after]; [split;
  [apply HG|apply Rle_refl]|].
apply (averaged (chances h) (fun z => Series (fun y => par h z * (1 - par h z) ^ y * mean_after
  chances par n ((z, y) :: h) G)) 0 (G h)
  (chances_sum h) (chances_nonneg h)).
intros z. destruct (HG h) as [_ HT]. destruct (HT z) as [s [T le]].
destruct (weights (par h z) ltac:(pose proof (par_range h z); lra)) as [_ W0].
assert (D : forall y, 0 <= par h z * (1 - par h z) ^ y * mean_after chances par n ((z,
  y) :: h) G <= par h z * (1 - par h z) ^ y * G ((z, y) :: h)).
{ intros y. specialize (W0 y). split; [apply Rmult_le_pos; [exact W0|apply IH]|].
  apply Rmult_le_compat_l; [exact W0|apply IH]. }
assert (X : ex_series (fun y => par h z * (1 - par h z) ^ y * mean_after chances par n ((z,
  y) :: h) G)).
{ apply (ex_series_le (fun y => par h z * (1 - par h z) ^ y * mean_after chances par n ((z,
  y) :: h) G)
    (fun y => par h z * (1 - par h z) ^ y * G ((z, y) :: h))); [|now exists s].
  intros y. change (Rabs (par h z * (1 - par h z) ^ y * mean_after chances par n ((z,
    y) :: h) G) <= par h z * (1 - par h z) ^ y * G ((z, y) :: h)).
  rewrite Rabs_pos_eq; apply D. }
split.
- apply (series_monotone (fun y => 0 * (par h z * (1 - par h z) ^ y)) _ _ _ (nothing (par h z)
  ltac:(pose proof (par_range h z); lra)) (Series_correct _ X)).
  intros y. rewrite Rmult_0_l. apply D.
- apply Rle_trans with s; [|exact le]. apply (series_monotone _ _ _ _ (Series_correct _ X) T).
  apply D.
Qed.

(* Ville's inequality, for n counts *)
Lemma ville G E x N : tame G -> 0 < x -> (forall h, (length h <= N)%nat -> E h = true ->
  x <= G h) ->
  forall n h, (length h + n <= N)%nat -> match h with [] => true | _ :: h' =>
    negb (ever E h') end = true ->
  mean_after chances par n h (fun h' => ind (ever E h') 1) <= G h / x.
Proof.
intros HG Hx HE.
assert (I : forall h, 0 <= ind (ever E h) 1 <= 1) by (intros h; destruct (ever E h); simpl; lra).
assert (X : 0 < / x) by now apply Rinv_0_lt_compat.
induction n as [|n IH]; intros h Hn New.
- cbn [mean_after]. destruct (HG h) as [G0 _]. destruct h as [|e h]; cbn [ever].
  + destruct (E []) eqn:e; cbn [orb ind]; [|apply Rmult_le_pos; lra].
    pose proof (HE [] ltac:(simpl; lia) e) as e1. apply Rmult_le_reg_r with x; [exact Hx|].
    replace (G [] / x * x) with (G []) by (field; lra). lra.
  + destruct (ever E h); [discriminate|]. destruct (E (e :: h)) eqn:e1; cbn [orb ind];
    [|apply Rmult_le_pos; lra].
    pose proof (HE (e :: h) ltac:(simpl length in *; lia) e1). apply Rmult_le_reg_r with x;
      [exact Hx|].
    replace (G (e :: h) / x * x) with (G (e :: h)) by (field; lra). lra.
- destruct (ever E h) eqn:now_.
  + (* it holds now, for it did not before *)
    assert (Eh : E h = true).
    { destruct h as [|e h]; cbn [ever] in now_; [now rewrite Bool.orb_false_r in now_|].
      destruct (ever E h); [discriminate|]. now rewrite Bool.orb_false_r in now_. }
    apply Rle_trans with 1; [apply (after_between _ 0 1 I)|].
    pose proof (HE h ltac:(lia) Eh). apply Rmult_le_reg_r with x; [exact Hx|].
    replace (G h / x * x) with (G h) by (field; lra). lra.
  + cbn [mean_after].
    set (inner := fun z => Series (fun y => par h z * (1 - par h z) ^ y *
      mean_after chances par n ((z, y) :: h) (fun h' => ind (ever E h') 1))).
    assert (B : forall z, 0 <= inner z <= G h / x).
    { intros z. pose proof (par_range h z) as P. destruct (weights (par h z) ltac:(lra)) as [_ W0].
      unfold inner.
      destruct (weighted (par h z) (fun y => mean_after chances par n ((z, y) :: h) (fun h' =>
        ind (ever E h') 1)) 0 1)
        as [S [low _]]; [lra|intros y; apply (after_between _ 0 1 I)|]. split; [exact low|].
      destruct (HG h) as [_ HT]. destruct (HT z) as [s [T le]].
      apply Rle_trans with (/ x * s); [|rewrite Rmult_comm; apply Rmult_le_compat_r; lra].
      apply (series_monotone _ (fun y => / x * (par h z * (1 - par h z) ^ y * G ((z,
        y) :: h))) _ _ (Series_correct _ S)
        (is_series_scal (/ x) _ _ T)).
      intros y. pose proof (IH ((z, y) :: h) ltac:(simpl length; lia) ltac:(cbv beta iota;
        now rewrite now_)) as J.
      apply Rle_trans with (par h z * (1 - par h z) ^ y * (G ((z, y) :: h) / x));
        [now apply Rmult_le_compat_l|].
      right. unfold Rdiv. ring. }
    apply (averaged (chances h) inner 0 (G h / x) (chances_sum h) (chances_nonneg h) B).
Qed.

(** * Lines *)

(* rho bounds the logarithm of the moment generating function of one count at s *)
Definition bounds (s : R) (rho : R -> R) : Prop := forall p, 1 / 2 <= p <= 1 ->
  (1 - p) * exp s < 1 /\ p / (1 - (1 - p) * exp s) <= exp (rho p).
Definition height (s : R) (rho : R -> R) (h : past) : R := s * clicks_in h - gathered (fun h z =>
  rho (par h z)) h.

Lemma height_tame s rho : bounds s rho -> tame (fun h => exp (height s rho h)).
Proof.
intros B h. split; [left; apply exp_pos|]. intros z. pose proof (par_range h z) as P. set (p :=
  par h z) in *.
destruct (B p P) as [D L]. exists (exp (height s rho h - rho p) * (p / (1 - (1 - p) * exp s))).
  split.
- assert (pos : 0 <= (1 - p) * exp s) by (apply Rmult_le_pos; [lra|left; apply exp_pos]).
  assert (E0 : forall y, exp (height s rho h - rho p) * (p * ((1 - p) * exp s) ^ y) =
    p * (1 - p) ^ y * exp (height s rho ((z, y) :: h))).
  { intros y. replace (height s rho ((z, y) :: h)) with (height s rho h - rho p + s * INR y).
    - rewrite exp_plus, exp_INR, Rpow_mult_distr. ring.
    - unfold height, clicks_in. cbn [map clicks_of gathered snd]. fold p. ring. }
  apply (is_series_ext (fun y => exp (height s rho h - rho p) * (p * ((1 - p) * exp s) ^ y)));
    [exact E0|].
  apply (is_series_scal (exp (height s rho h - rho p)) (fun y => p * ((1 - p) * exp s) ^ y)).
  apply (is_series_scal p (fun y => ((1 - p) * exp s) ^ y)). apply is_series_geom.
    rewrite Rabs_pos_eq; lra.
- apply Rle_trans with (exp (height s rho h - rho p) * exp (rho p)).
  + apply Rmult_le_compat_l; [left; apply exp_pos|exact L].
  + rewrite <- exp_plus. right. f_equal. ring.
Qed.

(* sums of what is tame are tame *)
Lemma tame_plus F G : tame F -> tame G -> tame (fun h => F h + G h).
Proof.
intros HF HG h. destruct (HF h) as [F0 F1]. destruct (HG h) as [G0 G1]. split; [lra|]. intros z.
destruct (F1 z) as [a [A Ha]]. destruct (G1 z) as [b [B Hb]]. exists (a + b). split; [|lra].
apply (is_series_ext (fun y => plus (par h z * (1 - par h z) ^ y * F ((z,
  y) :: h)) (par h z * (1 - par h z) ^ y * G ((z, y) :: h)))).
- intros y. unfold plus. simpl. ring.
- now apply (is_series_plus (fun y => par h z * (1 - par h z) ^ y * F ((z, y) :: h))).
Qed.
Fixpoint heights (lines : list (R * (R -> R))) (h : past) : R :=
  match lines with [] => 0 | (s, rho) :: lines' => exp (height s rho h) + heights lines' h end.
Lemma heights_tame lines : (forall s rho, In (s, rho) lines -> bounds s rho) ->
  tame (heights lines).
Proof.
induction lines as [|[s rho] lines IH]; intros B.
- intros h. split; [apply Rle_refl|]. intros z. exists 0. split; [|apply Rle_refl].
  apply (is_series_ext (fun _ => 0)); [intros y; symmetry; apply Rmult_0_r|].
  change (is_lim_seq (sum_n (fun _ : nat => 0)) 0). apply (is_lim_seq_ext (fun _ => 0));
    [|apply is_lim_seq_const].
  intros n. induction n as [|n IH]; [now rewrite sum_O|]. rewrite sum_Sn, <- IH. unfold plus. simpl.
    ring.
- apply (tame_plus (fun h => exp (height s rho h))).
  + apply height_tame, B. now left.
  + apply IH. intros s' rho' i. apply B. now right.
Qed.
Lemma heights_at lines h s rho : In (s, rho) lines -> exp (height s rho h) <= heights lines h.
Proof.
assert (pos : forall l, 0 <= heights l h).
{ intros l. induction l as [|[s' rho'] l IH]; simpl; [lra|].
  pose proof (exp_pos (height s' rho' h)). lra. }
induction lines as [|[s' rho'] lines IH]; intros i; [contradiction|]. cbn [heights].
pose proof (pos lines). pose proof (exp_pos (height s' rho' h)). destruct i as [e|i];
  [injection e as <- <-; lra|].
specialize (IH i). lra.
Qed.
Lemma heights_start lines : heights lines [] = INR (length lines).
Proof.
induction lines as [|[s rho] lines IH]; [reflexivity|]. cbn [heights length]. rewrite IH, S_INR.
unfold height, clicks_in. cbn [map clicks_of gathered]. replace (s * 0 - 0) with 0 by ring.
  rewrite exp_0. ring.
Qed.

(* an event that implies that one of the lines is met at x has a chance of e^(- x) a line *)
Theorem lines_met lines E x n : (forall s rho, In (s, rho) lines -> bounds s rho) ->
  (forall h, (length h <= n)%nat -> E h = true -> exists s rho, In (s, rho) lines /\
    x <= height s rho h) ->
  chance_ever chances par n E <= INR (length lines) * exp (- x).
Proof.
intros B M. unfold chance_ever. rewrite <- heights_start, exp_Ropp.
apply (ville (heights lines) E (exp x) n (heights_tame lines B)); [apply exp_pos| |simpl;
  lia|reflexivity].
intros h Hn e. destruct (M h Hn e) as [s [rho [i H]]]. apply Rle_trans with (exp (height s rho h));
  [|now apply heights_at].
destruct H as [lt|<-]; [left; now apply exp_increasing|apply Rle_refl].
Qed.

(* S >= 0; m and V of a past, and what they are at most *)
Lemma clicks_in_nonneg h : 0 <= clicks_in h.
Proof. apply clicks_nonneg. Qed.
Lemma mean_range p : 1 / 2 <= p <= 1 -> 0 <= (1 - p) / p <= 1.
Proof.
intros Hp. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
apply Rmult_le_reg_r with p; [lra|]. replace ((1 - p) / p * p) with (1 - p) by (field; lra). lra.
Qed.
Lemma variance_mean p : 1 / 2 <= p <= 1 -> (1 - p) / p ^ 2 = (1 - p) / p + ((1 - p) / p) ^ 2.
Proof. intros Hp. field. lra. Qed.
Lemma in_range_of h : 0 <= means_in par h <= INR (length h) /\
  means_in par h <= variances_in par h <= 2 * means_in par h /\
  (0 < variances_in par h -> means_in par h < variances_in par h).
Proof.
unfold means_in, variances_in. induction h as [|[z y] h IH]; cbn [gathered length]; [simpl INR;
  lra|]. rewrite S_INR.
pose proof (par_range h z) as P. pose proof (mean_range _ P) as M. rewrite (variance_mean _ P).
set (mu := (1 - par h z) / par h z) in *. destruct IH as [I1 [I2 I3]].
assert (Q : 0 <= mu ^ 2 <= mu).
{ split; [apply pow2_ge_0|]. assert (0 <= mu * (1 - mu)) by (apply Rmult_le_pos; lra). lra. }
repeat split; try lra. intros pos. destruct (Req_dec mu 0) as [e|ne].
- rewrite e in *. simpl pow in *. lra.
- assert (0 < mu ^ 2) by (apply pow_lt; lra). lra.
Qed.

(* sums along a past *)
Lemma gathered_scal (c : R) g h : gathered (fun h z => c * g h z) h = c * gathered g h.
Proof. induction h as [|[z y] h IH]; cbn [gathered]; [ring|rewrite IH; ring]. Qed.
Lemma gathered_plus f g h : gathered (fun h z => f h z + g h z) h = gathered f h + gathered g h.
Proof. induction h as [|[z y] h IH]; cbn [gathered]; [ring|rewrite IH; ring]. Qed.

(* the height of a line whose rho is a mixture of mean and variance *)
Definition mixed (a b : R) (p : R) : R := a * ((1 - p) / p) + b * ((1 - p) / p ^ 2).
Lemma height_mixed s a b h : height s (mixed a b) h = s * clicks_in h - a * means_in par h - b *
  variances_in par h.
Proof.
unfold height, means_in, variances_in, mixed. rewrite gathered_plus, !gathered_scal. ring.
Qed.
End Rule.

(** * The three exponents *)

(* below the mean and above, in units of the variance *)
Lemma bounds_below t : 0 <= t -> bounds (- t) (mixed (- t) (t ^ 2 / 2)).
Proof.
intros Ht p Hp. destruct (sub_below t p Ht ltac:(lra)) as [_ [D L]]. split; [exact D|].
exact L.
Qed.
Lemma bounds_above t : 0 <= t < ln 2 -> bounds t (mixed t (t ^ 2 / (2 * (1 - t / ln 2)))).
Proof. intros Ht p Hp. destruct (sub_above t p Ht Hp) as [_ [D L]]. split; [exact D|exact L]. Qed.
(* the same in units of the mean, as V <= 2 m *)
Lemma bounds_above_mean t : 0 <= t < ln 2 -> bounds t (mixed (t + t ^ 2 / (1 - t / ln 2)) 0).
Proof.
intros Ht p Hp. destruct (sub_above t p Ht Hp) as [_ [D L]]. split; [exact D|].
  apply Rle_trans with (1 := L).
pose proof ln_2 as L2. assert (lt : t / ln 2 < 1).
{ apply Rmult_lt_reg_r with (ln 2); [lra|]. replace (t / ln 2 * ln 2) with t by (field; lra). lra. }
pose proof (mean_range p Hp) as M. unfold mixed. rewrite (variance_mean p Hp). set (mu :=
  (1 - p) / p) in *.
assert (le : t * mu + t ^ 2 / (2 * (1 - t / ln 2)) * (mu + mu ^ 2) <= (t + t ^ 2 / (1 - t / ln 2)) *
  mu + 0 * (mu + mu ^ 2)).
{ assert (Z : 0 <= t ^ 2 / (2 * (1 - t / ln 2))) by (apply Rmult_le_pos; [apply pow2_ge_0|left;
  apply Rinv_0_lt_compat; lra]).
  replace (t ^ 2 / (1 - t / ln 2)) with (2 * (t ^ 2 / (2 * (1 - t / ln 2)))) by (field; lra).
  set (u := t ^ 2 / (2 * (1 - t / ln 2))) in *.
  assert (0 <= u * (mu * (1 - mu))) by (apply Rmult_le_pos; [exact Z|apply Rmult_le_pos; lra]). lra.
    }
destruct le as [lt'|<-]; [left; now apply exp_increasing|apply Rle_refl].
Qed.

(* e^(t - t^2) <= 2 - e^(- t) *)
Lemma two_minus t : 0 <= t -> exp (t - t ^ 2) <= 2 - exp (- t).
Proof.
intros Ht.
assert (pos : forall x, 0 <= x -> 0 < exp (- x) <= 1).
{ intros x Hx. split; [apply exp_pos|]. rewrite <- exp_0.
  destruct (Req_dec x 0) as [->|n]; [right; f_equal; ring|left; apply exp_increasing; lra]. }
set (G := fun x => ln (2 - exp (- x)) - x + x ^ 2).
assert (P : G 0 <= G t).
{ apply (least_at G (fun x => exp (- x) / (2 - exp (- x)) - 1 + 2 * x)).
  - intros x Hx. rewrite Rmin_left in Hx by lra. destruct (pos x ltac:(lra)). unfold G. auto_derive;
    [lra|field; lra].
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. apply Rmult_le_pos; [|lra].
    destruct (pos x ltac:(lra)) as [e0 e1]. assert (E := exp_ineq1_le (- x)).
    replace (exp (- x) / (2 - exp (- x)) - 1 + 2 * x) with ((2 * exp (- x) - 2 + 2 * x * (2 - exp (-
      x))) * / (2 - exp (- x))) by (field; lra).
    apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra].
    (* e^(-x) >= 1 - x, and for x > 1/2 the factor may be negative *)
    destruct (Rle_lt_dec x 1) as [le|gt].
    + assert (0 <= (2 - 2 * x) * (exp (- x) - (1 - x))) by (apply Rmult_le_pos; lra).
      assert (0 <= x ^ 2) by apply pow2_ge_0. lra.
    + assert (0 <= 2 * (x - 1) * (2 - exp (- x))) by (apply Rmult_le_pos; lra). lra. }
unfold G in P. rewrite Ropp_0, exp_0 in P. replace (2 - 1) with 1 in P by ring. rewrite ln_1 in P.
destruct (pos t Ht) as [e0 e1]. rewrite <- (exp_ln (2 - exp (- t))) by lra.
destruct (Rle_lt_or_eq_dec (t - t ^ 2) (ln (2 - exp (- t)))) as [lt|eq]; [lra|left;
  now apply exp_increasing|right; now rewrite eq].
Qed.
(* from below by clicks: 1 / 2 is the worst parameter *)
Lemma bounds_clicks t : 0 <= t -> bounds (- t) (mixed (- (t - t ^ 2)) 0).
Proof.
intros Ht p Hp. pose proof (mean_range p Hp) as M.
assert (Z : exp (- t) <= 1).
{ rewrite <- exp_0. destruct (Req_dec t 0) as [->|n]; [right; f_equal; ring|left;
  apply exp_increasing; lra]. }
assert (D : (1 - p) * exp (- t) <= (1 - p) * 1) by (apply Rmult_le_compat_l; lra).
split; [lra|]. set (mu := (1 - p) / p) in *. unfold mixed. fold mu.
assert (pos : 0 <= mu * (1 - exp (- t))) by (apply Rmult_le_pos; lra).
replace (p / (1 - (1 - p) * exp (- t))) with (/ (1 + mu * (1 - exp (- t)))) by (unfold mu; field;
  split; lra).
replace (- (t - t ^ 2) * mu + 0 * ((1 - p) / p ^ 2)) with (- ((t - t ^ 2) * mu)) by ring.
  rewrite (exp_Ropp ((t - t ^ 2) * mu)).
apply Rinv_le_contravar; [apply exp_pos|].
pose proof (exp_convex 0 (t - t ^ 2) mu M) as C. rewrite exp_0 in C.
replace ((1 - mu) * 0 + mu * (t - t ^ 2)) with ((t - t ^ 2) * mu) in C by ring.
apply Rle_trans with (1 := C).
assert (mu * exp (t - t ^ 2) <= mu * (2 - exp (- t))) by (apply Rmult_le_compat_l;
  [lra|now apply two_minus]). lra.
Qed.

(** * One half is the worst parameter *)

Theorem fair_case : mnl_fair_case.
Proof.
intros chances par theta n rule Ht psi W. pose proof ln_2 as L.
assert (e2 : exp theta < 2) by (rewrite <- (exp_ln 2) by lra; now apply exp_increasing).
pose proof (exp_pos theta) as e0.
assert (E : exp psi = / (2 - exp theta)) by (unfold psi; rewrite exp_Ropp, exp_ln by lra;
  reflexivity).
assert (B : bounds theta (mixed psi 0)).
{ intros p Hp. pose proof (mean_range p Hp) as M. assert (D : (1 - p) * exp theta <= 1 / 2 * exp
  theta) by (apply Rmult_le_compat_r; lra).
  split; [lra|]. set (mu := (1 - p) / p) in *. unfold mixed. fold mu.
  replace (p / (1 - (1 - p) * exp theta)) with (/ (1 - mu * (exp theta - 1))) by (unfold mu; field;
    split; lra).
  replace (psi * mu + 0 * ((1 - p) / p ^ 2)) with (- (mu * ln (2 - exp theta))) by (unfold psi;
    ring). rewrite exp_Ropp.
  apply Rinv_le_contravar; [apply exp_pos|].
  pose proof (exp_convex 0 (ln (2 - exp theta)) mu M) as C. rewrite exp_0, exp_ln in C by lra.
  replace ((1 - mu) * 0 + mu * ln (2 - exp theta)) with (mu * ln (2 - exp theta)) in C by ring. lra.
    }
assert (EW : forall h, exp (height par theta (mixed psi 0) h) = W h).
{ intros h. unfold W. rewrite height_mixed. f_equal. ring. }
assert (HW : tame par W).
{ intros h. destruct (height_tame chances par rule theta _ B h) as [G0 G1]. rewrite <- EW. split;
  [exact G0|]. intros z.
  destruct (G1 z) as [s [S le]]. exists s. split; [|exact le]. revert S. apply is_series_ext.
    intros y. now rewrite EW. }
split; [|split].
- rewrite E. replace (/ (2 - exp theta)) with (1 / 2 * / (1 - 1 / 2 * exp theta)) by (field; lra).
  assert (E0 : forall y, 1 / 2 * (1 / 2 * exp theta) ^ y = 1 / 2 * (1 - 1 / 2) ^ y * exp (theta *
    INR y)).
  { intros y. rewrite exp_INR, Rpow_mult_distr. replace (1 - 1 / 2) with (1 / 2) by field. ring. }
  apply (is_series_ext (fun y => 1 / 2 * (1 / 2 * exp theta) ^ y)); [exact E0|].
  apply (is_series_scal (1 / 2) (fun y => (1 / 2 * exp theta) ^ y)). apply is_series_geom.
    rewrite Rabs_pos_eq; lra.
- intros h z. apply HW.
- replace 1 with (W []); [now apply after_tame|]. unfold W, clicks_in, means_in.
  cbn [map clicks_of gathered].
  replace (theta * 0 - psi * 0) with 0 by ring. apply exp_0.
Qed.

(** * Which lines lie below a radius *)

(* a number between the ends of a row of cells is in one of them *)
Lemma cell (f : nat -> R) x N : f 0%nat < x -> x <= f N -> exists j, (j < N)%nat /\
  f j <= x <= f (S j).
Proof.
induction N as [|N IH]; intros A B; [lra|]. destruct (Rle_lt_dec x (f N)) as [le|gt].
- destruct (IH A le) as [j [Hj C]]. exists j. split; [lia|exact C].
- exists N. split; [lia|lra].
Qed.
(* V = 2 t w^2 *)
Lemma curve t V eta : 0 < t -> 0 <= V -> 0 <= eta ->
  exists w, 0 <= w /\ V = 2 * t * w ^ 2 /\ sqrt (2 * eta * V * t) = 2 * t * w * sqrt eta.
Proof.
intros Ht HV He. exists (sqrt (V / (2 * t))). set (w := sqrt (V / (2 * t))).
assert (w0 : 0 <= w) by apply sqrt_pos.
assert (E : V = 2 * t * w ^ 2).
{ replace (w ^ 2) with (w * w) by ring. unfold w. rewrite sqrt_sqrt; [field; lra|].
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
split; [exact w0|]. split; [exact E|]. pose proof (sqrt_pos eta) as s0. apply sqrt_lem_1.
- repeat apply Rmult_le_pos; lra.
- repeat apply Rmult_le_pos; lra.
- rewrite E. replace (2 * t * w * sqrt eta * (2 * t * w * sqrt eta)) with (4 * t ^ 2 * w ^ 2 * (sqrt
  eta * sqrt eta)) by ring.
  rewrite sqrt_sqrt by exact He. ring.
Qed.
(* the line of w0 is met at t where the radius is *)
Definition reaches (eta w w0 : R) : Prop := (w - sqrt eta * w0) ^ 2 <= (eta - 1) * w0 ^ 2 + 2 * w0.
Lemma room t eta w w0 Z : 0 < t -> 0 < w0 -> 0 <= eta -> reaches eta w w0 ->
  2 * t * w * sqrt eta + 4 * t <= Z ->
  t * (w0 * (w0 + 2)) <= Z * w0 - t * w ^ 2.
Proof.
intros Ht H0 He R HZ. unfold reaches in R. pose proof (sqrt_sqrt eta He) as Q. set (a :=
  sqrt eta) in *.
assert (A : (2 * t * w * a + 4 * t) * w0 <= Z * w0) by (apply Rmult_le_compat_r; lra).
assert (B : t * ((w - a * w0) ^ 2) <= t * ((eta - 1) * w0 ^ 2 + 2 * w0)) by (apply
  Rmult_le_compat_l; lra).
rewrite <- Q in B. lra.
Qed.
(* above, with c = 1 / log 2 *)
Definition theta_above (w0 : R) : R := / (w0 + / ln 2).
Lemma theta_above_range w0 : 0 < w0 -> 0 <= theta_above w0 < ln 2 /\ 0 < / ln 2 <= 2 /\
  theta_above w0 ^ 2 / (2 * (1 - theta_above w0 / ln 2)) = / (2 * w0 * (w0 + / ln 2)).
Proof.
intros H0. pose proof ln_2 as L. assert (C : 0 < / ln 2) by (apply Rinv_0_lt_compat; lra).
assert (C2 : / ln 2 <= 2).
{ apply Rmult_le_reg_r with (ln 2); [lra|]. rewrite Rinv_l by lra. lra. }
unfold theta_above. split; [split|split].
- left. apply Rinv_0_lt_compat. lra.
- rewrite <- (Rinv_inv (ln 2)) at 2. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra|lra].
- lra.
- assert (0 < ln 2 * w0) by (apply Rmult_lt_0_compat; lra). field. repeat split; lra.
Qed.
Lemma line_above t w w0 Z : 0 < w0 -> t * (w0 * (w0 + / ln 2)) <= Z * w0 - t * w ^ 2 ->
  t <= theta_above w0 * Z - theta_above w0 ^ 2 / (2 * (1 - theta_above w0 / ln 2)) * (2 * t * w ^
    2).
Proof.
intros H0 H. destruct (theta_above_range w0 H0) as [_ [C ->]]. unfold theta_above. set (c :=
  / ln 2) in *.
assert (P : 0 < w0 * (w0 + c)) by (apply Rmult_lt_0_compat; lra).
apply Rmult_le_reg_r with (1 := P).
replace ((/ (w0 + c) * Z - / (2 * w0 * (w0 + c)) * (2 * t * w ^ 2)) * (w0 * (w0 + c))) with (Z * w0
  - t * w ^ 2) by (field; lra).
exact H.
Qed.
Lemma line_below t w w0 Z : 0 < w0 -> t * (w0 * w0) <= Z * w0 - t * w ^ 2 ->
  t <= / w0 * Z - (/ w0) ^ 2 / 2 * (2 * t * w ^ 2).
Proof.
intros H0 H. assert (P : 0 < w0 * w0) by (apply Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_r with (1 := P).
replace ((/ w0 * Z - (/ w0) ^ 2 / 2 * (2 * t * w ^ 2)) * (w0 * w0)) with (Z * w0 - t * w ^ 2) by
  (field; lra). exact H.
Qed.

(* the lines of each w0, above and below *)
Definition up (w0 : R) : R * (R -> R) :=
  (theta_above w0, mixed (theta_above w0) (theta_above w0 ^ 2 / (2 * (1 - theta_above w0 / ln 2)))).
Definition down (w0 : R) : R * (R -> R) := (- / w0, mixed (- / w0) ((/ w0) ^ 2 / 2)).
Lemma up_bounds w0 : 0 < w0 -> bounds (fst (up w0)) (snd (up w0)).
Proof. intros H. apply bounds_above. apply (theta_above_range w0 H). Qed.
Lemma down_bounds w0 : 0 < w0 -> bounds (fst (down w0)) (snd (down w0)).
Proof. intros H. apply bounds_below. left. now apply Rinv_0_lt_compat. Qed.
(* a natural power and its logarithm *)
Lemma below_pow y r N : 0 < y -> 0 < r -> ln y <= INR N * ln r -> y <= r ^ N.
Proof.
intros Hy Hr H. rewrite <- (exp_ln y Hy), <- (exp_ln r Hr), <- exp_INR.
replace (ln r * INR N) with (INR N * ln r) by ring.
destruct H as [lt|e]; [left; now apply exp_increasing|right; now rewrite e].
Qed.
Lemma root_le x y : 0 <= y -> x ^ 2 <= y ^ 2 -> x <= y.
Proof.
intros Hy H. apply Rnot_lt_le. intros bad. assert (y * y < x * x) by (apply Rmult_le_0_lt_compat;
  lra). simpl pow in H. lra.
Qed.

Section Radii.
Variables chances par : past -> nat -> R.
Hypothesis rule : is_rule chances par.
Variable n : nat.
Variable C : R.
Hypothesis HC : 1 < C.
Notation t := (ln C).
Lemma t_pos : 0 < t.
Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Lemma exp_t : exp (- t) = / C.
Proof. rewrite exp_Ropp, exp_ln by lra. reflexivity. Qed.

(* both tails, by lines at ws *)
Lemma covered eta ws : 1 <= eta -> (forall w0, In w0 ws -> 0 < w0) ->
  ((1 <= n)%nat -> forall w, 0 <= w -> w ^ 2 <= INR n / t -> exists w0, In w0 ws /\
    reaches eta w w0) ->
  chance_ever chances par n (fun h => more (Rabs (clicks_in h - means_in par h))
    (sqrt (2 * eta * variances_in par h * t) + 4 * t)) <= 2 / C * INR (length ws).
Proof.
intros He Pos Cov. pose proof t_pos as T.
replace (2 / C * INR (length ws)) with (INR (length (map up ws ++ map down ws)) * exp (- t)).
2:{ rewrite length_app, !length_map, plus_INR, exp_t. field. lra. }
apply (lines_met chances par rule).
- intros s rho i. apply in_app_or in i. destruct i as [i|i]; apply in_map_iff in i;
  destruct i as [w0 [e i]]; specialize (Pos w0 i).
  + pose proof (up_bounds w0 Pos) as B. now rewrite e in B.
  + pose proof (down_bounds w0 Pos) as B. now rewrite e in B.
- intros h Hn E. unfold more in E. destruct (Rlt_dec _ _) as [out|]; [|discriminate].
  destruct (in_range_of chances par rule h) as [M [V _]]. pose proof (le_INR _ _ Hn) as Hn'.
  destruct (curve t (variances_in par h) eta T ltac:(lra) ltac:(lra)) as [w [w0 [EV Eq]]].
    rewrite Eq in out.
  assert (n1 : (1 <= n)%nat).
  { destruct h as [|e h]; [|simpl in Hn; lia]. exfalso. unfold clicks_in, means_in in out.
    cbn [map clicks_of gathered] in out.
    rewrite Rminus_0_r, Rabs_R0 in out. pose proof (sqrt_pos eta).
      assert (0 <= 2 * t * w * sqrt eta) by (repeat apply Rmult_le_pos; lra). lra. }
  destruct (Cov n1 w w0) as [u [i R]].
  { apply Rmult_le_reg_l with (2 * t); [lra|]. rewrite <- EV.
    replace (2 * t * (INR n / t)) with (2 * INR n) by (field; lra). lra. }
  pose proof (Pos u i) as U. pose proof (theta_above_range u U) as [_ [c _]].
  assert (cu : t * (u * (u + / ln 2)) <= t * (u * (u + 2))).
  { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  assert (uu : t * (u * u) <= t * (u * (u + 2))).
  { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  destruct (Rle_lt_dec 0 (clicks_in h - means_in par h)) as [Z|Z].
  + rewrite Rabs_pos_eq in out by exact Z. pose proof (room t eta w u _ T U ltac:(lra) R (Rlt_le _ _
    out)) as A.
    exists (fst (up u)), (snd (up u)). split; [apply in_or_app; left; apply in_map_iff; exists u;
      now split|].
    unfold up. cbn [fst snd]. rewrite (height_mixed par), EV.
    pose proof (line_above t w u _ U (Rle_trans _ _ _ cu A)). lra.
  + rewrite Rabs_left in out by exact Z. pose proof (room t eta w u _ T U ltac:(lra) R (Rlt_le _ _
    out)) as A.
    exists (fst (down u)), (snd (down u)). split; [apply in_or_app; right; apply in_map_iff;
      exists u; now split|].
    unfold down. cbn [fst snd]. rewrite (height_mixed par), EV.
    pose proof (line_below t w u _ U (Rle_trans _ _ _ uu A)). lra.
Qed.

(* lines at 2 (j + 1)^2 meet end to end at 2 j (j + 1) *)
Lemma ints_reach w N : (1 <= N)%nat -> 0 <= w -> w <= 16 / 9 * INR N ^ 2 ->
  exists j, (j < N)%nat /\ reaches 1 w (2 * (INR j + 1) ^ 2).
Proof.
intros N1 w0 W. assert (P : 0 <= INR N) by apply pos_INR.
assert (reach : exists j, (j < N)%nat /\ 2 * INR j * (INR j + 1) <= w <= 2 * INR (S j) * (INR (S j)
  + 1)).
{ destruct (Req_dec w 0) as [->|ne].
  - exists 0%nat. split; [lia|]. simpl INR. lra.
  - apply (cell (fun j => 2 * INR j * (INR j + 1))); [simpl INR; lra|].
    assert (0 <= INR N ^ 2) by apply pow2_ge_0. lra. }
destruct reach as [j [Hj [a b]]]. exists j. split; [exact Hj|].
unfold reaches. rewrite sqrt_1. rewrite S_INR in b. pose proof (pos_INR j) as J. set (k :=
  INR j + 1) in *.
replace (INR j) with (k - 1) in a by (unfold k; ring).
(* |w - 2 k^2| <= 2 k *)
assert (0 <= (2 * k - (w - 2 * k ^ 2)) * (2 * k + (w - 2 * k ^ 2))) by (apply Rmult_le_pos; lra).
  lra.
Qed.
Lemma enough N : (1 <= n)%nat -> 3 / 4 * sqrt (sqrt (INR n / t)) <= INR N -> (1 <= N)%nat /\
  sqrt (INR n / t) <= 16 / 9 * INR N ^ 2.
Proof.
intros n1 HN. pose proof t_pos as T. apply le_INR in n1. simpl INR in n1.
assert (X : 0 < INR n / t) by (apply Rdiv_lt_0_compat; lra).
assert (s0 : 0 < sqrt (sqrt (INR n / t))) by (apply sqrt_lt_R0, sqrt_lt_R0, X).
assert (E : sqrt (sqrt (INR n / t)) * sqrt (sqrt (INR n / t)) = sqrt (INR n / t)) by (apply
  sqrt_sqrt, sqrt_pos).
set (s := sqrt (sqrt (INR n / t))) in *. rewrite <- E. split.
- destruct N as [|N]; [simpl INR in HN; lra|lia].
- assert (3 / 4 * s * (3 / 4 * s) <= INR N * INR N) by (apply Rmult_le_compat; lra). simpl pow. lra.
Qed.
Lemma width w : 0 <= w -> w ^ 2 <= INR n / t -> w <= sqrt (INR n / t).
Proof.
intros w0 H. rewrite <- (sqrt_pow2 w w0). now apply sqrt_le_1_alt.
Qed.

Lemma theorem_3_at N : 3 / 4 * sqrt (sqrt (INR n / t)) <= INR N ->
  chance_ever chances par n (fun h => more (Rabs (clicks_in h - means_in par h))
    (sqrt (2 * 1 * variances_in par h * t) + 4 * t)) <= 2 / C * INR N.
Proof.
intros HN. rewrite <- (length_seq N 0), <- (length_map (fun j => 2 * (INR j + 1) ^ 2) (seq 0 N)).
apply covered; [lra| |].
- intros w0 i. apply in_map_iff in i. destruct i as [j [<- _]]. pose proof (pos_INR j).
  assert (0 < (INR j + 1) ^ 2) by (apply pow_lt; lra). lra.
- intros n1 w w0 W. destruct (enough N n1 HN) as [N1 S]. apply (width w w0) in W.
  assert (P : 0 <= INR N) by apply pos_INR.
  destruct (ints_reach w N N1 w0) as [j [Hj R]]; [lra|]. exists (2 * (INR j + 1) ^ 2). split;
    [|exact R].
  apply in_map_iff. exists j. split; [reflexivity|]. apply in_seq. lia.
Qed.

(* a row of lines whose ends grow by a factor *)
Lemma peeling_at eta N : 1 < eta ->
  1 / 2 * (ln (INR n / (16 * eta * t)) / ln ((sqrt eta + sqrt (eta - 1)) ^ 2)) <= INR N ->
  chance_ever chances par n (fun h => more (Rabs (clicks_in h - means_in par h))
    (sqrt (2 * eta * variances_in par h * t) + 4 * t)) <= 2 / C * (1 + INR N).
Proof.
intros He HN. pose proof t_pos as T.
assert (a2 : sqrt eta * sqrt eta = eta) by (apply sqrt_sqrt; lra).
assert (b2 : sqrt (eta - 1) * sqrt (eta - 1) = eta - 1) by (apply sqrt_sqrt; lra).
assert (b0 : 0 < sqrt (eta - 1)) by (apply sqrt_lt_R0; lra).
assert (a1 : 1 < sqrt eta) by (rewrite <- sqrt_1; apply sqrt_lt_1; lra).
set (a := sqrt eta) in *. set (b := sqrt (eta - 1)) in *. set (r := (a + b) ^ 2) in *.
assert (r1 : 1 < r) by (unfold r; assert (1 * 1 < (a + b) * (a + b)) by (apply Rmult_le_0_lt_compat;
  lra); simpl pow; lra).
pose (ws := 2 :: map (fun j => 4 * a * r ^ j * (a + b)) (seq 0 N)).
assert (len : 1 + INR N = INR (length ws)) by (unfold ws; cbn [length]; rewrite length_map,
  length_seq, S_INR; ring).
rewrite len. assert (pw : forall j, 0 < r ^ j) by (intros; apply pow_lt; lra).
apply covered; [lra| |].
- intros w0 [<-|i]; [lra|]. apply in_map_iff in i. destruct i as [j [<- _]].
  repeat apply Rmult_lt_0_compat; try lra. apply pw.
- intros n1 w w0 W. unfold reaches. fold a. destruct (Rle_lt_dec w (4 * a)) as [le|gt].
  + exists 2. split; [now left|]. assert (0 <= w * (4 * a - w)) by (apply Rmult_le_pos; lra).
    rewrite <- a2. lra.
  + assert (X : 0 < INR n / (16 * eta * t)).
    { apply Rdiv_lt_0_compat; [apply le_INR in n1; simpl INR in n1; lra|].
      repeat apply Rmult_lt_0_compat; lra. }
    assert (lr : 0 < ln r) by (rewrite <- ln_1; apply ln_increasing; lra).
    assert (Y : INR n / (16 * eta * t) <= (r * r) ^ N).
    { apply below_pow; [exact X|apply Rmult_lt_0_compat; lra|]. rewrite ln_mult by lra.
      apply Rmult_le_reg_r with (/ ln r); [now apply Rinv_0_lt_compat|].
      replace (INR N * (ln r + ln r) * / ln r) with (2 * INR N) by (field; lra).
        unfold Rdiv in HN at 2. lra. }
    assert (end_ : w <= 4 * a * r ^ N).
    { apply root_le; [pose proof (pw N); repeat apply Rmult_le_pos; lra|].
      rewrite Rpow_mult_distr in Y.
      apply Rle_trans with (1 := W). replace (INR n / t) with (16 * eta * (INR n / (16 * eta * t)))
        by (field; lra).
      replace ((4 * a * r ^ N) ^ 2) with (16 * (a * a) * (r ^ N * r ^ N)) by ring. rewrite a2.
      apply Rmult_le_compat_l; lra. }
    destruct (cell (fun j => 4 * a * r ^ j) w N) as [j [Hj [low high]]]; [simpl pow;
      lra|exact end_|].
    exists (4 * a * r ^ j * (a + b)). split; [right; apply in_map_iff; exists j; split;
      [reflexivity|apply in_seq; lia]|].
    set (x := 4 * a * r ^ j) in *. set (v := x * (a + b)).
    assert (lo : x = (a - b) * v).
    { unfold v. replace ((a - b) * (x * (a + b))) with ((a * a - b * b) * x) by ring. rewrite a2,
      b2. ring. }
    assert (hi : 4 * a * r ^ S j = (a + b) * v) by (unfold v, x, r; simpl pow; ring).
      rewrite hi in high. rewrite lo in low.
    assert (x0 : 0 < x) by (unfold x; pose proof (pw j); repeat apply Rmult_lt_0_compat; lra).
    assert (v0 : 0 < v) by (unfold v; apply Rmult_lt_0_compat; lra).
    assert (0 <= (b * v - (w - a * v)) * (b * v + (w - a * v))) by (apply Rmult_le_pos; lra).
    replace ((eta - 1) * v ^ 2) with (b * b * (v * v)) by (rewrite b2; ring). lra.
Qed.

(** By clicks alone. *)
(* above, w^2 = m / t *)
Definition up_mean (w0 : R) : R * (R -> R) :=
  (theta_above w0, mixed (theta_above w0 + theta_above w0 ^ 2 / (1 - theta_above w0 / ln 2)) 0).
(* below, theta = 1 / (w0 + 1) *)
Definition down_clicks (w0 : R) : R * (R -> R) := (- / (w0 + 1),
  mixed (- (/ (w0 + 1) - (/ (w0 + 1)) ^ 2)) 0).

Lemma equation_8_at N : 3 / 4 * sqrt (sqrt (INR n / t)) <= INR N ->
  chance_ever chances par n (fun h => more (Rabs (clicks_in h - means_in par h))
    (sqrt (4 * clicks_in h * t) + 4 * t)) <= 2 / C * INR N.
Proof.
intros HN. pose proof t_pos as T.
pose (lines := map (fun j => up_mean (2 * (INR j + 1) ^ 2)) (seq 0 N) ++
               map (fun j => down_clicks (2 * INR j * (INR j + 1) + 1)) (seq 0 N)).
replace (2 / C * INR N) with (INR (length lines) * exp (- t)).
2:{ unfold lines. rewrite length_app, !length_map, !length_seq, plus_INR, exp_t. field. lra. }
assert (square : forall j, 0 < 2 * (INR j + 1) ^ 2).
{ intros j. pose proof (pos_INR j). assert (0 < (INR j + 1) ^ 2) by (apply pow_lt; lra). lra. }
assert (step : forall j, 0 <= 2 * INR j * (INR j + 1)) by (intros j; pose proof (pos_INR j);
  repeat apply Rmult_le_pos; lra).
apply (lines_met chances par rule).
- intros s rho i. apply in_app_or in i. destruct i as [i|i]; apply in_map_iff in i;
  destruct i as [j [e _]]; injection e as <- <-.
  + apply bounds_above_mean, theta_above_range, square.
  + apply bounds_clicks. left. apply Rinv_0_lt_compat. specialize (step j). lra.
- intros h Hn E. unfold more in E. destruct (Rlt_dec _ _) as [out|]; [|discriminate].
  destruct (in_range_of chances par rule h) as [M _]. pose proof (le_INR _ _ Hn) as Hn'.
    pose proof (clicks_in_nonneg h) as S0.
  assert (n1 : (1 <= n)%nat).
  { destruct h as [|e h]; [|simpl in Hn; lia]. exfalso. unfold clicks_in, means_in in out.
    cbn [map clicks_of gathered] in out.
    rewrite Rminus_0_r, Rabs_R0 in out. pose proof (sqrt_pos (4 * 0 * t)). lra. }
  destruct (enough N n1 HN) as [N1 Sq]. assert (P : 0 <= INR N ^ 2) by apply pow2_ge_0.
    assert (P1 : 0 <= INR N) by apply pos_INR.
  destruct (Rle_lt_dec 0 (clicks_in h - means_in par h)) as [Z|Z].
  + rewrite Rabs_pos_eq in out by exact Z.
    destruct (curve t (2 * means_in par h) 1 T ltac:(lra) ltac:(lra)) as [w [w0 [Em Eq]]].
      rewrite sqrt_1 in Eq.
    assert (le : 2 * t * w * 1 <= sqrt (4 * clicks_in h * t)).
    { rewrite <- Eq. apply sqrt_le_1_alt. replace (2 * 1 * (2 * means_in par h) * t) with (4 *
      means_in par h * t) by ring.
      apply Rmult_le_compat_r; lra. }
    assert (W : w ^ 2 <= INR n / t).
    { apply Rmult_le_reg_l with (2 * t); [lra|]. rewrite <- Em.
      replace (2 * t * (INR n / t)) with (2 * INR n) by (field; lra). lra. }
    apply (width w w0) in W.
    destruct (ints_reach w N N1 w0 ltac:(lra)) as [j [Hj R]].
    exists (theta_above (2 * (INR j + 1) ^ 2)). eexists. split.
    * apply in_or_app. left. apply in_map_iff. exists j. split; [reflexivity|apply in_seq; lia].
    * rewrite (height_mixed par). set (u := 2 * (INR j + 1) ^ 2) in *. pose proof (square j) as U.
      fold u in U.
      pose proof (theta_above_range u U) as [_ [c Et]].
      assert (cu : t * (u * (u + / ln 2)) <= t * (u * (u + 2))).
      { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
      pose proof (room t 1 w u (clicks_in h - means_in par h) T U ltac:(lra) R ltac:(rewrite sqrt_1;
        lra)) as A.
      pose proof (line_above t w u _ U (Rle_trans _ _ _ cu A)) as B.
      assert (E2 : theta_above u ^ 2 / (1 - theta_above u / ln 2) = 2 * (theta_above u ^ 2 / (2 * (1
        - theta_above u / ln 2)))).
      { destruct (theta_above_range u U) as [[_ t2] _]. pose proof ln_2 as L.
        assert (1 - theta_above u / ln 2 <> 0).
        { intros e. assert (theta_above u = ln 2); [|lra]. apply (Rmult_eq_reg_r (/ ln 2));
          [|apply Rinv_neq_0_compat; lra].
          unfold Rdiv in e. rewrite Rinv_r by lra. lra. }
        field. split; lra. }
      rewrite E2. rewrite <- Em in B. lra.
  + rewrite Rabs_left in out by exact Z.
    destruct (curve t (2 * clicks_in h) 1 T ltac:(lra) ltac:(lra)) as [w [w0 [Em Eq]]].
      rewrite sqrt_1 in Eq.
    replace (2 * 1 * (2 * clicks_in h) * t) with (4 * clicks_in h * t) in Eq by ring.
      rewrite Eq in out.
    assert (W : w ^ 2 <= INR n / t).
    { apply Rmult_le_reg_l with (2 * t); [lra|]. rewrite <- Em.
      replace (2 * t * (INR n / t)) with (2 * INR n) by (field; lra). lra. }
    apply (width w w0) in W.
    assert (reach : exists j, (j < N)%nat /\ 2 * INR j ^ 2 <= w <= 2 * INR (S j) ^ 2).
    { destruct (Req_dec w 0) as [->|ne]; [exists 0%nat; split; [lia|simpl INR; lra]|].
      apply (cell (fun j => 2 * INR j ^ 2)); [simpl INR; lra|lra]. }
    destruct reach as [j [Hj [lo hi]]]. rewrite S_INR in hi. pose proof (step j) as U.
      pose proof (pos_INR j) as J.
    exists (- / (2 * INR j * (INR j + 1) + 1 + 1)). eexists. split.
    * apply in_or_app. right. apply in_map_iff. exists j. split; [reflexivity|apply in_seq; lia].
    * rewrite (height_mixed par). set (g := 2 * INR j * (INR j + 1) + 1 + 1) in *.
      assert (R : t * ((w - (g - 1)) ^ 2) <= t * (2 * g - 3)).
      { apply Rmult_le_compat_l; [lra|].
        (* |w - (g - 1)| <= 2 j + 1 *)
        assert (0 <= (2 * INR j + 1 - (w - (g - 1))) * (2 * INR j + 1 + (w - (g - 1)))) by (apply
          Rmult_le_pos; unfold g; lra).
        replace (2 * g - 3) with ((2 * INR j + 1) ^ 2) by (unfold g; ring). lra. }
      assert (Sw : clicks_in h = t * w ^ 2) by lra.
      assert (g2 : 2 <= g) by (unfold g; lra).
      assert (A : (g - 1) * (t * w ^ 2 + 2 * t * w + 4 * t) <= (g - 1) * means_in par h) by (apply
        Rmult_le_compat_l; lra).
      assert (gg : 0 < g * g) by (apply Rmult_lt_0_compat; lra). apply Rmult_le_reg_r with (1 :=
        gg).
      replace ((- / g * clicks_in h - - (/ g - (/ g) ^ 2) * means_in par h - 0 * variances_in par h)
        * (g * g))
        with ((g - 1) * means_in par h - g * clicks_in h) by (field; lra).
      rewrite Sw. lra.
Qed.

(** * The sharper radii: lines at the level t - 1 *)

(* exp(2 / b) <= (b + 1) / (b - 1) *)
Lemma grows b : 1 < b -> exp (2 / b) * (b - 1) <= b + 1.
Proof.
intros Hb. assert (X : 0 <= 2 / b < 2).
{ split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply Rmult_lt_reg_r with b; [lra|]. replace (2 / b * b) with 2 by (field; lra). lra. }
pose proof (exp_pade (2 / b) X) as P. apply Rmult_le_reg_r with (2 / b); [apply Rdiv_lt_0_compat;
  lra|].
replace (exp (2 / b) * (b - 1) * (2 / b)) with (exp (2 / b) * (2 - 2 / b)) by (field; lra).
replace ((b + 1) * (2 / b)) with (2 + 2 / b) by (field; lra). exact P.
Qed.
(* N factors q cover what is between x0 and x0 e^(2 N / b): q x is within 1 / b of 1 *)
Definition q_of (b x0 : R) (j : nat) : R := (1 - / b) / (x0 * exp (2 / b * INR j)).
Lemma row b x0 x N : 1 < b -> 0 < x0 -> x0 < x -> b / 4 * ln (x ^ 2 / x0 ^ 2) <= INR N ->
  exists j, (j < N)%nat /\ b ^ 2 * (q_of b x0 j * x - 1) ^ 2 <= 1.
Proof.
intros Hb H0 Hx HN.
assert (E : ln (x ^ 2 / x0 ^ 2) = 2 * ln (x / x0)).
{ replace (x ^ 2 / x0 ^ 2) with (x / x0 * (x / x0)) by (field; lra).
  rewrite ln_mult by (apply Rdiv_lt_0_compat; lra). ring. }
rewrite E in HN.
destruct (cell (fun j => x0 * exp (2 / b * INR j)) x N) as [j [Hj [lo hi]]].
- simpl INR. rewrite Rmult_0_r, exp_0. lra.
- replace x with (x0 * (x / x0)) at 1 by (field; lra). apply Rmult_le_compat_l; [lra|].
  rewrite <- (exp_ln (x / x0)) by (apply Rdiv_lt_0_compat; lra).
  assert (L : ln (x / x0) <= 2 / b * INR N).
  { apply Rmult_le_reg_l with (b / 2); [lra|]. replace (b / 2 * (2 / b * INR N)) with (INR N) by
    (field; lra). lra. }
  destruct L as [lt|e]; [left; now apply exp_increasing|right; now rewrite e].
- exists j. split; [exact Hj|]. rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus in hi.
  set (y := x0 * exp (2 / b * INR j)) in *.
  assert (y0 : 0 < y) by (apply Rmult_lt_0_compat; [exact H0|apply exp_pos]).
  assert (hi' : x * (b - 1) <= y * (b + 1)).
  { apply Rle_trans with (y * (exp (2 / b) * (b - 1))).
    - rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra|]. unfold y. lra.
    - apply Rmult_le_compat_l; [lra|now apply grows]. }
  assert (lo' : y * (b - 1) <= x * (b - 1)) by (apply Rmult_le_compat_r; lra).
  unfold q_of. fold y. assert (yy : 0 < y * y) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_reg_r with (1 := yy).
  replace (b ^ 2 * ((1 - / b) / y * x - 1) ^ 2 * (y * y)) with ((x * (b - 1) - y * b) ^ 2) by
    (field; lra).
  assert (0 <= (y - (x * (b - 1) - y * b)) * (y + (x * (b - 1) - y * b))) by (apply Rmult_le_pos;
    lra). lra.
Qed.
Lemma q_pos b x0 j : 1 < b -> 0 < x0 -> 0 < q_of b x0 j.
Proof.
intros Hb H0. apply Rdiv_lt_0_compat; [|apply Rmult_lt_0_compat; [exact H0|apply exp_pos]].
rewrite <- Rinv_1. assert (/ b < / 1) by (apply Rinv_lt_contravar; lra). lra.
Qed.
(* logarithms of what is larger *)
Lemma ln_le x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros H0 [lt|e]; [left; now apply ln_increasing|right; now rewrite e]. Qed.

Section Sharper.
Hypothesis HT : 1 < t.
Notation b := (sqrt t).
Lemma b_facts : 1 < b /\ b * b = t.
Proof. split; [rewrite <- sqrt_1; apply sqrt_lt_1; lra|apply sqrt_sqrt; lra]. Qed.
Lemma level : exp (- (t - 1)) = exp 1 / C.
Proof. replace (- (t - 1)) with (1 + - t) by ring. rewrite exp_plus, exp_t. reflexivity. Qed.

Lemma sharp_clicks N : b / 4 * ln (INR n / (4 * t)) <= INR N ->
  chance_ever chances par n (fun h => more (means_in par h) (clicks_in h + 2 * t + 2 * sqrt (t * (t
    + clicks_in h))))
    <= exp 1 / C * INR N.
Proof.
intros HN. destruct b_facts as [b1 bb].
pose (q := fun j => b * q_of b (2 * b) j).
pose (lines := map (fun j => (- q j, mixed (- (q j - q j ^ 2)) 0)) (seq 0 N)).
replace (exp 1 / C * INR N) with (INR (length lines) * exp (- (t - 1))).
2:{ unfold lines. rewrite length_map, length_seq, level. ring. }
apply (lines_met chances par rule).
- intros s rho i. apply in_map_iff in i. destruct i as [j [e _]]. injection e as <- <-.
  apply bounds_clicks. unfold q.
  pose proof (q_pos b (2 * b) j b1 ltac:(lra)). apply Rmult_le_pos; lra.
- intros h Hn E. unfold more in E. destruct (Rlt_dec _ _) as [out|]; [|discriminate].
  destruct (in_range_of chances par rule h) as [M _]. pose proof (le_INR _ _ Hn) as Hn'.
    pose proof (clicks_in_nonneg h) as S0.
  set (m := means_in par h) in *. set (S := clicks_in h) in *.
  (* sqrt m > sqrt t + sqrt(t + S) *)
  assert (ss : sqrt (t + S) * sqrt (t + S) = t + S) by (apply sqrt_sqrt; lra).
  assert (mm : sqrt m * sqrt m = m) by (apply sqrt_sqrt; lra).
  rewrite sqrt_mult in out by lra. pose proof (sqrt_pos (t + S)) as s0. set (s :=
    sqrt (t + S)) in *.
  assert (r : b + s < sqrt m).
  { rewrite <- (sqrt_square (b + s)) by lra. apply sqrt_lt_1; try lra. apply Rmult_le_pos; lra. }
  set (x := sqrt m) in *.
  assert (bs : b <= s) by (unfold s; apply sqrt_le_1; lra).
  assert (out' : S < m - 2 * b * x).
  { assert (s * s < (x - b) * (x - b)) by (apply Rmult_le_0_lt_compat; lra). lra. }
  destruct (row b (2 * b) x N b1) as [j [Hj R]]; [lra|lra| |].
  { apply Rle_trans with (2 := HN). apply Rmult_le_compat_l; [lra|].
    replace (x ^ 2 / (2 * b) ^ 2) with (m / (4 * t)) by (rewrite <- mm;
      replace (4 * t) with (4 * (b * b)) by lra; field; lra).
    apply ln_le; [apply Rdiv_lt_0_compat; [rewrite <- mm; apply Rmult_lt_0_compat; lra|lra]|].
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra. }
  exists (- q j). eexists. split; [apply in_map_iff; exists j; split; [reflexivity|apply in_seq;
    lia]|].
  rewrite (height_mixed par). fold m S. pose proof (q_pos b (2 * b) j b1 ltac:(lra)) as Q.
  assert (qS : q j * S <= q j * (m - 2 * b * x)) by (apply Rmult_le_compat_l; [unfold q;
    apply Rmult_le_pos; lra|lra]).
  unfold q in *. set (p := q_of b (2 * b) j) in *.
  assert (I : b * b - b ^ 2 * (p * x - 1) ^ 2 = b * p * (2 * b * x) - (b * p) ^ 2 * m) by (rewrite
    <- mm; ring).
  rewrite bb in I. lra.
Qed.

Lemma sharp_below N : b / 4 * ln (INR n / t) <= INR N ->
  chance_ever chances par n (fun h => more (variances_in par h) 0 &&
    at_least (means_in par h - clicks_in h) (sqrt (2 * variances_in par h * t)))%bool <= exp 1 / C *
      INR N.
Proof.
intros HN. destruct b_facts as [b1 bb].
assert (r2 : 0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (r22 : sqrt 2 * sqrt 2 = 2) by (apply
  sqrt_sqrt; lra).
pose (x0 := sqrt 2 * b). assert (x00 : 0 < x0) by (apply Rmult_lt_0_compat; lra).
pose (q := fun j => sqrt 2 * b * q_of b x0 j).
pose (lines := map (fun j => (- q j, mixed (- q j) (q j ^ 2 / 2))) (seq 0 N)).
replace (exp 1 / C * INR N) with (INR (length lines) * exp (- (t - 1))).
2:{ unfold lines. rewrite length_map, length_seq, level. ring. }
apply (lines_met chances par rule).
- intros s rho i. apply in_map_iff in i. destruct i as [j [e _]]. injection e as <- <-.
  apply bounds_below. unfold q.
  pose proof (q_pos b x0 j b1 x00). apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
- intros h Hn E. apply Bool.andb_true_iff in E. destruct E as [E1 E2]. unfold more in E1.
  unfold at_least in E2.
  destruct (Rlt_dec _ _) as [V0|]; [|discriminate]. destruct (Rle_dec _ _) as [out|];
    [|discriminate].
  destruct (in_range_of chances par rule h) as [M [V1 V2]]. specialize (V2 V0).
    pose proof (le_INR _ _ Hn) as Hn'.
  pose proof (clicks_in_nonneg h) as S0. set (m := means_in par h) in *. set (S :=
    clicks_in h) in *. set (V := variances_in par h) in *.
  assert (vv : sqrt V * sqrt V = V) by (apply sqrt_sqrt; lra).
    assert (x1 : 0 < sqrt V) by (apply sqrt_lt_R0; lra).
  replace (2 * V * t) with (2 * t * V) in out by ring. rewrite !sqrt_mult in out by lra. set (x :=
    sqrt V) in *. fold x0 in out.
  assert (big : x0 < x).
  { apply Rmult_lt_reg_r with (1 := x1). rewrite vv. lra. }
  destruct (row b x0 x N b1) as [j [Hj R]]; [exact x00|exact big| |].
  { apply Rle_trans with (2 := HN). apply Rmult_le_compat_l; [lra|].
    replace (x ^ 2 / x0 ^ 2) with (x * x / ((sqrt 2 * sqrt 2) * (b * b))) by (unfold x0; field;
      lra). rewrite vv, r22, bb.
    apply ln_le; [apply Rdiv_lt_0_compat; lra|].
    replace (INR n / t) with (2 * INR n / (2 * t)) by (field; lra).
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat|]; lra. }
  exists (- q j). eexists. split; [apply in_map_iff; exists j; split; [reflexivity|apply in_seq;
    lia]|].
  rewrite (height_mixed par). fold m S V. pose proof (q_pos b x0 j b1 x00) as Q.
  assert (qS : q j * (x0 * x) <= q j * (m - S)) by (apply Rmult_le_compat_l; [unfold q;
    apply Rmult_le_pos; [apply Rmult_le_pos|]; lra|lra]).
  unfold q in *. set (p := q_of b x0 j) in *.
  assert (I : sqrt 2 * b * p * (x0 * x) - (sqrt 2 * b * p) ^ 2 / 2 * V = b * b - b ^ 2 * (p * x - 1)
    ^ 2).
  { rewrite <- vv. unfold x0. replace (sqrt 2 * b * p * (sqrt 2 * b * x)) with ((sqrt 2 * sqrt 2) *
    (b ^ 2 * p * x)) by ring.
    replace ((sqrt 2 * b * p) ^ 2) with ((sqrt 2 * sqrt 2) * (b * p) ^ 2) by ring. rewrite r22.
      field. }
  rewrite bb in I. lra.
Qed.

Lemma sharp_above N : b / 4 * ln (INR n * (t - 1) ^ 2 / (4 * (/ ln 2) ^ 2 * t)) <= INR N ->
  chance_ever chances par n (fun h => at_least (clicks_in h - means_in par h)
    (sqrt (2 * variances_in par h * t) + / ln 2 * t)) <= exp 1 / C * (1 + INR N).
Proof.
intros HN. destruct b_facts as [b1 bb]. pose proof ln_2 as L2.
assert (c0 : 0 < / ln 2) by (apply Rinv_0_lt_compat; lra). set (c := / ln 2) in *.
pose (x0 := 2 * c / (t - 1)). assert (x00 : 0 < x0) by (apply Rdiv_lt_0_compat; lra).
pose (ws := c / (t - 1) :: map (fun j => / q_of b x0 j) (seq 0 N)).
assert (ws0 : forall w0, In w0 ws -> 0 < w0).
{ intros w0 [<-|i]; [apply Rdiv_lt_0_compat; lra|]. apply in_map_iff in i. destruct i as [j [<- _]].
  now apply Rinv_0_lt_compat, q_pos. }
replace (exp 1 / C * (1 + INR N)) with (INR (length (map up ws)) * exp (- (t - 1))).
2:{ unfold ws. rewrite length_map. cbn [length]. rewrite length_map, length_seq, level, S_INR. ring.
  }
apply (lines_met chances par rule).
- intros s rho i. apply in_map_iff in i. destruct i as [w0 [e i]].
  pose proof (up_bounds w0 (ws0 w0 i)) as B. now rewrite e in B.
- intros h Hn E. unfold at_least in E. destruct (Rle_dec _ _) as [out|]; [|discriminate].
  destruct (in_range_of chances par rule h) as [M [V1 _]]. pose proof (le_INR _ _ Hn) as Hn'.
  destruct (curve t (variances_in par h) 1 ltac:(lra) ltac:(lra) ltac:(lra)) as [w [w0 [EV Eq]]].
  rewrite sqrt_1, !Rmult_1_r in Eq. rewrite Eq in out.
  assert (near : exists u, In u ws /\ t * (w - u) ^ 2 <= u ^ 2 + c * u).
  { destruct (Rle_lt_dec w x0) as [le|gt].
    - exists (c / (t - 1)). split; [now left|]. set (u := c / (t - 1)).
      assert (u0 : 0 < u) by (apply Rdiv_lt_0_compat; lra).
      assert (cu : c = (t - 1) * u) by (unfold u; field; lra). assert (x0 = 2 * u) by (unfold x0, u;
        field; lra).
      rewrite cu. replace (u ^ 2 + (t - 1) * u * u) with (t * u ^ 2) by ring.
        apply Rmult_le_compat_l; [lra|].
      assert (0 <= w * (2 * u - w)) by (apply Rmult_le_pos; lra). lra.
    - destruct (row b x0 w N b1 x00 gt) as [j [Hj R]].
      { apply Rle_trans with (2 := HN). apply Rmult_le_compat_l; [lra|].
        apply ln_le; [apply Rdiv_lt_0_compat; apply pow_lt; lra|]. unfold x0.
        replace (w ^ 2 / (2 * c / (t - 1)) ^ 2) with (w ^ 2 * ((t - 1) ^ 2 / (4 * c ^ 2))) by
          (field; lra).
        replace (INR n * (t - 1) ^ 2 / (4 * c ^ 2 * t)) with (INR n / t * ((t - 1) ^ 2 / (4 * c ^
          2))) by (field; lra).
        assert (0 < c ^ 2) by (apply pow_lt; lra).
        apply Rmult_le_compat_r; [apply Rmult_le_pos; [apply pow2_ge_0|left; apply Rinv_0_lt_compat;
          lra]|].
        apply Rmult_le_reg_l with (2 * t); [lra|]. rewrite <- EV.
          replace (2 * t * (INR n / t)) with (2 * INR n) by (field; lra). lra. }
      exists (/ q_of b x0 j). split; [right; apply in_map_iff; exists j; split;
        [reflexivity|apply in_seq; lia]|].
      pose proof (q_pos b x0 j b1 x00) as Q. set (p := q_of b x0 j) in *.
      replace (b ^ 2) with (b * b) in R by ring. rewrite bb in R.
      apply Rle_trans with ((/ p) ^ 2); [|assert (0 <= c * / p) by (apply Rmult_le_pos; [lra|left;
        now apply Rinv_0_lt_compat]); lra].
      apply Rmult_le_reg_r with (p ^ 2); [now apply pow_lt|].
      replace ((/ p) ^ 2 * p ^ 2) with 1 by (field; lra).
      replace (t * (w - / p) ^ 2 * p ^ 2) with (t * (p * w - 1) ^ 2) by (field; lra). exact R. }
  destruct near as [u [i R]]. pose proof (ws0 u i) as U.
  exists (fst (up u)), (snd (up u)). split; [apply in_map_iff; exists u; now split|].
  unfold up. cbn [fst snd]. rewrite (height_mixed par), EV.
    pose proof (theta_above_range u U) as [_ [_ E2]].
  assert (Y : (t - 1) * (u * (u + c)) <= (clicks_in h - means_in par h) * u - t * w ^ 2).
  { assert ((2 * t * w + c * t) * u <= (clicks_in h - means_in par h) * u) by (apply
    Rmult_le_compat_r; lra). lra. }
  rewrite E2. fold c. unfold theta_above. fold c. assert (P : 0 < u * (u + c)) by (apply
    Rmult_lt_0_compat; lra).
  apply Rmult_le_reg_r with (1 := P).
  replace ((/ (u + c) * clicks_in h - / (u + c) * means_in par h - / (2 * u * (u + c)) * (2 * t * w
    ^ 2)) * (u * (u + c)))
    with ((clicks_in h - means_in par h) * u - t * w ^ 2) by (field; lra). exact Y.
Qed.
End Sharper.
End Radii.

Theorem theorem_3_predictable : mnl_theorem_3_predictable.
Proof.
intros chances par n C N rule HC HN. pose proof (theorem_3_at chances par rule n C HC N HN) as T.
now rewrite Rmult_1_r in T.
Qed.
Theorem theorem_3_peeling : mnl_theorem_3_peeling.
Proof. intros chances par n C eta N rule HC He HN. now apply peeling_at. Qed.
Theorem equation_8_predictable : mnl_equation_8_predictable.
Proof. intros chances par n C N rule HC HN. now apply equation_8_at. Qed.

(** * Lemma 4 *)

(* log y <= 2 sqrt y *)
Lemma ln_root y : 0 < y -> ln y <= 2 * sqrt y.
Proof.
intros Hy. assert (s0 : 0 < sqrt y) by now apply sqrt_lt_R0. rewrite <- (sqrt_sqrt y) at 1 by lra.
rewrite ln_mult by assumption. pose proof (exp_ineq1_le (ln (sqrt y))) as E.
  rewrite exp_ln in E by assumption. lra.
Qed.
(* at the confidence of Lemma 4, in epochs that are not few *)
Lemma few_lines l t : 5 <= l -> 1 < t -> 4 * t < l -> exists N,
  sqrt t / 4 * ln (l / (4 * t)) <= INR N /\ exp 1 * INR N <= l.
Proof.
intros Hl Ht Hlt.
assert (y1 : 1 < l / (4 * t)).
{ apply Rmult_lt_reg_r with (4 * t); [lra|]. replace (l / (4 * t) * (4 * t)) with l by (field; lra).
  lra. }
assert (ly : 0 < ln (l / (4 * t))) by (rewrite <- ln_1; apply ln_increasing; lra).
assert (rt : 0 < sqrt t) by (apply sqrt_lt_R0; lra). assert (tt : sqrt t * sqrt t = t) by (apply
  sqrt_sqrt; lra).
assert (X : 0 <= sqrt t / 4 * ln (l / (4 * t))) by (apply Rmult_le_pos; lra).
destruct (nfloor_ex _ X) as [k [k1 k2]]. exists (S k). rewrite S_INR. split; [lra|].
assert (b : sqrt t / 4 * ln (l / (4 * t)) <= l / 8).
{ assert (L : ln (l / (4 * t)) <= sqrt l).
  { apply Rle_trans with (1 := ln_root (l / (4 * t)) ltac:(lra)).
    apply Rle_trans with (2 * sqrt (l / 4)).
    - apply Rmult_le_compat_l; [lra|]. apply sqrt_le_1_alt. apply Rmult_le_compat_l; [lra|].
      apply Rinv_le_contravar; lra.
    - right. rewrite sqrt_div by lra. replace 4 with (2 * 2) by ring. rewrite sqrt_square by lra.
      field. }
  assert (T : sqrt t <= sqrt l / 2).
  { replace (sqrt l / 2) with (sqrt (l / 4)); [apply sqrt_le_1_alt; lra|].
    rewrite sqrt_div by lra. replace 4 with (2 * 2) at 1 by ring. rewrite sqrt_square by lra.
      reflexivity. }
  assert (ll : sqrt l * sqrt l = l) by (apply sqrt_sqrt; lra). pose proof (sqrt_pos l).
  apply Rle_trans with (sqrt l / 2 / 4 * sqrt l); [apply Rmult_le_compat; lra|lra]. }
pose proof (exp_le_3). pose proof (pos_INR k) as K. apply Rle_trans with (3 * (INR k + 1));
  [apply Rmult_le_compat_r; lra|lra].
Qed.

Lemma exposure a examination h : 0 < a -> (forall h z, 0 <= examination h z <= 1) ->
  means_in (fun h z => / (1 + a * examination h z)) h = a * gathered examination h.
Proof.
intros Ha He. unfold means_in. induction h as [|[z y] h IH]; cbn [gathered]; [ring|]. rewrite IH.
pose proof (He h z). assert (0 <= a * examination h z) by (apply Rmult_le_pos; lra). field. lra.
Qed.

Theorem sharp_radius_adaptive : mnl_sharp_radius_adaptive.
Proof.
split.
- intros chances par n C rule HT t c lines.
  assert (HC : 1 < C).
  { apply Rnot_le_lt. intros le. destruct (Rle_lt_dec C 0) as [neg|pos].
    - unfold ln in HT. destruct (Rlt_dec 0 C); lra.
    - pose proof (ln_le C 1 pos le) as B. rewrite ln_1 in B. lra. }
  split; [|split]; intros N HN.
  + now apply sharp_clicks.
  + now apply sharp_below.
  + now apply sharp_above.
- intros J l a chances examination HJ Hl Ha He par rule t Lambda.
  apply le_INR in HJ as HJ'. apply le_INR in Hl as Hl'. simpl INR in HJ', Hl'.
  assert (JL : 0 < INR J * INR l) by (apply Rmult_lt_0_compat; lra).
  destruct (le_lt_dec (J * l) 2) as [few|many].
  { (* the bound is at least 1 *)
    apply Rle_trans with 1; [now apply chance_ever_one|]. apply le_INR in few.
      rewrite mult_INR in few. simpl INR in few.
    apply Rmult_le_reg_r with (1 := JL). replace (2 / (INR J * INR l) * (INR J * INR l)) with 2 by
      (field; lra). lra. }
  set (C := INR J * INR l ^ 2 / 2) in *.
  assert (C0 : INR l * (INR J * INR l) = 2 * C) by (unfold C; field).
  apply le_INR in many as many'. rewrite mult_INR in many'. simpl INR in many'.
  assert (C1 : 1 < C).
  { assert (1 * (INR J * INR l) <= INR l * (INR J * INR l)) by (apply Rmult_le_compat_r; lra). lra.
    }
  assert (T0 : 0 < t) by (unfold t; rewrite <- ln_1; apply ln_increasing; lra).
  (* the event says that m > S + 2 t + 2 sqrt(t (t + S)) *)
  apply Rle_trans with (chance_ever chances par l (fun h =>
    more (means_in par h) (clicks_in h + 2 * t + 2 * sqrt (t * (t + clicks_in h))))).
  { apply (chance_ever_le chances par rule). intros h E. apply Bool.andb_true_iff in E.
    destruct E as [E1 E2]. unfold more in *.
    destruct (Rlt_dec 0 (Lambda h)) as [L0|]; [|discriminate].
    destruct (Rlt_dec _ a) as [out|]; [|discriminate]. destruct (Rlt_dec _ _) as [|no];
      [reflexivity|]. exfalso. apply no.
    unfold par. rewrite (exposure a examination h (proj1 Ha) He). fold (Lambda h).
      pose proof (clicks_in_nonneg h) as S0.
    set (S := clicks_in h) in *. set (L := Lambda h) in *.
    assert (E : sqrt (t / L * (t / L + S / L)) = sqrt (t * (t + S)) / L).
    { replace (t / L * (t / L + S / L)) with (t * (t + S) / (L * L)) by (field; lra).
      rewrite sqrt_div; [rewrite sqrt_square by lra; reflexivity|apply Rmult_le_pos;
        lra|apply Rmult_lt_0_compat; lra]. }
    rewrite E in out. apply (Rmult_lt_compat_r L) in out; [|exact L0].
    replace ((S / L + 2 * t / L + 2 * (sqrt (t * (t + S)) / L)) * L) with (S + 2 * t + 2 * sqrt (t *
      (t + S))) in out by (field; lra).
    exact out. }
  destruct (Rle_lt_dec (INR l) (4 * t)) as [short|long].
  + (* it cannot happen *)
    apply Rle_trans with (INR (length (@nil (R * (R -> R)))) * exp (- 0)).
    * apply (lines_met chances par rule); [intros s rho []|]. intros h Hn E. exfalso.
      unfold more in E.
      destruct (Rlt_dec _ _) as [out|]; [|discriminate].
        destruct (in_range_of chances par rule h) as [M _].
      apply le_INR in Hn. pose proof (clicks_in_nonneg h) as S0.
      assert (t <= sqrt (t * (t + clicks_in h))).
      { rewrite <- (sqrt_square t) at 1 by lra. apply sqrt_le_1_alt. apply Rmult_le_compat_l; lra. }
      lra.
    * simpl length. simpl INR. rewrite Rmult_0_l. left. apply Rdiv_lt_0_compat; lra.
  + assert (l2 : (2 <= l)%nat).
    { destruct (Nat.eq_dec l 1) as [e|ne]; [exfalso|lia]. subst l. simpl INR in *.
      (* 4 log(3 / 2) > 1 *)
      assert (Q : / 4 < t); [|lra]. unfold t. rewrite <- (ln_exp (/ 4)). apply ln_increasing;
        [apply exp_pos|].
      pose proof (exp_pade (/ 4) ltac:(lra)). lra. }
    assert (C4 : 3 < C).
    { apply le_INR in l2 as l2'. simpl INR in l2'. destruct (Nat.eq_dec l 2) as [e|ne].
      - assert (J2 : (2 <= J)%nat) by lia. apply le_INR in J2. simpl INR in J2. subst l.
        simpl INR in *. lra.
      - assert (l3 : (3 <= l)%nat) by lia. apply le_INR in l3. simpl INR in l3.
        assert (3 * 3 <= INR l * (INR J * INR l)) by (apply Rmult_le_compat; lra). lra. }
    assert (T1 : 1 < t).
    { unfold t. rewrite <- (ln_exp 1). apply ln_increasing; [apply exp_pos|]. pose proof exp_le_3.
      lra. }
    assert (l5 : (5 <= l)%nat).
    { destruct (le_lt_dec 5 l) as [|lt]; [assumption|exfalso]. assert (le : (l <= 4)%nat) by lia.
      apply le_INR in le. simpl INR in le. lra. }
    apply le_INR in l5. simpl INR in l5.
    destruct (few_lines (INR l) t ltac:(lra) T1 long) as [N [N1 N2]].
    apply Rle_trans with (exp 1 / C * INR N); [now apply sharp_clicks|].
    apply Rmult_le_reg_r with (C * (INR J * INR l)); [apply Rmult_lt_0_compat; lra|].
    replace (exp 1 / C * INR N * (C * (INR J * INR l))) with (exp 1 * INR N * (INR J * INR l)) by
      (field; lra).
    replace (2 / (INR J * INR l) * (C * (INR J * INR l))) with (2 * C) by (field; split;
      apply Rgt_not_eq; lra).
    rewrite <- C0. apply Rmult_le_compat_r; lra.
Qed.

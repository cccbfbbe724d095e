(** The game of T rounds: means over its tree, and the change of measure, Lemma 12 of Lagrée et al.
    (2016). *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums.
Import ListNotations.
Open Scope R_scope.

(** log x lies below its tangent at c *)
Lemma ln_tangent x c : 0 < x -> 0 < c -> ln x <= x / c - 1 + ln c.
Proof.
intros Hx Hc. assert (H : 0 < x / c) by (now apply Rdiv_lt_0_compat).
replace (ln x) with (ln (x / c) + ln c) by (rewrite ln_div by assumption; ring).
assert (1 + ln (x / c) <= exp (ln (x / c))) by apply exp_ineq1_le.
rewrite exp_ln in * by assumption. lra.
Qed.

(** * Sums over a plan *)

Lemma psum_le P f g : (forall c a, In (c, a) P -> f c a <= g c a) -> psum P f <= psum P g.
Proof.
induction P as [|[c a] P IH]; simpl; intros H; [lra|].
pose proof (H c a (or_introl eq_refl)). pose proof (IH (fun c' a' i => H c' a' (or_intror i))). lra.
Qed.
(* sums over a plan are linear *)
Lemma psum_ext P f g : (forall c a, In (c, a) P -> f c a = g c a) -> psum P f = psum P g.
Proof. intros H; apply Rle_antisym; apply psum_le; intros c a i; rewrite (H c a i); lra. Qed.
Lemma psum_plus P f g : psum P (fun c a => f c a + g c a) = psum P f + psum P g.
Proof. induction P as [|[c a] P IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma psum_scal P c f : psum P (fun c' a => c * f c' a) = c * psum P f.
Proof. induction P as [|[c' a] P IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma psum_app P Q f : psum (P ++ Q) f = psum P f + psum Q f.
Proof. induction P as [|[c a] P IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma psum_zero P : psum P (fun _ _ => 0) = 0.
Proof. induction P as [|[c a] P IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma psum_map r c a f : psum (map (fun k => (c k, a k)) r) f = sum r (fun k => f (c k) (a k)).
Proof. induction r as [|k r IH]; simpl; [reflexivity|now rewrite IH]. Qed.
Lemma sum_psum r P (f : nat -> R -> (nat -> nat) -> R) :
  sum r (fun k => psum P (f k)) = psum P (fun c a => sum r (fun k => f k c a)).
Proof. induction P as [|[c a] P IH]; simpl; [apply sum_const0|]. now rewrite sum_plus, IH. Qed.

(** with chances w: a positive mean of positive values, and Jensen's inequality for the logarithm *)
Lemma psum_pos P f : (forall w a, In (w, a) P -> 0 <= w /\ 0 < f a) -> psum P (fun w _ => w) = 1 ->
  0 < psum P (fun w a => w * f a).
Proof.
intros H S. assert (G : 0 <= psum P (fun w a => w * f a) /\
  (psum P (fun w a => w * f a) = 0 -> psum P (fun w _ => w) = 0)).
{ clear S. induction P as [|[w a] P IH]; simpl; [lra|].
  destruct (H w a (or_introl eq_refl)) as [Hw Hf].
  destruct IH as [I1 I2]; [intros w' a' i; apply H; now right|].
  assert (0 <= w * f a) by (apply Rmult_le_pos; lra). split; [lra|]. intros Z.
  assert (Z1 : w * f a = 0) by lra. apply Rmult_integral in Z1. destruct Z1; [|lra]. subst w.
    rewrite I2; lra. }
destruct G as [G1 G2]. destruct (Req_dec (psum P (fun w a => w * f a)) 0) as [Z|]; [|lra].
specialize (G2 Z). lra.
Qed.

(* log lies below its tangent at the mean, which is Jensen's inequality *)
Lemma psum_jensen P f : (forall w a, In (w, a) P -> 0 <= w /\ 0 < f a) -> psum P (fun w _ =>
  w) = 1 ->
  psum P (fun w a => w * ln (f a)) <= ln (psum P (fun w a => w * f a)).
Proof.
intros H S. set (m := psum P (fun w a => w * f a)). assert (Hm : 0 < m) by (now apply psum_pos).
apply Rle_trans with (psum P (fun w a => / m * (w * f a) + (ln m - 1) * w)).
- apply psum_le. intros w a i. destruct (H w a i) as [Hw Hf].
  pose proof (ln_tangent (f a) m Hf Hm) as T.
  assert (w * ln (f a) <= w * (f a / m - 1 + ln m)) by (apply Rmult_le_compat_l; lra).
  replace (/ m * (w * f a) + (ln m - 1) * w) with (w * (f a / m - 1 + ln m)) by (field; lra).
    assumption.
- rewrite psum_plus, !psum_scal. fold m. rewrite S. right. field. lra.
Qed.

(** * Means over the clicks of one round *)

Lemma clicks_ext q l f g : (forall z, f z = g z) -> clicks q l f = clicks q l g.
Proof. revert f g; induction l as [|l IH]; intros f g H; simpl; [apply H|]. f_equal; f_equal;
  apply IH; intros; apply H. Qed.
(* means over clicks are linear, monotone and positive *)
Lemma clicks_plus q l f g : clicks q l (fun z => f z + g z) = clicks q l f + clicks q l g.
Proof. revert f g; induction l as [|l IH]; intros f g; simpl; [ring|]. rewrite !IH; ring. Qed.
Lemma clicks_scal q l c f : clicks q l (fun z => c * f z) = c * clicks q l f.
Proof. revert f; induction l as [|l IH]; intros f; simpl; [ring|]. rewrite !IH; ring. Qed.
Lemma clicks_const q l c : clicks q l (fun _ => c) = c.
Proof. induction l as [|l IH]; simpl; [ring|]. rewrite !IH; ring. Qed.

Section Clicks.
Variable q : nat -> R.
Lemma clicks_le l f g : (forall m, (1 <= m <= l)%nat -> 0 < q m < 1) -> (forall z, f z <= g z) ->
  clicks q l f <= clicks q l g.
Proof.
revert f g; induction l as [|l IH]; intros f g Hq H; [apply H|].
assert (Ql : 0 < q (S l) < 1) by (apply Hq; lia).
assert (Q : forall m, (1 <= m <= l)%nat -> 0 < q m < 1) by (intros; apply Hq; lia).
pose proof (IH (fun z => f (true :: z)) (fun z => g (true :: z)) Q (fun z => H _)) as T.
pose proof (IH (fun z => f (false :: z)) (fun z => g (false :: z)) Q (fun z => H _)) as U.
cbn [clicks]. apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.
Lemma clicks_pos l f : (forall m, (1 <= m <= l)%nat -> 0 < q m < 1) -> (forall z, 0 < f z) ->
  0 < clicks q l f.
Proof.
revert f; induction l as [|l IH]; intros f Hq H; [apply H|].
assert (Ql : 0 < q (S l) < 1) by (apply Hq; lia).
assert (Q : forall m, (1 <= m <= l)%nat -> 0 < q m < 1) by (intros; apply Hq; lia).
pose proof (IH (fun z => f (true :: z)) Q (fun z => H _)) as T.
pose proof (IH (fun z => f (false :: z)) Q (fun z => H _)) as U.
cbn [clicks]. apply Rplus_lt_0_compat; apply Rmult_lt_0_compat; lra.
Qed.
End Clicks.

(** Gibbs' inequality for one click: p log x + (1 - p) log y <= log (q x + (1 - q) y) + d(p, q) *)
Lemma gibbs_one p q x y : 0 < p < 1 -> 0 < q < 1 -> 0 < x -> 0 < y ->
  p * ln x + (1 - p) * ln y <= ln (q * x + (1 - q) * y) + d p q.
Proof.
intros Hp Hq Hx Hy. set (s := q * x + (1 - q) * y).
assert (Hqx : 0 < q * x) by (apply Rmult_lt_0_compat; lra).
assert (Hqy : 0 < (1 - q) * y) by (apply Rmult_lt_0_compat; lra).
assert (Hs : 0 < s) by (unfold s; lra).
pose proof (ln_tangent (q * x / p) s) as T. pose proof (ln_tangent ((1 - q) * y / (1 - p)) s) as U.
assert (T' : ln (q * x / p) <= q * x / p / s - 1 + ln s) by (apply T; [apply Rdiv_lt_0_compat|];
  lra).
assert (U' : ln ((1 - q) * y / (1 - p)) <= (1 - q) * y / (1 - p) / s - 1 + ln s)
  by (apply U; [apply Rdiv_lt_0_compat|]; lra).
rewrite ln_div, ln_mult in T' by lra. rewrite ln_div, ln_mult in U' by lra.
unfold d. rewrite !ln_div by lra.
assert (A : p * (ln q + ln x - ln p) <= p * (q * x / p / s - 1 + ln s)) by (apply Rmult_le_compat_l;
  lra).
assert (B : (1 - p) * (ln (1 - q) + ln y - ln (1 - p)) <= (1 - p) * ((1 - q) * y / (1 - p) / s - 1 +
  ln s))
  by (apply Rmult_le_compat_l; lra).
assert (E : p * (q * x / p / s - 1 + ln s) + (1 - p) * ((1 - q) * y / (1 - p) / s - 1 + ln s) = ln
  s).
{ transitivity ((q * x + (1 - q) * y) / s - 1 + ln s); [field; lra|]. fold s. field. lra. }
lra.
Qed.

(** the same for the clicks of one round: the divergences of the positions add up *)
Lemma gibbs_round p q l X :
  (forall m, (1 <= m <= l)%nat -> 0 < p m < 1) -> (forall m, (1 <= m <= l)%nat -> 0 < q m < 1) ->
  (forall z, 0 < X z) ->
  clicks p l (fun z => ln (X z)) <= ln (clicks q l X) + sum (range 1 l) (fun m => d (p m) (q m)).
Proof.
revert X; induction l as [|l IH]; intros X Hp Hq HX; [simpl; lra|].
assert (P : forall m, (1 <= m <= l)%nat -> 0 < p m < 1) by (intros; apply Hp; lia).
assert (Q : forall m, (1 <= m <= l)%nat -> 0 < q m < 1) by (intros; apply Hq; lia).
pose proof (IH (fun z => X (true :: z)) P Q (fun z => HX _)) as T.
pose proof (IH (fun z => X (false :: z)) P Q (fun z => HX _)) as U.
assert (Pl : 0 < p (S l) < 1) by (apply Hp; lia).
assert (Ql : 0 < q (S l) < 1) by (apply Hq; lia).
rewrite range_last, sum_app. simpl sum. cbn [clicks].
set (x := clicks q l (fun z => X (true :: z))) in *. set (y := clicks q l (fun z =>
  X (false :: z))) in *.
assert (Hx : 0 < x) by (apply clicks_pos; [assumption|intros; apply HX]).
assert (Hy : 0 < y) by (apply clicks_pos; [assumption|intros; apply HX]).
pose proof (gibbs_one (p (S l)) (q (S l)) x y Pl Ql Hx Hy) as G.
set (D := sum (range 1 l) (fun m => d (p m) (q m))) in *.
apply Rle_trans with (p (S l) * (ln x + D) + (1 - p (S l)) * (ln y + D)); [|lra].
apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.

(** * Means over the tree *)

Section Tree.
Variables kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Variable stop : history -> bool.
Hypothesis kappa_range : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Hypothesis Hpi : is_policy L K pi.

Definition attractions (theta : nat -> R) : Prop := forall i, (1 <= i <= K)%nat -> 0 < theta i < 1.

(* click probabilities are inside (0, 1) *)
Lemma click_range theta a l : attractions theta -> is_list L K a -> (1 <= l <= L)%nat ->
  0 < kappa l * theta (a l) < 1.
Proof.
intros Ht [A _] Hl. pose proof (Ht (a l) (A l Hl)) as T. pose proof (kappa_range l Hl) as Kl.
split; [apply Rmult_lt_0_compat; lra|]. apply Rle_lt_trans with (1 * theta (a l));
  [apply Rmult_le_compat_r|]; lra.
Qed.

Variable theta : nat -> R.
Hypothesis Ht : attractions theta.
Notation E T h f := (mean theta kappa L pi stop T h f).

(* means over the tree are linear, monotone and positive *)
Lemma mean_ext T h f g : (forall h', f h' = g h') -> E T h f = E T h g.
Proof.
intros H. revert h; induction T as [|T IH]; intros h; simpl; [apply H|].
destruct (stop h); [apply H|]. apply psum_ext. intros w a _. f_equal. apply clicks_ext. intros z.
  apply IH.
Qed.
Lemma mean_le T h f g : (forall h', f h' <= g h') -> E T h f <= E T h g.
Proof.
intros H. revert h; induction T as [|T IH]; intros h; simpl; [apply H|].
destruct (stop h); [apply H|]. destruct (Hpi h) as [P _]. apply psum_le. intros w a i.
  destruct (P w a i) as [Hw Ha].
apply Rmult_le_compat_l; [assumption|]. apply clicks_le; [|intros; apply IH].
intros m Hm. now apply click_range.
Qed.
Lemma mean_pos T h f : (forall h', 0 < f h') -> 0 < E T h f.
Proof.
intros H. revert h; induction T as [|T IH]; intros h; simpl; [apply H|].
destruct (stop h); [apply H|]. destruct (Hpi h) as [P S].
apply (psum_pos (pi h) (fun a => clicks (fun l => kappa l * theta (a l)) L (fun z => E T ((a,
  z) :: h) f)));
  [|assumption].
intros w a i. destruct (P w a i) as [Hw Ha]. split; [assumption|].
apply clicks_pos; [|intros; apply IH]. intros m Hm. now apply click_range.
Qed.
Lemma mean_plus T h f g : E T h (fun h' => f h' + g h') = E T h f + E T h g.
Proof.
revert h; induction T as [|T IH]; intros h; simpl; [reflexivity|].
destruct (stop h); [reflexivity|]. rewrite <- psum_plus. apply psum_ext. intros w a _.
rewrite <- Rmult_plus_distr_l, <- clicks_plus. f_equal. apply clicks_ext. intros z. apply IH.
Qed.
Lemma mean_scal T h c f : E T h (fun h' => c * f h') = c * E T h f.
Proof.
revert h; induction T as [|T IH]; intros h; simpl; [reflexivity|].
destruct (stop h); [reflexivity|]. rewrite <- psum_scal. apply psum_ext. intros w a _.
rewrite (clicks_ext _ _ _ _ (fun z => IH ((a, z) :: h))), clicks_scal. ring.
Qed.
Lemma mean_const T h c : E T h (fun _ => c) = c.
Proof.
revert h; induction T as [|T IH]; intros h; simpl; [reflexivity|].
destruct (stop h); [reflexivity|]. destruct (Hpi h) as [_ S].
transitivity (psum (pi h) (fun w _ => c * w)).
- apply psum_ext. intros w a _. rewrite (clicks_ext _ _ _ _ (fun z => IH ((a, z) :: h))),
  clicks_const. ring.
- rewrite psum_scal, S. ring.
Qed.
End Tree.

(** The change of measure: E_theta f - log E_lambda exp f is at most what the lists that are shown
    tell. *)
Section Change.
Variables kappa theta lambda : nat -> R.
Variables L K : nat.
Variable pi : policy.
Variable stop : history -> bool.
Hypothesis kappa_range : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Hypothesis Hpi : is_policy L K pi.
Hypothesis Ht : attractions K theta.
Hypothesis Hl : attractions K lambda.

(* by induction over rounds: Gibbs' inequality for the clicks, Jensen's for the policy's coins *)
Theorem change_of_measure T h f :
  mean theta kappa L pi stop T h f <=
  ln (mean lambda kappa L pi stop T h (fun h' => exp (f h'))) +
  (mean theta kappa L pi stop T h (along (tells theta lambda kappa L)) - along (tells theta lambda
    kappa L) h).
Proof.
revert h; induction T as [|T IH]; intros h; simpl; [rewrite ln_exp; lra|].
destruct (stop h); [rewrite ln_exp; lra|].
destruct (Hpi h) as [P S].
set (I := tells theta lambda kappa L) in *.
set (X := fun a z => mean lambda kappa L pi stop T ((a, z) :: h) (fun h' => exp (f h'))).
set (A := fun a z => mean theta kappa L pi stop T ((a, z) :: h) (along I)).
assert (XP : forall a z, 0 < X a z).
{ intros a z. unfold X. apply mean_pos with (K := K); try assumption. intros; apply exp_pos. }
set (p := fun a l => kappa l * theta (a l)). set (q := fun a l => kappa l * lambda (a l)).
assert (YP : forall w a, In (w, a) (pi h) -> 0 <= w /\ 0 < clicks (q a) L (X a)).
{ intros w a i. destruct (P w a i) as [Hw Ha]. split; [assumption|]. apply clicks_pos; [|intros;
  apply XP].
  intros m Hm. unfold q. now apply (click_range kappa L K kappa_range). }
apply Rle_trans with
  (psum (pi h) (fun w a => w * ln (clicks (q a) L (X a)) + (w * clicks (p a) L (A a) + (- along I h)
    * w))).
- apply psum_le. intros w a i. destruct (P w a i) as [Hw Ha].
  apply Rle_trans with (w * (ln (clicks (q a) L (X a)) + I a + (clicks (p a) L (A a) - (I a + along
    I h))));
    [|right; ring].
  apply Rmult_le_compat_l; [assumption|].
  apply Rle_trans with (clicks (p a) L (fun z => ln (X a z) + (A a z - (I a + along I h)))).
  + apply clicks_le; [intros m Hm; unfold p; now apply (click_range kappa L K kappa_range)|].
    intros z. exact (IH ((a, z) :: h)).
  + rewrite clicks_plus. apply Rplus_le_compat.
    * apply gibbs_round; [| |apply XP]; intros m Hm; unfold p, q;
      now apply (click_range kappa L K kappa_range).
    * unfold Rminus. rewrite (clicks_plus _ _ (A a) (fun _ => - (I a + along I h))), clicks_const.
      lra.
- rewrite !psum_plus, psum_scal, S.
  pose proof (psum_jensen (pi h) (fun a => clicks (q a) L (X a)) YP S) as J.
  unfold X, A, p, q in *. lra.
Qed.
End Change.

(** What all s and t of the Gibbs inequality say together is the divergence,
    infinite values included. *)
Lemma divergence_from_gibbs P Q I : 0 <= P <= 1 -> 0 <= Q <= 1 ->
  (forall s t, P * s + (1 - P) * t <= ln (Q * exp s + (1 - Q) * exp t) + I) ->
  Rbar_le (divergence P Q) I.
Proof.
intros HP HQ G.
(* log(1/(1 - Q)) is approached from below by s towards minus infinity *)
assert (side : forall R J, 0 <= R < 1 -> (forall s, 0 <= ln (R * exp s + (1 - R)) + J) ->
  - ln (1 - R) <= J).
{ intros R J HR H. apply Rnot_lt_le. intros C.
  set (x := exp (- J) - (1 - R)).
  assert (Hx : 0 < x).
  { unfold x. enough (exp (ln (1 - R)) < exp (- J)) by (rewrite exp_ln in * by lra; lra).
    apply exp_increasing. lra. }
  specialize (H (ln (x / 2))). rewrite exp_ln in H by lra.
  assert (B : R * (x / 2) + (1 - R) < exp (- J)) by (unfold x in *; nra).
  assert (B0 : 0 < R * (x / 2) + (1 - R)) by nra.
  pose proof (ln_increasing _ _ B0 B) as M. rewrite ln_exp in M. lra. }
(* a positive chance against none would be told by s without bound *)
assert (none : forall R J, 0 < R -> ~ (forall s, R * s <= J)).
{ intros R J HR H. specialize (H ((J + 1) / R)). replace (R * ((J + 1) / R)) with (J + 1) in H by
  (field; lra). lra. }
unfold divergence. destruct (Req_EM_T Q 0) as [->|Q0]; [|destruct (Req_EM_T Q 1) as [->|Q1]].
- destruct (Req_EM_T P 0) as [->|P0]; simpl.
  + specialize (G 0 0). rewrite exp_0 in G. replace (0 * 1 + (1 - 0) * 1) with 1 in G by ring.
    rewrite ln_1 in G. lra.
  + apply (none P I); [lra|]. intros s. specialize (G s 0).
    rewrite exp_0 in G. replace (0 * exp s + (1 - 0) * 1) with 1 in G by ring. rewrite ln_1 in G.
      lra.
- destruct (Req_EM_T P 1) as [->|P1]; simpl.
  + specialize (G 0 0). rewrite exp_0 in G. replace (1 * 1 + (1 - 1) * 1) with 1 in G by ring.
    rewrite ln_1 in G. lra.
  + apply (none (1 - P) I); [lra|]. intros t. specialize (G 0 t).
    rewrite exp_0 in G. replace (1 * 1 + (1 - 1) * exp t) with 1 in G by ring. rewrite ln_1 in G.
      lra.
- simpl. rewrite d_split by lra. destruct (Req_dec P 0) as [->|P0];
  [|destruct (Req_dec P 1) as [->|P1]].
  + replace (1 - 0) with 1 by ring. rewrite ln_1.
    assert (S : - ln (1 - Q) <= I); [|lra]. apply side; [lra|]. intros s. specialize (G s 0).
    rewrite exp_0 in G. replace (Q * exp s + (1 - Q) * 1) with (Q * exp s + (1 - Q)) in G by ring.
      lra.
  + replace (1 - 1) with 0 by ring. rewrite ln_1.
    assert (S : - ln (1 - (1 - Q)) <= I); [|replace (1 - (1 - Q)) with Q in S by ring; lra].
    apply side; [lra|]. intros t. specialize (G 0 t). rewrite exp_0 in G.
    replace ((1 - Q) * exp t + (1 - (1 - Q))) with (Q * 1 + (1 - Q) * exp t) by ring. lra.
  + specialize (G (ln (P / Q)) (ln ((1 - P) / (1 - Q)))).
    rewrite !exp_ln in G by (apply Rdiv_lt_0_compat; lra).
    replace (Q * (P / Q) + (1 - Q) * ((1 - P) / (1 - Q))) with 1 in G by (field; lra).
    rewrite ln_1, !ln_div in G by lra. lra.
Qed.

(** * Lemmas 12 and 13, for games that stop at some time *)

Section Stopped.
Variables kappa theta lambda : nat -> R.
Variables L K : nat.
Variable pi : policy.
Variable stop : history -> bool.
Variable E : history -> bool.
Hypothesis kappa_range : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Hypothesis Hpi : is_policy L K pi.
Hypothesis Ht : attractions K theta.
Hypothesis Hl : attractions K lambda.
Notation happened := (fun h => ind (stop h && E h) 1).

(* a mean that grows in every round grows with the number of rounds *)
Lemma mean_grows t T h f : attractions K t -> (forall h', f h' <= mean t kappa L pi stop 1 h' f) ->
  mean t kappa L pi stop T h f <= mean t kappa L pi stop (S T) h f.
Proof.
intros H G. revert h; induction T as [|T IH]; intros h; [apply G|]. cbn [mean].
destruct (stop h); [lra|]. destruct (Hpi h) as [P _]. apply psum_le. intros w a i.
  destruct (P w a i) as [Hw Ha].
apply Rmult_le_compat_l; [assumption|]. apply clicks_le; [|intros; apply IH].
intros m Hm. now apply (click_range kappa L K).
Qed.

(* the chances of an event grow, and have a limit *)
Lemma chance_range t T (f : history -> bool) : attractions K t ->
  0 <= mean t kappa L pi stop T [] (fun h => ind (f h) 1) <= 1.
Proof.
intros H. split.
- apply Rle_trans with (mean t kappa L pi stop T [] (fun _ => 0)); [right; symmetry;
  now apply (mean_const kappa L K)|].
  apply mean_le with (K := K); try assumption. intros h. unfold ind. destruct (f h); lra.
- apply Rle_trans with (mean t kappa L pi stop T [] (fun _ => 1)); [|right;
  now apply (mean_const kappa L K)].
  apply mean_le with (K := K); try assumption. intros h. unfold ind. destruct (f h); lra.
Qed.
Lemma chance_limit t : attractions K t -> exists p : R, is_lim_seq (fun T =>
  mean t kappa L pi stop T [] happened) p /\ 0 <= p <= 1.
Proof.
intros H. destruct (ex_finite_lim_seq_incr (fun T => mean t kappa L pi stop T [] happened) 1) as [p
  Hp].
- intros T. apply mean_grows; [exact H|]. intros h. cbn [mean]. destruct (stop h); [lra|].
  cbn [andb ind].
  destruct (Hpi h) as [P _]. rewrite <- (psum_zero (pi h)). apply psum_le. intros w a i.
    destruct (P w a i) as [Hw Ha].
  apply Rmult_le_pos; [assumption|]. rewrite <- (clicks_const (fun l => kappa l * t (a l)) L 0).
  apply clicks_le; [intros m Hm; now apply (click_range kappa L K)|]. intros z. unfold ind.
    destruct (_ && _)%bool; lra.
- intros T. now apply chance_range.
- exists p. split; [exact Hp|]. split.
  + exact (is_lim_seq_le (fun _ => 0) _ 0 p (fun T => proj1 (chance_range t T _ H))
    (is_lim_seq_const 0) Hp).
  + exact (is_lim_seq_le _ (fun _ => 1) p 1 (fun T => proj2 (chance_range t T _ H)) Hp
    (is_lim_seq_const 1)).
Qed.

(* what is told is not negative, by Gibbs' inequality, so that it grows *)
Lemma tells_nonneg a : is_list L K a -> 0 <= tells theta lambda kappa L a.
Proof.
intros A. unfold tells. rewrite <- (sum_const0 (range 1 L)). apply sum_le. intros l i.
  apply in_range in i.
pose proof (gibbs_one _ _ 1 1 (click_range kappa L K kappa_range theta a l Ht A i) (click_range
  kappa L K kappa_range lambda a l Hl A i)
  ltac:(lra) ltac:(lra)) as G. rewrite !Rmult_1_r in G.
replace (kappa l * lambda (a l) + (1 - kappa l * lambda (a l))) with 1 in G by ring.
  rewrite ln_1 in G. lra.
Qed.
Lemma told_grows T : mean theta kappa L pi stop T [] (along (tells theta lambda kappa L)) <=
  mean theta kappa L pi stop (S T) [] (along (tells theta lambda kappa L)).
Proof.
apply mean_grows; [exact Ht|]. intros h. cbn [mean]. destruct (stop h); [lra|].
  destruct (Hpi h) as [P S].
apply Rle_trans with (psum (pi h) (fun w _ => along (tells theta lambda kappa L) h * w));
  [rewrite psum_scal, S; lra|].
apply psum_le. intros w a i. destruct (P w a i) as [Hw Ha]. cbn [along]. rewrite clicks_const,
  Rmult_comm.
apply Rmult_le_compat_l; [assumption|]. pose proof (tells_nonneg a Ha). lra.
Qed.

(* f = s on the event and t off it, for all s and t *)
Lemma gibbs_event T s t :
  let P th := mean th kappa L pi stop T [] happened in
  P theta * s + (1 - P theta) * t <=
  ln (P lambda * exp s + (1 - P lambda) * exp t) + mean theta kappa L pi stop T [] (along (tells
    theta lambda kappa L)).
Proof.
intros P.
pose proof (change_of_measure kappa theta lambda L K pi stop kappa_range Hpi Ht Hl T []
  (fun h => if (stop h && E h)%bool then s else t)) as C.
simpl along in C. rewrite Rminus_0_r in C.
rewrite (mean_ext kappa L pi stop theta T [] (fun h => if (stop h && E h)%bool then s else t) (fun h
  => t + (s - t) * happened h)) in C.
2:{ intros h. unfold ind. destruct (_ && _)%bool; ring. }
rewrite mean_plus, mean_scal, (mean_const kappa L K pi stop Hpi) in C.
rewrite (mean_ext kappa L pi stop lambda T [] _ (fun h =>
  exp t + (exp s - exp t) * happened h)) in C.
2:{ intros h. unfold ind. destruct (_ && _)%bool; ring. }
rewrite mean_plus, mean_scal, (mean_const kappa L K pi stop Hpi) in C. unfold P.
replace (mean lambda kappa L pi stop T [] happened * exp s + (1 - mean lambda kappa L pi stop T []
  happened) * exp t)
  with (exp t + (exp s - exp t) * mean lambda kappa L pi stop T [] happened) by ring.
lra.
Qed.

(* chances of clicks change by their ratio *)
Lemma clicks_ratio p q l f : (forall m, (1 <= m <= l)%nat -> 0 < p m < 1) -> (forall m,
  (1 <= m <= l)%nat -> 0 < q m < 1) ->
  clicks q l f = clicks p l (fun z => exp (- click_ratio p q l z) * f z).
Proof.
revert f; induction l as [|l IH]; intros f Hp Hq; cbn [clicks click_ratio].
- rewrite Ropp_0, exp_0. ring.
- pose proof (Hp (S l) ltac:(lia)) as P. pose proof (Hq (S l) ltac:(lia)) as Q.
  rewrite !(IH (fun z => f (_ :: z))) by (intros; (apply Hp || apply Hq); lia).
  assert (flip : forall x y F, 0 < x -> 0 < y -> y * clicks p l F = x * clicks p l (fun z =>
    exp (- ln (x / y)) * F z)).
  { intros x y F Hx Hy. rewrite clicks_scal, exp_Ropp, exp_ln by (now apply Rdiv_lt_0_compat).
    field. lra. }
  rewrite (flip (p (S l)) (q (S l))), (flip (1 - p (S l)) (1 - q (S l))) by lra.
  f_equal; f_equal; apply clicks_ext; intros z; rewrite <- Rmult_assoc, <- exp_plus; f_equal;
    f_equal; ring.
Qed.
(* and so do those of histories *)
Lemma mean_ratio T h f : mean lambda kappa L pi stop T h f =
  mean theta kappa L pi stop T h (fun h' => exp (log_ratio theta lambda kappa L h - log_ratio theta
    lambda kappa L h') * f h').
Proof.
revert h; induction T as [|T IH]; intros h; cbn [mean].
- replace (log_ratio theta lambda kappa L h - log_ratio theta lambda kappa L h) with 0 by ring.
  rewrite exp_0. ring.
- destruct (stop h).
  { replace (log_ratio theta lambda kappa L h - log_ratio theta lambda kappa L h) with 0 by ring.
    rewrite exp_0. ring. }
  destruct (Hpi h) as [P _]. apply psum_ext. intros w a i. destruct (P w a i) as [_ Ha]. f_equal.
  rewrite (clicks_ratio (fun l => kappa l * theta (a l)) (fun l => kappa l * lambda (a l)) L)
    by (intros; now apply (click_range kappa L K)).
  apply clicks_ext. intros z. rewrite IH, <- mean_scal. apply mean_ext. intros h'. cbn [log_ratio].
  rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal. ring.
Qed.
End Stopped.

(* the inequality at min(sigma, T), and limits *)
Theorem lemma_12 : pbm_lemma_12.
Proof.
intros theta lambda kappa L K pi stop E Ht Hl Hk Hpi P.
destruct (chance_limit kappa L K pi stop E Hk Hpi theta Ht) as [p [Lp Hp]].
destruct (chance_limit kappa L K pi stop E Hk Hpi lambda Hl) as [q [Lq Hq]].
set (told := fun T => mean theta kappa L pi stop T [] (along (tells theta lambda kappa L))).
assert (up : forall T, told T <= told (S T)) by (intros T;
  apply (told_grows kappa theta lambda L K pi stop); assumption).
destruct (ex_lim_seq_incr told up) as [I HI]. exists p, q, I. split; [exact Lp|]. split;
  [exact Lq|]. split; [exact HI|].
destruct I as [I| |]; [|destruct (divergence p q); exact Logic.I|].
- apply divergence_from_gibbs; [exact Hp|exact Hq|]. intros s t.
  assert (pos : 0 < q * exp s + (1 - q) * exp t).
  { pose proof (exp_pos s). pose proof (exp_pos t). destruct (Req_dec q 0) as [->|]; [lra|].
    assert (0 < q * exp s) by (apply Rmult_lt_0_compat; lra).
      assert (0 <= (1 - q) * exp t) by (apply Rmult_le_pos; lra). lra. }
  change (Rbar_le (p * s + (1 - p) * t) (ln (q * exp s + (1 - q) * exp t) + I)).
  apply (is_lim_seq_le (fun T => P theta T * s + (1 - P theta T) * t)
    (fun T => ln (P lambda T * exp s + (1 - P lambda T) * exp t) + told T)).
  + intros T. now apply (gibbs_event kappa theta lambda L K pi stop E Hk Hpi Ht Hl).
  + apply is_lim_seq_plus'; apply is_lim_seq_mult'; try apply is_lim_seq_const; [exact Lp|].
    apply is_lim_seq_minus'; [apply is_lim_seq_const|exact Lp].
  + apply is_lim_seq_plus'; [|exact HI].
    apply (is_lim_seq_continuous ln (fun T => P lambda T * exp s + (1 - P lambda T) * exp t)).
    * apply derivable_continuous_pt. exists (/ (q * exp s + (1 - q) * exp t)).
      now apply derivable_pt_lim_ln.
    * apply is_lim_seq_plus'; apply is_lim_seq_mult'; try apply is_lim_seq_const; [exact Lq|].
      apply is_lim_seq_minus'; [apply is_lim_seq_const|exact Lq].
- assert (B : forall T, 0 <= told T).
  { intros T. induction T as [|T IH]; [unfold told; simpl; lra|]. specialize (up T). lra. }
  exact (False_ind _ (is_lim_seq_le (fun _ => 0) told 0 m_infty B (is_lim_seq_const 0) HI)).
Qed.

(* the identity at min(sigma, T), and limits; what has not stopped by T has a chance that tends to 0
   *)
Theorem lemma_13 : pbm_lemma_13.
Proof.
intros theta lambda kappa L K pi stop E Ht Hl Hk Hpi P.
destruct (chance_limit kappa L K pi stop E Hk Hpi lambda Hl) as [q [Lq Hq]]. exists q. split;
  [exact Lq|]. split.
- revert Lq. apply is_lim_seq_ext. intros T. rewrite (mean_ratio kappa theta lambda L K pi stop Hk
  Hpi Ht Hl).
  apply mean_ext. intros h. cbn [log_ratio]. unfold ind. destruct (_ && _)%bool; [|ring].
  rewrite Rmult_1_r. f_equal. ring.
- intros S. apply (is_lim_seq_le_le (fun T => P T (fun h => ind (stop h && E h) 1)) _
    (fun T => P T (fun h => ind (stop h && E h) 1) + (1 - P T (fun h => ind (stop h) 1)))).
  + intros T. split; [|apply Rle_trans with (P T (fun h =>
    ind (stop h && E h) 1 + (1 + (-1) * ind (stop h) 1)))].
    * unfold P. apply mean_le with (K := K); try assumption. intros h. unfold ind.
      destruct (stop h), (E h); simpl; lra.
    * unfold P. apply mean_le with (K := K); try assumption. intros h. unfold ind.
      destruct (stop h), (E h); simpl; lra.
    * unfold P. rewrite !mean_plus, mean_scal, (mean_const kappa L K pi stop Hpi). lra.
  + exact Lq.
  + replace (Finite q) with (Finite (q + (1 - 1))) by (f_equal; ring). apply is_lim_seq_plus';
    [exact Lq|].
    apply is_lim_seq_minus'; [apply is_lim_seq_const|exact S].
Qed.

(** Means see histories of T rounds only. *)
Section Length.
Variable kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Hypothesis kappa_range : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Hypothesis Hpi : is_policy L K pi.
Variable theta : nat -> R.
Hypothesis Ht : attractions K theta.
Lemma mean_le_at T h f g : (forall h', length h' = (T + length h)%nat -> f h' <= g h') ->
  mean theta kappa L pi never T h f <= mean theta kappa L pi never T h g.
Proof.
revert h; induction T as [|T IH]; intros h H; [now apply H|]. cbn [mean]. unfold never at 1 3.
destruct (Hpi h) as [P _]. apply psum_le. intros w a i. destruct (P w a i) as [Hw Ha].
apply Rmult_le_compat_l; [exact Hw|]. apply clicks_le; [intros m Hm;
  now apply (click_range kappa L K)|].
intros z. apply IH. intros h' e. apply H. cbn [length] in e. lia.
Qed.
End Length.

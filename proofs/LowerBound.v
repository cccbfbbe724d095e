(** Proposition 3 and Theorem 6 of Lagrée et al. (2016): what every uniformly efficient policy must
    lose. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Quadratic Sums Gaps Game Program.
Import ListNotations.
Open Scope R_scope.

(** * The lists of a game as a plan *)

(* what a linear functional of f is, if it is a plan *)
Definition planned (L K : nat) (F : ((nat -> nat) -> R) -> R) : Prop :=
  exists P, is_plan L K P /\ forall f, F f = psum P (fun c a => c * f a).

(* plans can be added, scaled and averaged *)
Lemma planned_ext L K F G : (forall f, F f = G f) -> planned L K F -> planned L K G.
Proof. intros E [P [HP H]]. exists P. split; [exact HP|]. intros f. now rewrite <- E. Qed.
Lemma planned_zero L K : planned L K (fun _ => 0).
Proof. exists []. split; [intros c a i; contradiction|reflexivity]. Qed.
Lemma planned_plus L K F G : planned L K F -> planned L K G -> planned L K (fun f => F f + G f).
Proof.
intros [P [HP EP]] [Q [HQ EQ]]. exists (P ++ Q). split.
- intros c a i. apply in_app_iff in i. destruct i; [now apply HP|now apply HQ].
- intros f. now rewrite psum_app, EP, EQ.
Qed.
Lemma planned_scal L K c F : 0 <= c -> planned L K F -> planned L K (fun f => c * F f).
Proof.
intros Hc [P [HP EP]]. exists (map (fun ca => (c * fst ca, snd ca)) P). split.
- intros c' a i. apply in_map_iff in i. destruct i as [[c0 a0] [E i]]. injection E as <- <-. simpl.
  destruct (HP c0 a0 i) as [H A]. split; [now apply Rmult_le_pos|exact A].
- intros f. rewrite EP. clear. induction P as [|[c0 a0] P IH]; simpl; [ring|]. rewrite <- IH. ring.
Qed.
Lemma planned_one L K a : is_list L K a -> planned L K (fun f => f a).
Proof.
intros A. exists [(1, a)]. split; [|intros f; simpl; ring].
intros c b [E|[]]. injection E as <- <-. split; [lra|exact A].
Qed.
Lemma planned_psum L K P (F : (nat -> nat) -> ((nat -> nat) -> R) -> R) :
  (forall w a, In (w, a) P -> 0 <= w /\ planned L K (F a)) -> planned L K (fun f =>
    psum P (fun w a => w * F a f)).
Proof.
induction P as [|[w a] P IH]; intros H; simpl; [apply planned_zero|].
destruct (H w a (or_introl eq_refl)) as [Hw Ha].
apply (planned_plus L K (fun f => w * F a f)); [now apply planned_scal|].
apply IH. intros w' a' i. apply H. now right.
Qed.
Lemma planned_clicks L K q l F : (forall m, (1 <= m <= l)%nat -> 0 < q m < 1) ->
  (forall z, planned L K (F z)) -> planned L K (fun f => clicks q l (fun z => F z f)).
Proof.
revert F; induction l as [|l IH]; intros F Hq H; cbn [clicks]; [apply H|].
pose proof (Hq (S l) ltac:(lia)).
apply (planned_plus L K (fun f => q (S l) * clicks q l (fun z => F (true :: z) f)));
  apply planned_scal; try lra;
  apply (IH (fun z => F (_ :: z))); intros; try apply H; apply Hq; lia.
Qed.

Section Game.
Variables kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Hypothesis kappa_range : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Hypothesis Hpi : is_policy L K pi.

(* the expected number of times that each list is shown is a plan *)
Lemma game_planned theta T h : attractions K theta ->
  planned L K (fun f => mean theta kappa L pi never T h (along f) - along f h).
Proof.
intros Ht. revert h; induction T as [|T IH]; intros h; simpl.
- apply (planned_ext L K (fun _ => 0)); [intros; ring|apply planned_zero].
- destruct (Hpi h) as [P S].
  apply (planned_ext L K (fun f => psum (pi h) (fun w a => w * (f a +
    clicks (fun l => kappa l * theta (a l)) L (fun z =>
      mean theta kappa L pi never T ((a, z) :: h) (along f) - along f ((a, z) :: h)))))).
  + intros f. assert (E : psum (pi h) (fun w _ => along f h * w) = along f h) by (rewrite psum_scal,
    S; ring).
    assert (G : forall x y z, x = z + y -> x - y = z) by (intros; lra). symmetry. apply G.
      rewrite <- E, <- psum_plus. apply psum_ext. intros w a _. unfold Rminus. rewrite clicks_plus.
      simpl along.
    rewrite (clicks_const _ L (- (f a + along f h))). ring.
  + apply (planned_psum L K (pi h) (fun a f => f a + clicks (fun l =>
    kappa l * theta (a l)) L (fun z =>
      mean theta kappa L pi never T ((a, z) :: h) (along f) - along f ((a, z) :: h)))).
    intros w a i. destruct (P w a i) as [Hw A]. split; [assumption|].
    apply (planned_plus L K (fun f => f a)); [now apply planned_one|].
    apply (planned_clicks L K _ L (fun z f => mean theta kappa L pi never T ((a,
      z) :: h) (along f) - along f ((a, z) :: h))).
    * intros m Hm. now apply (click_range kappa L K kappa_range).
    * intros z. apply IH.
Qed.

(** the lists that are shown are lists, so that only these matter *)
Lemma game_le theta T f g : attractions K theta -> (forall a, is_list L K a -> f a <= g a) ->
  mean theta kappa L pi never T [] (along f) <= mean theta kappa L pi never T [] (along g).
Proof.
intros Ht H. destruct (game_planned theta T [] Ht) as [P [HP E]].
pose proof (E f) as Ef. pose proof (E g) as Eg. simpl in Ef, Eg.
assert (psum P (fun c a => c * f a) <= psum P (fun c a => c * g a)); [|lra].
apply psum_le. intros c a i. destruct (HP c a i). apply Rmult_le_compat_l; [assumption|now apply H].
Qed.

(* sums along a history scale *)
Lemma along_scal c f h : along (fun a => c * f a) h = c * along f h.
Proof. induction h as [|[a z] h IH]; simpl; [ring|]. rewrite IH. ring. Qed.

(* after T rounds the history has T of them *)
Lemma mean_rounds theta T h X :
  mean theta kappa L pi never T h (fun h' => along (fun _ => 1) h' * X h') =
  (INR T + along (fun _ => 1) h) * mean theta kappa L pi never T h X.
Proof.
revert h; induction T as [|T IH]; intros h; cbn [mean]; [simpl; ring|]. unfold never at 1 3.
rewrite <- psum_scal. apply psum_ext. intros w a _.
rewrite (clicks_ext _ _ _ _ (fun z => IH ((a, z) :: h))). simpl along. rewrite clicks_scal, S_INR.
  ring.
Qed.
End Game.

(** * Proposition 3 *)

Section Proposition3.
Variables theta lambda kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Hypothesis S0 : sorted theta kappa L K.
Hypothesis Hpi : is_policy L K pi.
(* o(T^alpha) at one theta; it is used at two *)
Definition efficient_at (t : nat -> R) : Prop := forall m alpha, best_reward t kappa L K m ->
  0 < alpha <= 1 ->
  is_lim_seq (fun T => regret t kappa L pi m T / Rpower (INR T) alpha) 0.
Hypothesis efficient_theta : efficient_at theta.
Hypothesis efficient_lambda : efficient_at lambda.
Hypothesis Hl : confusing theta lambda kappa L K.

Let kappa_range := kappa_range theta kappa L K S0.
Let theta_ok : attractions K theta := theta_range theta kappa L K S0.
Let lambda_ok : attractions K lambda := proj1 Hl.

(* does a list show an item beyond the L best ones? *)
Definition explores (a : nat -> nat) : bool := existsb (fun l => (L <? a l)%nat) (range 1 L).

(* what [explores] says *)
Lemma explores_true a : explores a = true -> exists l, (1 <= l <= L)%nat /\ (L < a l)%nat.
Proof.
intros H. apply existsb_exists in H. destruct H as [l [i H]]. apply in_range in i.
  apply Nat.ltb_lt in H.
exists l. split; assumption.
Qed.
Lemma explores_false a l : explores a = false -> (1 <= l <= L)%nat -> (a l <= L)%nat.
Proof.
intros H Hl0. destruct (le_lt_dec (a l) L) as [|gt]; [assumption|exfalso].
assert (explores a = true); [|congruence].
apply existsb_exists. exists l. split; [now apply in_range|now apply Nat.ltb_lt].
Qed.

(* such lists lose at least kappa_L times the smallest difference, under theta *)
Lemma exploring_costs a : is_list L K a -> explores a = true ->
  (L < K)%nat /\ kappa L * (theta L - theta (S L)) <= gap theta kappa L a.
Proof.
intros A H. destruct (explores_true a H) as [l [Hl0 big]]. destruct A as [A1 A2].
  pose proof (A1 l Hl0) as Al.
pose proof (sizes theta kappa L K S0) as LK. split; [lia|].
apply Rle_trans with (2 := lemma_16_le theta kappa L K S0 a (conj A1 A2)).
assert (T : theta (a l) <= theta (S L)).
{ destruct (Nat.eq_dec (a l) (S L)) as [->|]; [lra|]. left. apply (theta_less theta kappa L K S0);
  lia. }
pose proof (theta_less theta kappa L K S0 L (S L) ltac:(lia) ltac:(lia)).
pose proof (kappa_last theta kappa L K S0 l Hl0). pose proof (kappa_range L ltac:(lia)).
  pose proof (kappa_range l Hl0).
apply Rle_trans with (gap theta kappa L (exploring (a l) l)).
{ apply Rle_trans with (2 := gap_exploring_least theta kappa L K S0 (a l) l ltac:(lia) Hl0).
  apply Rmult_le_compat; lra. }
apply Rle_trans with (sum (range 1 L) (fun m => ind (l =? m)%nat (gap theta kappa L (exploring (a m)
  m)))).
{ right. symmetry. apply sum_one; [apply seq_NoDup|now apply in_range]. }
apply sum_le. intros m Hm. apply in_range in Hm. unfold ind.
destruct (Nat.eqb_spec l m) as [->|ne].
- destruct (Nat.ltb_spec L (a m)); [lra|lia].
- pose proof (A1 m Hm). destruct (Nat.ltb_spec L (a m)); [|lra].
  left. apply (gap_exploring_pos theta kappa L K S0); lia.
Qed.

(* the other lists are no better than the identity, under lambda as well *)
Lemma not_exploring_costs a : is_list L K a -> explores a = false ->
  reward lambda kappa L a <= reward lambda kappa L (fun l => l).
Proof.
intros A H. pose proof (sizes theta kappa L K S0) as LK. pose proof (proj1 (proj2 Hl)) as same.
pose proof (gap_nonneg theta kappa L K (sorted_end _ _ _ _ S0) (sorted_le _ _ _ _ S0) (sorted_kappa
  _ _ _ _ S0) ltac:(lia) a A) as G.
rewrite gap_reward in G.
assert (E : forall b : nat -> nat, (forall l, (1 <= l <= L)%nat -> (1 <= b l <= L)%nat) ->
  reward lambda kappa L b = reward theta kappa L b).
{ intros b Hb. unfold reward. apply sum_ext. intros l Hl0. apply in_range in Hl0.
  now rewrite (same (b l) (Hb l Hl0)). }
rewrite (E a), (E (fun l => l)); [lra|intros; lia|].
intros l Hl0. pose proof (explores_false a l H Hl0). destruct A as [A1 _]. pose proof (A1 l Hl0).
  lia.
Qed.

Notation E t T f := (mean t kappa L pi never T [] f).
Definition informed (T : nat) : R := E theta T (along (tells theta lambda kappa L)).

(* the rounds that explore, and the event that these are at most half of all *)
Definition n_explores (h : history) : R := along (fun a => ind (explores a) 1) h.
Definition n_others (h : history) : R := along (fun a => ind (negb (explores a)) 1) h.
Definition rarely (h : history) : bool := if Rle_dec (n_explores h) (n_others h) then true else
  false.

(* Markov's inequality, history by history *)
Lemma markov h : along (fun _ => 1) h * (1 - ind (rarely h) 1) <= 2 * n_explores h /\
  along (fun _ => 1) h * ind (rarely h) 1 <= 2 * n_others h.
Proof.
assert (N : 0 <= n_explores h /\ 0 <= n_others h /\ n_explores h + n_others h = along (fun _ =>
  1) h).
{ unfold n_explores, n_others. clear. induction h as [|[a z] h [IH1 [IH2 IH3]]]; simpl; [lra|].
  destruct (explores a); simpl; lra. }
unfold rarely, ind. destruct (Rle_dec (n_explores h) (n_others h)); lra.
Qed.

(** For every round T and s: P_theta(E) s <= what is told + log(1 + P_lambda(E) e^s). *)
Lemma told T s : E theta T (fun h => ind (rarely h) 1) * s <=
  ln (1 + E lambda T (fun h => ind (rarely h) 1) * exp s) + informed T.
Proof.
pose proof (change_of_measure kappa theta lambda L K pi never kappa_range Hpi theta_ok lambda_ok T
  []
  (fun h => s * ind (rarely h) 1)) as C.
simpl along in C. rewrite mean_scal in C. fold (informed T) in C.
assert (P : 0 < E lambda T (fun h => exp (s * ind (rarely h) 1))).
{ apply mean_pos with (K := K); try assumption. intros; apply exp_pos. }
assert (D : E lambda T (fun h => exp (s * ind (rarely h) 1)) <= 1 + E lambda T (fun h =>
  ind (rarely h) 1) * exp s).
{ apply Rle_trans with (E lambda T (fun h => 1 + exp s * ind (rarely h) 1)).
  - apply mean_le with (K := K); try assumption. intros h. unfold ind. destruct (rarely h).
    + rewrite !Rmult_1_r. lra.
    + rewrite !Rmult_0_r, exp_0. lra.
  - rewrite mean_plus, mean_scal, (mean_const kappa L K pi never Hpi). lra. }
assert (ln (E lambda T (fun h => exp (s * ind (rarely h) 1))) <= ln (1 + E lambda T (fun h =>
  ind (rarely h) 1) * exp s)).
{ destruct (Rle_lt_or_eq_dec _ _ D) as [lt| <-]; [left; now apply ln_increasing|lra]. }
lra.
Qed.

(** Under theta a policy that learns explores in less than half of the rounds, mostly ... *)
Lemma rarely_theta T : (L < K)%nat ->
  INR T * (1 - E theta T (fun h => ind (rarely h) 1)) * (kappa L * (theta L - theta (S L)))
  <= 2 * regret theta kappa L pi (reward theta kappa L (fun l => l)) T.
Proof.
intros LK. set (g := kappa L * (theta L - theta (S L))).
  pose proof (sizes theta kappa L K S0) as Sz.
assert (Hg : 0 < g).
{ pose proof (theta_less theta kappa L K S0 L (S L) ltac:(lia) ltac:(lia)).
  pose proof (kappa_range L ltac:(lia)).
  unfold g. apply Rmult_lt_0_compat; lra. }
assert (M : INR T * (1 - E theta T (fun h => ind (rarely h) 1)) <= 2 * E theta T n_explores).
{ rewrite <- mean_scal.
  apply Rle_trans with (E theta T (fun h => along (fun _ => 1) h * (1 + (-1) * ind (rarely h) 1))).
  - rewrite mean_rounds, mean_plus, mean_scal, (mean_const kappa L K pi never Hpi). simpl along.
    right. ring.
  - apply mean_le with (K := K); try assumption. intros h. pose proof (markov h) as [A _]. lra. }
assert (C : g * E theta T n_explores <= regret theta kappa L pi (reward theta kappa L (fun l =>
  l)) T).
{ rewrite <- mean_scal. unfold regret, n_explores.
  apply Rle_trans with (E theta T (along (fun a => g * ind (explores a) 1))).
  - right. apply mean_ext. intros h. now rewrite along_scal.
  - apply (game_le kappa L K pi kappa_range Hpi); [exact theta_ok|]. intros a A.
    rewrite <- gap_reward.
    unfold ind. destruct (explores a) eqn:e.
    + rewrite Rmult_1_r. now apply exploring_costs.
    + rewrite Rmult_0_r. apply (gap_nonneg theta kappa L K (sorted_end _ _ _ _ S0));
        [exact (sorted_le _ _ _ _ S0)|exact (sorted_kappa _ _ _ _ S0)|lia|exact A]. }
apply (Rmult_le_compat_r g) in M; lra.
Qed.

(** ... and under lambda in more than half of them, mostly. *)
Lemma rarely_lambda T m : best_reward lambda kappa L K m ->
  INR T * E lambda T (fun h => ind (rarely h) 1) * (m - reward lambda kappa L (fun l => l))
  <= 2 * regret lambda kappa L pi m T /\ 0 < m - reward lambda kappa L (fun l => l).
Proof.
intros [up _]. assert (up' : forall a, is_list L K a -> reward lambda kappa L a <= m).
{ intros a A. apply up. exists a. now split. }
set (g := m - reward lambda kappa L (fun l => l)).
assert (Hg : 0 < g).
{ destruct (proj2 (proj2 Hl)) as [b [Hb less]]. pose proof (up' b Hb). unfold g. lra. }
split; [|exact Hg].
assert (M : INR T * E lambda T (fun h => ind (rarely h) 1) <= 2 * E lambda T n_others).
{ rewrite <- (mean_scal kappa L pi never lambda T [] 2 n_others).
  apply Rle_trans with (E lambda T (fun h => along (fun _ => 1) h * ind (rarely h) 1)).
  - right. rewrite (mean_rounds kappa L pi lambda T [] (fun h => ind (rarely h) 1)). simpl along.
    ring.
  - apply mean_le with (K := K); try assumption. intros h. now pose proof (markov h) as [_ A]. }
assert (C : g * E lambda T n_others <= regret lambda kappa L pi m T).
{ rewrite <- mean_scal. unfold regret, n_others.
  apply Rle_trans with (E lambda T (along (fun a => g * ind (negb (explores a)) 1))).
  - right. apply mean_ext. intros h. now rewrite along_scal.
  - apply (game_le kappa L K pi kappa_range Hpi); [exact lambda_ok|]. intros a A. unfold ind.
    destruct (explores a) eqn:e; simpl.
    + rewrite Rmult_0_r. pose proof (up' a A). lra.
    + rewrite Rmult_1_r. pose proof (not_exploring_costs a A e). unfold g. lra. }
apply (Rmult_le_compat_r g) in M; lra.
Qed.

(* the rewards are bounded by the sum of the examinations *)
Lemma best_exists : exists m, best_reward lambda kappa L K m.
Proof.
destruct (completeness (fun x => exists a, is_list L K a /\ x = reward lambda kappa L a)) as [m Hm];
  [| |now exists m].
- exists (sum (range 1 L) kappa). intros x [a [A ->]]. unfold reward. apply sum_le. intros l i.
  apply in_range in i.
  destruct A as [A1 _]. pose proof (lambda_ok (a l) (A1 l i)). pose proof (kappa_range l i).
  rewrite <- (Rmult_1_r (kappa l)) at 2. apply Rmult_le_compat_l; lra.
- exists (reward lambda kappa L (fun l => l)), (fun l => l). split; [|reflexivity].
  pose proof (sizes theta kappa L K S0). split; intros; lia.
Qed.

(* under theta the best list is the identity *)
Lemma best_theta : best_reward theta kappa L K (reward theta kappa L (fun l => l)).
Proof.
pose proof (sizes theta kappa L K S0) as LK. split.
- intros x [a [A ->]].
  pose proof (gap_nonneg theta kappa L K (sorted_end _ _ _ _ S0) (sorted_le _ _ _ _ S0)
    (sorted_kappa _ _ _ _ S0) ltac:(lia) a A) as G.
  rewrite gap_reward in G. lra.
- intros b up. apply up. exists (fun l => l). split; [split; intros; lia|reflexivity].
Qed.

(* log T exceeds every bound *)
Lemma ln_large B : eventually (fun T => B <= ln (INR T)).
Proof.
destruct (nfloor_ex (exp B)) as [n [_ Hn]]; [left; apply exp_pos|]. exists (S n). intros T HT.
rewrite <- (ln_exp B). left. apply ln_increasing; [apply exp_pos|].
apply Rlt_le_trans with (1 := Hn). rewrite <- S_INR. now apply le_INR.
Qed.

(* o(T^alpha), written out *)
Lemma small_regret t m alpha x : efficient_at t -> best_reward t kappa L K m -> 0 < alpha <= 1 ->
  0 < x ->
  eventually (fun T => regret t kappa L pi m T <= x * Rpower (INR T) alpha).
Proof.
intros Ht Hm Ha Hx. pose proof (Ht m alpha Hm Ha) as H.
apply is_lim_seq_spec in H. specialize (H (mkposreal x Hx)). revert H. apply filter_imp. intros T H.
  simpl in H.
rewrite Rminus_0_r in H. apply Rabs_lt_between in H.
assert (P : 0 < Rpower (INR T) alpha) by apply exp_pos.
apply Rmult_le_reg_r with (/ Rpower (INR T) alpha); [now apply Rinv_0_lt_compat|].
rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. left. apply H.
Qed.

(* s = (1 - eta/4) log T in [told]: P_theta(E) -> 1, and P_lambda(E) e^s <= 1 *)
Lemma proposition_3_eventually eta : 0 < eta < 1 -> eventually (fun T =>
  (1 - eta) * ln (INR T) <= informed T).
Proof.
intros He. destruct (confusing_item theta kappa L K S0 lambda Hl) as [k [Hk _]].
destruct best_exists as [m Hm].
set (g := kappa L * (theta L - theta (S L))).
assert (Hg : 0 < g).
{ pose proof (sizes theta kappa L K S0). pose proof (theta_less theta kappa L K S0 L (S L)
  ltac:(lia) ltac:(lia)).
  pose proof (kappa_range L ltac:(lia)). unfold g. apply Rmult_lt_0_compat; lra. }
set (g' := m - reward lambda kappa L (fun l => l)).
assert (Hg' : 0 < g') by (apply (rarely_lambda 0 m Hm)).
pose proof (small_regret theta _ 1 (g * eta / 4) efficient_theta best_theta ltac:(lra)
  ltac:(apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra)) as A.
pose proof (small_regret lambda m (eta / 4) (g' / 2) efficient_lambda Hm ltac:(lra) ltac:(lra)) as
  B.
pose proof (ln_large (4 / eta * ln 2)) as C. pose proof (ln_large 1) as C1.
generalize (filter_and _ _ A (filter_and _ _ B (filter_and _ _ C C1))). apply filter_imp.
clear A B C C1. intros T [A [B [C C1]]].
assert (HT : 0 < INR T).
{ destruct T as [|T]; [|apply lt_0_INR; lia]. simpl in C1. unfold ln in C1.
  destruct (Rlt_dec 0 0); [lra|]. lra. }
rewrite Rpower_1 in A by assumption.
pose proof (rarely_theta T ltac:(lia)) as P. fold g in P.
destruct (rarely_lambda T m Hm) as [Q _]. fold g' in Q.
set (p := E theta T (fun h => ind (rarely h) 1)) in *. set (q := E lambda T (fun h =>
  ind (rarely h) 1)) in *.
assert (Hq : 0 <= q).
{ unfold q. rewrite <- (mean_const kappa L K pi never Hpi lambda T [] 0).
  apply mean_le with (K := K); try assumption. intros h. unfold ind. destruct (rarely h); lra. }
assert (p1 : 1 - eta / 2 <= p).
{ enough (1 - p <= eta / 2) by lra. apply Rmult_le_reg_r with (INR T * g);
  [now apply Rmult_lt_0_compat|]. lra. }
assert (q1 : INR T * q <= Rpower (INR T) (eta / 4)).
{ apply Rmult_le_reg_r with g'; [assumption|]. lra. }
set (s := (1 - eta / 4) * ln (INR T)).
assert (q2 : q * exp s <= 1).
{ apply Rmult_le_reg_l with (INR T); [assumption|]. rewrite <- Rmult_assoc, Rmult_1_r.
  apply Rle_trans with (Rpower (INR T) (eta / 4) * exp s).
  - apply Rmult_le_compat_r; [left; apply exp_pos|exact q1].
  - unfold Rpower, s. rewrite <- exp_plus.
    replace (eta / 4 * ln (INR T) + (1 - eta / 4) * ln (INR T)) with (ln (INR T)) by field.
    rewrite exp_ln by assumption. lra. }
pose proof (told T s) as G. fold p in G. fold q in G.
assert (l2 : ln (1 + q * exp s) <= ln 2).
{ assert (0 <= q * exp s) by (apply Rmult_le_pos; [assumption|left; apply exp_pos]).
  destruct (Req_dec (q * exp s) 1) as [->|ne]; [right; f_equal; ring|left; apply ln_increasing;
    lra]. }
assert (s0 : 0 <= s) by (unfold s; apply Rmult_le_pos; lra).
assert ((1 - eta / 2) * s <= p * s) by (apply Rmult_le_compat_r; lra).
assert (four : ln 2 <= eta / 4 * ln (INR T)).
{ replace (ln 2) with (eta / 4 * (4 / eta * ln 2)) by (field; lra). apply Rmult_le_compat_l; lra. }
assert (E2 : (1 - eta / 2) * s = (1 - 3 * eta / 4) * ln (INR T) + eta * eta / 8 * ln (INR T)) by
  (unfold s; field).
assert (0 <= eta * eta / 8 * ln (INR T)).
{ apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; [apply Rmult_le_pos|]; lra. }
lra.
Qed.
End Proposition3.

(* from (1 - eta) v log T <= u(T) for all large T *)
Lemma liminf_ratio u v : 0 <= v ->
  (forall eta, 0 < eta < 1 -> eventually (fun T => (1 - eta) * v * ln (INR T) <= u T)) ->
  Rbar_le v (LimInf_seq (fun T => u T / ln (INR T))).
Proof.
intros Hv H.
assert (G : forall eta, 0 < eta < 1 -> Rbar_le ((1 - eta) * v) (LimInf_seq (fun T =>
  u T / ln (INR T)))).
{ intros eta He. rewrite <- (LimInf_seq_const ((1 - eta) * v)). apply LimInf_le.
  generalize (filter_and _ _ (H eta He) (ln_large 1)). apply filter_imp. intros T [A B].
  apply Rmult_le_reg_r with (ln (INR T)); [lra|]. replace (u T / ln (INR T) * ln (INR T)) with (u T)
    by (field; lra). exact A. }
destruct (LimInf_seq (fun T => u T / ln (INR T))) as [x| |]; simpl in *; [|exact I|].
- apply Rnot_lt_le. intros C. specialize (G (Rmin (1 / 2) ((v - x) / (2 * (v + 1))))).
  assert (P : 0 < (v - x) / (2 * (v + 1))) by (apply Rdiv_lt_0_compat; lra).
  assert (A : Rmin (1 / 2) ((v - x) / (2 * (v + 1))) <= (v - x) / (2 * (v + 1))) by apply Rmin_r.
  assert (B : 0 < Rmin (1 / 2) ((v - x) / (2 * (v + 1))) < 1).
  { split; [apply Rmin_glb_lt; lra|]. apply Rle_lt_trans with (1 / 2); [apply Rmin_l|lra]. }
  specialize (G B). set (e := Rmin _ _) in *.
  assert (e * v <= (v - x) / (2 * (v + 1)) * (v + 1)) by (apply Rmult_le_compat; lra).
  replace ((v - x) / (2 * (v + 1)) * (v + 1)) with ((v - x) / 2) in * by (field; lra). lra.
- apply (G (1 / 2)). lra.
Qed.

(* the statement *)
Theorem proposition_3 : pbm_proposition_3.
Proof.
intros theta lambda kappa L K pi S0 Hpi U Hl. apply liminf_ratio; [lra|]. intros eta He.
rewrite Rmult_1_r. apply (proposition_3_eventually theta lambda kappa L K pi); try assumption.
- intros m a. apply U. apply (theta_range theta kappa L K S0).
- intros m a. apply U. exact (proj1 Hl).
Qed.

(* finitely many eventualities at once *)
Lemma eventually_all (A : nat -> nat -> Prop) L K :
  (forall k, (L < k <= K)%nat -> eventually (A k)) -> eventually (fun T => forall k,
    (L < k <= K)%nat -> A k T).
Proof.
induction K as [|K IH]; intros H; [exists 0%nat; intros; lia|].
assert (I : eventually (fun T => forall k, (L < k <= K)%nat -> A k T)) by (apply IH; intros;
  apply H; lia).
destruct (le_lt_dec (S K) L) as [le|lt].
- exists 0%nat. intros; lia.
- generalize (filter_and _ _ I (H (S K) ltac:(lia))). apply filter_imp. intros T [P Q] k Hk.
  destruct (Nat.eq_dec k (S K)) as [->|]; [assumption|apply P; lia].
Qed.

(* theta with item k raised to below the next better item has no ties *)
Lemma raised_distinct theta kappa L K k x : sorted theta kappa L K -> (L < k <= K)%nat ->
  theta L < x ->
  x < (if (L =? 1)%nat then 1 else theta (pred L)) ->
  forall i j, (1 <= i < j)%nat -> (j <= K)%nat -> raised theta k x i <> raised theta k x j.
Proof.
intros S0 Hk Hx Ht. pose proof (sizes theta kappa L K S0) as LK.
assert (D : forall i, (1 <= i <= K)%nat -> i <> k -> theta i <> x).
{ intros i Hi ne. destruct (lt_eq_lt_dec i L) as [[lt| ->]|gt]; [|lra|].
  - destruct (Nat.eqb_spec L 1); [lia|]. destruct (Nat.eq_dec i (pred L)) as [->|]; [lra|].
    pose proof (theta_less theta kappa L K S0 i (pred L) ltac:(lia) ltac:(lia)). lra.
  - pose proof (theta_less theta kappa L K S0 L i ltac:(lia) ltac:(lia)). lra. }
intros i j Hij Hj. unfold raised. destruct (Nat.eqb_spec i k), (Nat.eqb_spec j k); try lia.
- intros e0. apply (D j); [lia|assumption|now symmetry].
- apply D; [lia|assumption].
- pose proof (theta_less theta kappa L K S0 i j ltac:(lia) ltac:(lia)). lra.
Qed.

(* each item k > L raised slightly beyond theta_L, and not to theta_(L-1): the plan of the game
   brings nearly log T of every item *)
Theorem theorem_6_distinct : pbm_theorem_6_distinct.
Proof.
intros theta kappa L K pi m S0 Hpi U Hm.
assert (Em : m = reward theta kappa L (fun l => l)).
{ pose proof (best_theta theta kappa L K S0) as B. destruct Hm as [H1 H2], B as [B1 B2].
  apply Rle_antisym; [now apply H2|now apply B2]. }
subst m. pose proof (Program.kappa_range theta kappa L K S0) as kr.
  pose proof (sizes theta kappa L K S0) as LK.
assert (V : 0 <= value theta kappa L K).
{ unfold value. rewrite <- (sum_const0 (range (S L) K)). apply sum_le. intros k Hk.
  apply in_range in Hk.
  apply (price_nonneg theta kappa L K S0). lia. }
apply liminf_ratio; [exact V|]. intros eta He.
(* each item k is raised by so little that nothing much more is told *)
assert (A : eventually (fun T => forall k, (L < k <= K)%nat ->
   exists x, theta L < x < 1 /\
   (forall l, (1 <= l <= L)%nat -> d (kappa l * theta k) (kappa l * x) <= (1 + eta / 2) * info theta
     kappa L k l) /\
   (1 - eta / 2) * ln (INR T) <= informed theta (raised theta k x) kappa L pi T)).
{ apply eventually_all with (A := fun k T => exists x, theta L < x < 1 /\
   (forall l, (1 <= l <= L)%nat -> d (kappa l * theta k) (kappa l * x) <= (1 + eta / 2) * info theta
     kappa L k l) /\
   (1 - eta / 2) * ln (INR T) <= informed theta (raised theta k x) kappa L pi T).
  intros k Hk.
  assert (top : theta L < (if (L =? 1)%nat then 1 else theta (pred L))).
  { destruct (Nat.eqb_spec L 1); [apply (theta_range theta kappa L K S0); lia|].
    apply (theta_less theta kappa L K S0); lia. }
  destruct (raised_near theta kappa L K S0 k (eta / 2) _ Hk ltac:(lra) top) as [x [Hx [Hx' D]]].
  pose proof (raised_confusing theta kappa L K S0 k x Hk Hx) as B.
  assert (Ut : efficient_at kappa L K pi theta).
  { intros m a. apply U; [apply (theta_range theta kappa L K S0)|].
    intros i j Hij Hj. pose proof (theta_less theta kappa L K S0 i j ltac:(lia) ltac:(lia)). lra. }
  assert (Ul : efficient_at kappa L K pi (raised theta k x)).
  { intros m a. apply U; [exact (proj1 B)|]. apply (raised_distinct theta kappa L K); (assumption ||
    lra). }
  generalize (proposition_3_eventually theta _ kappa L K pi S0 Hpi Ut Ul B (eta / 2) ltac:(lra)).
  apply filter_imp. intros T HT. exists x. repeat split; try lra; assumption. }
generalize (filter_and _ _ A (ln_large 0)). apply filter_imp. clear A. intros T [A lnT].
destruct (game_planned kappa L K pi kr Hpi theta T [] (theta_range theta kappa L K S0)) as [P [HP
  E]].
assert (E' : forall f, mean theta kappa L pi never T [] (along f) = psum P (fun c a => c * f a)).
{ intros f. rewrite <- E. simpl. ring. }
assert (R : regret theta kappa L pi (reward theta kappa L (fun l => l)) T = cost theta kappa L P).
{ unfold regret. rewrite E'. unfold cost. apply psum_ext. intros c a _. now rewrite gap_reward. }
rewrite R. set (y := (1 - eta / 2) * ln (INR T)).
assert (C : / (1 + eta / 2) * y * value theta kappa L K <= cost theta kappa L P).
{ apply (value_lower theta kappa L K S0 P); [exact HP|]. intros k Hk.
  destruct (A k Hk) as [x [Hx [D I]]].
  unfold informed in I. rewrite E' in I. fold y in I. pose proof (theta_range theta kappa L K S0 L
    ltac:(lia)).
  pose proof (tells_brings theta kappa L K S0 P k x y (eta / 2) HP Hk ltac:(lra) D I) as B.
  apply Rmult_le_reg_l with (1 + eta / 2); [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    exact B. }
apply Rle_trans with (2 := C).
replace ((1 - eta) * value theta kappa L K * ln (INR T)) with ((1 - eta) * (value theta kappa L K *
  ln (INR T))) by ring.
replace (/ (1 + eta / 2) * y * value theta kappa L K) with
  (/ (1 + eta / 2) * (1 - eta / 2) * (value theta kappa L K * ln (INR T))) by (unfold y; ring).
apply Rmult_le_compat_r; [apply Rmult_le_pos; assumption|].
apply Rmult_le_reg_l with (1 + eta / 2); [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
assert (0 <= eta * eta) by (apply Rmult_le_pos; lra). lra.
Qed.

(* efficiency everywhere is more than enough *)
Theorem theorem_6 : pbm_theorem_6.
Proof.
intros theta kappa L K pi m S0 Hpi U Hm. apply (theorem_6_distinct theta kappa L K pi m S0 Hpi);
  [|exact Hm].
intros t m' a Ht _. now apply U.
Qed.

(* f is at most the cost of the plan that attains the value *)
Theorem theorem_4 : pbm_theorem_4.
Proof.
intros theta kappa L K pi m f S0 Hpi U Hm Hf.
destruct (proj1 (corollary_5 theta kappa L K S0)) as [_ [P [[HP F] E]]].
apply Rbar_le_trans with (2 := theorem_6 theta kappa L K pi m S0 Hpi U Hm). simpl. rewrite <- E.
  now apply Hf.
Qed.

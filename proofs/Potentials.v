(** Potentials: functions of the history whose mean falls by what a round costs bound the cost of
    all rounds. Three of
    them, for any policy: of an estimate that is off, of a likelihood ratio,
    and of its logarithm below a level. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Game Efficient.
Import ListNotations.
Open Scope R_scope.

(* a sum over a plan of terms that are not negative is at least one of them *)
Lemma psum_term P f c a : (forall c a, In (c, a) P -> 0 <= f c a) -> In (c, a) P ->
  f c a <= psum P f.
Proof.
induction P as [|[c0 a0] P IH]; cbn [psum]; intros H Hi; [contradiction|].
assert (N : 0 <= psum P f) by (rewrite <- (psum_zero P); apply psum_le; intros c' a' i; apply H;
  now right).
pose proof (H c0 a0 (or_introl eq_refl)). destruct Hi as [e|Hi]; [injection e as <- <-; lra|].
specialize (IH (fun c' a' i => H c' a' (or_intror i)) Hi). lra.
Qed.

(* the sum of f over the clicks of a round, and of g over all showings of item i and their clicks *)
Fixpoint score (f : nat -> bool -> R) (l : nat) (z : list bool) : R :=
  match l, z with S l', b :: z' => f (S l') b + score f l' z' | _, _ => 0 end.
Fixpoint total (c : history -> R) (h : history) : R := match h with [] => 0 | _ :: h' =>
  c h' + total c h' end.

(* only the position of item i counts *)
Lemma clicks_score p a g i n F : (forall l m, (1 <= l <= n)%nat -> (1 <= m <= n)%nat -> a l = a m ->
  l = m) ->
  let X := clicks p n (fun z => F (score (fun l b => ind (a l =? i)%nat (g l b)) n z)) in
  (exists l, (1 <= l <= n)%nat /\ a l = i /\ X = p l * F (g l true) + (1 - p l) * F (g l false)) \/
  ((forall l, (1 <= l <= n)%nat -> a l <> i) /\ X = F 0).
Proof.
revert F; induction n as [|n IH]; intros F A; cbn zeta; [right; split; [lia|reflexivity]|].
  cbn [clicks score].
assert (A' : forall l m, (1 <= l <= n)%nat -> (1 <= m <= n)%nat -> a l = a m -> l = m) by (intros;
  apply A; lia).
destruct (Nat.eqb_spec (a (S n)) i) as [e|ne]; cbn [ind].
- left. exists (S n). split; [lia|]. split; [exact e|]. f_equal; f_equal.
  + destruct (IH (fun x => F (g (S n) true + x)) A') as [[l [Hl [el _]]]|[_ ->]];
    [|now rewrite Rplus_0_r].
    pose proof (A l (S n) ltac:(lia) ltac:(lia) ltac:(congruence)). lia.
  + destruct (IH (fun x => F (g (S n) false + x)) A') as [[l [Hl [el _]]]|[_ ->]];
    [|now rewrite Rplus_0_r].
    pose proof (A l (S n) ltac:(lia) ltac:(lia) ltac:(congruence)). lia.
- destruct (IH (fun x => F (0 + x)) A') as [[l [Hl [el ->]]]|[N ->]].
  + left. exists l. split; [lia|]. split; [exact el|]. rewrite !Rplus_0_l. ring.
  + right. rewrite Rplus_0_l. split; [|ring]. intros l Hl. destruct (Nat.eq_dec l (S n)) as [->|];
    [exact ne|apply N; lia].
Qed.

Section Potentials.
Variable kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Hypothesis kappa_range : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Hypothesis Hpi : is_policy L K pi.
Variable theta : nat -> R.
Hypothesis Ht : attractions K theta.
Notation E T f := (mean theta kappa L pi never T [] f).

(* the mean of V after list a, and after the next round *)
Definition after (V : history -> R) (a : nat -> nat) (h : history) : R :=
  clicks (fun l => kappa l * theta (a l)) L (fun z => V ((a, z) :: h)).
Definition next (V : history -> R) (h : history) : R := psum (pi h) (fun w a => w * after V a h).

Lemma mean_last T h V : mean theta kappa L pi never (S T) h V = mean theta kappa L pi never T h
  (next V).
Proof.
revert h; induction T as [|T IH]; intros h; [reflexivity|].
change (mean theta kappa L pi never (S (S T)) h V) with (psum (pi h) (fun w a =>
  w * clicks (fun l => kappa l * theta (a l)) L (fun z => mean theta kappa L pi never (S T) ((a,
    z) :: h) V))).
cbn [mean]. unfold never at 2. apply psum_ext. intros w a _. f_equal. apply clicks_ext. intros z.
  apply IH.
Qed.
Lemma next_le V h x : (forall a, is_list L K a -> after V a h <= x) -> next V h <= x.
Proof.
intros H. destruct (Hpi h) as [P S]. replace x with (x * psum (pi h) (fun w _ => w)) by (rewrite S;
  ring).
rewrite <- psum_scal. apply psum_le. intros w a i. destruct (P w a i) as [Hw Ha].
  rewrite Rmult_comm.
apply Rmult_le_compat_r; [exact Hw|now apply H].
Qed.
(* one list that is shown with chance w brings V down *)
Lemma next_drop V h w a x : (forall a, is_list L K a -> after V a h <= V h) -> In (w, a) (pi h) ->
  after V a h <= V h - x -> next V h <= V h - w * x.
Proof.
intros H Hi D. destruct (Hpi h) as [P S].
assert (F : w * (V h - after V a h) <= psum (pi h) (fun w a => w * (V h - after V a h))).
{ apply (psum_term (pi h) (fun w a => w * (V h - after V a h))); [|exact Hi]. intros c b i.
  destruct (P c b i) as [Hc Hb].
  specialize (H b Hb). apply Rmult_le_pos; lra. }
rewrite (psum_ext _ _ (fun w a => V h * w + (-1) * (w * after V a h))) in F by (intros; ring).
rewrite psum_plus, !psum_scal, S in F. fold (next V h) in F.
destruct (P w a Hi) as [Hw _]. apply (Rmult_le_compat_l w) in D; [|exact Hw]. lra.
Qed.

Lemma total_next V c h : next (fun h => V h + total c h) h = next V h + (c h + total c h).
Proof.
unfold next. destruct (Hpi h) as [_ S].
rewrite (psum_ext _ _ (fun w a => w * after V a h + (c h + total c h) * w)).
- rewrite psum_plus, psum_scal, S. ring.
- intros w a _. unfold after. cbn [total]. rewrite clicks_plus, clicks_const. ring.
Qed.
Lemma total_mean c T : E (S T) (total c) = E T (total c) + E T c.
Proof.
rewrite mean_last, <- mean_plus. apply mean_ext. intros h.
transitivity (next (fun h => 0 + total c h) h).
- apply psum_ext. intros w a _. f_equal. apply clicks_ext. intros z. ring.
- rewrite (total_next (fun _ => 0)). enough (next (fun _ => 0) h = 0) by lra.
  unfold next, after. rewrite (psum_ext _ _ (fun _ _ => 0)); [apply psum_zero|]. intros w a _.
    rewrite clicks_const. ring.
Qed.
Lemma potential V c T : (forall h, 0 <= V h) -> (forall h, (length h < T)%nat ->
  next V h <= V h - c h) ->
  E T (total c) <= V [].
Proof.
intros V0 D. apply Rle_trans with (E T (fun h => V h + total c h)).
{ apply (mean_le_at kappa L K pi kappa_range Hpi theta Ht). intros h _. specialize (V0 h). lra. }
enough (G : forall t, (t <= T)%nat -> E t (fun h => V h + total c h) <= V []) by now apply G.
induction t as [|t IH]; intros Hle; [simpl; lra|]. apply Rle_trans with (2 := IH ltac:(lia)).
  rewrite mean_last.
apply (mean_le_at kappa L K pi kappa_range Hpi theta Ht). intros h e. cbn [length] in e.
  rewrite total_next. specialize (D h ltac:(lia)). lra.
Qed.
(* a mean that does not grow *)
Lemma supermartingale V T : (forall a h, is_list L K a -> after V a h <= V h) -> E T V <= V [].
Proof.
intros H. induction T as [|T IH]; [simpl; lra|]. rewrite mean_last. apply Rle_trans with (2 := IH).
apply (mean_le_at kappa L K pi kappa_range Hpi theta Ht). intros h _. apply next_le. intros a A.
  now apply H.
Qed.
(* totals are linear and monotone *)
Lemma total_plus c1 c2 h : total (fun h => c1 h + c2 h) h = total c1 h + total c2 h.
Proof. induction h as [|x h IH]; cbn [total]; [ring|rewrite IH; ring]. Qed.
Lemma total_scal x c h : total (fun h => x * c h) h = x * total c h.
Proof. induction h as [|y h IH]; cbn [total]; [ring|rewrite IH; ring]. Qed.
Lemma total_le c1 c2 h : (forall h, c1 h <= c2 h) -> total c1 h <= total c2 h.
Proof. intros H. induction h as [|x h IH]; cbn [total]; [lra|]. specialize (H h). lra. Qed.
Lemma total_along f T : E T (along f) = E T (total (fun h => psum (pi h) (fun w a => w * f a))).
Proof.
induction T as [|T IH]; [reflexivity|]. rewrite total_mean, <- IH, mean_last, <- mean_plus.
  apply mean_ext. intros h.
unfold next. destruct (Hpi h) as [_ S].
rewrite (psum_ext _ _ (fun w a => along f h * w + w * f a)).
- rewrite psum_plus, psum_scal, S. ring.
- intros w a _. unfold after. cbn [along]. rewrite clicks_const. ring.
Qed.

(** * Sums over the showings of an item *)

(* g of the examination and the click of each showing *)
Fixpoint stat (g : R -> bool -> R) (i : nat) (h : history) : R :=
  match h with
  | [] => 0
  | (a, z) :: h' => score (fun l b => ind (a l =? i)%nat (g (kappa l) b)) L z + stat g i h'
  end.
Lemma score_linear x f g l z : score (fun l b => f l b + x * g l b) l z = score f l z + x * score g
  l z.
Proof. revert z; induction l as [|l IH]; intros [|b z]; cbn [score]; try ring. rewrite IH. ring.
  Qed.
Lemma stat_linear x f g i h : stat (fun k b => f k b + x * g k b) i h = stat f i h + x * stat g i h.
Proof.
induction h as [|[a z] h IH]; cbn [stat]; [ring|]. rewrite IH.
replace (score (fun l b => ind (a l =? i)%nat (f (kappa l) b + x * g (kappa l) b)) L z) with
  (score (fun l b => ind (a l =? i)%nat (f (kappa l) b) + x * ind (a l =? i)%nat (g (kappa l) b)) L
    z).
- rewrite score_linear. ring.
- assert (G : forall n z, score (fun l b => ind (a l =? i)%nat (f (kappa l) b) + x * ind (a l =?
  i)%nat (g (kappa l) b)) n z
      = score (fun l b => ind (a l =? i)%nat (f (kappa l) b + x * g (kappa l) b)) n z).
  { induction n as [|n IHn]; intros [|b w]; cbn [score]; try reflexivity. rewrite IHn. f_equal.
    unfold ind.
    destruct (a (S n) =? i)%nat; ring. }
  apply G.
Qed.
Lemma after_stat g i F a h : is_list L K a ->
  (exists l, (1 <= l <= L)%nat /\ a l = i /\ 0 < kappa l * theta i < 1 /\
    after (fun h => F (stat g i h)) a h =
      kappa l * theta i * F (g (kappa l) true + stat g i h) + (1 - kappa l * theta i) * F (g (kappa
        l) false + stat g i h)) \/
  ((forall l, (1 <= l <= L)%nat -> a l <> i) /\ after (fun h =>
    F (stat g i h)) a h = F (stat g i h)).
Proof.
intros A. unfold after. cbn [stat].
destruct (clicks_score (fun l => kappa l * theta (a l)) a (fun l => g (kappa l)) i L (fun x =>
  F (x + stat g i h)) (proj2 A))
  as [[l [Hl [e E]]]|[N E]].
- left. exists l. split; [exact Hl|]. split; [exact e|]. rewrite <- e at 1 2. split;
  [now apply (click_range kappa L K)|].
  rewrite E, e. reflexivity.
- right. split; [exact N|]. now rewrite E, Rplus_0_l.
Qed.

(** * (a) An estimate that is off *)

Section Off.
Variables (i : nat) (delta kmin sign : R).
Hypothesis delta_range : 0 < delta <= 1.
Hypothesis kmin_least : 0 < kmin <= 1 /\ forall l, (1 <= l <= L)%nat -> kmin <= kappa l.
Hypothesis sign_one : sign = 1 \/ sign = -1.
(* sign (clicks - theta_i S) - delta S, S being the sum of the examinations *)
Definition beyond : history -> R := stat (fun k b => sign * (ind b 1 - k * theta i) - delta * k) i.
Let s := delta * kmin / 2.
Let s_range : 0 < s <= 1/2.
Proof. unfold s. destruct kmin_least as [Hk _]. split; [|nra]. apply Rdiv_lt_0_compat;
  [apply Rmult_lt_0_compat|]; lra. Qed.

Lemma beyond_step a h : is_list L K a -> after (fun h =>
  exp (s * beyond h)) a h <= exp (s * beyond h) /\
  ((exists l, (1 <= l <= L)%nat /\ a l = i) -> after (fun h =>
    exp (s * beyond h)) a h <= exp (- s ^ 2) * exp (s * beyond h)).
Proof.
intros A. unfold beyond. set (g := fun k b => _).
destruct (after_stat g i (fun x => exp (s * x)) a h A) as [[l [Hl [e [Q ->]]]]|[N ->]].
2:{ split; [lra|]. intros [l [Hl e]]. now destruct (N l). }
set (x := stat g i h). set (q := kappa l * theta i) in *. unfold g.
pose proof (hoeffding_one q (sign * s) Q) as H.
assert (Hs : - (1/2) <= sign * s <= 1/2) by (destruct sign_one as [-> | ->]; lra).
  specialize (H Hs).
replace ((sign * s) ^ 2) with (s ^ 2) in H by (destruct sign_one as [-> | ->]; ring).
assert (F : forall b, exp (s * (sign * (ind b 1 - q) - delta * kappa l + x)) =
  exp (s * x) * exp (- (s * delta * kappa l)) * exp (sign * s * (ind b 1 - q))).
{ intros b. rewrite <- !exp_plus. f_equal. ring. }
unfold q in F. rewrite !F. fold q. cbn [ind].
assert (Z : q * (exp (s * x) * exp (- (s * delta * kappa l)) * exp (sign * s * (1 - q))) +
  (1 - q) * (exp (s * x) * exp (- (s * delta * kappa l)) * exp (sign * s * (0 - q))) <= exp (- s ^
    2) * exp (s * x)).
{ apply Rle_trans with (exp (s * x) * exp (- (s * delta * kappa l)) * exp (s ^ 2)).
  - assert (P : 0 < exp (s * x) * exp (- (s * delta * kappa l))) by (apply Rmult_lt_0_compat;
    apply exp_pos).
    apply (Rmult_le_compat_l (exp (s * x) * exp (- (s * delta * kappa l)))) in H; [|lra].
    replace (1 - q)%R with (1 - q) in H by ring. lra.
  - rewrite Rmult_assoc, (Rmult_comm (exp (s * x))), <- exp_plus. apply Rmult_le_compat_r; [left;
    apply exp_pos|].
    destruct kmin_least as [Hk least]. specialize (least l Hl).
    assert (D : - (s * delta * kappa l) + s ^ 2 <= - s ^ 2).
    { assert (s * delta * kmin <= s * delta * kappa l) by (apply Rmult_le_compat_l;
      [apply Rmult_le_pos; lra|exact least]).
      replace (s ^ 2) with (s * delta * kmin / 2) by (unfold s; field). lra. }
    destruct D as [lt| ->]; [left; now apply exp_increasing|lra]. }
split; [|intros _; exact Z]. apply Rle_trans with (1 := Z).
  rewrite <- (Rmult_1_l (exp (s * x))) at 2.
apply Rmult_le_compat_r; [left; apply exp_pos|]. rewrite <- exp_0. left. apply exp_increasing.
assert (0 < s ^ 2) by (apply pow_lt; lra). lra.
Qed.

(* where the item is shown with chance w, the rounds in which its estimate is beyond are few *)
Lemma beyond_few (relevant : history -> bool) w : 0 < w ->
  (forall h, relevant h = true -> exists a l, In (w, a) (pi h) /\ (1 <= l <= L)%nat /\ a l = i) ->
  exists C, forall T, E T (total (fun h => ind (relevant h && (if Rle_dec 0 (beyond h) then true
    else false)) 1)) <= C.
Proof.
intros Hw R. set (r := 1 - exp (- s ^ 2)).
assert (Hr : 0 < r).
{ unfold r. assert (0 < s ^ 2) by (apply pow_lt; lra). enough (exp (- s ^ 2) < exp 0) by (rewrite
  exp_0 in *; lra).
  apply exp_increasing. lra. }
exists (/ (w * r)). intros T. assert (Hwr : 0 < w * r) by (now apply Rmult_lt_0_compat).
apply Rmult_le_reg_l with (w * r); [exact Hwr|]. rewrite Rinv_r, <- mean_scal by lra.
apply Rle_trans with (E T (total (fun h => w * r * ind (relevant h && (if Rle_dec 0 (beyond h) then
  true else false)) 1))).
{ right. apply mean_ext. intros h. now rewrite total_scal. }
apply Rle_trans with (exp (s * beyond [])); [|unfold beyond; cbn [stat]; rewrite Rmult_0_r, exp_0;
  lra].
apply (potential (fun h => exp (s * beyond h))); [intros; left; apply exp_pos|]. intros h _.
destruct (relevant h) eqn:e; cbn [andb].
2:{ cbn [ind]. rewrite Rmult_0_r, Rminus_0_r. apply next_le. intros a A. now apply beyond_step. }
destruct (R h e) as [a [l [Hi [Hl el]]]]. rewrite Rmult_assoc. apply next_drop with (a := a);
  [|exact Hi|].
- intros b B. now apply beyond_step.
- assert (A : is_list L K a) by (destruct (Hpi h) as [P _]; now apply (P w)).
  destruct (beyond_step a h A) as [_ D]. specialize (D (ex_intro _ l (conj Hl el))).
    pose proof (exp_pos (s * beyond h)) as P0.
  destruct (Rle_dec 0 (beyond h)) as [ge|lt]; cbn [ind].
  + assert (1 <= exp (s * beyond h)).
    { rewrite <- exp_0. assert (G : 0 <= s * beyond h) by (apply Rmult_le_pos; lra).
      destruct G as [G| <-]; [left; now apply exp_increasing|lra]. }
    assert (r * 1 <= r * exp (s * beyond h)) by (apply Rmult_le_compat_l; lra). unfold r in *. lra.
  + rewrite Rmult_0_r, Rminus_0_r. assert (0 <= r * exp (s * beyond h)) by (apply Rmult_le_pos;
    lra). unfold r in *. lra.
Qed.
End Off.

(** * (b), (d) Likelihood ratios of q against v *)

(* what one click says for q against v *)
Definition says (q v k : R) (b : bool) : R := if b then ln (q / v) else ln ((1 - k * q) / (1 - k *
  v)).

(* (b) the likelihood ratio of q against v, both below theta_i, does not grow in the mean *)
Lemma ratio_step q v i a h : (1 <= i <= K)%nat -> 0 < q -> q < v -> v <= theta i -> is_list L K a ->
  after (fun h => exp (stat (says q v) i h)) a h <= exp (stat (says q v) i h).
Proof.
intros Hi Hq Hv Hle A. pose proof (Ht i Hi) as T.
destruct (after_stat (says q v) i exp a h A) as [[l [Hl [e [Q ->]]]]|[N ->]]; [|lra].
set (x := stat (says q v) i h). cbn [says]. pose proof (kappa_range l Hl) as Kl. set (k :=
  kappa l) in *.
assert (k * q < 1 /\ k * v < 1) by (split; nra).
rewrite !exp_plus, !exp_ln by (apply Rdiv_lt_0_compat; lra). pose proof (exp_pos x).
enough (k * theta i * (q / v) + (1 - k * theta i) * ((1 - k * q) / (1 - k * v)) <= 1) by nra.
replace (k * theta i * (q / v) + (1 - k * theta i) * ((1 - k * q) / (1 - k * v)))
  with (1 - k * (theta i - v) * ((v - q) / (v * (1 - k * v)))) by (field; lra).
assert (0 <= (v - q) / (v * (1 - k * v))).
{ apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
assert (0 <= k * (theta i - v)) by (apply Rmult_le_pos; lra). nra.
Qed.
Lemma ratio_mean q v i T : (1 <= i <= K)%nat -> 0 < q -> q < v -> v <= theta i ->
  E T (fun h => exp (stat (says q v) i h)) <= 1.
Proof.
intros Hi Hq Hv Hle. apply Rle_trans with (exp (stat (says q v) i [])); [|cbn [stat]; rewrite exp_0;
  lra].
apply (supermartingale (fun h => exp (stat (says q v) i h))). intros a h A. now apply ratio_step.
Qed.

(* Jensen's inequality for log (w + u x), and the tangent at w + u *)
Lemma log_step p u w x y : 0 < p < 1 -> 0 < u -> 0 < w -> 0 < x -> 0 < y ->
  p * ln (w + u * x) + (1 - p) * ln (w + u * y) <= ln (w + u) - u * (1 - (p * x + (1 - p) * y)) / (w
    + u).
Proof.
intros Hp Hu Hw Hx Hy. assert (0 < u * x /\ 0 < u * y) by (split; now apply Rmult_lt_0_compat).
pose proof (gibbs_one p p (w + u * x) (w + u * y) Hp Hp ltac:(lra) ltac:(lra)) as G.
  rewrite d_refl in G by exact Hp.
set (m := p * (w + u * x) + (1 - p) * (w + u * y)) in *. assert (0 < m).
{ unfold m. assert (0 < p * (w + u * x)) by (apply Rmult_lt_0_compat; lra).
  assert (0 < (1 - p) * (w + u * y)) by (apply Rmult_lt_0_compat; lra). lra. }
pose proof (ln_tangent m (w + u) ltac:(lra) ltac:(lra)) as T.
replace (m / (w + u) - 1) with (- (u * (1 - (p * x + (1 - p) * y)) / (w + u))) in T by (unfold m;
  field; lra). lra.
Qed.

(* the mean of exp(-s what a click says) at a position that is examined with chance k *)
Definition tilt (q v s i k : R) : R :=
  k * i * exp (- (s * says q v k true)) + (1 - k * i) * exp (- (s * says q v k false)).

Section Level.
Variables (i : nat) (q v s B : R).
Hypothesis s_pos : 0 < s.
Notation X := (stat (says q v) i).
Hypothesis below_one : forall l, (1 <= l <= L)%nat -> tilt q v s (theta i) (kappa l) <= 1.
(* the least of X and B, up to a constant, turned over *)
Definition room (h : history) : R := B + - ln s / s + ln (s * exp (- (s * B)) + exp (- (s * X h))) /
  s.

Lemma room_nonneg h : 0 <= room h.
Proof.
unfold room. pose proof (exp_pos (- (s * X h))). assert (P : 0 < s * exp (- (s * B))) by (apply
  Rmult_lt_0_compat; [lra|apply exp_pos]).
assert (G : ln (s * exp (- (s * B))) <= ln (s * exp (- (s * B)) + exp (- (s * X h)))) by (left;
  apply ln_increasing; lra).
rewrite ln_mult, ln_exp in G by (try apply exp_pos; lra). apply (Rmult_le_compat_r (/ s)) in G;
  [|left; now apply Rinv_0_lt_compat].
replace ((ln s + - (s * B)) * / s) with (ln s / s - B) in G by (field; lra). unfold Rdiv in *. lra.
Qed.
Lemma room_step a h : is_list L K a -> after room a h <= room h /\
  forall l, (1 <= l <= L)%nat -> a l = i -> X h <= B ->
    after room a h <= room h - (1 - tilt q v s (theta i) (kappa l)) / (s * (1 + s)).
Proof.
intros A. set (F := fun x => B + - ln s / s + ln (s * exp (- (s * B)) + exp (- (s * x))) / s).
destruct (after_stat (says q v) i F a h A) as [[l [Hl [e [Q EE]]]]|[N EE]];
  change (after room a h) with (after (fun h => F (X h)) a h);
  change (room h) with (F (X h)); rewrite EE.
2:{ split; [lra|]. intros l Hl e. now destruct (N l Hl). }
clear EE. set (x := X h). set (p := kappa l * theta i) in *. set (w := s * exp (- (s * B))).
  set (u := exp (- (s * x))).
assert (Hw : 0 < w) by (unfold w; apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  assert (Hu : 0 < u) by apply exp_pos.
assert (J := log_step p u w _ _ Q Hu Hw (exp_pos (- (s * says q v (kappa l) true))) (exp_pos (- (s *
  says q v (kappa l) false)))).
assert (e' : p * exp (- (s * says q v (kappa l) true)) + (1 - p) * exp (- (s * says q v (kappa l)
  false)) = tilt q v s (theta i) (kappa l))
  by reflexivity.
rewrite e' in J. set (M := tilt q v s (theta i) (kappa l)) in *.
assert (Fx : forall y, F (y + x) = B + - ln s / s + ln (w + u * exp (- (s * y))) / s).
{ intros y. unfold F. fold w. do 3 f_equal. unfold u. rewrite <- exp_plus. do 2 f_equal. ring. }
rewrite !Fx. change (F x) with (B + - ln s / s + ln (w + u) / s). set (b := B + - ln s / s).
apply (Rmult_le_compat_r (/ s)) in J; [|left; now apply Rinv_0_lt_compat].
assert (D : p * (b + ln (w + u * exp (- (s * says q v (kappa l) true))) / s) +
   (1 - p) * (b + ln (w + u * exp (- (s * says q v (kappa l) false))) / s) <= b + ln (w + u) / s - u
     / (w + u) * ((1 - M) / s)).
{ apply Rle_trans with (b + (p * ln (w + u * exp (- (s * says q v (kappa l) true))) + (1 - p) * ln
  (w + u * exp (- (s * says q v (kappa l) false)))) * / s).
  - right. field. lra.
  - apply Rplus_le_reg_l with (- b). apply Rle_trans with ((ln (w + u) - u * (1 - M) / (w + u)) * /
    s); [lra|]. right. field. lra. }
assert (M1 : 0 <= (1 - M) / s).
{ pose proof (below_one l Hl) as m. fold M in m. apply Rmult_le_pos; [lra|left;
  now apply Rinv_0_lt_compat]. }
split.
- assert (0 <= u / (w + u)) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]). nra.
- intros l' Hl' e2 Hx. assert (l' = l) by (apply (proj2 A); [assumption|assumption|congruence]).
  subst l'.
  fold M. apply Rle_trans with (1 := D). apply Rplus_le_compat_l, Ropp_le_contravar.
  replace ((1 - M) / (s * (1 + s))) with (/ (1 + s) * ((1 - M) / s)) by (field; lra).
  apply Rmult_le_compat_r; [exact M1|].
  assert (wu : w <= s * u).
  { unfold w, u. apply Rmult_le_compat_l; [lra|]. assert (G : - (s * B) <= - (s * x)) by nra.
    destruct G as [G| ->]; [left; now apply exp_increasing|lra]. }
  apply Rmult_le_reg_l with (1 + s); [lra|]. rewrite Rinv_r by lra.
  apply Rmult_le_reg_r with (w + u); [lra|]. replace ((1 + s) * (u / (w + u)) * (w + u)) with ((1 +
    s) * u) by (field; lra). lra.
Qed.
End Level.
End Potentials.

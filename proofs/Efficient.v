(** An efficient policy, for all K and L: while some item was explored less than (log2 t)^2 times,
    show it at position
    L; in all other rounds show the list that is best for the estimates.
    Its regret is at most A (log2 T)^2 + B. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Gaps Game Program LowerBound.
Import ListNotations.
Open Scope R_scope.

(** * Who is explored when: not a matter of chance *)

Section Turns.
Variable K : nat.

(* the first item that n says was explored less than (log2 t)^2 times; 0 if there is none *)
Definition due (t : nat) (n : nat -> nat) : nat :=
  match find (fun i => (n i <? Nat.log2 t ^ 2)%nat) (range 1 K) with Some i => i | None => O end.
(* how often each item was explored before round t, and which is explored in it *)
Fixpoint counts (t : nat) : nat -> nat :=
  match t with
  | O => fun _ => O
  | S t' => fun i => if (i =? due t' (counts t'))%nat then S (counts t' i) else counts t' i
  end.
Definition turn (t : nat) : nat := due t (counts t).

Lemma turn_item t : turn t <> O -> (1 <= turn t <= K)%nat /\
  (counts t (turn t) < Nat.log2 t ^ 2)%nat.
Proof.
unfold turn, due. destruct (find _ _) eqn:e; [|contradiction]. intros _. apply find_some in e.
  destruct e as [i e].
apply in_range in i. apply Nat.ltb_lt in e. split; assumption.
Qed.
Lemma turn_none t i : turn t = O -> (1 <= i <= K)%nat -> (Nat.log2 t ^ 2 <= counts t i)%nat.
Proof.
unfold turn, due. intros H Hi. destruct (find _ _) as [j|] eqn:e.
- apply find_some in e. destruct e as [e _]. apply in_range in e. lia.
- pose proof (find_none _ _ e i ltac:(now apply in_range)) as N. simpl in N. apply Nat.ltb_ge in N.
  exact N.
Qed.
(* no item is explored more often than it is due *)
Lemma counts_most t i : (1 <= i)%nat -> (counts t i <= Nat.log2 t ^ 2)%nat.
Proof.
intros Hi. induction t as [|t IH]; [simpl; lia|]. cbn [counts]. fold (turn t).
assert (M : (Nat.log2 t ^ 2 <= Nat.log2 (S t) ^ 2)%nat) by (apply Nat.pow_le_mono_l,
  Nat.log2_le_mono; lia).
destruct (Nat.eqb_spec i (turn t)) as [->|]; [|lia]. destruct (turn_item t) as [_ H]; lia.
Qed.
(* all explorations together, one round more *)
Lemma counts_step t : sum (range 1 K) (fun i => INR (counts (S t) i)) =
  sum (range 1 K) (fun i => INR (counts t i)) + ind (negb (turn t =? 0)%nat) 1.
Proof.
rewrite (sum_ext _ _ (fun i => INR (counts t i) + ind (turn t =? i)%nat 1)).
2:{ intros i _. cbn [counts]. fold (turn t). rewrite (Nat.eqb_sym i). unfold ind.
    destruct (turn t =? i)%nat; [rewrite S_INR|]; ring. }
rewrite sum_plus. f_equal. destruct (Nat.eqb_spec (turn t) 0) as [z|nz]; simpl.
- apply (sum_none _ _ (fun _ => 1)). rewrite in_range. lia.
- apply (sum_one _ _ (fun _ => 1)); [apply seq_NoDup|]. apply in_range. now apply turn_item.
Qed.
End Turns.

(** * All lists, and the best of them *)

(* all ways to put items of 1, ..., K on the positions 1, ..., n *)
Fixpoint arrangements (K n : nat) : list (nat -> nat) :=
  match n with
  | O => [fun l => l]
  | S n' => flat_map (fun a => map (fun i l => if (l =? n)%nat then i else a l)
              (filter (fun i => negb (existsb (fun m => (a m =? i)%nat) (range 1 n'))) (range 1 K)))
            (arrangements K n')
  end.
(* is item i among the n first of a? *)
Lemma among a i n : existsb (fun m => (a m =? i)%nat) (range 1 n) = true <-> exists m,
  (1 <= m <= n)%nat /\ a m = i.
Proof.
rewrite existsb_exists. split; intros [m [H E]]; exists m.
- apply in_range in H. apply Nat.eqb_eq in E. now split.
- split; [now apply in_range|now apply Nat.eqb_eq].
Qed.
(* they are lists *)
Lemma arrangements_lists K n a : In a (arrangements K n) -> is_list n K a.
Proof.
revert a; induction n as [|n IH]; intros a Ha; [split; intros; lia|].
cbn [arrangements] in Ha. apply in_flat_map in Ha. destruct Ha as [b [Hb Ha]].
  apply in_map_iff in Ha.
destruct Ha as [i [<- Hi]]. apply filter_In in Hi. destruct Hi as [Hi new]. apply in_range in Hi.
destruct (IH b Hb) as [B1 B2].
assert (new' : forall m, (1 <= m <= n)%nat -> b m <> i).
{ intros m Hm E. apply Bool.negb_true_iff in new.
  enough (existsb (fun m => (b m =? i)%nat) (range 1 n) = true) by congruence.
  apply among. now exists m. }
split.
- intros l Hl. destruct (Nat.eqb_spec l (S n)); [assumption|]. apply B1. lia.
- intros l m Hl Hm. destruct (Nat.eqb_spec l (S n)), (Nat.eqb_spec m (S n)); intros E; try lia.
  + exfalso. apply (new' m); [lia|now symmetry].
  + exfalso. apply (new' l); [lia|assumption].
  + apply B2; [lia|lia|exact E].
Qed.
(* and all of them, at the positions that count *)
Lemma arrangements_all K n a : is_list n K a -> exists b, In b (arrangements K n) /\ forall l,
  (1 <= l <= n)%nat -> b l = a l.
Proof.
induction n as [|n IH]; intros [A1 A2]; [exists (fun l => l); split; [now left|intros; lia]|].
destruct IH as [b [Hb E]]; [split; intros; [apply A1|apply A2]; try lia; assumption|].
exists (fun l => if (l =? S n)%nat then a (S n) else b l). split.
- cbn [arrangements]. apply in_flat_map. exists b. split; [exact Hb|]. apply in_map_iff.
  exists (a (S n)).
  split; [reflexivity|]. apply filter_In. split; [apply in_range, A1; lia|].
    apply Bool.negb_true_iff.
  destruct (existsb _ _) eqn:e; [|reflexivity]. apply among in e. destruct e as [m [Hm e]].
    rewrite E in e by assumption.
  pose proof (A2 m (S n) ltac:(lia) ltac:(lia) e). lia.
- intros l Hl. destruct (Nat.eqb_spec l (S n)) as [->|]; [reflexivity|]. apply E. lia.
Qed.

(* the one of a and of the lists cs that is best for r *)
Fixpoint best_of (r : (nat -> nat) -> R) (a : nat -> nat) (cs : list (nat -> nat)) : nat -> nat :=
  match cs with [] => a | c :: cs' => let b := best_of r a cs' in if Rle_dec (r b) (r c) then c else
    b end.
Lemma best_of_in r a cs : best_of r a cs = a \/ In (best_of r a cs) cs.
Proof. induction cs as [|c cs IH]; simpl; [now left|]. destruct (Rle_dec _ _); tauto. Qed.
Lemma best_of_best r a cs c : In c cs -> r c <= r (best_of r a cs).
Proof.
induction cs as [|c' cs IH]; simpl; intros H; [contradiction|].
destruct (Rle_dec _ _) as [le|gt]; destruct H as [->|H]; try specialize (IH H); lra.
Qed.
(* those that are not best lose a least amount *)
Lemma least_loss (r : (nat -> nat) -> R) m cs : exists delta, 0 < delta /\ forall c, In c cs ->
  r c < m -> r c + delta <= m.
Proof.
induction cs as [|c cs [e [He IH]]]; [exists 1; split; [lra|intros c H; contradiction]|].
destruct (Rlt_le_dec (r c) m) as [lt|ge].
- exists (Rmin e (m - r c)). split; [apply Rmin_glb_lt; lra|].
  pose proof (Rmin_l e (m - r c)) as Ml. pose proof (Rmin_r e (m - r c)) as Mr.
  intros c' [<-|H] less; [lra|]. specialize (IH c' H less). lra.
- exists e. split; [exact He|]. intros c' [<-|H] less; [lra|]. now apply IH.
Qed.

(** * The policy *)

Section Learner.
Variable kappa : nat -> R.
Variables L K : nat.
Hypothesis sizes : (1 <= L <= K)%nat.
Hypothesis kappa_range : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Notation counts := (counts K).
Notation turn := (turn K).

(* the list with item i at position L *)
Definition showing (i l : nat) : nat := if (l =? L)%nat then i else if (l =? i)%nat then L else l.
Lemma showing_list i : (1 <= i <= K)%nat -> is_list L K (showing i).
Proof.
intros Hi. unfold showing. split.
- intros l Hl. destruct (Nat.eqb_spec l L); [lia|]. destruct (Nat.eqb_spec l i); lia.
- intros l m Hl Hm. destruct (Nat.eqb_spec l L), (Nat.eqb_spec m L), (Nat.eqb_spec l i),
  (Nat.eqb_spec m i); lia.
Qed.

(* the clicks on item i when it was explored; a history has the click at position L first *)
Fixpoint hits (i : nat) (h : history) : R :=
  match h with
  | [] => 0
  | (_, z) :: h' => hits i h' + ind (i =? turn (length h'))%nat (ind (hd false z) 1)
  end.
Definition estimate (h : history) (i : nat) : R := hits i h / (kappa L * INR (counts (length h) i)).
Definition plug_in (h : history) : nat -> nat :=
  best_of (reward (estimate h) kappa L) (fun l => l) (arrangements K L).
Definition choice (h : history) : nat -> nat :=
  if (turn (length h) =? 0)%nat then plug_in h else showing (turn (length h)).
Definition learner : policy := fun h => [(1, choice h)].

Lemma identity_list : is_list L K (fun l => l).
Proof. split; intros; lia. Qed.
Lemma plug_in_list h : is_list L K (plug_in h).
Proof.
unfold plug_in. destruct (best_of_in (reward (estimate h) kappa L) (fun l =>
  l) (arrangements K L)) as [->|H].
- exact identity_list.
- now apply arrangements_lists.
Qed.
Lemma choice_list h : is_list L K (choice h).
Proof.
unfold choice. destruct (Nat.eqb_spec (turn (length h)) 0); [apply plug_in_list|].
apply showing_list. now apply turn_item.
Qed.
Lemma learner_policy : is_policy L K learner.
Proof.
intros h. split; [|simpl; ring]. intros w a [e|[]]. injection e as <- <-. split; [lra|].
  apply choice_list.
Qed.

(** * What it loses at theta *)

Section Loss.
Variable theta : nat -> R.
Hypothesis theta_range : forall i, (1 <= i <= K)%nat -> 0 < theta i < 1.
Notation E T h f := (mean theta kappa L learner never T h f).
Notation click a := (fun l => kappa l * theta (a l)).

Lemma mean_step T h f : E (S T) h f = clicks (click (choice h)) L (fun z => E T ((choice h,
  z) :: h) f).
Proof. cbn [mean]. unfold never at 1. cbn [psum learner]. ring. Qed.
Lemma clicks_between h m : (1 <= m <= L)%nat -> 0 < kappa m * theta (choice h m) < 1.
Proof. apply (click_range kappa L K kappa_range theta (choice h) m theta_range (choice_list h)).
  Qed.

(* sums along the rounds are sums of means *)
Lemma mean_along T h f : E (S T) h (along f) = E T h (along f) + E T h (fun h' => f (choice h')).
Proof.
revert h; induction T as [|T IH]; intros h.
- rewrite mean_step. cbn [mean along]. rewrite clicks_const. ring.
- rewrite mean_step, (clicks_ext _ _ _ _ (fun z => IH _)), clicks_plus, <- !mean_step. reflexivity.
Qed.

(* what exceeds the expected clicks on item i *)
Definition excess (i : nat) (h : history) : R := hits i h - kappa L * theta i * INR (counts (length
  h) i).

(* e^x <= 1 + x + 2 x^2 near 0 *)
Lemma exp_near x : - (1/2) <= x <= 1/2 -> exp x <= 1 + x + 2 * x ^ 2.
Proof.
intros Hx. pose proof (exp_ineq1_le (- x)) as P. rewrite exp_Ropp in P. pose proof (exp_pos x) as Q.
apply Rmult_le_reg_r with (/ exp x); [now apply Rinv_0_lt_compat|]. rewrite Rinv_r by lra.
apply Rle_trans with ((1 + x + 2 * x ^ 2) * (1 - x)); [nra|]. apply Rmult_le_compat_l; nra.
Qed.
(* Hoeffding's inequality for one click, with a worse constant *)
Lemma hoeffding_one q s : 0 < q < 1 -> - (1/2) <= s <= 1/2 ->
  q * exp (s * (1 - q)) + (1 - q) * exp (s * (0 - q)) <= exp (s ^ 2).
Proof.
intros Hq Hs. pose proof (exp_near (s * (1 - q)) ltac:(nra)) as A.
  pose proof (exp_near (s * (0 - q)) ltac:(nra)) as B.
pose proof (exp_ineq1_le (s ^ 2)) as C.
apply (Rmult_le_compat_l q) in A; [|lra]. apply (Rmult_le_compat_l (1 - q)) in B; [|lra].
assert (D : 0 <= s ^ 2) by apply pow2_ge_0.
assert (F : q * (1 - q) <= 1/4) by (pose proof (pow2_ge_0 (q - 1/2)); lra).
assert (G : s ^ 2 * (q * (1 - q)) <= s ^ 2 * (1/4)) by (apply Rmult_le_compat_l; assumption).
replace (q * (1 + s * (1 - q) + 2 * (s * (1 - q)) ^ 2)) with (q + s * (q * (1 - q)) + 2 * (s ^ 2 *
  (q * (1 - q))) * (1 - q)) in A by ring.
replace ((1 - q) * (1 + s * (0 - q) + 2 * (s * (0 - q)) ^ 2))
  with (1 - q - s * (q * (1 - q)) + 2 * (s ^ 2 * (q * (1 - q))) * q) in B by ring.
lra.
Qed.
(* a mean over the click at the last position *)
Lemma clicks_hd q l F : (1 <= l)%nat -> clicks q l (fun z =>
  F (hd false z)) = q l * F true + (1 - q l) * F false.
Proof. intros Hl. destruct l as [|l]; [lia|]. cbn [clicks hd]. now rewrite !clicks_const. Qed.

(* e^{s excess - s^2 count} does not grow in the mean *)
Definition tilted (s : R) (i : nat) (h : history) : R :=
  exp (s * excess i h - s ^ 2 * INR (counts (length h) i)).
Lemma tilted_step s i h : (1 <= i <= K)%nat -> - (1/2) <= s <= 1/2 ->
  clicks (click (choice h)) L (fun z => tilted s i ((choice h, z) :: h)) <= tilted s i h.
Proof.
intros Hi Hs. unfold tilted, excess. cbn [hits length Efficient.counts]. fold (turn (length h)).
destruct (Nat.eqb_spec i (turn (length h))) as [e|ne].
- set (n := INR (counts (length h) i)). set (x := hits i h). set (q := kappa L * theta i).
  rewrite (clicks_ext _ _ _ (fun z => exp (s * (x - q * n) - s ^ 2 * n) * exp (- s ^ 2) * exp (s *
    (ind (hd false z) 1 - q)))).
  2:{ intros z. rewrite <- !exp_plus. f_equal. rewrite S_INR. fold n. unfold ind at 1. ring. }
  rewrite clicks_scal, (clicks_hd _ _ (fun b => exp (s * (ind b 1 - q)))) by lia.
  replace (kappa L * theta (choice h L)) with q.
  2:{ unfold q, choice. rewrite <- e. destruct (Nat.eqb_spec i 0); [lia|]. unfold showing.
    now rewrite Nat.eqb_refl. }
  cbn [ind]. assert (Q : 0 < q < 1) by (apply product_open; [apply kappa_range;
    lia|now apply theta_range]).
  pose proof (hoeffding_one q s Q Hs) as H. rewrite Rmult_assoc.
    rewrite <- (Rmult_1_r (exp (s * (x - q * n) - _))) at 2.
  apply Rmult_le_compat_l; [left; apply exp_pos|]. apply (Rmult_le_compat_l (exp (- s ^ 2))) in H;
    [|left; apply exp_pos].
  rewrite <- exp_plus in H at 1. replace (- s ^ 2 + s ^ 2) with 0 in H by ring. rewrite exp_0 in H.
    exact H.
- rewrite (clicks_ext _ _ _ (fun _ => exp (s * (hits i h - kappa L * theta i * INR (counts (length
  h) i)) - s ^ 2 * INR (counts (length h) i)))).
  + rewrite clicks_const. lra.
  + intros z. f_equal. unfold ind at 1. ring.
Qed.
Lemma tilted_mean s i T h : (1 <= i <= K)%nat -> - (1/2) <= s <= 1/2 ->
  E T h (tilted s i) <= tilted s i h.
Proof.
intros Hi Hs. revert h; induction T as [|T IH]; intros h; [simpl; lra|]. rewrite mean_step.
apply Rle_trans with (2 := tilted_step s i h Hi Hs).
apply clicks_le; [intros; now apply clicks_between|]. intros z. apply IH.
Qed.

(* how far off the estimate of item i is, by exponentials: at least 1 where it is off by c *)
Definition off (c : R) (i : nat) (h : history) : R :=
  exp (c / 2 * (excess i h - c * INR (counts (length h) i))) + exp (c / 2 * (- excess i h - c * INR
    (counts (length h) i))).
Lemma off_mean c i T : (1 <= i <= K)%nat -> 0 < c <= 1 ->
  E T [] (off c i) <= 2 * exp (- (c ^ 2 / 4) * INR (counts T i)).
Proof.
intros Hi Hc. set (D := exp (- (c ^ 2 / 4) * INR (counts T i))).
apply Rle_trans with (E T [] (fun h => D * tilted (c / 2) i h + D * tilted (- (c / 2)) i h)).
- apply (mean_le_at kappa L K learner kappa_range learner_policy theta theta_range). intros h e.
  simpl length in e. rewrite Nat.add_0_r in e. unfold off, tilted, D. rewrite e, <- !exp_plus.
  right. f_equal; f_equal; field.
- rewrite (mean_plus kappa L learner never theta T []), !(mean_scal kappa L learner never theta T
  []).
  pose proof (tilted_mean (c / 2) i T [] Hi ltac:(lra)) as A.
    pose proof (tilted_mean (- (c / 2)) i T [] Hi ltac:(lra)) as B.
  unfold tilted at 2 in A. unfold tilted at 2 in B. unfold excess in A, B. simpl in A, B.
  rewrite !Rmult_0_r, !Rminus_0_r, !Rmult_0_r, exp_0 in A. rewrite !Rmult_0_r, !Rminus_0_r,
    !Rmult_0_r, exp_0 in B.
  assert (P : 0 < D) by apply exp_pos. nra.
Qed.
Lemma off_pos c i h : 0 < off c i h.
Proof. unfold off. pose proof (exp_pos (c / 2 * (excess i h - c * INR (counts (length h) i)))).
pose proof (exp_pos (c / 2 * (- excess i h - c * INR (counts (length h) i)))). lra. Qed.
(* where it is below 1, the item was explored and its estimate is near *)
Lemma off_small c i h : 0 < c -> off c i h < 1 -> Rabs (estimate h i - theta i) < c / kappa L.
Proof.
intros Hc. unfold off, estimate, excess. set (n := INR _). set (x := hits i h).
  pose proof (kappa_range L ltac:(lia)) as KL.
intros H. assert (neg : forall y, exp y < 1 -> y < 0).
{ intros y Hy. destruct (Rlt_le_dec y 0) as [lt|ge]; [exact lt|]. pose proof (exp_ineq1_le y). lra.
  }
pose proof (exp_pos (c / 2 * (x - kappa L * theta i * n - c * n))) as P.
pose proof (exp_pos (c / 2 * (- (x - kappa L * theta i * n) - c * n))) as Q.
pose proof (neg (c / 2 * (x - kappa L * theta i * n - c * n)) ltac:(lra)) as A.
pose proof (neg (c / 2 * (- (x - kappa L * theta i * n) - c * n)) ltac:(lra)) as B.
assert (half : forall y, c / 2 * y < 0 -> y < 0).
{ intros y Hy. apply Rmult_lt_reg_l with (c / 2); lra. }
apply half in A. apply half in B. assert (Hn : 0 < n) by (apply Rmult_lt_reg_l with c; lra).
replace (x / (kappa L * n) - theta i) with ((x - kappa L * theta i * n) * / (kappa L * n)) by
  (field; lra).
assert (Hk : 0 < kappa L * n) by (apply Rmult_lt_0_compat; lra).
rewrite Rabs_mult, (Rabs_right (/ _)) by (left; now apply Rinv_0_lt_compat).
replace (c / kappa L) with (c * n * / (kappa L * n)) by (field; lra).
apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|]. apply Rabs_def1; lra.
Qed.

(* near estimates, near rewards *)
Lemma reward_near w e a : is_list L K a -> (forall i, (1 <= i <= K)%nat ->
  Rabs (w i - theta i) <= e) ->
  Rabs (reward w kappa L a - reward theta kappa L a) <= INR L * e.
Proof.
intros [A _] H. unfold reward. assert (G : forall n, (n <= L)%nat ->
  Rabs (sum (range 1 n) (fun l => kappa l * w (a l)) - sum (range 1 n) (fun l =>
    kappa l * theta (a l))) <= INR n * e).
{ induction n as [|n IH]; intros Hn; [simpl; rewrite Rminus_0_r, Rabs_R0; lra|].
  rewrite range_last, !sum_app, S_INR. cbn [sum]. specialize (IH ltac:(lia)).
  pose proof (kappa_range (S n) ltac:(lia)) as Ks. pose proof (H (a (S n)) (A (S n) ltac:(lia))) as
    D.
  set (u := sum (range 1 n) (fun l => kappa l * w (a l))) in *. set (v := sum (range 1 n) (fun l =>
    kappa l * theta (a l))) in *.
  set (x := w (a (S n))) in *. set (y := theta (a (S n))) in *.
  replace (u + (kappa (S n) * x + 0) - (v + (kappa (S n) * y + 0))) with (u - v + kappa (S n) * (x -
    y)) by ring.
  apply Rle_trans with (1 := Rabs_triang _ _). rewrite (Rabs_mult (kappa (S n))),
    (Rabs_right (kappa (S n))) by lra.
  pose proof (Rabs_pos (x - y)) as Z. assert (kappa (S n) * Rabs (x - y) <= 1 * Rabs (x - y)) by
    (apply Rmult_le_compat_r; lra). lra. }
now apply G.
Qed.

Variable m : R.
Hypothesis best : best_reward theta kappa L K m.
Notation loss a := (m - reward theta kappa L a).

Lemma loss_nonneg a : is_list L K a -> 0 <= loss a.
Proof. intros A. destruct best as [up _]. specialize (up (reward theta kappa L a)).
  enough (reward theta kappa L a <= m) by lra. apply up. now exists a. Qed.
(* a list with other items at positions that do not count has the same reward *)
Lemma reward_same t a b : (forall l, (1 <= l <= L)%nat -> b l = a l) ->
  reward t kappa L b = reward t kappa L a.
Proof. intros H. unfold reward. apply sum_ext. intros l Hl. apply in_range in Hl. now rewrite H.
  Qed.
(* some list of the enumeration is best *)
Lemma best_attained : exists b, is_list L K b /\ In b (arrangements K L) /\
  reward theta kappa L b = m.
Proof.
destruct (arrangements_all K L (fun l => l) identity_list) as [i0 [Hi0 _]].
set (b := best_of (reward theta kappa L) i0 (arrangements K L)).
assert (Hb : In b (arrangements K L)).
{ destruct (best_of_in (reward theta kappa L) i0 (arrangements K L)) as [e|H]; [|exact H]. unfold b.
  now rewrite e. }
exists b. pose proof (arrangements_lists K L b Hb) as B. split; [exact B|]. split; [exact Hb|].
  apply Rle_antisym.
- pose proof (loss_nonneg b B). lra.
- destruct best as [_ least]. apply least. intros x [a [A ->]].
  destruct (arrangements_all K L a A) as [c [Hc e]]. rewrite <- (reward_same theta a c e).
    now apply best_of_best.
Qed.

(* where all estimates are near, the list that is shown is best *)
Lemma plug_in_best : exists c, 0 < c <= 1 /\
  forall h, sum (range 1 K) (fun i => off c i h) < 1 -> loss (plug_in h) = 0.
Proof.
destruct (least_loss (reward theta kappa L) m (arrangements K L)) as [delta [Hd D]].
pose proof (kappa_range L ltac:(lia)) as KL. assert (Lp : 0 < INR L) by (apply lt_0_INR; lia).
set (e := delta / (4 * INR L)). assert (He : 0 < e) by (unfold e; apply Rdiv_lt_0_compat; lra).
exists (Rmin 1 (kappa L * e)). split.
{ split; [apply Rmin_glb_lt; [lra|apply Rmult_lt_0_compat; lra]|apply Rmin_l]. }
set (c := Rmin 1 (kappa L * e)). assert (Hc : 0 < c) by (unfold c; apply Rmin_glb_lt;
  [lra|apply Rmult_lt_0_compat; lra]).
assert (ce : c / kappa L <= e).
{ apply Rmult_le_reg_r with (kappa L); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l,
  Rmult_1_r by lra.
  rewrite Rmult_comm. unfold c. apply Rmin_r. }
intros h H.
assert (near : forall i, (1 <= i <= K)%nat -> Rabs (estimate h i - theta i) <= e).
{ intros i Hi. left. apply Rlt_le_trans with (2 := ce). apply off_small; [exact Hc|].
  apply Rle_lt_trans with (2 := H).
  rewrite <- (sum_one (range 1 K) i (fun i => off c i h)); [|apply seq_NoDup|now apply in_range].
  apply sum_le. intros j _. unfold ind. destruct (i =? j)%nat; [lra|left; apply off_pos]. }
destruct best_attained as [b [B [Hb eb]]].
set (w := estimate h) in *. set (a := plug_in h).
assert (A : is_list L K a) by apply plug_in_list.
assert (ba : reward w kappa L b <= reward w kappa L a) by (now apply best_of_best).
pose proof (Rabs_le_between (reward w kappa L a - reward theta kappa L a) (INR L * e)) as [P _].
specialize (P (reward_near w e a A near)).
pose proof (Rabs_le_between (reward w kappa L b - reward theta kappa L b) (INR L * e)) as [Q _].
specialize (Q (reward_near w e b B near)).
assert (four : INR L * e = delta / 4) by (unfold e; field; lra).
pose proof (loss_nonneg a A). destruct (Rlt_le_dec (reward theta kappa L a) m) as [lt|ge];
  [exfalso|lra].
destruct (arrangements_all K L a A) as [a' [Ha' ea]]. pose proof (D a' Ha') as G.
rewrite (reward_same theta a a' ea) in G. specialize (G lt). lra.
Qed.

(* 2^(log2 t + 1) exceeds t *)
Lemma log2_above t : INR t + 1 <= exp (ln 2 * (INR (Nat.log2 t) + 1)).
Proof.
rewrite <- S_INR, <- S_INR. replace (ln 2 * INR (S (Nat.log2 t))) with (INR (S (Nat.log2 t)) * ln 2)
  by ring.
fold (Rpower 2 (INR (S (Nat.log2 t)))). rewrite Rpower_pow by lra.
replace 2 with (INR 2) by reflexivity. rewrite <- pow_INR. apply le_INR. destruct t as [|t].
- simpl. lia.
- pose proof (Nat.log2_spec (S t) ltac:(lia)). lia.
Qed.
(* e^(-g l^2) is at most of the order 4^(-l) *)
Lemma rare_errors g t : 0 < g ->
  exp (- g * INR (Nat.log2 t ^ 2)) <= exp (2 * ln 2 + ln 2 ^ 2 / g) * (/ (INR t + 1) ^ 2).
Proof.
intros Hg. pose proof (log2_above t) as H. pose proof (pos_INR t) as Ht. set (x :=
  INR (Nat.log2 t)) in *.
rewrite pow_INR. fold x.
assert (S : (INR t + 1) ^ 2 <= exp (2 * (ln 2 * (x + 1)))).
{ replace (2 * (ln 2 * (x + 1))) with (ln 2 * (x + 1) + ln 2 * (x + 1)) by ring. rewrite exp_plus.
  replace ((INR t + 1) ^ 2) with ((INR t + 1) * (INR t + 1)) by ring. apply Rmult_le_compat; lra. }
assert (P : 0 < (INR t + 1) ^ 2) by (apply pow_lt; lra).
apply Rmult_le_reg_r with ((INR t + 1) ^ 2); [exact P|]. rewrite Rmult_assoc, Rinv_l,
  Rmult_1_r by lra.
apply Rle_trans with (exp (- g * x ^ 2) * exp (2 * (ln 2 * (x + 1)))).
- apply Rmult_le_compat_l; [left; apply exp_pos|exact S].
- rewrite <- exp_plus. assert (sq : 0 <= g * (x - ln 2 / g) ^ 2) by (apply Rmult_le_pos;
  [lra|apply pow2_ge_0]).
  replace (g * (x - ln 2 / g) ^ 2) with (g * x ^ 2 - 2 * ln 2 * x + ln 2 ^ 2 / g) in sq by (field;
    lra).
  assert (le : - g * x ^ 2 + 2 * (ln 2 * (x + 1)) <= 2 * ln 2 + ln 2 ^ 2 / g) by lra.
  destruct le as [lt| ->]; [left; now apply exp_increasing|lra].
Qed.

(* the loss of round t: all that there is to lose when it explores,
   and little in the mean when not *)
Lemma loss_of_round : exists C, 0 <= C /\ forall t,
  E t [] (fun h => loss (choice h)) <= m * ind (negb (turn t =? 0)%nat) 1 + C / (INR t + 1) ^ 2.
Proof.
destruct plug_in_best as [c [Hc G]]. set (g := c ^ 2 / 4).
assert (Hg : 0 < g) by (unfold g; apply Rdiv_lt_0_compat; [apply pow_lt|]; lra).
assert (most : forall a, is_list L K a -> loss a <= m).
{ intros a [A _]. enough (0 <= reward theta kappa L a) by lra. unfold reward.
  rewrite <- (sum_const0 (range 1 L)). apply sum_le. intros l Hl. apply in_range in Hl.
  pose proof (kappa_range l Hl). pose proof (theta_range (a l) (A l Hl)). apply Rmult_le_pos; lra. }
assert (M : 0 <= m) by (pose proof (most _ identity_list); pose proof (loss_nonneg _ identity_list);
  lra).
set (D := exp (2 * ln 2 + ln 2 ^ 2 / g)). assert (HD : 0 < D) by apply exp_pos.
assert (zeros : forall x, 0 <= x -> forall t, 0 <= x / (INR t + 1) ^ 2).
{ intros x Hx t. pose proof (pos_INR t). apply Rmult_le_pos; [exact Hx|]. left.
  apply Rinv_0_lt_compat, pow_lt. lra. }
exists (m * (INR K * (2 * D))). assert (HC : 0 <= m * (INR K * (2 * D))).
{ apply Rmult_le_pos; [exact M|]. apply Rmult_le_pos; [apply pos_INR|lra]. }
split; [exact HC|]. intros t. specialize (zeros _ HC t).
destruct (Nat.eqb_spec (turn t) 0) as [z|nz]; cbn [negb ind].
- rewrite Rmult_0_r, Rplus_0_l.
  apply Rle_trans with (E t [] (fun h => m * sum (range 1 K) (fun i => off c i h))).
  + apply (mean_le_at kappa L K learner kappa_range learner_policy theta theta_range). intros h e.
    simpl length in e. rewrite Nat.add_0_r in e. unfold choice. rewrite e, z. cbn [Nat.eqb].
    destruct (Rlt_le_dec (sum (range 1 K) (fun i => off c i h)) 1) as [lt|ge].
    * rewrite (G h lt). apply Rmult_le_pos; [exact M|]. rewrite <- (sum_const0 (range 1 K)).
      apply sum_le.
      intros i _. left. apply off_pos.
    * apply Rle_trans with (1 := most _ (plug_in_list h)). rewrite <- (Rmult_1_r m) at 1.
      now apply Rmult_le_compat_l.
  + rewrite (mean_scal kappa L learner never theta t []). unfold Rdiv. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [exact M|].
    assert (S : forall r, (forall i, In i r -> (1 <= i <= K)%nat) -> E t [] (fun h =>
      sum r (fun i => off c i h))
      <= INR (length r) * (2 * (D * (/ (INR t + 1) ^ 2)))).
    { induction r as [|i r IH]; intros Hr.
      - cbn [sum length]. rewrite (mean_const kappa L K learner never learner_policy). simpl. lra.
      - cbn [sum length]. rewrite (mean_plus kappa L learner never theta t []), S_INR.
        pose proof (off_mean c i t (Hr i (or_introl eq_refl)) Hc) as A. fold g in A.
        specialize (IH (fun j Hj => Hr j (or_intror Hj))).
        assert (B : exp (- g * INR (counts t i)) <= exp (- g * INR (Nat.log2 t ^ 2))).
        { pose proof (turn_none K t i z (Hr i (or_introl eq_refl))) as N. apply le_INR in N.
          destruct N as [lt| ->]; [left; apply exp_increasing|]; nra. }
        pose proof (rare_errors g t Hg) as F. fold D in F. lra. }
    specialize (S (range 1 K) (fun i Hi => proj1 (in_range 1 K i) Hi)). unfold range in S at 2.
    rewrite length_seq in S. replace (Datatypes.S K - 1)%nat with K in S by lia. lra.
- apply Rle_trans with (E t [] (fun _ => m)).
  + apply (mean_le_at kappa L K learner kappa_range learner_policy theta theta_range). intros h _.
    apply most, choice_list.
  + rewrite (mean_const kappa L K learner never learner_policy). lra.
Qed.

(* the whole loss: m for each exploration, and a convergent sum *)
Lemma loss_of_all : exists C, 0 <= C /\ forall T,
  regret theta kappa L learner m T <= m * sum (range 1 K) (fun i =>
    INR (counts T i)) + C * (1 - / (INR T + 1)).
Proof.
destruct loss_of_round as [C [HC H]]. exists (2 * C). split; [lra|]. intros T. unfold regret.
  induction T as [|T IH].
- simpl. rewrite sum_const0. replace (/ (0 + 1)) with 1 by field. lra.
- rewrite mean_along, counts_step. specialize (H T). pose proof (pos_INR T) as P. rewrite S_INR.
  assert (Q : C / (INR T + 1) ^ 2 <= 2 * C * (/ (INR T + 1) - / (INR T + 1 + 1))); [|lra].
  replace (2 * C * (/ (INR T + 1) - / (INR T + 1 + 1))) with (C / (INR T + 1) ^ 2 + C * (INR T /
    ((INR T + 1) ^ 2 * (INR T + 2)))) by (field; lra).
  enough (0 <= C * (INR T / ((INR T + 1) ^ 2 * (INR T + 2)))) by lra. apply Rmult_le_pos;
    [exact HC|].
  apply Rmult_le_pos; [exact P|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; [apply pow_lt|];
    lra.
Qed.

(* log2 T <= 2 log T *)
Lemma log2_below T : (1 <= T)%nat -> INR (Nat.log2 T) <= 2 * ln (INR T).
Proof.
intros HT. pose proof (Nat.log2_spec T ltac:(lia)) as [S _]. apply le_INR in S.
  rewrite pow_INR in S.
replace (INR 2) with 2 in S by reflexivity. rewrite <- Rpower_pow in S by lra.
assert (P : ln (Rpower 2 (INR (Nat.log2 T))) <= ln (INR T)).
{ destruct S as [lt| ->]; [left; apply ln_increasing; [apply exp_pos|exact lt]|lra]. }
unfold Rpower in P. rewrite ln_exp in P. pose proof (pos_INR (Nat.log2 T)). pose proof ln_lt_2. nra.
Qed.
(* the regret is at most of the order (log T)^2 *)
Lemma loss_log_square : exists A, 0 <= A /\ forall T, (3 <= T)%nat ->
  regret theta kappa L learner m T <= A * ln (INR T) ^ 2.
Proof.
destruct loss_of_all as [C [HC H]].
assert (M : 0 <= m).
{ pose proof (loss_nonneg _ identity_list). enough (0 <= reward theta kappa L (fun l => l)) by lra.
  unfold reward.
  rewrite <- (sum_const0 (range 1 L)). apply sum_le. intros l Hl. apply in_range in Hl.
  pose proof (kappa_range l Hl). pose proof (theta_range l ltac:(lia)). apply Rmult_le_pos; lra. }
exists (m * (INR K * 4) + C). assert (K0 := pos_INR K). split.
{ apply Rplus_le_le_0_compat; [|exact HC]. apply Rmult_le_pos; lra. }
intros T HT. specialize (H T). set (x := ln (INR T)) in *.
assert (x1 : 1 <= x).
{ unfold x. rewrite <- (ln_exp 1). apply le_INR in HT. simpl INR in HT. pose proof exp_le_3.
  destruct (Rle_lt_or_eq_dec (exp 1) (INR T)) as [lt|e]; [lra|left; apply ln_increasing;
    [apply exp_pos|exact lt]|rewrite e; lra]. }
assert (S : sum (range 1 K) (fun i => INR (counts T i)) <= INR K * (4 * x ^ 2)).
{ assert (S : forall r, (forall i, In i r -> (1 <= i)%nat) -> sum r (fun i =>
  INR (counts T i)) <= INR (length r) * (4 * x ^ 2)).
  { induction r as [|i r IH]; intros Hr; [simpl; lra|]. cbn [sum length]. rewrite S_INR.
    specialize (IH (fun j Hj => Hr j (or_intror Hj))). pose proof (counts_most K T i (Hr i
      (or_introl eq_refl))) as N.
    apply le_INR in N. rewrite pow_INR in N. pose proof (log2_below T ltac:(lia)) as B. fold x in B.
    pose proof (pos_INR (Nat.log2 T)). assert (INR (Nat.log2 T) ^ 2 <= (2 * x) ^ 2) by (apply
      pow_incr; lra). lra. }
  specialize (S (range 1 K) (fun i Hi => proj1 (proj1 (in_range 1 K i) Hi))).
    unfold range in S at 2. rewrite length_seq in S.
  replace (Datatypes.S K - 1)%nat with K in S by lia. exact S. }
apply (Rmult_le_compat_l m) in S; [|exact M].
assert (P := pos_INR T). assert (0 < / (INR T + 1)) by (apply Rinv_0_lt_compat; lra).
assert (C * (1 - / (INR T + 1)) <= C * (x ^ 2)) by (apply Rmult_le_compat_l; nra). lra.
Qed.

(* (log T)^2 is o(T^alpha), by e^y >= (y / 3)^3 *)
Lemma loss_small alpha : 0 < alpha -> is_lim_seq (fun T =>
  regret theta kappa L learner m T / Rpower (INR T) alpha) 0.
Proof.
intros Ha. destruct loss_log_square as [A [HA H]]. apply is_lim_seq_spec. intros eps.
pose proof (cond_pos eps) as He. set (c := (alpha / 3) ^ 3). assert (Hc : 0 < c) by (unfold c;
  apply pow_lt; lra).
assert (big : Hierarchy.eventually (fun T => (3 <= T)%nat)) by (now exists 3%nat).
generalize (filter_and _ _ big (filter_and _ _ (ln_large ((A + 1) / (c * eps))) (ln_large 1))).
  apply filter_imp.
intros T [HT [B B1]]. specialize (H T HT). set (x := ln (INR T)) in *. rewrite Rminus_0_r.
assert (N : 0 <= regret theta kappa L learner m T).
{ unfold regret. rewrite <- (mean_const kappa L K learner never learner_policy theta T [] 0).
  apply Rle_trans with (E T [] (along (fun _ => 0))).
  - right. apply mean_ext. intros h. symmetry. clear. induction h as [|[a z] h IH]; simpl;
    [reflexivity|]. rewrite IH. ring.
  - apply (game_le kappa L K learner kappa_range learner_policy); [exact theta_range|].
    exact loss_nonneg. }
assert (P : c * x ^ 3 <= Rpower (INR T) alpha).
{ unfold Rpower. fold x. replace (alpha * x) with (alpha / 3 * x + alpha / 3 * x + alpha / 3 * x) by
  field. rewrite !exp_plus.
  pose proof (exp_ineq1_le (alpha / 3 * x)) as X. assert (X0 : 0 < alpha / 3 * x) by (apply
    Rmult_lt_0_compat; lra).
  replace (c * x ^ 3) with (alpha / 3 * x * (alpha / 3 * x) * (alpha / 3 * x)) by (unfold c; ring).
  apply Rmult_le_compat; [apply Rmult_le_pos; lra|lra| |lra]. apply Rmult_le_compat; lra. }
assert (Q : 0 < Rpower (INR T) alpha) by apply exp_pos.
rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [exact N|left; now apply Rinv_0_lt_compat]).
apply Rmult_lt_reg_r with (Rpower (INR T) alpha); [exact Q|]. unfold Rdiv. rewrite Rmult_assoc,
  Rinv_l, Rmult_1_r by lra.
apply Rle_lt_trans with (1 := H). apply Rlt_le_trans with (eps * (c * x ^ 3));
  [|apply Rmult_le_compat_l; lra].
assert (B' : A + 1 <= x * (c * eps)).
{ apply Rmult_le_reg_r with (/ (c * eps)); [apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra|].
  rewrite Rmult_assoc, Rinv_r, Rmult_1_r; [exact B|]. apply Rgt_not_eq, Rmult_lt_0_compat; lra. }
assert (X2 : 0 < x ^ 2) by (apply pow_lt; lra).
replace (eps * (c * x ^ 3)) with (x * (c * eps) * x ^ 2) by ring. apply Rmult_lt_compat_r; lra.
Qed.
End Loss.
End Learner.

Theorem efficient_policy : pbm_efficient_policy.
Proof.
intros kappa L K sz kr. exists (learner kappa L K). split; [now apply learner_policy|].
intros theta m alpha Ht Hm Ha. apply loss_small; try assumption. lra.
Qed.

(** Gaps of lists: what a list loses is a sum over the steps of the examination, and Lemma 16 of
    Lagrée et al. (2016), with its equality case. *)
From Coq Require Import Reals Psatz List Arith Lia.
Require Import Statements Sums.
Import ListNotations.
Open Scope R_scope.

(* v_{k,l} shows each item once *)
Lemma exploring_is_list L K k l : (L < k <= K)%nat -> (1 <= l <= L)%nat ->
  is_list L K (exploring k l).
Proof.
intros Hk Hl. split.
- intros m Hm. unfold exploring. destruct (Nat.ltb_spec m l); [lia|]. destruct (Nat.eqb_spec m l);
  lia.
- intros m m' Hm Hm'. unfold exploring.
  destruct (Nat.ltb_spec m l), (Nat.ltb_spec m' l), (Nat.eqb_spec m l), (Nat.eqb_spec m' l); intros;
    lia.
Qed.

(* its first m items lack theta_m - theta_k, from position l on *)
Lemma exploring_partial theta k l m : (1 <= l)%nat ->
  sum (range 1 m) (fun j => theta j - theta (exploring k l j)) = ind (l <=? m)%nat (theta m - theta
    k).
Proof.
intros Hl. induction m as [|m IH].
- unfold range; simpl. destruct (Nat.leb_spec l 0); [lia|reflexivity].
- rewrite range_last, sum_app, IH. simpl sum. unfold ind, exploring.
  destruct (Nat.leb_spec l m), (Nat.leb_spec l (S m)), (Nat.ltb_spec (S m) l),
    (Nat.eqb_spec (S m) l); try lia; simpl pred; try lra.
Qed.

Section Lists.
Variables theta kappa : nat -> R.     (* attractions and examinations, from 1 on *)


Variables L K : nat.

(** the gap of v_{k,l}, step by step of the examination; see [gap_of_exploring] *)
Definition gap_v (k l : nat) : R :=
  sum (range l L) (fun m => (kappa m - kappa (S m)) * (theta m - theta k)).

Hypothesis kappa_end : kappa (S L) = 0.

(* l, ..., m is l and l + 1, ..., m *)
Lemma range_cons l m : (l <= m)%nat -> range l m = l :: range (S l) m.
Proof. intros H. unfold range. replace (S m - l)%nat with (S (S m - S l)) by lia. reflexivity. Qed.

(* kappa l is the sum of its steps from l on *)
Lemma kappa_sum n : forall l, (S L - l = n)%nat -> (l <= S L)%nat ->
  kappa l = sum (range l L) (fun m => kappa m - kappa (S m)).
Proof.
induction n as [|n IH]; intros l E H.
- assert (l = S L) by lia. subst l. unfold range. replace (S L - S L)%nat with 0%nat by lia. simpl.
  exact kappa_end.
- rewrite range_cons by lia. simpl. rewrite <- (IH (S l)) by lia. ring.
Qed.

(* a sum over l, ..., L as one over 1, ..., L *)
Lemma range_ind l f : (1 <= l <= S L)%nat ->
  sum (range l L) f = sum (range 1 L) (fun m => ind (l <=? m)%nat (f m)).
Proof.
intros H. assert (E : range 1 L = range 1 (l - 1) ++ range l L).
{ unfold range. replace (S (l - 1) - 1)%nat with (l - 1)%nat by lia.
  replace (S L - 1)%nat with ((l - 1) + (S L - l))%nat by lia. rewrite seq_app. do 2 f_equal; lia. }
rewrite E, sum_app.
rewrite (sum_ext (range 1 (l - 1)) _ (fun _ => 0)).
2:{ intros m Hm. apply in_range in Hm. unfold ind. destruct (Nat.leb_spec l m); [lia|reflexivity]. }
rewrite sum_const0, Rplus_0_l. apply sum_ext. intros m Hm. apply in_range in Hm.
unfold ind. destruct (Nat.leb_spec l m); [reflexivity|lia].
Qed.

(* a sum over 1, ..., m as one over 1, ..., L *)
Lemma range_ind' m f : (m <= L)%nat ->
  sum (range 1 L) (fun l => ind (l <=? m)%nat (f l)) = sum (range 1 m) f.
Proof.
intros H. assert (E : range 1 L = range 1 m ++ range (S m) L).
{ unfold range. replace (S L - 1)%nat with ((S m - 1) + (S L - S m))%nat by lia. rewrite seq_app.
  do 2 f_equal; lia. }
rewrite E, sum_app.
rewrite (sum_ext (range (S m) L) _ (fun _ => 0)).
2:{ intros l Hl. apply in_range in Hl. unfold ind. destruct (Nat.leb_spec l m); [lia|reflexivity]. }
rewrite sum_const0, Rplus_0_r. apply sum_ext. intros l Hl. apply in_range in Hl.
unfold ind. destruct (Nat.leb_spec l m); [reflexivity|lia].
Qed.

(* Abel: the gap is a sum over the steps of the examination *)
Lemma gap_abel a : gap theta kappa L a =
  sum (range 1 L) (fun m => (kappa m - kappa (S m)) * sum (range 1 m) (fun l =>
    theta l - theta (a l))).
Proof.
unfold gap.
transitivity (sum (range 1 L) (fun l => sum (range 1 L) (fun m =>
     ind (l <=? m)%nat ((kappa m - kappa (S m)) * (theta l - theta (a l)))))).
- apply sum_ext. intros l Hl. apply in_range in Hl. rewrite <- range_ind by lia.
  rewrite (kappa_sum (S L - l) l) at 1 by lia.
  rewrite Rmult_comm, <- sum_scal. apply sum_ext. intros; ring.
- rewrite sum_swap. apply sum_ext. intros m Hm. apply in_range in Hm.
  rewrite range_ind' by lia. now rewrite sum_scal.
Qed.

(* the gap of v_{k,l}, step by step *)
Lemma gap_of_exploring k l : (1 <= l <= L)%nat -> gap theta kappa L (exploring k l) = gap_v k l.
Proof.
intros Hl. rewrite gap_abel by lia.
unfold gap_v. rewrite (range_ind l) by lia. apply sum_ext. intros m Hm.
rewrite exploring_partial by lia. unfold ind. destruct (l <=? m)%nat; ring.
Qed.
(* the L first items are in order, and no other is better than the L-th *)
Hypothesis theta_decreases : forall i j, (1 <= i <= j)%nat -> (i <= L)%nat -> (j <= K)%nat ->
  theta j <= theta i.
Hypothesis kappa_decreases : forall l, (1 <= l <= L)%nat -> kappa (S l) <= kappa l.
Hypothesis LK : (L <= K)%nat.

(* one step of kappa: the m first positions *)
Lemma one_step a m : is_list L K a -> (1 <= m <= L)%nat ->
  sum (range 1 m) (fun l => ind (L <? a l)%nat (theta m - theta (a l)))
  <= sum (range 1 m) (fun l => theta l - theta (a l)).
Proof.
intros [A1 A2] Hm.
set (f := fun j => ind (j <=? m)%nat (theta j - theta m)).
assert (P : forall j, (1 <= j)%nat -> 0 <= f j).
{ intros j Hj. unfold f, ind. destruct (Nat.leb_spec j m); [|lra].
  assert (theta m <= theta j) by (apply theta_decreases; lia). lra. }
assert (S1 : sum (map a (range 1 m)) f <= sum (range 1 m) f).
{ (* items beyond m contribute nothing *)
  assert (E : forall l, sum l f = sum (filter (fun j => (j <=? m)%nat) l) f).
  { intros l; induction l as [|j l IH]; simpl; [reflexivity|].
    unfold f at 1, ind. destruct (Nat.leb_spec j m); simpl; rewrite IH; [|ring].
    unfold f at 2, ind. destruct (Nat.leb_spec j m); [reflexivity|lia]. }
  rewrite E. apply sum_incl.
  - apply NoDup_filter.
    assert (G : forall l, NoDup l -> incl l (range 1 m) -> NoDup (map a l)).
    { intros l; induction l as [|j l IH]; intros N I; simpl; [constructor|].
      inversion_clear N as [|? ? Nj Nl]. constructor.
      - intros Hin. apply in_map_iff in Hin. destruct Hin as [i [Ei Hi]].
        assert (Hi' : In i (range 1 m)) by (apply I; now right).
        assert (Hj' : In j (range 1 m)) by (apply I; now left).
        apply in_range in Hi'. apply in_range in Hj'.
        assert (i = j) by (apply A2; [lia|lia|assumption]). subst i. contradiction.
      - apply IH; [assumption|]. intros i Hi; apply I; now right. }
    apply G; [apply seq_NoDup|apply incl_refl].
  - intros j Hj. apply filter_In in Hj. destruct Hj as [Hj Hj']. apply in_map_iff in Hj.
    destruct Hj as [l [El Hl]]. apply in_range in Hl. apply Nat.leb_le in Hj'.
    apply in_range. pose proof (A1 l). lia.
  - intros j Hj. apply in_range in Hj. apply P. lia. }
rewrite sum_map in S1.
rewrite (sum_ext (range 1 m) f (fun l => theta l - theta m)) in S1.
2:{ intros j Hj. apply in_range in Hj. unfold f, ind. destruct (Nat.leb_spec j m);
  [reflexivity|lia]. }
assert (S2 : sum (range 1 m) (fun l => ind (L <? a l)%nat (theta m - theta (a l)) + theta (a l) -
  theta m)
             <= sum (range 1 m) (fun l => f (a l))).
{ apply sum_le. intros l Hl. apply in_range in Hl. pose proof (A1 l) as Al.
  unfold f, ind. destruct (Nat.ltb_spec L (a l)), (Nat.leb_spec (a l) m); try lia; try lra.
  assert (theta (a l) <= theta m) by (apply theta_decreases; lia). lra. }
assert (S3 : sum (range 1 m) (fun l => theta l - theta (a l)) - sum (range 1 m) (fun l =>
  ind (L <? a l)%nat (theta m - theta (a l)))
  = sum (range 1 m) (fun l => theta l - theta m)
    - sum (range 1 m) (fun l => ind (L <? a l)%nat (theta m - theta (a l)) + theta (a l) - theta
      m)).
{ generalize (range 1 m). intros r; induction r as [|l r IH]; simpl; lra. }
lra.
Qed.

(* the parts of Lemma 16, step by step *)
Lemma parts_by_steps a : is_list L K a ->
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap_v (a l) l))
  = sum (range 1 L) (fun m => (kappa m - kappa (S m)) *
      sum (range 1 m) (fun l => ind (L <? a l)%nat (theta m - theta (a l)))).
Proof.
intros _. unfold gap_v.
transitivity (sum (range 1 L) (fun l => sum (range 1 L) (fun m =>
     ind (l <=? m)%nat ((kappa m - kappa (S m)) * ind (L <? a l)%nat (theta m - theta (a l)))))).
  - apply sum_ext. intros l Hl. apply in_range in Hl. rewrite <- range_ind by lia.
    unfold ind. destruct (Nat.ltb_spec L (a l)); [reflexivity|].
    symmetry. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_const0|intros; ring].
  - rewrite sum_swap. apply sum_ext. intros m Hm. apply in_range in Hm.
    rewrite range_ind' by lia. now rewrite sum_scal.
Qed.
(* no list is better than the identity *)
Lemma gap_nonneg a : is_list L K a -> 0 <= gap theta kappa L a.
Proof.
intros A. rewrite gap_abel. rewrite <- (sum_const0 (range 1 L)). apply sum_le. intros m Hm.
  apply in_range in Hm.
apply Rmult_le_pos; [pose proof (kappa_decreases m Hm); lra|].
apply Rle_trans with (2 := one_step a m A Hm). rewrite <- (sum_const0 (range 1 m)). apply sum_le.
intros l Hl. apply in_range in Hl. destruct A as [A1 _]. pose proof (A1 l). unfold ind.
destruct (Nat.ltb_spec L (a l)); [|lra].
assert (theta (a l) <= theta m) by (apply theta_decreases; lia). lra.
Qed.

(* Lemma 16, the inequality, for each step of the examination *)
Lemma lemma_16_steps a : is_list L K a ->
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap_v (a l) l)) <= gap theta kappa L a.
Proof.
intros A. rewrite gap_abel. rewrite parts_by_steps by exact A. apply sum_le. intros m Hm.
  apply in_range in Hm.
apply Rmult_le_compat_l; [assert (kappa (S m) <= kappa m) by (apply kappa_decreases; lia); lra|].
apply one_step; [exact A|lia].
Qed.

End Lists.

(* the gap is a difference of rewards *)
Lemma gap_reward theta kappa L a :
  gap theta kappa L a = reward theta kappa L (fun l => l) - reward theta kappa L a.
Proof.
unfold gap, reward. induction (range 1 L) as [|l r IH]; simpl; [ring|]. rewrite IH. ring.
Qed.

(** The hypotheses of [sorted] in the form used above. *)
Section Sorted.
Variables theta kappa : nat -> R.
Variables L K : nat.
Hypothesis S0 : sorted theta kappa L K.

(* what [sorted] says, in the form used above *)
Lemma sorted_le i j : (1 <= i <= j)%nat -> (i <= L)%nat -> (j <= K)%nat -> theta j <= theta i.
Proof.
destruct S0 as [D _]. intros Hij _ Hj. destruct (Nat.eq_dec i j) as [->|ne]; [lra|]. left. apply D;
  lia.
Qed.
Lemma sorted_kappa l : (1 <= l <= L)%nat -> kappa (S l) <= kappa l.
Proof. destruct S0 as [_ [_ [H _]]]. apply H. Qed.
Lemma sorted_end : kappa (S L) = 0.
Proof. destruct S0 as [_ [_ [_ [_ [H _]]]]]. exact H. Qed.
Lemma sorted_sizes : (1 <= L <= K)%nat.
Proof. destruct S0 as [_ [_ [_ [_ [_ H]]]]]. exact H. Qed.

Lemma gap_exploring k l : (1 <= l <= L)%nat -> gap theta kappa L (exploring k l) = gap_v theta kappa
  L k l.
Proof. apply gap_of_exploring. exact sorted_end. Qed.

(* Lemma 16, the inequality *)
Lemma lemma_16_le a : is_list L K a ->
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))) <= gap theta
    kappa L a.
Proof.
intros A. pose proof sorted_sizes as LK.
rewrite (sum_ext _ _ (fun l => ind (L <? a l)%nat (gap_v theta kappa L (a l) l))).
- apply (lemma_16_steps theta kappa L K sorted_end sorted_le sorted_kappa); [lia|exact A].
- intros l Hl. apply in_range in Hl. now rewrite gap_exploring.
Qed.
End Sorted.

(** * Equality in Lemma 16 *)

(* the first position where two lists differ *)
Lemma first_difference (a b : nat -> nat) n : (forall m, (1 <= m <= n)%nat -> a m = b m) \/
  exists l, (1 <= l <= n)%nat /\ a l <> b l /\ forall m, (1 <= m < l)%nat -> a m = b m.
Proof.
induction n as [|n [IH|[l [H1 [H2 H3]]]]].
- left. intros; lia.
- destruct (Nat.eq_dec (a (S n)) (b (S n))) as [e|ne].
  + left. intros m Hm. destruct (Nat.eq_dec m (S n)) as [->|]; [assumption|apply IH; lia].
  + right. exists (S n). split; [lia|]. split; [assumption|]. intros; apply IH; lia.
- right. exists l. split; [lia|]. split; assumption.
Qed.


Section Equality.
Variables theta kappa : nat -> R.
Variables L K : nat.
Hypothesis SS : strictly_sorted theta kappa L K.
Let S0 : sorted theta kappa L K := proj1 SS.

(* the best list and the v_{k,l} are equal to their parts *)
Lemma equal_if_exploring a : is_list L K a ->
  (forall m, (1 <= m <= L)%nat -> a m = m) \/
  (exists k l, (L < k <= K)%nat /\ (1 <= l <= L)%nat /\ forall m, (1 <= m <= L)%nat ->
    a m = exploring k l m) ->
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))) = gap theta
    kappa L a.
Proof.
intros A [I|[k [l [Hk [Hl V]]]]].
- transitivity 0.
  + rewrite <- (sum_const0 (range 1 L)). apply sum_ext. intros m Hm. apply in_range in Hm.
    rewrite (I m Hm). unfold ind. destruct (Nat.ltb_spec L m); [lia|reflexivity].
  + unfold gap. rewrite <- (sum_const0 (range 1 L)). apply sum_ext. intros m Hm.
    apply in_range in Hm.
    rewrite (I m Hm). ring.
- transitivity (gap theta kappa L (exploring k l)).
  + rewrite (sum_ext _ _ (fun m => ind (l =? m)%nat (gap theta kappa L (exploring k m)))).
    * rewrite sum_one; [reflexivity|apply seq_NoDup|apply in_range; lia].
    * intros m Hm. apply in_range in Hm. rewrite (V m Hm). unfold exploring at 1 3.
      destruct (Nat.ltb_spec m l), (Nat.eqb_spec m l), (Nat.eqb_spec l m); try lia; unfold ind.
      -- destruct (Nat.ltb_spec L m); [lia|reflexivity].
      -- destruct (Nat.ltb_spec L k); [reflexivity|lia].
      -- destruct (Nat.ltb_spec L (pred m)); [lia|reflexivity].
  + unfold gap. apply sum_ext. intros m Hm. apply in_range in Hm. now rewrite (V m Hm).
Qed.

(* equality at every step of the examination, since every step counts *)
Lemma equal_steps a : is_list L K a ->
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))) = gap theta
    kappa L a ->
  forall m, (1 <= m <= L)%nat ->
  sum (range 1 m) (fun l => ind (L <? a l)%nat (theta m - theta (a l))) = sum (range 1 m) (fun l =>
    theta l - theta (a l)).
Proof.
intros A E m Hm. pose proof (sorted_sizes _ _ _ _ S0) as LK. pose proof (proj2 SS) as strict.
rewrite (sum_ext _ _ (fun l => ind (L <? a l)%nat (gap_v theta kappa L (a l) l))) in E.
2:{ intros l Hl. apply in_range in Hl. now rewrite (gap_exploring _ _ _ _ S0). }
rewrite (parts_by_steps theta kappa L K) in E by (try lia; exact A).
rewrite (gap_abel theta kappa L (sorted_end _ _ _ _ S0)) in E.
set (f := fun i => (kappa i - kappa (S i)) * (sum (range 1 i) (fun l => theta l - theta (a l))
   - sum (range 1 i) (fun l => ind (L <? a l)%nat (theta i - theta (a l))))).
assert (Z : f m = 0).
{ apply (sum_zero (range 1 L) f); [| |now apply in_range].
  - intros i Hi. apply in_range in Hi. pose proof (strict i Hi).
    pose proof (one_step theta L K (sorted_le _ _ _ _ S0) ltac:(lia) a i A Hi). apply Rmult_le_pos;
      lra.
  - unfold f. rewrite (sum_ext _ _ (fun m => (kappa m - kappa (S m)) * sum (range 1 m) (fun l =>
    theta l - theta (a l))
      + (-1) * ((kappa m - kappa (S m)) * sum (range 1 m) (fun l =>
        ind (L <? a l)%nat (theta m - theta (a l)))))).
    + rewrite sum_plus, sum_scal. lra.
    + intros; ring. }
unfold f in Z. pose proof (strict m Hm). apply Rmult_integral in Z. destruct Z; lra.
Qed.

(* a list that is equal to its parts at every step: the first item out of place is suboptimal,
   and every later
   position m holds item m - 1 *)
Lemma exploring_if_equal a : is_list L K a ->
  sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))) = gap theta
    kappa L a ->
  (forall m, (1 <= m <= L)%nat -> a m = m) \/
  (exists k l, (L < k <= K)%nat /\ (1 <= l <= L)%nat /\ forall m, (1 <= m <= L)%nat ->
    a m = exploring k l m).
Proof.
intros A E. pose proof (equal_steps a A E) as Q. clear E. destruct A as [A1 A2].
pose proof (sorted_sizes _ _ _ _ S0) as LK. pose proof (proj1 S0) as D.
destruct (first_difference a (fun m => m) L) as [I|[l [Hl [nl before]]]]; [now left|right].
(* the items before l are taken, so a l stands below l; by the equality at l it is none of the first
   L *)
assert (al : (l < a l)%nat).
{ destruct (Nat.lt_trichotomy (a l) l) as [lt|[e|gt]]; [|contradiction|assumption].
  pose proof (A1 l Hl). assert (a (a l) = a l) by (apply before; lia).
  assert (a l = l) by (apply A2; lia). contradiction. }
assert (Dl : theta (a l) < theta l) by (apply D; [lia|apply A1; lia]).
assert (big : (L < a l)%nat).
{ specialize (Q l Hl). destruct l as [|l']; [lia|]. rewrite range_last, !sum_app in Q.
  simpl sum in Q.
  rewrite (sum_ext (range 1 l') (fun j => theta j - theta (a j)) (fun _ => 0)) in Q.
  2:{ intros j Hj. apply in_range in Hj. rewrite before by lia. ring. }
  rewrite (sum_ext (range 1 l') _ (fun _ => 0)) in Q.
  2:{ intros j Hj. apply in_range in Hj. rewrite before by lia. unfold ind.
    destruct (Nat.ltb_spec L j); [lia|reflexivity]. }
  rewrite sum_const0 in Q. unfold ind in Q. destruct (Nat.ltb_spec L (a (S l'))); [assumption|lra].
    }
exists (a l), l. split; [pose proof (A1 l Hl); lia|]. split; [exact Hl|].
intros m Hm.
destruct (first_difference a (exploring (a l) l) L) as [I|[i [Hi [ni same]]]];
  [now apply I|exfalso].
assert (li : (l < i)%nat).
{ destruct (Nat.lt_trichotomy i l) as [lt|[e|gt]]; [| |assumption]; exfalso; apply ni;
  unfold exploring.
  - destruct (Nat.ltb_spec i l); [apply before; lia|lia].
  - subst i. rewrite Nat.ltb_irrefl, Nat.eqb_refl. reflexivity. }
(* the equality at i says that a i is item i - 1 *)
assert (vi : exploring (a l) l i = pred i).
{ unfold exploring. destruct (Nat.ltb_spec i l); [lia|]. destruct (Nat.eqb_spec i l);
  [lia|reflexivity]. }
specialize (Q i Hi). destruct i as [|i']; [lia|]. rewrite range_last, !sum_app in Q. simpl sum in Q.
  simpl pred in vi.
rewrite (sum_ext (range 1 i') (fun j => theta j - theta (a j)) (fun j =>
  theta j - theta (exploring (a l) l j))) in Q.
2:{ intros j Hj. apply in_range in Hj. rewrite same by lia. reflexivity. }
rewrite (exploring_partial theta (a l) l i') in Q by lia. unfold ind at 3 in Q.
destruct (Nat.leb_spec l i') as [le|]; [|lia].
rewrite (sum_ext (range 1 i') _ (fun j => ind (l =? j)%nat (theta (S i') - theta (a l)))) in Q.
2:{ intros j Hj. apply in_range in Hj. rewrite same by lia. unfold exploring.
    destruct (Nat.ltb_spec j l), (Nat.eqb_spec j l), (Nat.eqb_spec l j); try lia; unfold ind.
    - destruct (Nat.ltb_spec L j); [lia|reflexivity].
    - destruct (Nat.ltb_spec L (a l)); [reflexivity|lia].
    - destruct (Nat.ltb_spec L (pred j)); [lia|reflexivity]. }
rewrite sum_one in Q; [|apply seq_NoDup|apply in_range; lia].
assert (si : theta (S i') < theta i') by (apply D; lia).
assert (e : theta (a (S i')) = theta i').
{ unfold ind in Q. destruct (Nat.ltb_spec L (a (S i'))); lra. }
apply ni. rewrite vi. pose proof (A1 (S i') Hi).
destruct (Nat.lt_trichotomy (a (S i')) i') as [lt|[eq|gt]]; [|assumption|].
- pose proof (D (a (S i')) i' ltac:(lia) ltac:(lia)). lra.
- pose proof (D i' (a (S i')) ltac:(lia) ltac:(lia)). lra.
Qed.
End Equality.

(* the statement *)
Theorem lemma_16 : pbm_lemma_16.
Proof.
intros theta kappa L K a A parts. split; [intros S0; now apply lemma_16_le with (K := K)|].
intros SS. split; [now apply exploring_if_equal|now apply (equal_if_exploring theta kappa L K)].
Qed.

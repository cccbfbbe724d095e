(** A policy whose regret is the constant of (6) times log T, up to o(log T), wherever no two attractions are equal. *)
From Coq Require Import Reals Psatz List Arith Lia Cantor Permutation Sorted.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Gaps Game Program LowerBound Efficient Potentials.
Import ListNotations.
Open Scope R_scope.

(** * The items in the order of their values *)

Section Order.
Variable x : nat -> R.
Fixpoint insert (i : nat) (l : list nat) : list nat :=
  match l with [] => [i] | j :: l' => if Rle_dec (x j) (x i) then i :: l else j :: insert i l' end.
Fixpoint in_order (l : list nat) : list nat := match l with [] => [] | i :: l' => insert i (in_order l') end.

Lemma insert_same i l : Permutation (i :: l) (insert i l).
Proof.
induction l as [|j l IH]; cbn [insert]; [apply Permutation_refl|]. destruct (Rle_dec _ _); [apply Permutation_refl|].
apply Permutation_trans with (j :: i :: l); [apply perm_swap|now apply perm_skip].
Qed.
Lemma in_order_same l : Permutation l (in_order l).
Proof.
induction l as [|i l IH]; cbn [in_order]; [apply perm_nil|].
apply Permutation_trans with (2 := insert_same i (in_order l)). now apply perm_skip.
Qed.
Notation decreasing := (StronglySorted (fun i j => x j <= x i)).
Lemma insert_decreasing i l : decreasing l -> decreasing (insert i l).
Proof.
induction l as [|j l IH]; cbn [insert]; intros H; [repeat constructor|]. apply StronglySorted_inv in H. destruct H as [H F].
rewrite Forall_forall in F. destruct (Rle_dec (x j) (x i)) as [le|gt].
- constructor; [constructor; [exact H|now apply Forall_forall]|]. apply Forall_forall. intros k [<-|Hk]; [exact le|].
  specialize (F k Hk). lra.
- constructor; [now apply IH|]. apply Forall_forall. intros k Hk.
  apply (Permutation_in k (Permutation_sym (insert_same i l))) in Hk. destruct Hk as [<-|Hk]; [lra|now apply F].
Qed.
Lemma in_order_decreasing l : decreasing (in_order l).
Proof. induction l as [|i l IH]; cbn [in_order]; [constructor|now apply insert_decreasing]. Qed.
Lemma decreasing_nth l : decreasing l -> forall m n, (m < n < length l)%nat -> x (nth n l O) <= x (nth m l O).
Proof.
induction l as [|i l IH]; intros H m n Hmn; [cbn [length] in Hmn; lia|]. apply StronglySorted_inv in H. destruct H as [H F].
cbn [length] in Hmn. destruct n as [|n]; [lia|]. destruct m as [|m]; cbn [nth]; [|apply IH; [exact H|lia]].
rewrite Forall_forall in F. apply F, nth_In. lia.
Qed.

(* the items 1, ..., K, those of the largest values first *)
Definition order (K l : nat) : nat := nth (pred l) (in_order (range 1 K)) O.
Variable K : nat.
Lemma order_length : length (in_order (range 1 K)) = K.
Proof. rewrite <- (Permutation_length (in_order_same _)). unfold range. rewrite seq_length. lia. Qed.
Lemma order_list : is_list K K (order K).
Proof.
split.
- intros l Hl. apply in_range. apply (Permutation_in _ (Permutation_sym (in_order_same (range 1 K)))). apply nth_In.
  rewrite order_length. lia.
- intros l m Hl Hm e. enough (pred l = pred m) by lia.
  apply (proj1 (NoDup_nth (in_order (range 1 K)) O)); try (rewrite order_length; lia); [|exact e].
  apply (Permutation_NoDup (in_order_same _)). apply seq_NoDup.
Qed.
Lemma order_decreases l m : (1 <= l < m)%nat -> (m <= K)%nat -> x (order K m) <= x (order K l).
Proof. intros Hl Hm. apply decreasing_nth; [apply in_order_decreasing|rewrite order_length; lia]. Qed.
End Order.

(* a list of all items has every item *)
Lemma all_items K s j : is_list K K s -> (1 <= j <= K)%nat -> exists i, (1 <= i <= K)%nat /\ s i = j.
Proof.
intros [A B] Hj. assert (H : In j (map s (range 1 K))).
{ refine (NoDup_length_incl (l := map s (range 1 K)) (l' := range 1 K) _ _ _ j _).
  - assert (G : forall r, NoDup r -> (forall i, In i r -> (1 <= i <= K)%nat) -> NoDup (map s r)).
    { induction r as [|i r IH]; intros N I; cbn [map]; [constructor|]. inversion_clear N as [|? ? Ni Nr]. constructor.
      - intros Hin. apply in_map_iff in Hin. destruct Hin as [i' [e Hi']]. assert (i' = i); [|now subst].
        apply B; [apply I; now right|apply I; now left|exact e].
      - apply IH; [exact Nr|]. intros k Hk. apply I. now right. }
    apply G; [apply seq_NoDup|]. intros i Hi. now apply in_range.
  - rewrite map_length. lia.
  - intros i Hi. apply in_map_iff in Hi. destruct Hi as [i' [<- Hi']]. apply in_range in Hi'. apply in_range. now apply A.
  - now apply in_range. }
apply in_map_iff in H. destruct H as [i [e Hi]]. exists i. split; [now apply in_range|exact e].
Qed.

(** * The policy *)

(* all rational numbers in (0, 1), one after another *)
Definition grid (n : nat) : R := let (a, b) := of_nat n in INR (S a) / INR (S a + S b).
(* how many of them count in round t, and what a likelihood ratio has to be *)
Definition fine (t : nat) : nat := Nat.sqrt (Nat.log2 t).
Definition level (t : nat) : R := ln (INR (S t)) + INR (fine t).

Section Policy.
Variable kappa : nat -> R.
Variables L K : nat.
Notation stat := (stat kappa L).

Definition hits (k : R) (b : bool) : R := ind b 1.
Definition looks (k : R) (b : bool) : R := k.
Definition estimate (h : history) (i : nat) : R := stat hits i h / stat looks i h.
Definition leader (h : history) : nat -> nat := order (estimate h) K.
Definition least_led (h : history) : R := estimate h (leader h L).
Definition outside (h : history) (k : nat) : bool := negb (existsb (fun m => (leader h m =? k)%nat) (range 1 L)).
(* the clicks say enough for some q below some number that is at most v *)
Definition certified (h : history) (k : nat) (v : R) : bool :=
  existsb (fun i => existsb (fun j =>
    if Rlt_dec (grid i) (grid j) then if Rle_dec (grid j) v then
      if Rle_dec (level (length h)) (stat (says (grid i) (grid j)) k h) then true else false
    else false else false)
    (seq 0 (fine (length h)))) (seq 0 (fine (length h))).
(* list a with item k at position l, and the rest of it shifted down *)
Definition with_item (a : nat -> nat) (k l m : nat) : nat := if (m <? l)%nat then a m else if (m =? l)%nat then k else a (pred m).
Definition plug_in (h : history) (k l : nat) : R :=
  (reward (estimate h) kappa L (leader h) - reward (estimate h) kappa L (with_item (leader h) k l)) /
  d (kappa l * estimate h k) (kappa l * least_led h).
Definition cheapest (h : history) (k : nat) : nat := arg 1 (L - 1) (plug_in h k).
Definition explored (h : history) (k : nat) : bool := outside h k && negb (certified h k (least_led h)).
Definition action (h : history) (k : nat) : nat -> nat :=
  if explored h k then with_item (leader h) k (cheapest h k) else leader h.
Definition chance : R := / (INR K + 1).
Definition attaining : policy := fun h => (chance, leader h) :: map (fun k => (chance, action h k)) (range 1 K).

Hypothesis sizes : (1 <= L <= K)%nat.
Lemma chance_pos : 0 < chance.
Proof. unfold chance. apply Rinv_0_lt_compat. pose proof (pos_INR K). lra. Qed.
Lemma leader_list h : is_list L K (leader h).
Proof. destruct (order_list (estimate h) K) as [A B]. split; intros; [apply A; lia|apply B; (lia || assumption)]. Qed.
Lemma outside_spec h k : outside h k = true <-> forall m, (1 <= m <= L)%nat -> leader h m <> k.
Proof.
unfold outside. rewrite Bool.negb_true_iff, <- Bool.not_true_iff_false, among. split.
- intros H m Hm e. apply H. now exists m.
- intros H [m [Hm e]]. now apply (H m).
Qed.
Lemma cheapest_range h k : (1 <= cheapest h k <= L)%nat.
Proof. unfold cheapest. destruct (least_arg 1 (L - 1) (plug_in h k)) as [_ I]. lia. Qed.
Lemma with_item_list a k l : is_list L K a -> (1 <= k <= K)%nat -> (forall m, (1 <= m <= L)%nat -> a m <> k) ->
  (1 <= l <= L)%nat -> is_list L K (with_item a k l).
Proof.
intros [A B] Hk N Hl. unfold with_item. split.
- intros m Hm. destruct (Nat.ltb_spec m l); [now apply A|]. destruct (Nat.eqb_spec m l); [exact Hk|]. apply A. lia.
- intros m n Hm Hn. destruct (Nat.ltb_spec m l), (Nat.ltb_spec n l), (Nat.eqb_spec m l), (Nat.eqb_spec n l); intros same; try lia.
  + apply B; assumption.
  + now destruct (N m Hm).
  + specialize (B m (pred n) ltac:(lia) ltac:(lia) same). lia.
  + now destruct (N n Hn).
  + specialize (B (pred m) n ltac:(lia) ltac:(lia) same). lia.
  + symmetry in same. now destruct (N (pred n) ltac:(lia)).
  + now destruct (N (pred m) ltac:(lia)).
  + specialize (B (pred m) (pred n) ltac:(lia) ltac:(lia) same). lia.
Qed.
Lemma action_list h k : (1 <= k <= K)%nat -> is_list L K (action h k).
Proof.
intros Hk. unfold action, explored. destruct (outside h k) eqn:e; cbn [andb]; [|apply leader_list].
destruct (negb _); [|apply leader_list]. apply with_item_list; [apply leader_list|exact Hk|now apply outside_spec|apply cheapest_range].
Qed.
Lemma attaining_policy : is_policy L K attaining.
Proof.
intros h. pose proof chance_pos. split.
- intros w a [e|Hi]; [injection e as <- <-; split; [lra|apply leader_list]|]. apply in_map_iff in Hi.
  destruct Hi as [k [e Hk]]. injection e as <- <-. split; [lra|]. apply action_list. now apply in_range.
- unfold attaining. cbn [psum]. rewrite (psum_map (range 1 K) (fun _ => chance) (action h) (fun w _ => w)).
  assert (G : forall r : list nat, sum r (fun _ => chance) = INR (length r) * chance).
  { induction r as [|i r IH]; [simpl; ring|]. cbn [sum length]. rewrite S_INR, IH. ring. }
  rewrite G. unfold range. rewrite seq_length. replace (S K - 1)%nat with K by lia. unfold chance. pose proof (pos_INR K). field. lra.
Qed.
End Policy.

(** Finite sums over lists of indices. *)
From Coq Require Import Reals Psatz List Arith Lia.
Require Import Statements.
Import ListNotations.
Open Scope R_scope.

(* membership in l, ..., m *)
Lemma in_range l m i : In i (range l m) <-> (l <= i <= m)%nat.
Proof. unfold range. rewrite in_seq. lia. Qed.

(* 1, ..., m + 1 is 1, ..., m and m + 1 *)
Lemma range_last m : range 1 (S m) = range 1 m ++ [S m].
Proof.
unfold range. replace (S (S m) - 1)%nat with (S m - 1 + 1)%nat by lia. rewrite seq_app.
replace (1 + (S m - 1))%nat with (S m) by lia. reflexivity.
Qed.

(* sums are monotone and linear, and may be swapped *)
Lemma sum_le l f g : (forall a, In a l -> f a <= g a) -> sum l f <= sum l g.
Proof.
induction l as [|a l IH]; simpl; intros H; [lra|].
pose proof (H a (or_introl eq_refl)). pose proof (IH (fun b i => H b (or_intror i))). lra.
Qed.
Lemma sum_ext l f g : (forall a, In a l -> f a = g a) -> sum l f = sum l g.
Proof. intros H; apply Rle_antisym; apply sum_le; intros a i; rewrite (H a i); lra. Qed.
Lemma sum_plus l f g : sum l (fun a => f a + g a) = sum l f + sum l g.
Proof. induction l as [|a l IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_scal l c f : sum l (fun a => c * f a) = c * sum l f.
Proof. induction l as [|a l IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_const0 l : sum l (fun _ => 0) = 0.
Proof. induction l as [|a l IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_app l m f : sum (l ++ m) f = sum l f + sum m f.
Proof. induction l as [|a l IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_swap l m (f : nat -> nat -> R) : sum l (fun a => sum m (f a)) = sum m (fun b =>
  sum l (fun a => f a b)).
Proof.
induction l as [|a l IH]; simpl; [now rewrite sum_const0|].
rewrite IH, sum_plus. reflexivity.
Qed.
Lemma sum_map l g f : sum (map g l) f = sum l (fun a => f (g a)).
Proof. induction l as [|a l IH]; simpl; [reflexivity|now rewrite IH]. Qed.

(* different items, each among the m first ones or harmless: at most the sum over the m first *)
Lemma sum_incl l m f : NoDup l -> incl l m -> (forall a, In a m -> 0 <= f a) -> sum l f <= sum m f.
Proof.
revert m; induction l as [|a l IH]; intros m N I P.
- simpl. replace 0 with (sum m (fun _ => 0)) by apply sum_const0. now apply sum_le.
- inversion_clear N as [|? ? Na Nl]. destruct (in_split a m) as [m1 [m2 E]]; [apply I; left;
  reflexivity|]. subst m.
  assert (L : sum l f <= sum (m1 ++ m2) f).
  { apply IH; [assumption| |].
    - intros b Hb. assert (Hb' : In b (m1 ++ a :: m2)) by (apply I; right; exact Hb).
      apply in_app_iff in Hb'. apply in_app_iff. destruct Hb' as [|[->|]];
        [now left|contradiction|now right].
    - intros b Hb. apply P. apply in_app_iff in Hb. apply in_app_iff. destruct Hb; [now left|right;
      now right]. }
  rewrite sum_app in *. simpl. lra.
Qed.

(* a sum over k of which one term is left *)
Lemma sum_one r i f : NoDup r -> In i r -> sum r (fun k => ind ((i =? k)%nat) (f k)) = f i.
Proof.
induction r as [|k r IH]; intros N I; [contradiction|]. inversion_clear N as [|? ? Nk Nr]. simpl.
destruct I as [->|I].
- rewrite (sum_ext r _ (fun _ => 0)), sum_const0.
  + unfold ind. rewrite Nat.eqb_refl. ring.
  + intros j Hj. unfold ind. destruct (Nat.eqb_spec i j); [subst; contradiction|reflexivity].
- rewrite IH by assumption. unfold ind. destruct (Nat.eqb_spec i k); [subst; contradiction|ring].
Qed.
(* or none *)
Lemma sum_none r i f : ~ In i r -> sum r (fun k => ind ((i =? k)%nat) (f k)) = 0.
Proof.
intros H. rewrite (sum_ext r _ (fun _ => 0)); [apply sum_const0|].
intros j Hj. unfold ind. destruct (Nat.eqb_spec i j); [subst; contradiction|reflexivity].
Qed.

(* sums of terms that are not negative *)
Lemma sum_nonneg r f : (forall i, In i r -> 0 <= f i) -> 0 <= sum r f.
Proof. intros H. rewrite <- (sum_const0 r). now apply sum_le. Qed.
Lemma sum_term r f i : (forall j, In j r -> 0 <= f j) -> In i r -> f i <= sum r f.
Proof.
induction r as [|j r IH]; cbn [sum]; intros H Hi; [contradiction|].
assert (N : 0 <= sum r f) by (rewrite <- (sum_const0 r); apply sum_le; intros k Hk; apply H;
  now right).
pose proof (H j (or_introl eq_refl)). destruct Hi as [<-|Hi]; [lra|]. specialize (IH (fun k Hk =>
  H k (or_intror Hk)) Hi). lra.
Qed.
Lemma sum_zero r f : (forall i, In i r -> 0 <= f i) -> sum r f = 0 -> forall i, In i r -> f i = 0.
Proof.
induction r as [|j r IH]; cbn [sum]; intros H E i Hi; [contradiction|].
assert (N : 0 <= sum r f) by (rewrite <- (sum_const0 r); apply sum_le; intros k Hk; apply H;
  now right).
pose proof (H j (or_introl eq_refl)). destruct Hi as [<-|Hi]; [lra|].
apply IH; [intros k Hk; apply H; now right|lra|exact Hi].
Qed.
Lemma sum_const r x : sum r (fun _ => x) = INR (length r) * x.
Proof. induction r as [|i r IH]; [simpl; ring|]. cbn [sum length]. rewrite IH, S_INR. ring. Qed.

(* e^(t n) = (e^t)^n *)
Lemma exp_INR t n : exp (t * INR n) = exp t ^ n.
Proof.
induction n as [|n IH]; [simpl; rewrite Rmult_0_r; apply exp_0|].
rewrite S_INR. simpl pow. rewrite <- IH, <- exp_plus. f_equal. ring.
Qed.

(* lengths of lists; the library has new names for these in later versions *)
Lemma length_map {A B : Type} (f : A -> B) l : length (map f l) = length l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [map length]. now rewrite IH. Qed.
Lemma length_seq n a : length (seq a n) = n.
Proof. revert a. induction n as [|n IH]; intros a; [reflexivity|]. cbn [seq length]. now rewrite IH.
  Qed.
Lemma length_app {A : Type} (l m : list A) : length (l ++ m) = (length l + length m)%nat.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn [app length]. now rewrite IH. Qed.

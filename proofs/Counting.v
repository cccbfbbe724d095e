(** How often an item is shown above the last position, from a bound on the chances round by
    round. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Sums Game.
Import ListNotations.
Open Scope R_scope.

(* sums over a list of the plan, counted with chances *)
Lemma chance_psum P E : chance P E = psum P (fun w a => w * ind (E a) 1).
Proof. apply psum_ext. intros w a _. unfold ind. destruct (E a); ring. Qed.
(* sums over the rounds are linear *)
Lemma over_rounds_times E h : over_rounds (fun _ a => ind (E a) 1) h = times E h.
Proof.
unfold times. induction h as [|[a z] h IH]; cbn [over_rounds along]; [ring|]. now rewrite IH.
Qed.
Lemma over_rounds_plus f g h : over_rounds (fun h' a => f h' a + g h' a) h =
  over_rounds f h + over_rounds g h.
Proof. induction h as [|[a z] h IH]; cbn [over_rounds]; [ring|]. rewrite IH. ring. Qed.

Section Counting.
Variables theta kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Hypothesis Ht : forall i, (1 <= i <= K)%nat -> 0 < theta i < 1.
Hypothesis Hk : forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1.
Hypothesis Hpi : is_policy L K pi.
Notation E T h f := (mean theta kappa L pi never T h f).

(* what each round adds, in expectation given the past, adds up *)
Lemma rounds_le T h f g : (forall h', psum (pi h') (fun w a => w * f h' a) <=
    psum (pi h') (fun w a => w * g h' a)) ->
  E T h (over_rounds f) - over_rounds f h <= E T h (over_rounds g) - over_rounds g h.
Proof.
intros H. revert h; induction T as [|T IH]; intros h; cbn [mean]; [lra|]. unfold never at 1 3.
destruct (Hpi h) as [P S]. specialize (H h).
assert (G : psum (pi h) (fun w a => w * clicks (fun l => kappa l * theta (a l)) L (fun z =>
    E T ((a, z) :: h) (over_rounds f))) <=
  psum (pi h) (fun w a => w * clicks (fun l => kappa l * theta (a l)) L (fun z =>
    E T ((a, z) :: h) (over_rounds g)) + (w * f h a + (-1) * (w * g h a)) +
    (over_rounds f h - over_rounds g h) * w)).
{ apply psum_le. intros w a i. destruct (P w a i) as [Hw A].
  replace (w * clicks (fun l => kappa l * theta (a l)) L (fun z => E T ((a, z) :: h) (over_rounds g))
    + (w * f h a + (-1) * (w * g h a)) + (over_rounds f h - over_rounds g h) * w)
    with (w * (clicks (fun l => kappa l * theta (a l)) L (fun z => E T ((a, z) :: h) (over_rounds g))
      + (f h a - g h a + (over_rounds f h - over_rounds g h)))) by ring.
  apply Rmult_le_compat_l; [exact Hw|].
  rewrite <- (clicks_const (fun l => kappa l * theta (a l)) L
    (f h a - g h a + (over_rounds f h - over_rounds g h))), <- clicks_plus.
  apply clicks_le; [intros m Hm; now apply (click_range kappa L K)|]. intros z.
  specialize (IH ((a, z) :: h)). cbn [over_rounds] in IH. lra. }
rewrite !psum_plus, !psum_scal, S in G. lra.
Qed.

(* the first form *)
Lemma counting_history k T (rho r : history -> R) :
  (forall h, chance (pi h) (shows (pred L) k) <= rho h * chance (pi h) (shows L k) + r h) ->
  E T [] (times (shows (pred L) k)) <=
    E T [] (over_rounds (fun h a => ind (shows L k a) (rho h))) +
    E T [] (over_rounds (fun h a => r h)).
Proof.
intros H.
assert (G : E T [] (over_rounds (fun _ a => ind (shows (pred L) k a) 1)) - 0 <=
  E T [] (over_rounds (fun h a => ind (shows L k a) (rho h) + r h)) - 0).
{ apply (rounds_le T []). intros h. specialize (H h). destruct (Hpi h) as [P S].
  rewrite !chance_psum in H. apply Rle_trans with (1 := H). right.
  transitivity (psum (pi h) (fun w a => rho h * (w * ind (shows L k a) 1) + r h * w)).
  - rewrite psum_plus, !psum_scal, S. ring.
  - apply psum_ext. intros w a _. unfold ind. destruct (shows L k a); ring. }
rewrite (mean_ext _ _ _ _ _ _ _ _ _ (over_rounds_times (shows (pred L) k))) in G.
rewrite (mean_ext _ _ _ _ _ _ _ _ _ (over_rounds_plus (fun h a => ind (shows L k a) (rho h))
  (fun h _ => r h))), mean_plus in G. lra.
Qed.

(* along a history each number of displays is left at most once *)
Lemma each_once k (rho : nat -> R) h :
  over_rounds (fun h' a => ind (shows L k a) (rho (count_shown L k h'))) h =
    sum (seq 0 (count_shown L k h)) rho /\ (count_shown L k h <= length h)%nat.
Proof.
induction h as [|[a z] h [IH1 IH2]]; cbn [over_rounds count_shown length]; [split; [reflexivity|lia]|].
rewrite IH1. destruct (shows L k a); cbn [ind]; split; try lia; [|ring].
replace (S (count_shown L k h)) with (count_shown L k h + 1)%nat by lia.
rewrite seq_app, sum_app. simpl. ring.
Qed.
Lemma counting_number k T (rho : nat -> R) (r : history -> R) : (forall n, 0 <= rho n) ->
  (forall h, chance (pi h) (shows (pred L) k) <=
             rho (count_shown L k h) * chance (pi h) (shows L k) + r h) ->
  E T [] (times (shows (pred L) k)) <= sum (seq 0 T) rho + E T [] (over_rounds (fun h a => r h)).
Proof.
intros H0 H.
pose proof (counting_history k T (fun h => rho (count_shown L k h)) r H) as G.
assert (B : E T [] (over_rounds (fun h a => ind (shows L k a) (rho (count_shown L k h)))) <=
  E T [] (fun _ => sum (seq 0 T) rho)).
{ apply (mean_le_at kappa L K pi Hk Hpi theta Ht T []). intros h len. cbn [length] in len.
  destruct (each_once k rho h) as [-> B].
  replace T with (count_shown L k h + (T - count_shown L k h))%nat by lia.
  rewrite seq_app, sum_app.
  pose proof (sum_nonneg (seq (0 + count_shown L k h) (T - count_shown L k h)) rho
    (fun n _ => H0 n)). lra. }
rewrite (mean_const kappa L K pi never Hpi) in B. lra.
Qed.
End Counting.

Theorem counting : pbm_ts_counting.
Proof.
intros theta kappa L K pi k T Ht Hk Hpi E. split; intros rho r.
- now apply (counting_history theta kappa L K pi).
- now apply (counting_number theta kappa L K pi).
Qed.

(** The programs behind Theorem 6 of Lagrée et al. (2016): the value of Corollary 5's by duality,
    that of Theorem 4's
    by continuity, and the chain of crude bounds. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Scaling Quadratic Information Sums Gaps Game.
Import ListNotations.
Open Scope R_scope.

(* where the smallest of f l, ..., f (l + n) is *)
Fixpoint arg (l n : nat) (f : nat -> R) : nat :=
  match n with O => l | S n' => if Rle_dec (f l) (least (S l) n' f) then l else arg (S l) n' f end.

(* the minimum is attained, and is one *)
Lemma least_arg l n f : least l n f = f (arg l n f) /\ (l <= arg l n f <= l + n)%nat.
Proof.
revert l; induction n as [|n IH]; intros l; simpl; [split; [reflexivity|lia]|].
destruct (IH (S l)) as [E I]. unfold Rmin. destruct (Rle_dec (f l) (least (S l) n f)); [split;
  [reflexivity|lia]|].
split; [exact E|lia].
Qed.
Lemma least_le l n f j : (l <= j <= l + n)%nat -> least l n f <= f j.
Proof.
revert l; induction n as [|n IH]; intros l H; simpl.
- replace j with l by lia. lra.
- destruct (Nat.eq_dec j l) as [->|ne]; [apply Rmin_l|].
  apply Rle_trans with (least (S l) n f); [apply Rmin_r|apply IH; lia].
Qed.

Section Program.
Variables theta kappa : nat -> R.
Variables L K : nat.
Hypothesis S0 : sorted theta kappa L K.
Notation info := (info theta kappa L).
Notation ratio := (ratio theta kappa L).
Notation gap := (gap theta kappa L).

(* [sorted] in pieces *)
Lemma sizes : (1 <= L <= K)%nat. Proof. exact (sorted_sizes _ _ _ _ S0). Qed.
Lemma theta_range i : (1 <= i <= K)%nat -> 0 < theta i < 1. Proof. apply S0. Qed.
Lemma theta_less i j : (1 <= i < j)%nat -> (j <= K)%nat -> theta j < theta i. Proof. apply S0. Qed.
Lemma kappa_range l : (1 <= l <= L)%nat -> 0 < kappa l <= 1. Proof. apply S0. Qed.

(* two examples of click probabilities: of item k and of item L at position l *)
Lemma click k l : (1 <= k <= K)%nat -> (1 <= l <= L)%nat -> 0 < kappa l * theta k < 1.
Proof.
intros Hk Hl. pose proof (kappa_range l Hl). pose proof (theta_range k Hk).
split; [apply Rmult_lt_0_compat; lra|]. apply Rle_lt_trans with (1 * theta k);
  [apply Rmult_le_compat_r|]; lra.
Qed.

(* the last position is the least examined, the first the most *)
Lemma kappa_last l : (1 <= l <= L)%nat -> kappa L <= kappa l.
Proof.
intros Hl. replace l with (L - (L - l))%nat by lia.
assert (H : (L - l < L)%nat) by lia. revert H. generalize (L - l)%nat. intros n.
induction n as [|n IH]; intros H; [replace (L - 0)%nat with L by lia; lra|].
pose proof (sorted_kappa _ _ _ _ S0 (L - S n)%nat ltac:(lia)) as D.
replace (S (L - S n)) with (L - n)%nat in D by lia. specialize (IH ltac:(lia)). lra.
Qed.

Lemma kappa_first l : (1 <= l <= L)%nat -> kappa l <= kappa 1%nat.
Proof.
intros [H1 H2]. induction l as [|l IH]; [lia|]. destruct (Nat.eq_dec l 0) as [->|ne]; [lra|].
pose proof (sorted_kappa _ _ _ _ S0 l ltac:(lia)). specialize (IH ltac:(lia) ltac:(lia)). lra.
Qed.

(* information is positive, by Pinsker's inequality *)
Lemma info_pinsker k l : (L < k <= K)%nat -> (1 <= l <= L)%nat ->
  2 * (kappa L * (theta L - theta k)) ^ 2 <= info k l /\ 0 < (kappa L * (theta L - theta k)) ^ 2.
Proof.
intros Hk Hl. pose proof sizes as LK. unfold Statements.info.
pose proof (click k l ltac:(lia) Hl) as Ck. pose proof (click L l ltac:(lia) Hl) as CL.
pose proof (pinsker (kappa l * theta k) (kappa l * theta L) ltac:(lra) CL) as P.
pose proof (theta_less L k ltac:(lia) ltac:(lia)) as D. pose proof (kappa_last l Hl) as KL.
pose proof (kappa_range L ltac:(lia)) as K0.
assert (A : 0 < kappa L * (theta L - theta k)) by (apply Rmult_lt_0_compat; lra).
assert (B : kappa L * (theta L - theta k) <= kappa l * (theta L - theta k)) by (apply
  Rmult_le_compat_r; lra).
split; [|now apply pow_lt].
replace ((kappa l * theta k - kappa l * theta L) ^ 2) with ((kappa l * (theta L - theta k)) ^ 2) in
  P by ring.
assert ((kappa L * (theta L - theta k)) ^ 2 <= (kappa l * (theta L - theta k)) ^ 2) by (apply
  pow_incr; lra). lra.
Qed.
(* information is positive *)
Lemma info_pos k l : (L < k <= K)%nat -> (1 <= l <= L)%nat -> 0 < info k l.
Proof. intros Hk Hl. destruct (info_pinsker k l Hk Hl). lra. Qed.

(* the gap of v_{k,l} is at least kappa_l (theta_L - theta_k), and equal to it for l = L *)
Lemma gap_exploring_least k l : (L < k <= K)%nat -> (1 <= l <= L)%nat ->
  kappa l * (theta L - theta k) <= gap (exploring k l).
Proof.
intros Hk Hl. pose proof sizes as LK. rewrite (gap_exploring _ _ _ _ S0) by assumption.
  unfold gap_v.
rewrite (kappa_sum kappa L (sorted_end _ _ _ _ S0) (S L - l) l) by lia.
rewrite Rmult_comm, <- sum_scal. apply sum_le. intros m Hm. apply in_range in Hm.
pose proof (sorted_kappa _ _ _ _ S0 m ltac:(lia)).
assert (theta L <= theta m) by (apply (sorted_le _ _ _ _ S0); lia).
rewrite Rmult_comm. apply Rmult_le_compat_l; lra.
Qed.
(* the gap of v_{k,L} *)
Lemma gap_exploring_last k : (L < k <= K)%nat -> gap (exploring k L) = kappa L * (theta L - theta
  k).
Proof.
intros Hk. pose proof sizes as LK. rewrite (gap_exploring _ _ _ _ S0) by lia. unfold gap_v, range.
replace (S L - L)%nat with 1%nat by lia. simpl. rewrite (sorted_end _ _ _ _ S0). ring.
Qed.
(* the gaps are positive *)
Lemma gap_exploring_pos k l : (L < k <= K)%nat -> (1 <= l <= L)%nat -> 0 < gap (exploring k l).
Proof.
intros Hk Hl. apply Rlt_le_trans with (2 := gap_exploring_least k l Hk Hl).
pose proof (kappa_range l Hl). pose proof (theta_less L k ltac:(pose proof sizes; lia) ltac:(lia)).
apply Rmult_lt_0_compat; lra.
Qed.

(** The dual prices: every plan that brings x of every item costs at least x times the value. *)
Lemma price_nonneg k : (L < k <= K)%nat -> 0 <= least 1 (L - 1) (ratio k).
Proof.
intros Hk. pose proof sizes as LK. destruct (least_arg 1 (L - 1) (ratio k)) as [E I]. rewrite E.
set (j := arg _ _ _) in *. unfold Statements.ratio.
apply Rmult_le_pos; [left; apply gap_exploring_pos; lia|]. left. apply Rinv_0_lt_compat, info_pos;
  lia.
Qed.

(* weak duality: the prices, times what the plan brings, are at most its cost,
   list by list by Lemma 16 *)
Lemma value_lower P x : is_plan L K P -> (forall k, (L < k <= K)%nat ->
  x <= brings theta kappa L P k) ->
  x * value theta kappa L K <= cost theta kappa L P.
Proof.
intros F1 F2. unfold value. pose proof sizes as LK.
apply Rle_trans with (sum (range (S L) K) (fun k => least 1 (L - 1) (ratio k) * brings theta kappa L
  P k)).
{ rewrite <- sum_scal. apply sum_le. intros k Hk. apply in_range in Hk.
  pose proof (F2 k ltac:(lia)). pose proof (price_nonneg k ltac:(lia)).
  rewrite Rmult_comm. apply Rmult_le_compat_l; lra. }
unfold brings. rewrite (sum_ext _ _ (fun k => psum P (fun c a => least 1 (L - 1) (ratio k) *
   (c * sum (range 1 L) (fun l => ind (a l =? k)%nat (info k l)))))).
2:{ intros k _. now rewrite psum_scal. }
rewrite sum_psum. unfold cost. apply psum_le. intros c a Hca. destruct (F1 c a Hca) as [Hc A].
rewrite (sum_ext _ _ (fun k => c * sum (range 1 L) (fun l =>
  ind (a l =? k)%nat (least 1 (L - 1) (ratio k) * info k l)))).
2:{ intros k _. rewrite <- Rmult_assoc, (Rmult_comm _ c), Rmult_assoc. f_equal. rewrite <- sum_scal.
    apply sum_ext. intros l _. unfold ind. destruct (a l =? k)%nat; ring. }
rewrite sum_scal. apply Rmult_le_compat_l; [exact Hc|].
rewrite sum_swap.
apply Rle_trans with (2 := lemma_16_le theta kappa L K S0 a A).
apply sum_le. intros l Hl. apply in_range in Hl. destruct A as [A1 _]. pose proof (A1 l Hl) as Al.
destruct (Nat.ltb_spec L (a l)) as [h|h].
- rewrite sum_one; [|apply seq_NoDup|apply in_range; lia]. simpl.
  pose proof (info_pos (a l) l ltac:(lia) Hl) as I.
  pose proof (least_le 1 (L - 1) (ratio (a l)) l ltac:(lia)) as M.
  apply Rle_trans with (ratio (a l) l * info (a l) l); [apply Rmult_le_compat_r; lra|].
  unfold Statements.ratio. right. field. lra.
- rewrite sum_none; [simpl; lra|]. rewrite in_range. lia.
Qed.

(** The plan that shows every v_{k,l}, l a cheapest position for k, as often as item k needs. *)
Theorem value_attained : exists P, is_plan L K P /\
  (forall k, (L < k <= K)%nat -> 1 <= brings theta kappa L P k) /\
    cost theta kappa L P = value theta kappa L K.
Proof.
pose proof sizes as LK. pose (best := fun k => arg 1 (L - 1) (ratio k)).
assert (Hb : forall k, (1 <= best k <= L)%nat).
{ intros k. destruct (least_arg 1 (L - 1) (ratio k)) as [_ I]. unfold best. lia. }
exists (map (fun k => (/ info k (best k), exploring k (best k))) (range (S L) K)).
split; [|split].
- intros c a H. apply in_map_iff in H. destruct H as [k [E Hk]]. apply in_range in Hk.
  injection E as <- <-.
  split; [left; apply Rinv_0_lt_compat, info_pos; [lia|apply Hb]|apply exploring_is_list;
    [lia|apply Hb]].
- intros k Hk. unfold brings. rewrite (psum_map _ (fun k => / info k (best k)) (fun k =>
  exploring k (best k))).
  apply Rle_trans with (sum (range (S L) K) (fun j => ind (k =? j)%nat 1)).
  + rewrite (sum_one _ k (fun _ => 1)); [lra|apply seq_NoDup|apply in_range; lia].
  + apply sum_le. intros j Hj. apply in_range in Hj.
    pose proof (info_pos j (best j) ltac:(lia) (Hb j)) as Pj.
    assert (N : 0 <= sum (range 1 L) (fun l => ind (exploring j (best j) l =? k)%nat (info k l))).
    { rewrite <- (sum_const0 (range 1 L)). apply sum_le. intros l Hl. apply in_range in Hl.
      pose proof (info_pos k l Hk Hl). unfold ind. destruct (_ =? k)%nat; lra. }
    destruct (Nat.eqb_spec k j) as [->|ne].
    * simpl. apply Rmult_le_reg_l with (info j (best j)); [assumption|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_r, Rmult_1_l by lra.
      apply Rle_trans with (sum (range 1 L) (fun l => ind (best j =? l)%nat (info j l))).
      -- rewrite sum_one; [lra|apply seq_NoDup|apply in_range; apply Hb].
      -- apply sum_le. intros l Hl. apply in_range in Hl. pose proof (info_pos j l ltac:(lia) Hl).
         unfold ind. destruct (Nat.eqb_spec (best j) l) as [e|]; [|destruct (_ =? j)%nat; lra].
         subst l. unfold exploring. rewrite Nat.ltb_irrefl, !Nat.eqb_refl. lra.
    * simpl. apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat|exact N].
- unfold cost, value. rewrite (psum_map _ (fun k => / info k (best k)) (fun k =>
  exploring k (best k))).
  apply sum_ext. intros k Hk.
  destruct (least_arg 1 (L - 1) (ratio k)) as [E _]. rewrite E. unfold best.
  set (j := arg 1 (L - 1) (ratio k)). unfold Statements.ratio, Rdiv. ring.
Qed.

(** * Theorem 4's program *)

(* theta with item k raised to x *)
Definition raised (k : nat) (x : R) (i : nat) : R := if (i =? k)%nat then x else theta i.

(* only item k tells anything when only item k is raised *)
Lemma tells_raised k x a : (L < k <= K)%nat -> 0 < x < 1 -> is_list L K a ->
  tells theta (raised k x) kappa L a = sum (range 1 L) (fun l =>
    ind (a l =? k)%nat (d (kappa l * theta k) (kappa l * x))).
Proof.
intros Hk Hx [A _]. unfold tells. apply sum_ext. intros l Hl. apply in_range in Hl. unfold raised,
  ind.
destruct (Nat.eqb_spec (a l) k) as [e|ne]; [now rewrite e|].
apply d_refl, click; [apply A|]; assumption.
Qed.

(* v_{k,L} is better than the identity then *)
Lemma raised_confusing k x : (L < k <= K)%nat -> theta L < x < 1 ->
  confusing theta (raised k x) kappa L K.
Proof.
intros Hk Hx. pose proof sizes as LK. pose proof (theta_range L ltac:(lia)). unfold confusing.
  split; [|split].
- intros i Hi. unfold raised. destruct (i =? k)%nat; [lra|]. now apply theta_range.
- intros i Hi. unfold raised. destruct (Nat.eqb_spec i k); [lia|reflexivity].
- exists (exploring k L). split; [apply exploring_is_list; lia|]. unfold reward.
  assert (E : range 1 L = range 1 (L - 1) ++ [L]).
  { replace L with (S (L - 1)) at 1 3 by lia. apply range_last. }
  rewrite E, !sum_app. simpl sum. apply Rplus_le_lt_compat.
  + right. apply sum_ext. intros l Hl. apply in_range in Hl. unfold exploring.
    destruct (Nat.ltb_spec l L); [reflexivity|lia].
  + unfold exploring. rewrite Nat.ltb_irrefl, Nat.eqb_refl. unfold raised.
    rewrite Nat.eqb_refl. destruct (Nat.eqb_spec L k); [lia|].
    pose proof (kappa_range L ltac:(lia)). rewrite !Rplus_0_r. apply Rmult_lt_compat_l; lra.
Qed.

(* information is continuous where item k is raised to theta_L: x may be had below any number above
   theta_L *)
Lemma raised_near k eta top : (L < k <= K)%nat -> 0 < eta -> theta L < top ->
  exists x, theta L < x < 1 /\ x < top /\
  forall l, (1 <= l <= L)%nat -> d (kappa l * theta k) (kappa l * x) <= (1 + eta) * info k l.
Proof.
intros Hk He Htop. pose proof sizes as LK. pose proof (theta_range L ltac:(lia)) as TL.
set (m := (kappa L * (theta L - theta k)) ^ 2).
assert (Hm : 0 < m) by (apply (info_pinsker k L); lia).
set (e := Rmin (Rmin ((1 - theta L) / 2) (eta * m * (1 - theta L) / 2)) ((top - theta L) / 2)).
assert (He0 : 0 < e).
{ unfold e. apply Rmin_glb_lt; [|lra]. apply Rmin_glb_lt; [lra|]. apply Rdiv_lt_0_compat; [|lra].
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
assert (He3 : e <= (top - theta L) / 2) by apply Rmin_r.
assert (He1 : e <= (1 - theta L) / 2) by (apply Rle_trans with (1 := Rmin_l _ _); apply Rmin_l).
assert (He2 : e <= eta * m * (1 - theta L) / 2) by (apply Rle_trans with (1 := Rmin_l _ _);
  apply Rmin_r).
exists (theta L + e). split; [lra|]. split; [lra|]. intros l Hl.
pose proof (kappa_range l Hl) as Kl. pose proof (click k l ltac:(lia) Hl) as Ck.
  pose proof (click L l ltac:(lia) Hl) as CL.
assert (U : kappa l * (theta L + e) <= 1 * (theta L + e)) by (apply Rmult_le_compat_r; lra).
assert (V : kappa l * e <= 1 * e) by (apply Rmult_le_compat_r; lra).
assert (V0 : 0 < kappa l * e) by (apply Rmult_lt_0_compat; lra).
pose proof (d_lipschitz (kappa l * theta k) (kappa l * theta L) (kappa l * (theta L + e)) Ck) as
  Lip.
rewrite Rmult_plus_distr_l in *. specialize (Lip ltac:(lra) ltac:(lra) ltac:(lra)).
  fold (info k l) in Lip.
assert (W : (kappa l * theta L + kappa l * e - kappa l * theta L) / (1 - (kappa l * theta L + kappa
  l * e)) <= eta * m).
{ apply Rle_trans with (e / ((1 - theta L) / 2)).
  - apply Rmult_le_compat; [lra|left; apply Rinv_0_lt_compat; lra|lra|apply Rinv_le_contravar; lra].
  - apply Rmult_le_reg_r with ((1 - theta L) / 2); [lra|].
    replace (e / ((1 - theta L) / 2) * ((1 - theta L) / 2)) with e by (field; lra). lra. }
destruct (info_pinsker k l Hk Hl) as [I _]. fold m in I.
assert (eta * m <= eta * info k l) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* what tells x against theta with item k slightly raised brings x / (1 + eta) of item k *)
Lemma tells_brings P k x y eta : is_plan L K P -> (L < k <= K)%nat -> 0 < x < 1 ->
  (forall l, (1 <= l <= L)%nat -> d (kappa l * theta k) (kappa l * x) <= (1 + eta) * info k l) ->
  y <= psum P (fun c a => c * tells theta (raised k x) kappa L a) ->
  y <= (1 + eta) * brings theta kappa L P k.
Proof.
intros HP Hk Hx D H. apply Rle_trans with (1 := H). unfold brings. rewrite <- psum_scal.
apply psum_le. intros c a i. destruct (HP c a i) as [Hc A].
rewrite tells_raised by assumption.
rewrite <- Rmult_assoc, (Rmult_comm (1 + eta)), Rmult_assoc.
apply Rmult_le_compat_l; [assumption|]. rewrite <- sum_scal. apply sum_le. intros l Hl.
  apply in_range in Hl.
unfold ind. destruct (a l =? k)%nat; [now apply D|lra].
Qed.

(* a lambda of B(theta) has an item beyond L that is better than item L *)
Lemma confusing_item lambda : confusing theta lambda kappa L K -> exists k, (L < k <= K)%nat /\
  theta L < lambda k.
Proof.
intros [H1 [H2 [b [Hb less]]]]. pose proof sizes as LK.
assert (search : forall n, (n <= K)%nat -> (exists k, (L < k <= n)%nat /\ theta L < lambda k) \/
  forall k, (L < k <= n)%nat -> lambda k <= theta L).
{ intros n. induction n as [|n IH]; intros Hn; [right; intros; lia|].
  destruct (IH ltac:(lia)) as [[k [Hk E]]|N]; [left; exists k; split; [lia|assumption]|].
  destruct (Rlt_dec (theta L) (lambda (S n))) as [lt|ge].
  - destruct (le_lt_dec (S n) L).
    + right. intros; lia.
    + left. exists (S n). split; [lia|assumption].
  - right. intros k Hk. destruct (Nat.eq_dec k (S n)) as [->|]; [lra|]. apply N. lia. }
destruct (search K (Nat.le_refl K)) as [|N]; [assumption|exfalso].
assert (G : 0 <= Statements.gap lambda kappa L b).
{ apply (gap_nonneg lambda kappa L K (sorted_end _ _ _ _ S0));
  [|exact (sorted_kappa _ _ _ _ S0)|lia|exact Hb].
  intros i j Hij Hi Hj. rewrite (H2 i) by lia. destruct (le_lt_dec j L) as [le|gt].
  - rewrite (H2 j) by lia. apply (sorted_le _ _ _ _ S0); lia.
  - apply Rle_trans with (theta L); [apply N; lia|apply (sorted_le _ _ _ _ S0); lia]. }
rewrite gap_reward in G. lra.
Qed.

(* and what the plan brings of that item, it tells against lambda at least *)
Lemma brings_tells P lambda k : is_plan L K P -> confusing theta lambda kappa L K ->
  (L < k <= K)%nat -> theta L < lambda k ->
  brings theta kappa L P k <= psum P (fun c a => c * tells theta lambda kappa L a).
Proof.
intros HP [H1 _] Hk More. pose proof sizes as LK. unfold brings. apply psum_le. intros c a i.
destruct (HP c a i) as [Hc [A _]]. apply Rmult_le_compat_l; [assumption|]. unfold tells.
apply sum_le. intros l Hl. apply in_range in Hl. pose proof (kappa_range l Hl) as Kl.
assert (Q : 0 < kappa l * lambda (a l) < 1).
{ pose proof (H1 (a l) (A l Hl)). split; [apply Rmult_lt_0_compat; lra|].
  apply Rle_lt_trans with (1 * lambda (a l)); [apply Rmult_le_compat_r|]; lra. }
unfold ind. destruct (Nat.eqb_spec (a l) k) as [e|ne].
- rewrite e in *. pose proof (click k l ltac:(lia) Hl). pose proof (theta_less L k ltac:(lia)
  ltac:(lia)).
  unfold Statements.info. apply d_increases; [lra| | |lra]; apply Rmult_le_compat_l; lra.
- pose proof (click (a l) l (A l Hl) Hl) as C.
  pose proof (pinsker (kappa l * theta (a l)) (kappa l * lambda (a l)) ltac:(lra) Q).
  pose proof (pow2_ge_0 (kappa l * theta (a l) - kappa l * lambda (a l))). lra.
Qed.

(** * Crude bounds: every item at one position *)

(* examined with probability c, item k costs c (theta_L - theta_k) / d(c theta_k,
   c theta_L) a unit *)
Definition alone (k : nat) (c : R) : R := c / d (c * theta k) (c * theta L) * (theta L - theta k).

(* the crude bounds item by item *)
Lemma at_examination_alone c : at_examination theta L K c = sum (range (S L) K) (fun k =>
  alone k c).
Proof. unfold at_examination. rewrite <- sum_scal. apply sum_ext. intros k _. unfold alone, Rdiv.
  ring. Qed.

(* by k / d(kp, kq) decreasing *)
Lemma alone_decreases k a b : (L < k <= K)%nat -> 0 < a -> a <= b -> b <= 1 ->
  alone k b <= alone k a.
Proof.
intros Hk Ha Hab Hb. pose proof sizes as LK. destruct (Req_dec a b) as [->|ne]; [lra|].
pose proof (theta_less L k ltac:(lia) ltac:(lia)) as D.
unfold alone. apply Rmult_le_compat_r; [lra|]. left.
apply (cost_decreases (theta k) (theta L)); try lra; apply theta_range; lia.
Qed.

(* the gap of v_{k,l} is at least kappa_l (theta_L - theta_k) *)
Lemma ratio_alone k l : (L < k <= K)%nat -> (1 <= l <= L)%nat -> alone k (kappa l) <= ratio k l.
Proof.
intros Hk Hl. pose proof (info_pos k l Hk Hl) as I. unfold alone, Statements.ratio. fold (info k l).
replace (kappa l / info k l * (theta L - theta k)) with (kappa l * (theta L - theta k) / info k l)
  by (field; lra).
apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. now apply gap_exploring_least.
Qed.
End Program.

(* the statements *)
Theorem theorem_6_program : pbm_theorem_6_program.
Proof.
intros theta kappa L K S0 feasible. split.
- intros P [HP B]. pose proof (value_lower theta kappa L K S0 P 1 HP B). lra.
- destruct (value_attained theta kappa L K S0) as [P [HP [B E]]]. exists P. split; [split;
  [exact HP|exact B]|exact E].
Qed.


(* a plan that tells 1 against every lambda of B(theta) brings 1 of every item: raise the item to
   just above theta_L *)
Lemma tells_all_brings theta kappa L K P : sorted theta kappa L K -> is_plan L K P ->
  (forall lambda, confusing theta lambda kappa L K -> 1 <= psum P (fun c a =>
    c * tells theta lambda kappa L a)) ->
  forall k, (L < k <= K)%nat -> 1 <= brings theta kappa L P k.
Proof.
intros S0 HP F k Hk. apply Rnot_lt_le. intros C. set (b := brings theta kappa L P k) in *.
pose proof (sorted_sizes _ _ _ _ S0). pose proof (theta_range theta kappa L K S0 L ltac:(lia)).
assert (G : forall eta, 0 < eta -> 1 <= (1 + eta) * b).
{ intros eta He. destruct (raised_near theta kappa L K S0 k eta 1 Hk He ltac:(lra)) as [x [Hx [_
  D]]].
  exact (tells_brings theta kappa L K S0 P k x 1 eta HP Hk ltac:(lra) D (F _ (raised_confusing theta
    kappa L K S0 k x Hk Hx))). }
pose proof (G 1 ltac:(lra)). specialize (G (1 - b) ltac:(lra)).
  assert (0 < (1 - b) * (1 - b)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
(* and the other way round *)
Lemma brings_all_tells theta kappa L K P : sorted theta kappa L K -> is_plan L K P ->
  (forall k, (L < k <= K)%nat -> 1 <= brings theta kappa L P k) ->
  forall lambda, confusing theta lambda kappa L K -> 1 <= psum P (fun c a =>
    c * tells theta lambda kappa L a).
Proof.
intros S0 HP B lambda Hl. destruct (confusing_item theta kappa L K S0 lambda Hl) as [k [Hk More]].
apply Rle_trans with (1 := B k Hk). now apply (brings_tells theta kappa L K S0).
Qed.

(* so both programs have the same plans *)
Theorem corollary_5 : pbm_corollary_5.
Proof.
intros theta kappa L K S0 least_cost. destruct (theorem_6_program theta kappa L K S0) as [least [P
  [[HP B] E]]].
split; [|split; [exact least|now exists P]]. split.
- intros Q [HQ F]. apply least. split; [exact HQ|]. exact (tells_all_brings theta kappa L K Q S0 HQ
  F).
- exists P. split; [split; [exact HP|]|exact E]. exact (brings_all_tells theta kappa L K P S0 HP B).
Qed.

(** * Proposition 14: all solutions *)

(* a plan of terms that are not negative vanishes only term by term *)
Lemma psum_terms P f : (forall c a, In (c, a) P -> 0 <= f c a) -> psum P f = 0 -> forall c a, In (c,
  a) P -> f c a = 0.
Proof.
induction P as [|[c0 a0] P IH]; cbn [psum]; intros H E c a Hi; [contradiction|].
assert (N : 0 <= psum P f) by (rewrite <- (psum_zero P); apply psum_le; intros c' a' i; apply H;
  now right).
pose proof (H c0 a0 (or_introl eq_refl)). destruct Hi as [e|Hi]; [injection e as <- <-; lra|].
apply IH; [intros c' a' i; apply H; now right|lra|exact Hi].
Qed.

Section Solutions.
Variables theta kappa : nat -> R.
Variables L K : nat.
Hypothesis SS : strictly_sorted theta kappa L K.
Let S0 : sorted theta kappa L K := proj1 SS.
Notation price k := (least 1 (L - 1) (ratio theta kappa L k)).
Notation priced a := (sum (range 1 L) (fun l => ind (L <? a l)%nat (price (a l) * info theta kappa L
  (a l) l))).

(* the prices of what a plan brings are those of what its lists show *)
Lemma brings_priced P : is_plan L K P ->
  sum (range (S L) K) (fun k => price k * brings theta kappa L P k) = psum P (fun c a =>
    c * priced a).
Proof.
intros HP. unfold brings.
rewrite (sum_ext _ _ (fun k => psum P (fun c a => price k * (c * sum (range 1 L) (fun l =>
  ind (a l =? k)%nat (info theta kappa L k l))))))
  by (intros k _; now rewrite psum_scal).
rewrite sum_psum. apply psum_ext. intros c a i. destruct (HP c a i) as [_ [A _]].
rewrite (sum_ext _ _ (fun k => c * sum (range 1 L) (fun l =>
  ind (a l =? k)%nat (price k * info theta kappa L k l)))).
2:{ intros k _. rewrite <- Rmult_assoc, (Rmult_comm _ c), Rmult_assoc. f_equal. rewrite <- sum_scal.
    apply sum_ext. intros l _. unfold ind. destruct (a l =? k)%nat; ring. }
rewrite sum_scal. f_equal. rewrite sum_swap. apply sum_ext. intros l Hl. apply in_range in Hl.
  pose proof (A l Hl).
destruct (Nat.ltb_spec L (a l)) as [h|h]; cbn [ind].
- apply (sum_one _ _ (fun k => price k * info theta kappa L k l)); [apply seq_NoDup|apply in_range;
  lia].
- apply sum_none. rewrite in_range. lia.
Qed.
(* they are at most the gap, item by item *)
Lemma priced_parts a : is_list L K a ->
  priced a <= sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))).
Proof.
intros [A _]. apply sum_le. intros l Hl. apply in_range in Hl. pose proof (A l Hl).
destruct (Nat.ltb_spec L (a l)) as [h|h]; cbn [ind]; [|lra].
  pose proof (info_pos theta kappa L K S0 (a l) l ltac:(lia) Hl).
pose proof (least_le 1 (L - 1) (ratio theta kappa L (a l)) l ltac:(lia)).
apply Rle_trans with (ratio theta kappa L (a l) l * info theta kappa L (a l) l);
  [apply Rmult_le_compat_r; lra|].
unfold Statements.ratio. right. field. lra.
Qed.
Lemma price_pos k : (L < k <= K)%nat -> 0 < price k.
Proof.
intros Hk. destruct (least_arg 1 (L - 1) (ratio theta kappa L k)) as [-> I].
  pose proof (sizes theta kappa L K S0).
apply Rdiv_lt_0_compat; [apply (gap_exploring_pos theta kappa L K S0)|apply (info_pos theta kappa L
  K S0)]; lia.
Qed.

(* the lists that cost what they are worth: the best list, and v_{k,l} at a cheapest position *)
Definition worthwhile (a : nat -> nat) : Prop :=
  (forall m, (1 <= m <= L)%nat -> a m = m) \/
  (exists k l, (L < k <= K)%nat /\ (1 <= l <= L)%nat /\ ratio theta kappa L k l = price k /\
     forall m, (1 <= m <= L)%nat -> a m = exploring k l m).
(* the v_{k,l} have one item beyond L *)
Lemma priced_exploring k l a : (L < k <= K)%nat -> (1 <= l <= L)%nat -> (forall m,
  (1 <= m <= L)%nat -> a m = exploring k l m) ->
  priced a = price k * info theta kappa L k l /\ gap theta kappa L a = ratio theta kappa L k l *
    info theta kappa L k l.
Proof.
intros Hk Hl E. split.
- rewrite (sum_ext _ _ (fun m => ind (l =? m)%nat (price k * info theta kappa L k m))).
  + apply (sum_one _ _ (fun m => price k * info theta kappa L k m));
    [apply seq_NoDup|now apply in_range].
  + intros m Hm. apply in_range in Hm. rewrite (E m Hm). unfold exploring.
    destruct (Nat.ltb_spec m l), (Nat.eqb_spec m l), (Nat.eqb_spec l m); try lia; subst;
      try (destruct (Nat.ltb_spec L k); [reflexivity|lia]).
    * destruct (Nat.ltb_spec L m); [lia|reflexivity].
    * destruct (Nat.ltb_spec L (pred m)); [lia|reflexivity].
- transitivity (gap theta kappa L (exploring k l)).
  + unfold gap. apply sum_ext. intros m Hm. apply in_range in Hm. now rewrite (E m Hm).
  + pose proof (info_pos theta kappa L K S0 k l Hk Hl). unfold Statements.ratio. field. lra.
Qed.
Lemma worth a : is_list L K a -> priced a <= gap theta kappa L a /\
  (priced a = gap theta kappa L a <-> worthwhile a).
Proof.
intros A. pose proof (priced_parts a A) as B. destruct (lemma_16 theta kappa L K a A) as [C D].
  specialize (C S0). specialize (D SS).
split; [lra|]. split.
- intros e. assert (F : sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring
  (a l) l))) = gap theta kappa L a) by lra.
  apply D in F. destruct F as [F|[k [l [Hk [Hl F]]]]]; [now left|right]. exists k, l. repeat (split;
    [assumption|]). split; [|exact F].
  destruct (priced_exploring k l a Hk Hl F) as [E1 E2]. rewrite E1, E2 in e.
    pose proof (info_pos theta kappa L K S0 k l Hk Hl).
  apply Rmult_eq_reg_r in e; lra.
- intros [F|[k [l [Hk [Hl [e F]]]]]].
  + rewrite (sum_ext _ _ (fun _ => 0)), sum_const0.
    * unfold gap. rewrite (sum_ext _ _ (fun _ => 0)), sum_const0; [reflexivity|]. intros l Hl.
      apply in_range in Hl. rewrite (F l Hl). ring.
    * intros l Hl. apply in_range in Hl. rewrite (F l Hl). destruct (Nat.ltb_spec L l);
      [lia|reflexivity].
  + destruct (priced_exploring k l a Hk Hl F) as [-> ->]. now rewrite e.
Qed.

(* complementary slackness: cost - value is a sum of slacks *)
Lemma solutions P : is_plan L K P ->
  ((forall k, (L < k <= K)%nat -> 1 <= brings theta kappa L P k) /\
    cost theta kappa L P = value theta kappa L K <->
   (forall c a, In (c, a) P -> 0 < c -> worthwhile a) /\ (forall k, (L < k <= K)%nat ->
     brings theta kappa L P k = 1)).
Proof.
intros HP. pose proof (brings_priced P HP) as E. split.
- intros [B C].
  assert (S1 : forall k, In k (range (S L) K) -> 0 <= price k * (brings theta kappa L P k - 1)).
  { intros k Hk. apply in_range in Hk. pose proof (price_pos k ltac:(lia)).
    pose proof (B k ltac:(lia)). apply Rmult_le_pos; lra. }
  assert (S0' : 0 <= sum (range (S L) K) (fun k => price k * (brings theta kappa L P k - 1))).
  { rewrite <- (sum_const0 (range (S L) K)). now apply sum_le. }
  assert (S2 : forall c a, In (c, a) P -> 0 <= c * (gap theta kappa L a - priced a)).
  { intros c a i. destruct (HP c a i) as [Hc A]. pose proof (proj1 (worth a A)). apply Rmult_le_pos;
    lra. }
  assert (T : sum (range (S L) K) (fun k => price k * (brings theta kappa L P k - 1)) + psum P (fun
    c a => c * (gap theta kappa L a - priced a)) = 0).
  { rewrite (sum_ext _ _ (fun k => price k * brings theta kappa L P k + (-1) * price k)) by (intros;
    ring).
    rewrite (psum_ext P (fun c a => c * (gap theta kappa L a - priced a)) (fun c a =>
      c * gap theta kappa L a + (-1) * (c * priced a)))
      by (intros; ring).
    rewrite sum_plus, sum_scal, psum_plus, psum_scal, E. unfold cost, value in C. rewrite C. ring. }
  assert (S3 : 0 <= psum P (fun c a => c * (gap theta kappa L a - priced a))).
  { rewrite <- (psum_zero P). apply psum_le. exact S2. }
  split.
  + intros c a i Hc. destruct (HP c a i) as [_ A]. apply (proj2 (worth a A)).
    pose proof (psum_terms P (fun c a => c * (gap theta kappa L a - priced a)) S2 ltac:(lra) c a i)
      as Z. cbv beta in Z.
    apply Rmult_integral in Z. destruct Z; lra.
  + intros k Hk. pose proof (sum_zero _ _ S1 ltac:(lra) k (proj2 (in_range (S L) K k) Hk)) as Z.
    cbv beta in Z.
    pose proof (price_pos k Hk). apply Rmult_integral in Z. destruct Z; lra.
- intros [W B]. split; [intros k Hk; rewrite (B k Hk); lra|].
  transitivity (psum P (fun c a => c * priced a)).
  + unfold cost. apply psum_ext. intros c a i. destruct (HP c a i) as [[Hc|<-] A]; [|ring].
    f_equal. symmetry. apply (proj2 (worth a A)). exact (W c a i Hc).
  + rewrite <- E. unfold value. apply sum_ext. intros k Hk. apply in_range in Hk.
    rewrite (B k ltac:(lia)). ring.
Qed.
End Solutions.

Theorem crude_bounds : pbm_crude_bounds.
Proof.
intros theta kappa L K S0. pose proof (sorted_sizes _ _ _ _ S0) as LK.
pose proof (kappa_range theta kappa L K S0) as R.
rewrite !at_examination_alone. unfold value. split; [split|]; apply sum_le; intros k Hk;
  apply in_range in Hk.
- pose proof (R 1%nat ltac:(lia)). apply (alone_decreases theta kappa L K S0); try lia; lra.
- destruct (least_arg 1 (L - 1) (ratio theta kappa L k)) as [E I]. rewrite E. set (l :=
  arg _ _ _) in *.
  pose proof (R l ltac:(lia)). pose proof (R 1%nat ltac:(lia)).
  apply Rle_trans with (alone theta L k (kappa l)); [|apply (ratio_alone theta kappa L K S0); lia].
  apply (alone_decreases theta kappa L K S0); try lia; try lra.
    apply (kappa_first theta kappa L K S0). lia.
- apply Rle_trans with (ratio theta kappa L k L); [apply least_le; lia|].
  unfold ratio, alone. rewrite (gap_exploring_last theta kappa L K S0) by lia. right. unfold info,
    Rdiv. ring.
Qed.

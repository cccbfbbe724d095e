(** The likelihood ratio of two attractions of an item falls geometrically along its displays,
    however a policy chooses the positions. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Sums Game.
Import ListNotations.
Open Scope R_scope.

(** the mean of the factor of one display *)
Lemma factor_identity q t x a : a <> 0 -> q * a <> 1 ->
  q * t * (x / a) + (1 - q * t) * ((1 - q * x) / (1 - q * a)) =
    1 - q * (a - t) * (x - a) / (a * (1 - q * a)).
Proof. intros Ha Hq. field. split; lra. Qed.

(* which list shows an item *)
Lemma shows_true m k a : shows m k a = true <-> exists l, (1 <= l <= m)%nat /\ a l = k.
Proof.
unfold shows. rewrite existsb_exists. split; intros [l [H E]]; exists l.
- apply in_range in H. apply Nat.eqb_eq in E. now split.
- split; [now apply in_range|now apply Nat.eqb_eq].
Qed.
Lemma shows_false m k a : shows m k a = false -> forall l, (1 <= l <= m)%nat -> a l <> k.
Proof. intros H l Hl E. rewrite (proj2 (shows_true m k a)) in H; [discriminate|]. now exists l. Qed.

Section Ratio.
Variables theta kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Variables k n : nat.
Variables x a : R.
Hypothesis Ht : forall i, (1 <= i <= K)%nat -> 0 < theta i < 1.
Hypothesis Hk : forall l, (1 <= l <= L)%nat -> 0 < kappa L <= kappa l /\ kappa l <= 1.
Hypothesis HL : (1 <= L)%nat.
Hypothesis Hpi : is_policy L K pi.
Hypothesis item : (1 <= k <= K)%nat.
Hypothesis Ha : 0 < a < 1.
Hypothesis Hx : 0 <= x <= 1.
Hypothesis side : theta k < a <= x \/ x <= a < theta k.
Notation c := (kappa L * Rabs (theta k - a) * Rabs (x - a) / (a * (1 - kappa L * a))).
Notation arrived := (fun h => n <=? count_shown L k h)%nat.

(* the same product without absolute values *)
Lemma product_abs : (a - theta k) * (x - a) = Rabs (theta k - a) * Rabs (x - a).
Proof.
destruct side as [[A B]|[A B]].
- rewrite (Rabs_left (theta k - a)), (Rabs_pos_eq (x - a)) by lra. ring.
- rewrite (Rabs_pos_eq (theta k - a)), (Rabs_left1 (x - a)) by lra. ring.
Qed.
Lemma product_nonneg : 0 <= (a - theta k) * (x - a).
Proof. rewrite product_abs. apply Rmult_le_pos; apply Rabs_pos. Qed.

(* 1 - q y is positive *)
Lemma unseen l y : (1 <= l <= L)%nat -> 0 <= y < 1 -> 0 < 1 - kappa l * y.
Proof.
intros Hl Hy. destruct (Hk l Hl) as [A B].
assert (kappa l * y <= 1 * y) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* the bound is one at position L, and no position has a larger factor *)
Lemma factor_le l : (1 <= l <= L)%nat ->
  kappa l * theta k * (x / a) + (1 - kappa l * theta k) * ((1 - kappa l * x) / (1 - kappa l * a)) <=
    1 - c.
Proof.
intros Hl. pose proof (unseen l a Hl ltac:(lra)) as U. pose proof (unseen L a ltac:(lia) ltac:(lra))
  as V.
destruct (Hk l Hl) as [A B]. rewrite factor_identity by lra.
replace (kappa L * Rabs (theta k - a) * Rabs (x - a)) with (kappa L * ((a - theta k) * (x - a)))
  by (rewrite product_abs; ring).
replace (kappa l * (a - theta k) * (x - a)) with (kappa l * ((a - theta k) * (x - a))) by ring.
set (s := (a - theta k) * (x - a)). pose proof product_nonneg as P. fold s in P.
assert (F : kappa L / (1 - kappa L * a) <= kappa l / (1 - kappa l * a)).
{ apply Rmult_le_reg_r with ((1 - kappa L * a) * (1 - kappa l * a)); [now apply Rmult_lt_0_compat|].
  replace (kappa L / (1 - kappa L * a) * ((1 - kappa L * a) * (1 - kappa l * a)))
    with (kappa L * (1 - kappa l * a)) by (field; lra).
  replace (kappa l / (1 - kappa l * a) * ((1 - kappa L * a) * (1 - kappa l * a)))
    with (kappa l * (1 - kappa L * a)) by (field; lra).
  lra. }
assert (Q : 0 <= s / a) by (apply Rmult_le_pos; [exact P|left; apply Rinv_0_lt_compat; lra]).
apply (Rmult_le_compat_r (s / a)) in F; [|exact Q].
replace (kappa L * s / (a * (1 - kappa L * a))) with (kappa L / (1 - kappa L * a) * (s / a))
  by (field; lra).
replace (kappa l * s / (a * (1 - kappa l * a))) with (kappa l / (1 - kappa l * a) * (s / a))
  by (field; lra).
lra.
Qed.
Lemma rate_nonneg : 0 <= 1 - c.
Proof.
apply Rle_trans with (2 := factor_le L ltac:(lia)).
pose proof (unseen L a ltac:(lia) ltac:(lra)). pose proof (Ht k item).
destruct (Hk L ltac:(lia)) as [A B].
pose proof (unseen L (theta k) ltac:(lia) ltac:(lra)).
assert (kappa L * x <= 1 * 1) by (apply Rmult_le_compat; lra).
apply Rplus_le_le_0_compat.
- apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
- apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
Qed.

(** * One round *)

(* an item that is not shown has no likelihood *)
Lemma round_absent y b l z : (forall m, (1 <= m <= l)%nat -> b m <> k) ->
  round_likelihood kappa k y b l z = 1.
Proof.
revert z; induction l as [|l IH]; intros [|s z] H; cbn [round_likelihood]; try reflexivity.
destruct (Nat.eqb_spec (b (S l)) k) as [E|_]; [exfalso; apply (H (S l)); [lia|exact E]|].
rewrite IH; [ring|]. intros m Hm. apply H. lia.
Qed.

(* likelihoods are not negative, and positive inside (0, 1) *)
Lemma round_nonneg y b l z : (l <= L)%nat -> 0 <= y <= 1 -> 0 <= round_likelihood kappa k y b l z.
Proof.
intros Hl Hy. revert Hl z; induction l as [|l IH]; intros Hl [|s z]; cbn [round_likelihood]; try lra.
destruct (Hk (S l) ltac:(lia)) as [A B].
assert (kappa (S l) * y <= 1 * 1) by (apply Rmult_le_compat; lra).
apply Rmult_le_pos; [|apply IH; lia]. destruct (b (S l) =? k)%nat, s; lra.
Qed.
Lemma round_pos b l z : (l <= L)%nat -> 0 < round_likelihood kappa k a b l z.
Proof.
revert z; induction l as [|l IH]; intros [|s z] Hl; cbn [round_likelihood]; try lra.
pose proof (unseen (S l) a ltac:(lia) ltac:(lra)).
apply Rmult_lt_0_compat; [|apply IH; lia]. destruct (b (S l) =? k)%nat, s; lra.
Qed.
Lemma likelihood_nonneg h : 0 <= item_likelihood kappa L k x h.
Proof.
induction h as [|[b z] h IH]; cbn [item_likelihood]; [lra|].
apply Rmult_le_pos; [now apply round_nonneg|exact IH].
Qed.
Lemma likelihood_pos h : 0 < item_likelihood kappa L k a h.
Proof.
induction h as [|[b z] h IH]; cbn [item_likelihood]; [lra|].
apply Rmult_lt_0_compat; [now apply round_pos|exact IH].
Qed.

(* the mean of the factor of a round that shows the item *)
Lemma round_mean b l : (l <= L)%nat ->
  (forall m m', (1 <= m <= l)%nat -> (1 <= m' <= l)%nat -> b m = b m' -> m = m') ->
  shows l k b = true ->
  clicks (fun m => kappa m * theta (b m)) l
    (fun z => round_likelihood kappa k x b l z / round_likelihood kappa k a b l z) <= 1 - c.
Proof.
induction l as [|l IH]; intros Hl inj Sh.
- apply shows_true in Sh. destruct Sh as [m [Hm _]]. lia.
- cbn [clicks round_likelihood]. destruct (Nat.eqb_spec (b (S l)) k) as [E|ne].
  + assert (abs : forall m, (1 <= m <= l)%nat -> b m <> k).
    { intros m Hm F. assert (m = S l) by (apply inj; [lia|lia|congruence]). lia. }
    pose proof (unseen (S l) a ltac:(lia) ltac:(lra)) as U.
    rewrite (clicks_ext _ l (fun z => x * round_likelihood kappa k x b l z /
      (a * round_likelihood kappa k a b l z)) (fun _ => x / a))
      by (intros z; rewrite !round_absent by exact abs; field; lra).
    rewrite (clicks_ext _ l (fun z => (1 - kappa (S l) * x) * round_likelihood kappa k x b l z /
      ((1 - kappa (S l) * a) * round_likelihood kappa k a b l z))
      (fun _ => (1 - kappa (S l) * x) / (1 - kappa (S l) * a)))
      by (intros z; rewrite !round_absent by exact abs; field; lra).
    rewrite !clicks_const, E. apply factor_le. lia.
  + rewrite (clicks_ext _ l (fun z => 1 * round_likelihood kappa k x b l z /
      (1 * round_likelihood kappa k a b l z))
      (fun z => round_likelihood kappa k x b l z / round_likelihood kappa k a b l z))
      by (intros z; now rewrite !Rmult_1_l).
    assert (Sh' : shows l k b = true).
    { apply shows_true in Sh. destruct Sh as [m [Hm E]]. apply shows_true. exists m.
      split; [|exact E]. destruct (Nat.eq_dec m (S l)) as [->|]; [contradiction|lia]. }
    specialize (IH ltac:(lia) (fun m m' Hm Hm' => inj m m' ltac:(lia) ltac:(lia)) Sh'). lra.
Qed.

(** * The game *)

Notation ratio h := (item_likelihood kappa L k x h / item_likelihood kappa L k a h).
Lemma ratio_nonneg h : 0 <= ratio h.
Proof.
apply Rmult_le_pos; [apply likelihood_nonneg|]. left. apply Rinv_0_lt_compat, likelihood_pos.
Qed.

(* by induction over rounds *)
Lemma falls T h : mean theta kappa L pi arrived T h (fun h' => ind (arrived h') (ratio h')) <=
  ratio h * (1 - c) ^ (n - count_shown L k h).
Proof.
revert h; induction T as [|T IH]; intros h.
- cbn [mean]. pose proof (ratio_nonneg h). destruct (Nat.leb_spec n (count_shown L k h)) as [A|A].
  + replace (n - count_shown L k h)%nat with O by lia. simpl. lra.
  + simpl. apply Rmult_le_pos; [assumption|]. apply pow_le, rate_nonneg.
- cbn [mean]. destruct (Nat.leb_spec n (count_shown L k h)) as [A|A].
  { replace (n - count_shown L k h)%nat with O by lia. simpl. lra. }
  destruct (Hpi h) as [P S].
  apply Rle_trans with (psum (pi h) (fun w _ => ratio h * (1 - c) ^ (n - count_shown L k h) * w));
    [|rewrite psum_scal, S; lra].
  apply psum_le. intros w b i. destruct (P w b i) as [Hw Hb]. rewrite (Rmult_comm _ w).
  apply Rmult_le_compat_l; [exact Hw|].
  assert (Q : forall m, (1 <= m <= L)%nat -> 0 < kappa m * theta (b m) < 1).
  { intros m Hm. apply (click_range kappa L K); try assumption.
    intros l Hl. destruct (Hk l Hl). lra. }
  apply Rle_trans with (clicks (fun l => kappa l * theta (b l)) L (fun z =>
    ratio h * (1 - c) ^ (n - count_shown L k ((b, z) :: h)) *
      (round_likelihood kappa k x b L z / round_likelihood kappa k a b L z))).
  { apply clicks_le; [exact Q|]. intros z. apply Rle_trans with (1 := IH ((b, z) :: h)). right.
    cbn [item_likelihood]. pose proof (round_pos b L z (le_n L)). pose proof (likelihood_pos h).
    field. split; lra. }
  cbn [count_shown]. destruct (shows L k b) eqn:Sh; rewrite clicks_scal.
  + replace (n - count_shown L k h)%nat with (Datatypes.S (n - Datatypes.S (count_shown L k h))) by
      lia.
    simpl pow. rewrite (Rmult_comm (1 - c)), <- Rmult_assoc. apply Rmult_le_compat_l.
    * apply Rmult_le_pos; [apply ratio_nonneg|apply pow_le, rate_nonneg].
    * apply round_mean; [lia| |exact Sh]. destruct Hb as [_ Hb]. exact Hb.
  + rewrite (clicks_ext _ _ _ (fun _ => 1)), clicks_const; [right; ring|].
    intros z. rewrite !round_absent by (now apply shows_false). field.
Qed.
End Ratio.

Theorem likelihood_ratio : pbm_ts_likelihood_ratio.
Proof.
intros theta kappa L K pi k x a n T Ht HL Hk Hpi item Ha Hx side c arrived. split.
- intros l Hl q mean_factor. assert (V : 0 < 1 - kappa l * a) by (eapply unseen; try eassumption; lra). fold q in V.
  pose proof (factor_identity q (theta k) x a ltac:(lra) ltac:(lra)) as I.
  split; [exact I|]. fold mean_factor in I. rewrite <- I.
  eapply factor_le; eassumption.
- pose proof (falls theta kappa L K pi k n x a Ht Hk HL Hpi item Ha Hx side T []) as F.
  apply Rle_trans with (1 := F). cbn [item_likelihood count_shown]. rewrite Nat.sub_0_r.
  replace (1 / 1) with 1 by field. rewrite Rmult_1_l. unfold c. lra.
Qed.

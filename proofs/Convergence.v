(** Algorithm 1 converges to the minimiser of the deviance, from every start,
    and at least geometrically.

    Divide the biases by those of the minimiser: v. One iteration replaces v by weighted arithmetic
    means of weighted
    harmonic means of v, and v 1 by 1. Harmonic means are at most arithmetic ones,
    of v and of 1 / v alike: so v - 1
    and 1 / v - 1 are both dominated by the walk position -> item ->
    position that is killed at position 1. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Deviance.
Import ListNotations.
Open Scope R_scope.

(** * A walk that is killed *)

Section Walk.
Variable K : nat.
Variable P : nat -> nat -> R.
Hypothesis P_nonneg : forall k m, (1 <= k <= K)%nat -> (1 <= m <= K)%nat -> 0 <= P k m.
Hypothesis P_sum : forall k, (1 <= k <= K)%nat -> sum (range 1 K) (P k) = 1.

(* errors that the walk dominates *)
Definition dominated (M : R) (e : nat -> nat -> R) : Prop :=
  (forall n, e n 1%nat <= 0) /\ (forall k, (1 <= k <= K)%nat -> e 0%nat k <= M) /\
  (forall n k, (2 <= k <= K)%nat -> e (S n) k <= sum (range 1 K) (fun m => P k m * e n m)).

(* an average of numbers that are at most M, one of which is at most q M *)
Lemma average f k m p q M : 0 <= M -> 0 <= p <= P k m -> q <= 1 -> (1 <= k <= K)%nat ->
  (1 <= m <= K)%nat ->
  (forall i, (1 <= i <= K)%nat -> f i <= M) -> f m <= q * M ->
  sum (range 1 K) (fun i => P k i * f i) <= (1 - p * (1 - q)) * M.
Proof.
intros HM Hp Hq Hk Hm F Fm.
apply Rle_trans with (sum (range 1 K) (fun i => M * P k i + ind (m =? i)%nat (P k m * (q - 1) *
  M))).
- apply sum_le. intros i Hi. apply in_range in Hi. pose proof (P_nonneg k i Hk Hi). unfold ind.
  destruct (Nat.eqb_spec m i) as [->|ne].
  + apply Rle_trans with (P k i * (q * M)); [apply Rmult_le_compat_l; assumption|right; ring].
  + rewrite Rplus_0_r, Rmult_comm. apply Rmult_le_compat_r; [assumption|now apply F].
- rewrite sum_plus, (sum_scal _ M (P k)), P_sum by assumption.
  rewrite sum_one; [|apply seq_NoDup|now apply in_range].
  assert (p * ((1 - q) * M) <= P k m * ((1 - q) * M)).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|lra]. }
  lra.
Qed.

(* a dominated error never exceeds its bound M: averages of numbers <= M *)
Lemma dominated_bound M e : 0 <= M -> dominated M e -> forall n k, (1 <= k <= K)%nat -> e n k <= M.
Proof.
intros HM [E1 [E0 E2]] n. induction n as [|n IH]; intros k Hk; [now apply E0|].
destruct (Nat.eq_dec k 1) as [->|ne]; [apply Rle_trans with 0; [apply E1|exact HM]|].
apply Rle_trans with (1 := E2 n k ltac:(lia)).
replace M with ((1 - 0 * (1 - 1)) * M) by ring.
apply (average _ k k); try assumption; try lra; [pose proof (P_nonneg k k Hk Hk); lra|].
rewrite Rmult_1_l. now apply IH.
Qed.

(* it stays dominated when time starts later *)
Lemma dominated_later M M' e n0 : dominated M e -> (forall k, (1 <= k <= K)%nat -> e n0 k <= M') ->
  dominated M' (fun n => e (n0 + n)%nat).
Proof.
intros [E1 [E0 E2]] H. split; [intros; apply E1|split].
- intros k Hk. rewrite Nat.add_0_r. now apply H.
- intros n k Hk. replace (n0 + S n)%nat with (S (n0 + n)) by lia. now apply E2.
Qed.

(* positions from which the walk is killed sooner or later *)
Inductive reaches : nat -> Prop :=
  | reaches_1 : reaches 1
  | reaches_next m k : reaches m -> (1 <= m <= K)%nat -> (1 <= k <= K)%nat -> 0 < P k m ->
    reaches k.
Hypothesis all_reach : forall k, (1 <= k <= K)%nat -> reaches k.

(* after some time n0 the error at k is at most q M, q < 1: one step from a position where it is *)
Lemma reach_shrinks k : reaches k -> (1 <= k <= K)%nat ->
  exists n0 q, 0 <= q < 1 /\ forall M e, 0 <= M -> dominated M e -> forall n, (n0 <= n)%nat ->
    e n k <= q * M.
Proof.
intros R. induction R as [|m k R IH Hm Hk p]; intros Hk0.
- exists 0%nat, 0. split; [lra|]. intros M e HM [E1 _] n _. rewrite Rmult_0_l. apply E1.
- destruct (IH Hm) as [n0 [q [Hq H]]]. exists (S n0), (1 - P k m * (1 - q)).
  assert (P1 : P k m <= 1).
  { rewrite <- (P_sum k Hk). rewrite <- (sum_one (range 1 K) m (P k));
    [|apply seq_NoDup|now apply in_range].
    apply sum_le. intros i Hi. apply in_range in Hi. pose proof (P_nonneg k i Hk Hi). unfold ind.
    destruct (m =? i)%nat; lra. }
  assert (0 < P k m * (1 - q)) by (apply Rmult_lt_0_compat; lra).
  assert (P k m * (1 - q) <= 1 * 1) by (apply Rmult_le_compat; lra).
  split; [lra|]. intros M e HM D n Hn. destruct n as [|n]; [lia|].
  destruct (Nat.eq_dec k 1) as [->|ne].
  { apply Rle_trans with 0; [apply D|]. apply Rmult_le_pos; lra. }
  pose proof D as [_ [_ E2]]. apply Rle_trans with (1 := E2 n k ltac:(lia)).
  apply (average _ k m); try assumption; try lra.
  + intros i Hi. now apply dominated_bound.
  + apply (H M e HM D). lia.
Qed.

(* all positions at once *)
Lemma all_shrink : exists n0 q, (1 <= n0)%nat /\ 0 < q < 1 /\
  forall M e, 0 <= M -> dominated M e -> forall n k, (n0 <= n)%nat -> (1 <= k <= K)%nat ->
    e n k <= q * M.
Proof.
assert (G : forall K0, (K0 <= K)%nat -> exists n0 q, (1 <= n0)%nat /\ 0 < q < 1 /\
  forall M e, 0 <= M -> dominated M e -> forall n k, (n0 <= n)%nat -> (1 <= k <= K0)%nat ->
    e n k <= q * M).
{ intros K0. induction K0 as [|K0 IH]; intros HK0.
  - exists 1%nat, (1 / 2). split; [lia|]. split; [lra|]. intros; lia.
  - destruct (IH ltac:(lia)) as [n1 [q1 [Hn1 [Hq1 H1]]]].
    destruct (reach_shrinks (S K0) (all_reach (S K0) ltac:(lia)) ltac:(lia)) as [n2 [q2 [Hq2 H2]]].
    exists (n1 + n2)%nat, (Rmax q1 q2). split; [lia|]. split.
    { split; [apply Rlt_le_trans with q1; [lra|apply Rmax_l]|apply Rmax_lub_lt; lra]. }
    intros M e HM D n k Hn Hk. destruct (Nat.eq_dec k (S K0)) as [->|ne].
    + apply Rle_trans with (q2 * M); [apply H2; try assumption; lia|]. apply Rmult_le_compat_r;
      [assumption|apply Rmax_r].
    + apply Rle_trans with (q1 * M); [apply H1; try assumption; lia|]. apply Rmult_le_compat_r;
      [assumption|apply Rmax_l]. }
destruct (G K (Nat.le_refl K)) as [n0 [q H]]. exists n0, q. exact H.
Qed.

(* Bernoulli's inequality *)
Lemma bernoulli t n : 0 <= t <= 1 -> 1 - INR n * t <= (1 - t) ^ n.
Proof.
intros Ht. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl pow.
assert (A : (1 - t) * (1 - INR n * t) <= (1 - t) * (1 - t) ^ n) by (apply Rmult_le_compat_l; lra).
pose proof (pos_INR n). assert (0 <= INR n * (t * t)) by (apply Rmult_le_pos;
  [assumption|apply Rmult_le_pos; lra]). lra.
Qed.

(* the error falls geometrically: q^(n / n0), and r^n0 >= q for r = 1 - (1 - q) / n0 *)
Theorem killed : exists C r, 0 < C /\ 0 < r < 1 /\
  forall M e, 0 <= M -> dominated M e -> forall n k, (1 <= k <= K)%nat -> e n k <= C * M * r ^ n.
Proof.
destruct all_shrink as [n0 [q [Hn0 [Hq H]]]].
assert (N0 : 1 <= INR n0) by (change 1 with (INR 1); now apply le_INR).
set (t := (1 - q) / INR n0). set (r := 1 - t).
assert (Ht : 0 < t <= 1 - q).
{ split; [apply Rdiv_lt_0_compat; lra|]. unfold t. apply Rmult_le_reg_r with (INR n0); [lra|].
  replace ((1 - q) / INR n0 * INR n0) with (1 - q) by (field; lra).
  rewrite <- (Rmult_1_r (1 - q)) at 1. apply Rmult_le_compat_l; lra. }
assert (Hr : q <= r ^ n0).
{ apply Rle_trans with (2 := bernoulli t n0 ltac:(lra)). unfold t. right. field. lra. }
assert (r01 : 0 < r < 1) by (unfold r; lra).
exists (/ q), r. split; [apply Rinv_0_lt_compat; lra|]. split; [exact r01|]. intros M e HM D n k Hk.
assert (steps : forall i m k, (i * n0 <= m)%nat -> (1 <= k <= K)%nat -> e m k <= q ^ i * M).
{ intros i. induction i as [|i IH]; intros m k' Hm Hk'.
  - simpl. rewrite Rmult_1_l. now apply dominated_bound.
  - assert (Q0 : 0 <= q ^ i * M) by (apply Rmult_le_pos; [apply pow_le; lra|assumption]).
    pose proof (dominated_later M (q ^ i * M) e (i * n0) D (fun k0 Hk0 =>
      IH (i * n0)%nat k0 (Nat.le_refl _) Hk0)) as D'.
    simpl in Hm. replace m with (i * n0 + (m - i * n0))%nat by lia.
    simpl pow. rewrite Rmult_assoc. apply (H _ _ Q0 D'); [lia|assumption]. }
pose proof (Nat.div_mod n n0 ltac:(lia)) as Dm. pose proof (Nat.mod_upper_bound n n0 ltac:(lia)) as
  Db.
set (i := (n / n0)%nat) in *. set (s := (n mod n0)%nat) in *.
apply Rle_trans with (1 := steps i n k ltac:(lia) Hk).
replace (/ q * M * r ^ n) with (/ q * r ^ n * M) by ring. apply Rmult_le_compat_r; [assumption|].
apply Rmult_le_reg_l with q; [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
change (q * q ^ i) with (q ^ S i).
apply Rle_trans with ((r ^ n0) ^ S i); [apply pow_incr; lra|]. rewrite <- pow_mult.
(* r^(n0 (i + 1)) <= r^n, as n <= n0 (i + 1) *)
replace (n0 * S i)%nat with (n + (n0 * S i - n))%nat by lia. rewrite pow_add.
rewrite <- (Rmult_1_r (r ^ n)) at 2. apply Rmult_le_compat_l; [apply pow_le; lra|].
rewrite <- (pow1 (n0 * S i - n)). apply pow_incr. lra.
Qed.
End Walk.

(** * Harmonic and arithmetic means *)

(* the sum of w over the sum of w / v is at most the mean of v *)
Lemma harmonic_le r w v : (forall i, In i r -> 0 <= w i /\ 0 < v i) -> 0 < sum r w ->
  0 < sum r (fun i => w i / v i) ->
  sum r w / sum r (fun i => w i / v i) <= sum r (fun i => w i * v i) / sum r w.
Proof.
intros H W Hh. set (S := sum r w) in *. set (h := sum r (fun i => w i / v i)) in *. set (A :=
  sum r (fun i => w i * v i)).
(* sum w (v - u)^2 / v >= 0 at u = S / h, the harmonic mean *)
set (u := S / h).
assert (Q : 0 <= A - 2 * u * S + u * u * h).
{ replace (A - 2 * u * S + u * u * h) with (sum r (fun i =>
  (w i * v i + (- (2 * u)) * w i) + (u * u) * (w i / v i)))
    by (rewrite !sum_plus, !sum_scal; change (fun i => w i) with w; fold S h A; ring).
  apply sum_nonneg. intros i Hi. destruct (H i Hi) as [Hw Hv].
  replace (w i * v i + - (2 * u) * w i + u * u * (w i / v i)) with (w i * ((v i - u) ^ 2 / v i)) by
    (field; lra).
  apply Rmult_le_pos; [assumption|]. apply Rmult_le_pos; [apply pow2_ge_0|left;
    now apply Rinv_0_lt_compat]. }
unfold u in *. replace (A - 2 * (S / h) * S + S / h * (S / h) * h) with (A - S * (S / h)) in Q by
  (field; lra).
apply Rmult_le_reg_l with S; [assumption|]. replace (S * (A / S)) with A by (field; lra). lra.
Qed.

(** * The iterates *)

Section Iterates.
Variables K J : nat.
Variables N Nt : nat -> nat -> R.
Variables a l : nat -> R.
Hypothesis HT : tables K J N Nt.
Hypothesis Hm : minimises K J N Nt a l.
Hypothesis Hj : forall k, (1 <= k <= K)%nat -> joined K J N k.
Variable start : (nat -> R) * (nat -> R).
Hypothesis start_ok : positive K J (fst start) (snd start).
Notation it n := (algorithm_1 K J N Nt n start).

Let Ha : forall j, (1 <= j <= J)%nat -> 0 < a j := proj1 (proj1 Hm).
Let Hl : forall k, (1 <= k <= K)%nat -> 0 < l k := proj2 (proj1 Hm).

(* the minimiser is a fixed point, because the half steps would lower the deviance otherwise *)
Lemma fixed_items j : (1 <= j <= J)%nat -> a j = new_items K N Nt l j.
Proof.
destruct Hm as [P [l1 least]]. destruct (descends K J N Nt HT) as [_ [D _]].
destruct (D a l P) as [_ [le eq]]. apply eq. apply Rle_antisym; [exact le|].
apply least; [|exact l1]. split; [intros; now apply (new_items_pos K J)|apply P].
Qed.
(* the same for the biases *)
Lemma fixed_biases k : (1 <= k <= K)%nat -> l k = new_biases J N Nt a k.
Proof.
destruct Hm as [P [l1 least]]. destruct (descends K J N Nt HT) as [_ [_ D]].
destruct (D a l P l1) as [_ [le eq]]. apply eq. apply Rle_antisym; [exact le|].
apply least; [|reflexivity]. split; [apply P|intros; now apply (new_biases_pos K J)].
Qed.

(* all iterates are positive *)
Lemma iterates_pos n : positive K J (fst (it n)) (snd (it n)).
Proof.
induction n as [|n IH]; [exact start_ok|]. destruct IH as [IHa IHl]. cbn [algorithm_1 fst snd].
assert (B : forall k, (1 <= k <= K)%nat -> 0 < new_biases J N Nt (fst (it n)) k)
  by (intros; now apply (new_biases_pos K J)).
split; [intros; now apply (new_items_pos K J)|exact B].
Qed.

(* the table x = N / (alpha lambda) at the minimiser, and its margins,
   which are those of the plays *)
Definition x (k j : nat) : R := N k j / (a j * l k).
Definition row (k : nat) : R := sum (range 1 J) (fun j => x k j).
Definition col (j : nat) : R := sum (range 1 K) (fun k => x k j).

(* x >= 0, and x > 0 on clicked cells *)
Lemma x_nonneg k j : (1 <= k <= K)%nat -> (1 <= j <= J)%nat -> 0 <= x k j.
Proof.
intros Hk Hj0. pose proof (Ha j Hj0). pose proof (Hl k Hk). unfold x. apply Rmult_le_pos;
  [apply HT|].
left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption.
Qed.
Lemma x_pos k j : (1 <= k <= K)%nat -> (1 <= j <= J)%nat -> 0 < N k j -> 0 < x k j.
Proof.
intros Hk Hj0 P. pose proof (Ha j Hj0). pose proof (Hl k Hk). unfold x. apply Rdiv_lt_0_compat;
  [assumption|].
apply Rmult_lt_0_compat; assumption.
Qed.

(* (6) at the minimiser: the columns of x have the sums of the plays *)
Lemma col_plays j : (1 <= j <= J)%nat -> col j = sum (range 1 K) (fun k => Nt k j) /\ 0 < col j.
Proof.
intros Hj0. destruct (items_clicks K J N Nt HT l j Hl Hj0) as [C1 C2]. pose proof (Ha j Hj0) as A.
assert (E : col j = / a j * sum (range 1 K) (fun k => N k j / l k)).
{ unfold col. rewrite <- sum_scal. apply sum_ext. intros k Hk. apply in_range in Hk.
  pose proof (Hl k Hk).
  unfold x. field. lra. }
split; [|rewrite E; apply Rmult_lt_0_compat; [now apply Rinv_0_lt_compat|assumption]].
rewrite E. rewrite (fixed_items j Hj0). unfold new_items. field. lra.
Qed.
(* (5) at the minimiser: so have the rows, from position 2 on *)
Lemma row_plays k : (2 <= k <= K)%nat -> row k = sum (range 1 J) (fun j => Nt k j).
Proof.
intros Hk. destruct (biases_clicks K J N Nt HT a k Ha ltac:(lia)) as [C1 C2].
  pose proof (Hl k ltac:(lia)) as A.
transitivity (/ l k * sum (range 1 J) (fun j => N k j / a j)).
{ unfold row. rewrite <- sum_scal. apply sum_ext. intros j Hj0. apply in_range in Hj0.
  pose proof (Ha j Hj0).
  unfold x. field. lra. }
rewrite (fixed_biases k) by lia. unfold new_biases. destruct (Nat.eqb_spec k 1); [lia|]. field. lra.
Qed.
(* every row has a positive sum *)
Lemma row_pos k : (1 <= k <= K)%nat -> 0 < row k.
Proof.
intros Hk. destruct (biases_clicks K J N Nt HT a k Ha Hk) as [C1 _].
unfold row. rewrite (sum_ext _ _ (fun j => / l k * (N k j / a j))), sum_scal.
- apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat, Hl; exact Hk|exact C1].
- intros j Hj0. apply in_range in Hj0. pose proof (Ha j Hj0). pose proof (Hl k Hk). unfold x. field.
  lra.
Qed.

(* the walk *)
Definition walk (k m : nat) : R := sum (range 1 J) (fun j => x k j / row k * (x m j / col j)).

(* the walk has chances >= 0 that add up to 1 *)
Lemma walk_nonneg k m : (1 <= k <= K)%nat -> (1 <= m <= K)%nat -> 0 <= walk k m.
Proof.
intros Hk Hm0. apply sum_nonneg. intros j Hj0. apply in_range in Hj0.
pose proof (x_nonneg k j Hk Hj0). pose proof (x_nonneg m j Hm0 Hj0). pose proof (row_pos k Hk).
destruct (col_plays j Hj0) as [_ C].
apply Rmult_le_pos; apply Rmult_le_pos; try assumption; left; now apply Rinv_0_lt_compat.
Qed.
Lemma walk_sum k : (1 <= k <= K)%nat -> sum (range 1 K) (walk k) = 1.
Proof.
intros Hk. pose proof (row_pos k Hk) as R. unfold walk. rewrite sum_swap.
rewrite (sum_ext _ _ (fun j => / row k * x k j)); [rewrite sum_scal;
  change (sum (range 1 J) (x k)) with (row k); field; lra|].
intros j Hj0. apply in_range in Hj0. destruct (col_plays j Hj0) as [_ C].
rewrite (sum_ext _ _ (fun m => x k j / row k / col j * x m j)) by (intros; unfold Rdiv; ring).
rewrite sum_scal. fold (col j). field. lra.
Qed.
(* a step of the walk is a mean over items of means over positions *)
Lemma walk_mean k f : sum (range 1 K) (fun m => walk k m * f m) =
  sum (range 1 J) (fun j => x k j / row k * (sum (range 1 K) (fun m => x m j * f m) / col j)).
Proof.
unfold walk. transitivity (sum (range 1 K) (fun m => sum (range 1 J) (fun j =>
  x k j / row k * (x m j / col j) * f m))).
- apply sum_ext. intros m _. rewrite Rmult_comm, <- sum_scal. apply sum_ext. intros; ring.
- rewrite sum_swap. apply sum_ext. intros j _.
  rewrite (sum_ext _ _ (fun m => x k j / row k / col j * (x m j * f m))) by (intros; unfold Rdiv;
    ring).
  rewrite sum_scal. unfold Rdiv. ring.
Qed.
(* clicked cells are steps of the walk *)
Lemma walk_reaches k : joined K J N k -> (1 <= k <= K)%nat -> reaches K walk k.
Proof.
intros R. induction R as [|m j k R IH Hj0 Hk Nm Nk]; intros Hk0; [apply reaches_1|].
assert (Hm0 : (1 <= m <= K)%nat).
{ destruct R as [|m' j' m R' Hj' Hm' _ _]; [lia|exact Hm']. }
apply (reaches_next K walk m k); try assumption; [now apply IH|].
pose proof (x_pos k j Hk Hj0 Nk). pose proof (x_pos m j Hm0 Hj0 Nm). pose proof (row_pos k Hk).
destruct (col_plays j Hj0) as [_ C].
apply Rlt_le_trans with (x k j / row k * (x m j / col j)).
{ apply Rmult_lt_0_compat; now apply Rdiv_lt_0_compat. }
unfold walk. rewrite <- (sum_one (range 1 J) j (fun j => x k j / row k * (x m j / col j)));
  [|apply seq_NoDup|now apply in_range].
apply sum_le. intros i Hi. apply in_range in Hi. unfold ind. destruct (Nat.eqb_spec j i) as [->|ne];
  [lra|].
pose proof (x_nonneg k i Hk Hi). pose proof (x_nonneg m i Hm0 Hi).
  destruct (col_plays i Hi) as [_ C'].
apply Rmult_le_pos; apply Rmult_le_pos; try assumption; left; now apply Rinv_0_lt_compat.
Qed.

(* ratios to the minimiser, from the first iteration on *)
Definition v (n k : nat) : R := snd (it (S n)) k / l k.
Definition u (n j : nat) : R := fst (it (S n)) j / a j.

(* ratios are positive *)
Lemma v_pos n k : (1 <= k <= K)%nat -> 0 < v n k.
Proof. intros Hk. destruct (iterates_pos (S n)) as [_ P]. apply Rdiv_lt_0_compat;
  [now apply P|now apply Hl]. Qed.
Lemma u_pos n j : (1 <= j <= J)%nat -> 0 < u n j.
Proof. intros Hj0. destruct (iterates_pos (S n)) as [P _]. apply Rdiv_lt_0_compat;
  [now apply P|now apply Ha]. Qed.
(* v 1 = 1, since (5) leaves the first bias alone *)
Lemma v_first n : v n 1 = 1.
Proof. unfold v. rewrite (proj1 (proj2 Hm)). cbn [algorithm_1 snd]. unfold new_biases. simpl. field.
  Qed.

(* u is a mean of 1 / v, and the next v a mean of 1 / u *)
Lemma u_mean n j : (1 <= j <= J)%nat -> u n j = sum (range 1 K) (fun k => x k j / v n k) / col j.
Proof.
intros Hj0. destruct (col_plays j Hj0) as [E C]. pose proof (Ha j Hj0) as A.
transitivity (new_items K N Nt (snd (it (S n))) j / a j); [reflexivity|]. unfold new_items.
  rewrite <- E.
rewrite (sum_ext _ (fun k => x k j / v n k) (fun k => / a j * (N k j / snd (it (S n)) k))).
- rewrite sum_scal. field. lra.
- intros k Hk. apply in_range in Hk. pose proof (Hl k Hk). destruct (iterates_pos (S n)) as [_ P].
  pose proof (P k Hk).
  unfold x, v. field. lra.
Qed.
(* v(n + 1) k is the mean of 1 / u(n) with weights x k j *)
Lemma v_mean n k : (2 <= k <= K)%nat -> v (S n) k = sum (range 1 J) (fun j =>
  x k j / u n j) / row k.
Proof.
intros Hk. pose proof (row_pos k ltac:(lia)) as R. pose proof (Hl k ltac:(lia)) as A.
transitivity (new_biases J N Nt (fst (it (S n))) k / l k); [reflexivity|]. unfold new_biases.
destruct (Nat.eqb_spec k 1); [lia|]. rewrite <- (row_plays k Hk).
rewrite (sum_ext _ (fun j => x k j / u n j) (fun j => / l k * (N k j / fst (it (S n)) j))).
- rewrite sum_scal. field. lra.
- intros j Hj0. apply in_range in Hj0. pose proof (Ha j Hj0).
  destruct (iterates_pos (S n)) as [P _]. pose proof (P j Hj0).
  unfold x, u. field. lra.
Qed.

(* 1 / u, a harmonic mean of v, is at most the arithmetic mean; so v is dominated *)
Lemma v_dominated n k : (2 <= k <= K)%nat -> v (S n) k <= sum (range 1 K) (fun m =>
  walk k m * v n m).
Proof.
intros Hk. rewrite (v_mean n k Hk), walk_mean. pose proof (row_pos k ltac:(lia)) as R.
unfold Rdiv at 1. rewrite Rmult_comm, <- sum_scal. apply sum_le. intros j Hj0.
  apply in_range in Hj0.
replace (/ row k * (x k j / u n j)) with (x k j / row k * / u n j) by (unfold Rdiv; ring).
apply Rmult_le_compat_l.
{ apply Rmult_le_pos; [apply x_nonneg; [lia|assumption]|left; now apply Rinv_0_lt_compat]. }
destruct (col_plays j Hj0) as [_ C]. pose proof (u_pos n j Hj0) as U. rewrite (u_mean n j Hj0) in *.
assert (h : 0 < sum (range 1 K) (fun i => x i j / v n i)).
{ apply Rmult_lt_reg_r with (/ col j); [now apply Rinv_0_lt_compat|]. rewrite Rmult_0_l. exact U. }
replace (/ (sum (range 1 K) (fun i => x i j / v n i) / col j)) with (col j / sum (range 1 K) (fun i
  => x i j / v n i))
  by (field; lra).
apply harmonic_le; [|exact C|exact h]. intros i Hi. apply in_range in Hi. split;
  [now apply x_nonneg|now apply v_pos].
Qed.
(* 1 / v is at most a mean of u, hence dominated, too *)
Lemma inv_v_dominated n k : (2 <= k <= K)%nat -> / v (S n) k <= sum (range 1 K) (fun m =>
  walk k m * / v n m).
Proof.
intros Hk. rewrite walk_mean. pose proof (row_pos k ltac:(lia)) as R.
apply Rle_trans with (sum (range 1 J) (fun j => x k j * u n j) / row k).
- pose proof (v_pos (S n) k ltac:(lia)) as V. rewrite (v_mean n k Hk) in *.
  assert (h : 0 < sum (range 1 J) (fun j => x k j / u n j)).
  { apply Rmult_lt_reg_r with (/ row k); [now apply Rinv_0_lt_compat|]. rewrite Rmult_0_l. exact V.
    }
  replace (/ (sum (range 1 J) (fun j => x k j / u n j) / row k)) with (row k / sum (range 1 J) (fun
    j => x k j / u n j))
    by (field; lra).
  apply harmonic_le; [|exact R|exact h]. intros j Hj0. apply in_range in Hj0.
  split; [apply x_nonneg; [lia|assumption]|now apply u_pos].
- unfold Rdiv at 1. rewrite Rmult_comm, <- sum_scal. right. apply sum_ext. intros j Hj0.
  apply in_range in Hj0.
  rewrite (u_mean n j Hj0). unfold Rdiv. ring.
Qed.

(* w - 1 is dominated if w is below its mean and w 1 = 1 *)
Lemma errors (w : nat -> nat -> R) M : (forall n, w n 1%nat = 1) -> (forall k, (1 <= k <= K)%nat ->
  w 0%nat k <= M) ->
  (forall n k, (2 <= k <= K)%nat -> w (S n) k <= sum (range 1 K) (fun m => walk k m * w n m)) ->
  dominated K walk M (fun n k => w n k - 1).
Proof.
intros W1 W0 W. split; [intros n; rewrite W1; lra|split].
- intros k Hk. pose proof (W0 k Hk). lra.
- intros n k Hk. apply Rle_trans with (sum (range 1 K) (fun m =>
  walk k m * w n m + (-1) * walk k m)).
  + rewrite sum_plus, (sum_scal _ (-1) (walk k)), walk_sum by lia. pose proof (W n k Hk). lra.
  + right. apply sum_ext. intros; ring.
Qed.

(* |v - 1| <= max(v - 1, 1 / v - 1), and both fall geometrically *)
Lemma biases_converge : exists C r, 0 < r < 1 /\ forall n k, (1 <= n)%nat -> (1 <= k <= K)%nat ->
  Rabs (snd (it n) k - l k) <= C * r ^ n.
Proof.
destruct (killed K walk walk_nonneg walk_sum (fun k Hk =>
  walk_reaches k (Hj k Hk) Hk)) as [C [r [HC [Hr Kd]]]].
set (M := sum (range 1 K) (fun k => v 0 k + / v 0 k)).
assert (M1 : forall k, (1 <= k <= K)%nat -> v 0 k <= M /\ / v 0 k <= M).
{ intros k Hk. assert (S : v 0 k + / v 0 k <= M).
  { unfold M. rewrite <- (sum_one (range 1 K) k (fun k => v 0 k + / v 0 k));
    [|apply seq_NoDup|now apply in_range].
    apply sum_le. intros i Hi. apply in_range in Hi. pose proof (v_pos 0 i Hi) as V.
      pose proof (Rinv_0_lt_compat _ V).
    unfold ind. destruct (k =? i)%nat; lra. }
  pose proof (v_pos 0 k Hk) as V. pose proof (Rinv_0_lt_compat _ V). lra. }
assert (M0 : 0 <= M).
{ unfold M. apply sum_nonneg. intros i Hi. apply in_range in Hi. pose proof (v_pos 0 i Hi) as V.
  pose proof (Rinv_0_lt_compat _ V). lra. }
pose proof (Kd M _ M0 (errors v M v_first (fun k Hk => proj1 (M1 k Hk)) v_dominated)) as E1.
assert (F : forall n, / v n 1 = 1) by (intros n; rewrite v_first; apply Rinv_1).
pose proof (Kd M _ M0 (errors (fun n k => / v n k) M F (fun k Hk =>
  proj2 (M1 k Hk)) inv_v_dominated)) as E2.
cbv beta in E1, E2.
set (Ls := sum (range 1 K) l).
exists (Ls * (C * M) / r), r. split; [exact Hr|]. intros n k Hn Hk. destruct n as [|n]; [lia|].
assert (L0 : l k <= Ls).
{ unfold Ls. rewrite <- (sum_one (range 1 K) k l); [|apply seq_NoDup|now apply in_range].
  apply sum_le. intros i Hi. apply in_range in Hi. pose proof (Hl i Hi). unfold ind.
    destruct (k =? i)%nat; lra. }
pose proof (Hl k Hk) as L1. pose proof (v_pos n k Hk) as V.
assert (B : Rabs (v n k - 1) <= C * M * r ^ n).
{ specialize (E1 n k Hk). specialize (E2 n k Hk). apply Rabs_le. split; [|exact E1].
  destruct (Rle_lt_dec 1 (v n k)) as [ge|lt]; [assert (0 <= C * M * r ^ n) by (apply Rle_trans with
    (2 := E1); lra); lra|].
  assert (1 - v n k <= / v n k - 1); [|lra].
  replace (/ v n k - 1) with ((1 - v n k) * / v n k) by (field; lra).
  rewrite <- (Rmult_1_r (1 - v n k)) at 1. apply Rmult_le_compat_l; [lra|].
  rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
assert (E : snd (it (S n)) k - l k = l k * (v n k - 1)) by (unfold v; field; lra).
rewrite E, Rabs_mult, (Rabs_pos_eq (l k)) by lra.
replace (Ls * (C * M) / r * r ^ S n) with (Ls * (C * M * r ^ n)) by (simpl; field; lra).
apply Rmult_le_compat; [lra|apply Rabs_pos|assumption|assumption].
Qed.

(* so the biases converge *)
Lemma biases_limit k : (1 <= k <= K)%nat -> is_lim_seq (fun n => snd (it n) k) (l k).
Proof.
intros Hk. destruct biases_converge as [C [r [Hr H]]].
apply is_lim_seq_incr_1.
apply (is_lim_seq_le_le (fun n => l k + (- (C * r)) * r ^ n) _ (fun n => l k + (C * r) * r ^ n)).
- intros n. specialize (H (S n) k ltac:(lia) Hk). apply Rabs_le_between in H. simpl pow in H. lra.
- replace (Finite (l k)) with (Rbar_plus (l k) (Rbar_mult (- (C * r)) 0)) by (simpl; f_equal; ring).
  apply is_lim_seq_plus'; [apply is_lim_seq_const|].
  replace (Finite (- (C * r) * 0)) with (Rbar_mult (- (C * r)) 0) by reflexivity.
  apply is_lim_seq_scal_l, is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
- replace (Finite (l k)) with (Rbar_plus (l k) (Rbar_mult (C * r) 0)) by (simpl; f_equal; ring).
  apply is_lim_seq_plus'; [apply is_lim_seq_const|].
  replace (Finite (C * r * 0)) with (Rbar_mult (C * r) 0) by reflexivity.
  apply is_lim_seq_scal_l, is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
Qed.

(* limits of finite sums *)
Lemma sum_limit r (f : nat -> nat -> R) (g : nat -> R) : (forall k, In k r -> is_lim_seq (fun n =>
  f n k) (g k)) ->
  is_lim_seq (fun n => sum r (f n)) (sum r g).
Proof.
induction r as [|k r IH]; intros H; cbn [sum]; [apply is_lim_seq_const|].
apply is_lim_seq_plus'; [apply H; now left|]. apply IH. intros; apply H; now right.
Qed.

(* and with them the items, by (6) *)
Lemma items_limit j : (1 <= j <= J)%nat -> is_lim_seq (fun n => fst (it n) j) (a j).
Proof.
intros Hj0. apply is_lim_seq_incr_1. rewrite (fixed_items j Hj0).
change (is_lim_seq (fun n => new_items K N Nt (snd (it (S n))) j) (new_items K N Nt l j)).
unfold new_items, Rdiv. destruct (items_clicks K J N Nt HT l j Hl Hj0) as [_ C].
apply is_lim_seq_mult'; [|apply is_lim_seq_const].
apply (sum_limit (range 1 K) (fun n k => N k j * / snd (it (S n)) k)). intros k Hk.
  apply in_range in Hk.
apply is_lim_seq_mult'; [apply is_lim_seq_const|].
pose proof (Hl k Hk). pose proof (biases_limit k Hk) as B. apply is_lim_seq_incr_1 in B.
apply (is_lim_seq_inv _ (l k)); [exact B|]. intros e. injection e. lra.
Qed.
End Iterates.

(* the statement *)
Theorem lemma_2_converges : mnl_lemma_2_converges.
Proof.
intros K J N Nt a l a0 l0 HT Hm Hj Hs it. split; [|split].
- intros j Hj0. now apply (items_limit K J N Nt a l HT Hm Hj (a0, l0) Hs).
- intros k Hk. now apply (biases_limit K J N Nt a l HT Hm Hj (a0, l0) Hs).
- exact (biases_converge K J N Nt a l HT Hm Hj (a0, l0) Hs).
Qed.

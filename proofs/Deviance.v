(** Algorithm 1 of Grant and Leslie (2023): the deviance that it descends, block by block. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums.
Import ListNotations.
Open Scope R_scope.

(* 1, ..., m is 1 and 2, ..., m *)
Lemma range_first m : (1 <= m)%nat -> range 1 m = 1%nat :: range 2 m.
Proof. intros H. unfold range. replace (S m - 1)%nat with (S (S m - 2)) by lia. reflexivity. Qed.

(* a sum of nonnegative terms *)

(* positive weights keep a sum of nonnegative terms positive *)
Lemma sum_weighted_pos r f w : (forall i, In i r -> 0 <= f i /\ 0 < w i) -> 0 < sum r f ->
  0 < sum r (fun i => f i * w i).
Proof.
induction r as [|i r IH]; simpl; intros H P; [lra|].
destruct (H i (or_introl eq_refl)) as [Hf Hw].
assert (H' : forall j, In j r -> 0 <= f j /\ 0 < w j) by (intros; apply H; now right).
assert (0 <= sum r (fun j => f j * w j)).
{ apply sum_nonneg. intros j i'. destruct (H' j i'). apply Rmult_le_pos; lra. }
destruct (Req_dec (f i) 0) as [e|ne].
- rewrite e in *. assert (0 < sum r (fun j => f j * w j)) by (apply IH; [exact H'|lra]). lra.
- assert (0 < f i * w i) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* 0 <= x - 1 - log x, and 0 only at 1 *)
Lemma excess_nonneg x : 0 < x -> 0 <= x - 1 - ln x.
Proof. intros Hx. pose proof (ln_le_minus_1 x Hx). lra. Qed.
(* by strict convexity of exp *)
Lemma excess_zero x : 0 < x -> x - 1 - ln x = 0 -> x = 1.
Proof.
intros Hx E. destruct (Req_dec x 1) as [|ne]; [assumption|exfalso].
assert (P : 1 + ln x < exp (ln x)).
{ apply exp_ineq1. intros e. apply ne. rewrite <- (exp_ln x Hx), e. apply exp_0. }
rewrite exp_ln in P by assumption. lra.
Qed.

(* c / x + n log x is least at x = c / n *)
Lemma one_coordinate c n x : 0 < c -> 0 < n -> 0 < x ->
  (c / x + n * ln x) - (c / (c / n) + n * ln (c / n)) = n * (c / n / x - 1 - ln (c / n / x)).
Proof.
intros Hc Hn Hx. assert (0 < c / n) by (now apply Rdiv_lt_0_compat).
rewrite (ln_div (c / n) x) by assumption. field. lra.
Qed.

(* what a block gains, coordinate by coordinate *)
Lemma block r (c n x y : nat -> R) : (forall i, In i r -> 0 < c i /\ 0 < n i /\ 0 < x i /\
  y i = c i / n i) ->
  sum r (fun i => c i / x i + n i * ln (x i)) - sum r (fun i => c i / y i + n i * ln (y i))
  = sum r (fun i => n i * (y i / x i - 1 - ln (y i / x i))).
Proof.
intros H.
assert (G : forall u v w, u = v + w -> u - v = w) by (intros; lra). apply G.
rewrite <- sum_plus. apply sum_ext. intros i Hi. destruct (H i Hi) as [Hc [Hn [Hx Hy]]].
pose proof (one_coordinate (c i) (n i) (x i) Hc Hn Hx). rewrite Hy. lra.
Qed.

(* the gain is a sum of nonnegative terms, which vanishes only where nothing moves *)
Lemma block_nonneg r n z : (forall i, In i r -> 0 < n i /\ 0 < z i) -> 0 <= sum r (fun i =>
  n i * (z i - 1 - ln (z i))).
Proof.
intros H. apply sum_nonneg. intros i Hi. destruct (H i Hi). apply Rmult_le_pos;
  [lra|now apply excess_nonneg].
Qed.
Lemma block_zero r n z : (forall i, In i r -> 0 < n i /\ 0 < z i) -> sum r (fun i =>
  n i * (z i - 1 - ln (z i))) = 0 ->
  forall i, In i r -> z i = 1.
Proof.
induction r as [|j r IH]; simpl; intros H E; [contradiction|].
assert (H' : forall i, In i r -> 0 < n i /\ 0 < z i) by (intros; apply H; now right).
pose proof (block_nonneg r n z H') as N. destruct (H j (or_introl eq_refl)) as [Hn Hz].
pose proof (excess_nonneg (z j) Hz) as X.
assert (0 <= n j * (z j - 1 - ln (z j))) by (apply Rmult_le_pos; lra).
intros i [<-|Hi]; [|apply IH; try assumption; lra].
apply excess_zero; [assumption|]. assert (Z : n j * (z j - 1 - ln (z j)) = 0) by lra.
apply Rmult_integral in Z. destruct Z; lra.
Qed.

Section Tables.
Variables K J : nat.
Variables N Nt : nat -> nat -> R.
Hypothesis HT : tables K J N Nt.

(* the sums in (6) are positive, and those in (5) *)
Lemma items_clicks l j : (forall k, (1 <= k <= K)%nat -> 0 < l k) -> (1 <= j <= J)%nat ->
  0 < sum (range 1 K) (fun k => N k j / l k) /\ 0 < sum (range 1 K) (fun k => Nt k j).
Proof.
intros Hl Hj. destruct HT as [N0 [_ [C _]]]. destruct (C j Hj) as [C1 C2]. split; [|exact C2].
apply (sum_weighted_pos _ (fun k => N k j) (fun k => / l k)); [|exact C1].
intros k i. apply in_range in i. split; [apply N0|apply Rinv_0_lt_compat, Hl; exact i].
Qed.
Lemma biases_clicks a k : (forall j, (1 <= j <= J)%nat -> 0 < a j) -> (1 <= k <= K)%nat ->
  0 < sum (range 1 J) (fun j => N k j / a j) /\ 0 < sum (range 1 J) (fun j => Nt k j).
Proof.
intros Ha Hk. destruct HT as [N0 [_ [_ C]]]. destruct (C k Hk) as [C1 C2]. split; [|exact C2].
apply (sum_weighted_pos _ (fun j => N k j) (fun j => / a j)); [|exact C1].
intros j i. apply in_range in i. split; [apply N0|apply Rinv_0_lt_compat, Ha; exact i].
Qed.

(* so the steps are positive *)
Lemma new_items_pos l j : (forall k, (1 <= k <= K)%nat -> 0 < l k) -> (1 <= j <= J)%nat ->
  0 < new_items K N Nt l j.
Proof. intros Hl Hj. destruct (items_clicks l j Hl Hj). now apply Rdiv_lt_0_compat. Qed.
Lemma new_biases_pos a k : (forall j, (1 <= j <= J)%nat -> 0 < a j) -> (1 <= k <= K)%nat ->
  0 < new_biases J N Nt a k.
Proof.
intros Ha Hk. unfold new_biases. destruct (k =? 1)%nat; [lra|].
destruct (biases_clicks a k Ha Hk). now apply Rdiv_lt_0_compat.
Qed.

(* the deviance as a function of the items, and of the biases *)
Lemma deviance_items a l : positive K J a l -> deviance K J N Nt a l =
  sum (range 1 J) (fun j => sum (range 1 K) (fun k => N k j / l k) / a j + sum (range 1 K) (fun k =>
    Nt k j) * ln (a j))
  + sum (range 1 J) (fun j => sum (range 1 K) (fun k => Nt k j * ln (l k))).
Proof.
intros [Ha Hl]. unfold deviance. rewrite <- sum_plus. apply sum_ext. intros j Hj.
  apply in_range in Hj.
specialize (Ha j Hj).
transitivity (sum (range 1 K) (fun k => (/ a j * (N k j / l k) + ln (a j) * Nt k j) + Nt k j * ln (l
  k))).
- apply sum_ext. intros k Hk. apply in_range in Hk. specialize (Hl k Hk).
  rewrite ln_mult by assumption. field. lra.
- rewrite !sum_plus, !sum_scal. unfold Rdiv. ring.
Qed.
(* the same with the biases in front *)
Lemma deviance_biases a l : positive K J a l -> deviance K J N Nt a l =
  sum (range 1 K) (fun k => sum (range 1 J) (fun j => N k j / a j) / l k + sum (range 1 J) (fun j =>
    Nt k j) * ln (l k))
  + sum (range 1 K) (fun k => sum (range 1 J) (fun j => Nt k j * ln (a j))).
Proof.
intros [Ha Hl]. unfold deviance. rewrite sum_swap. rewrite <- sum_plus. apply sum_ext. intros k Hk.
  apply in_range in Hk.
specialize (Hl k Hk).
transitivity (sum (range 1 J) (fun j => (/ l k * (N k j / a j) + ln (l k) * Nt k j) + Nt k j * ln (a
  j))).
- apply sum_ext. intros j Hj. apply in_range in Hj. specialize (Ha j Hj).
  rewrite ln_mult by assumption. field. lra.
- rewrite !sum_plus, !sum_scal. change (sum (range 1 J) (fun j =>
  Nt k j)) with (sum (range 1 J) (Nt k)). unfold Rdiv. ring.
Qed.

(* the step (6) *)
Lemma descent_items a l : positive K J a l ->
  deviance K J N Nt a l - deviance K J N Nt (new_items K N Nt l) l =
  sum (range 1 J) (fun j => sum (range 1 K) (fun k => Nt k j) *
    (new_items K N Nt l j / a j - 1 - ln (new_items K N Nt l j / a j))).
Proof.
intros P. pose proof P as [Ha Hl].
assert (P' : positive K J (new_items K N Nt l) l) by (split; [intros;
  now apply new_items_pos|exact Hl]).
rewrite (deviance_items a l P), (deviance_items _ l P').
rewrite <- (block (range 1 J) (fun j => sum (range 1 K) (fun k => N k j / l k)) (fun j =>
  sum (range 1 K) (fun k => Nt k j))
  a (new_items K N Nt l)); [ring|].
intros j Hj. apply in_range in Hj. destruct (items_clicks l j Hl Hj) as [C1 C2]. repeat split;
  try assumption. now apply Ha.
Qed.

(* the step (5), which leaves the first bias alone *)
Lemma descent_biases a l : positive K J a l -> l 1%nat = 1 ->
  deviance K J N Nt a l - deviance K J N Nt a (new_biases J N Nt a) =
  sum (range 2 K) (fun k => sum (range 1 J) (fun j => Nt k j) *
    (new_biases J N Nt a k / l k - 1 - ln (new_biases J N Nt a k / l k))).
Proof.
intros P l1. pose proof P as [Ha Hl].
assert (P' : positive K J a (new_biases J N Nt a)) by (split; [exact Ha|intros;
  now apply new_biases_pos]).
rewrite (deviance_biases a l P), (deviance_biases a _ P').
destruct (le_lt_dec 1 K) as [HK|HK].
- rewrite <- (block (range 2 K) (fun k => sum (range 1 J) (fun j => N k j / a j)) (fun k =>
  sum (range 1 J) (fun j => Nt k j))
    l (new_biases J N Nt a)).
  + rewrite (range_first K HK). cbn [sum]. rewrite l1. change (new_biases J N Nt a 1%nat) with 1.
    ring.
  + intros k Hk. apply in_range in Hk. destruct (biases_clicks a k Ha ltac:(lia)) as [C1 C2].
    repeat split; try assumption; [apply Hl; lia|]. unfold new_biases. destruct (Nat.eqb_spec k 1);
      [lia|reflexivity].
- assert (K = 0%nat) by lia. subst K. simpl. ring.
Qed.
End Tables.

(** * Convexity in the logarithms *)

Lemma exp_convex x y s : 0 <= s <= 1 -> exp ((1 - s) * x + s * y) <= (1 - s) * exp x + s * exp y.
Proof.
intros Hs. set (m := (1 - s) * x + s * y).
assert (T : forall z, exp m * (1 + (z - m)) <= exp z).
{ intros z. replace (exp z) with (exp m * exp (z - m)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos|apply exp_ineq1_le]. }
assert (A : (1 - s) * (exp m * (1 + (x - m))) <= (1 - s) * exp x) by (apply Rmult_le_compat_l;
  [lra|apply T]).
assert (B : s * (exp m * (1 + (y - m))) <= s * exp y) by (apply Rmult_le_compat_l; [lra|apply T]).
assert (E : (1 - s) * (exp m * (1 + (x - m))) + s * (exp m * (1 + (y - m))) = exp m) by (unfold m;
  ring). lra.
Qed.

(* each cell is N exp(- (u + v)) + Nt (u + v) *)
Lemma deviance_convex K J N Nt u v u' v' s : (forall k j, 0 <= N k j) -> 0 <= s <= 1 ->
  deviance K J N Nt (fun j => exp ((1 - s) * u j + s * u' j)) (fun k =>
    exp ((1 - s) * v k + s * v' k)) <=
  (1 - s) * deviance K J N Nt (fun j => exp (u j)) (fun k => exp (v k)) +
  s * deviance K J N Nt (fun j => exp (u' j)) (fun k => exp (v' k)).
Proof.
intros N0 Hs. unfold deviance. rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros j _.
rewrite <- !sum_scal, <- sum_plus. apply sum_le. intros k _. rewrite <- !exp_plus, !ln_exp.
  unfold Rdiv.
rewrite <- !exp_Ropp.
pose proof (exp_convex (- (u j + v k)) (- (u' j + v' k)) s Hs) as C.
replace (- ((1 - s) * u j + s * u' j + ((1 - s) * v k + s * v' k)))
  with ((1 - s) * - (u j + v k) + s * - (u' j + v' k)) by ring.
apply (Rmult_le_compat_l (N k j)) in C; [|apply N0]. lra.
Qed.

(* the three together *)
Theorem descends K J N Nt : tables K J N Nt ->
  (forall u v u' v' s, 0 <= s <= 1 ->
     let mix x y i := exp ((1 - s) * x i + s * y i) in
     let at_ x i := exp (x i) in
     deviance K J N Nt (mix u u') (mix v v') <=
       (1 - s) * deviance K J N Nt (at_ u) (at_ v) + s * deviance K J N Nt (at_ u') (at_ v')) /\
  (forall a l, positive K J a l ->
     let x j := new_items K N Nt l j / a j in
     deviance K J N Nt a l - deviance K J N Nt (new_items K N Nt l) l =
       sum (range 1 J) (fun j => sum (range 1 K) (fun k => Nt k j) * (x j - 1 - ln (x j))) /\
     deviance K J N Nt (new_items K N Nt l) l <= deviance K J N Nt a l /\
     (deviance K J N Nt (new_items K N Nt l) l = deviance K J N Nt a l ->
      forall j, (1 <= j <= J)%nat -> a j = new_items K N Nt l j)) /\
  (forall a l, positive K J a l -> l 1%nat = 1 ->
     let y k := new_biases J N Nt a k / l k in
     deviance K J N Nt a l - deviance K J N Nt a (new_biases J N Nt a) =
       sum (range 2 K) (fun k => sum (range 1 J) (fun j => Nt k j) * (y k - 1 - ln (y k))) /\
     deviance K J N Nt a (new_biases J N Nt a) <= deviance K J N Nt a l /\
     (deviance K J N Nt a (new_biases J N Nt a) = deviance K J N Nt a l ->
      forall k, (1 <= k <= K)%nat -> l k = new_biases J N Nt a k)).
Proof.
intros HT. split; [|split].
- intros u v u' v' s Hs mix at_. apply deviance_convex; [apply HT|exact Hs].
- intros a l P x. pose proof P as [Ha Hl].
  assert (D : deviance K J N Nt a l - deviance K J N Nt (new_items K N Nt l) l =
    sum (range 1 J) (fun j => sum (range 1 K) (fun k => Nt k j) * (x j - 1 - ln (x j)))) by exact
      (descent_items K J N Nt HT a l P).
  assert (X : forall j, In j (range 1 J) -> 0 < sum (range 1 K) (fun k => Nt k j) /\ 0 < x j).
  { intros j Hj. apply in_range in Hj. split; [apply (items_clicks K J N Nt HT l j Hl Hj)|].
    apply Rdiv_lt_0_compat; [now apply (new_items_pos K J N Nt)|now apply Ha]. }
  split; [exact D|split].
  + pose proof (block_nonneg _ _ _ X) as B. cbv beta in B. lra.
  + intros E j Hj. assert (Z : x j = 1).
    { apply (block_zero (range 1 J) (fun j => sum (range 1 K) (fun k => Nt k j)) x X); [cbv beta;
      lra|now apply in_range]. }
    unfold x in Z. apply (f_equal (Rmult (a j))) in Z. pose proof (Ha j Hj).
    replace (a j * (new_items K N Nt l j / a j)) with (new_items K N Nt l j) in Z by (field; lra).
      lra.
- intros a l P l1 y. pose proof P as [Ha Hl].
  assert (D : deviance K J N Nt a l - deviance K J N Nt a (new_biases J N Nt a) =
    sum (range 2 K) (fun k => sum (range 1 J) (fun j => Nt k j) * (y k - 1 - ln (y k)))) by exact
      (descent_biases K J N Nt HT a l P l1).
  assert (Y : forall k, In k (range 2 K) -> 0 < sum (range 1 J) (fun j => Nt k j) /\ 0 < y k).
  { intros k Hk. apply in_range in Hk. split; [apply (biases_clicks K J N Nt HT a k Ha); lia|].
    apply Rdiv_lt_0_compat; [apply (new_biases_pos K J N Nt); try assumption; lia|apply Hl; lia]. }
  split; [exact D|split].
  + pose proof (block_nonneg _ _ _ Y) as B. cbv beta in B. lra.
  + intros E k Hk. destruct (Nat.eq_dec k 1) as [->|ne]; [exact l1|].
    assert (Z : y k = 1).
    { apply (block_zero (range 2 K) (fun k => sum (range 1 J) (fun j => Nt k j)) y Y); [cbv beta;
      lra|apply in_range; lia]. }
    unfold y in Z. apply (f_equal (Rmult (l k))) in Z. pose proof (Hl k Hk).
    replace (l k * (new_biases J N Nt a k / l k)) with (new_biases J N Nt a k) in Z by (field; lra).
      lra.
Qed.

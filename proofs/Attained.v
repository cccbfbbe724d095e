(** A policy whose regret is the constant of (6) times log T, up to o(log T),
    wherever no two attractions are equal. *)
From Coq Require Import Reals Psatz List Arith Lia Cantor Permutation Sorted
  FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Gaps Game Program LowerBound Efficient Potentials.
Import ListNotations.
Open Scope R_scope.

(** * The items in the order of their values *)

Section Order.
Variable x : nat -> R.
Fixpoint insert (i : nat) (l : list nat) : list nat :=
  match l with [] => [i] | j :: l' => if Rle_dec (x j) (x i) then i :: l else j :: insert i l' end.
Fixpoint in_order (l : list nat) : list nat := match l with [] => [] | i :: l' =>
  insert i (in_order l') end.

Lemma insert_same i l : Permutation (i :: l) (insert i l).
Proof.
induction l as [|j l IH]; cbn [insert]; [apply Permutation_refl|]. destruct (Rle_dec _ _);
  [apply Permutation_refl|].
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
induction l as [|j l IH]; cbn [insert]; intros H; [repeat constructor|].
  apply StronglySorted_inv in H. destruct H as [H F].
rewrite Forall_forall in F. destruct (Rle_dec (x j) (x i)) as [le|gt].
- constructor; [constructor; [exact H|now apply Forall_forall]|]. apply Forall_forall.
  intros k [<-|Hk]; [exact le|].
  specialize (F k Hk). lra.
- constructor; [now apply IH|]. apply Forall_forall. intros k Hk.
  apply (Permutation_in k (Permutation_sym (insert_same i l))) in Hk. destruct Hk as [<-|Hk];
    [lra|now apply F].
Qed.
Lemma in_order_decreasing l : decreasing (in_order l).
Proof. induction l as [|i l IH]; cbn [in_order]; [constructor|now apply insert_decreasing]. Qed.
Lemma decreasing_nth l : decreasing l -> forall m n, (m < n < length l)%nat ->
  x (nth n l O) <= x (nth m l O).
Proof.
induction l as [|i l IH]; intros H m n Hmn; [cbn [length] in Hmn; lia|].
  apply StronglySorted_inv in H. destruct H as [H F].
cbn [length] in Hmn. destruct n as [|n]; [lia|]. destruct m as [|m]; cbn [nth]; [|apply IH;
  [exact H|lia]].
rewrite Forall_forall in F. apply F, nth_In. lia.
Qed.

(* the items 1, ..., K, those of the largest values first *)
Definition order (K l : nat) : nat := nth (pred l) (in_order (range 1 K)) O.
Variable K : nat.
Lemma order_length : length (in_order (range 1 K)) = K.
Proof. rewrite <- (Permutation_length (in_order_same _)). unfold range. rewrite length_seq. lia.
  Qed.
Lemma order_list : is_list K K (order K).
Proof.
split.
- intros l Hl. apply in_range. apply (Permutation_in _ (Permutation_sym (in_order_same (range 1
  K)))). apply nth_In.
  rewrite order_length. lia.
- intros l m Hl Hm e. enough (pred l = pred m) by lia.
  apply (proj1 (NoDup_nth (in_order (range 1 K)) O)); try (rewrite order_length; lia); [|exact e].
  apply (Permutation_NoDup (in_order_same _)). apply seq_NoDup.
Qed.
Lemma order_decreases l m : (1 <= l < m)%nat -> (m <= K)%nat -> x (order K m) <= x (order K l).
Proof. intros Hl Hm. apply decreasing_nth; [apply in_order_decreasing|rewrite order_length; lia].
  Qed.
End Order.

(* a list of all items has every item, once *)
Lemma distinct_map K s r : is_list K K s -> NoDup r -> (forall i, In i r -> (1 <= i <= K)%nat) ->
  NoDup (map s r).
Proof.
intros [_ B]. induction r as [|i r IH]; intros N I; cbn [map]; [constructor|].
  inversion_clear N as [|? ? Ni Nr]. constructor.
- intros Hin. apply in_map_iff in Hin. destruct Hin as [i' [e Hi']]. assert (i' = i); [|now subst].
  apply B; [apply I; now right|apply I; now left|exact e].
- apply IH; [exact Nr|]. intros k Hk. apply I. now right.
Qed.
Lemma all_items K s j : is_list K K s -> (1 <= j <= K)%nat -> exists i, (1 <= i <= K)%nat /\
  s i = j.
Proof.
intros S Hj. assert (H : In j (map s (range 1 K))).
{ refine (NoDup_length_incl (l := map s (range 1 K)) (l' := range 1 K) _ _ _ j _).
  - apply (distinct_map K); [exact S|apply seq_NoDup|]. intros i Hi. now apply in_range.
  - rewrite length_map. lia.
  - intros i Hi. apply in_map_iff in Hi. destruct Hi as [i' [<- Hi']]. apply in_range in Hi'.
    apply in_range. now apply S.
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
Definition outside (h : history) (k : nat) : bool := negb (existsb (fun m =>
  (leader h m =? k)%nat) (range 1 L)).
(* the clicks say enough for some q below some number that is at most v *)
Definition certified (h : history) (k : nat) (v : R) : bool :=
  existsb (fun i => existsb (fun j =>
    if Rlt_dec (grid i) (grid j) then if Rle_dec (grid j) v then
      if Rle_dec (level (length h)) (stat (says (grid i) (grid j)) k h) then true else false
    else false else false)
    (seq 0 (fine (length h)))) (seq 0 (fine (length h))).
(* list a with item k at position l, and the rest of it shifted down *)
Definition with_item (a : nat -> nat) (k l m : nat) : nat :=
  if (m <? l)%nat then a m else if (m =? l)%nat then k else a (pred m).
Definition plug_in (h : history) (k l : nat) : R :=
  (reward (estimate h) kappa L (leader h) - reward (estimate h) kappa L (with_item (leader h) k l))
    /
  d (kappa l * estimate h k) (kappa l * least_led h).
Definition cheapest (h : history) (k : nat) : nat := arg 1 (L - 1) (plug_in h k).
Definition explored (h : history) (k : nat) : bool := outside h k && negb (certified h k (least_led
  h)).
Definition action (h : history) (k : nat) : nat -> nat :=
  if explored h k then with_item (leader h) k (cheapest h k) else leader h.
Definition chance : R := / (INR K + 1).
Definition attaining : policy := fun h => (chance, leader h) :: map (fun k => (chance,
  action h k)) (range 1 K).

Hypothesis sizes : (1 <= L <= K)%nat.
Lemma chance_pos : 0 < chance.
Proof. unfold chance. apply Rinv_0_lt_compat. pose proof (pos_INR K). lra. Qed.
Lemma leader_list h : is_list L K (leader h).
Proof. destruct (order_list (estimate h) K) as [A B]. split; intros; [apply A; lia|apply B; (lia ||
  assumption)]. Qed.
Lemma outside_spec h k : outside h k = true <-> forall m, (1 <= m <= L)%nat -> leader h m <> k.
Proof.
unfold outside. rewrite Bool.negb_true_iff, <- Bool.not_true_iff_false, among. split.
- intros H m Hm e. apply H. now exists m.
- intros H [m [Hm e]]. now apply (H m).
Qed.
Lemma cheapest_range h k : (1 <= cheapest h k <= L)%nat.
Proof. unfold cheapest. destruct (least_arg 1 (L - 1) (plug_in h k)) as [_ I]. lia. Qed.
Lemma with_item_list a k l : is_list L K a -> (1 <= k <= K)%nat -> (forall m, (1 <= m <= L)%nat ->
  a m <> k) ->
  (1 <= l <= L)%nat -> is_list L K (with_item a k l).
Proof.
intros [A B] Hk N Hl. unfold with_item. split.
- intros m Hm. destruct (Nat.ltb_spec m l); [now apply A|]. destruct (Nat.eqb_spec m l);
  [exact Hk|]. apply A. lia.
- intros m n Hm Hn. destruct (Nat.ltb_spec m l), (Nat.ltb_spec n l), (Nat.eqb_spec m l),
  (Nat.eqb_spec n l); intros same; try lia.
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
destruct (negb _); [|apply leader_list]. apply with_item_list;
  [apply leader_list|exact Hk|now apply outside_spec|apply cheapest_range].
Qed.
Lemma attaining_policy : is_policy L K attaining.
Proof.
intros h. pose proof chance_pos. split.
- intros w a [e|Hi]; [injection e as <- <-; split; [lra|apply leader_list]|].
  apply in_map_iff in Hi.
  destruct Hi as [k [e Hk]]. injection e as <- <-. split; [lra|]. apply action_list.
    now apply in_range.
- unfold attaining. cbn [psum]. rewrite (psum_map (range 1 K) (fun _ =>
  chance) (action h) (fun w _ => w)).
  assert (G : forall r : list nat, sum r (fun _ => chance) = INR (length r) * chance).
  { induction r as [|i r IH]; [simpl; ring|]. cbn [sum length]. rewrite S_INR, IH. ring. }
  rewrite G. unfold range. rewrite length_seq. replace (S K - 1)%nat with K by lia. unfold chance.
    pose proof (pos_INR K). field. lra.
Qed.
End Policy.

(** * Bounds of the order of log T, and what holds for all small numbers *)

Definition at_most (c : R) (f : nat -> R) : Prop := exists C, forall T, (1 <= T)%nat ->
  f T <= c * ln (INR T) + C.
Lemma ln_nonneg T : (1 <= T)%nat -> 0 <= ln (INR T).
Proof.
intros H. apply le_INR in H. change (INR 1) with 1 in H. rewrite <- ln_1.
destruct H as [H| <-]; [left; apply ln_increasing; lra|lra].
Qed.
Lemma at_most_plus c1 c2 f g : at_most c1 f -> at_most c2 g -> at_most (c1 + c2) (fun T =>
  f T + g T).
Proof. intros [C H] [D G]. exists (C + D). intros T HT. specialize (H T HT). specialize (G T HT).
  lra. Qed.
Lemma at_most_scal x c f : 0 <= x -> at_most c f -> at_most (x * c) (fun T => x * f T).
Proof. intros Hx [C H]. exists (x * C). intros T HT. specialize (H T HT).
  apply (Rmult_le_compat_l x) in H; lra. Qed.
Lemma at_most_le c c' f f' : c <= c' -> (forall T, f' T <= f T) -> at_most c f -> at_most c' f'.
Proof.
intros Hc Hf [C H]. exists C. intros T HT. specialize (H T HT). specialize (Hf T).
apply (Rmult_le_compat_r (ln (INR T))) in Hc; [lra|now apply ln_nonneg].
Qed.
Lemma at_most_sum r c f : (forall i, In i r -> at_most (c i) (f i)) -> at_most (sum r c) (fun T =>
  sum r (fun i => f i T)).
Proof.
induction r as [|i r IH]; intros H; cbn [sum]; [exists 0; intros T HT; lra|].
apply at_most_plus; [apply H; now left|]. apply IH. intros j Hj. apply H. now right.
Qed.

Definition soon (P : R -> Prop) : Prop := exists e, 0 < e /\ forall s, 0 < s <= e -> P s.
Lemma soon_and P Q : soon P -> soon Q -> soon (fun s => P s /\ Q s).
Proof.
intros [e [He H]] [e' [He' H']]. exists (Rmin e e'). split; [now apply Rmin_glb_lt|].
pose proof (Rmin_l e e'). pose proof (Rmin_r e e'). intros s Hs. split; [apply H|apply H']; lra.
Qed.
Lemma soon_imp (P Q : R -> Prop) : (forall s, 0 < s -> P s -> Q s) -> soon P -> soon Q.
Proof. intros I [e [He H]]. exists e. split; [exact He|]. intros s Hs. apply I; [lra|now apply H].
  Qed.
Lemma soon_below x : 0 < x -> soon (fun s => s <= x).
Proof. intros Hx. exists x. split; [exact Hx|]. intros s Hs. lra. Qed.
Lemma soon_all n (P : nat -> R -> Prop) : (forall i, (1 <= i <= n)%nat -> soon (P i)) ->
  soon (fun s => forall i, (1 <= i <= n)%nat -> P i s).
Proof.
induction n as [|n IH]; intros H; [exists 1; split; [lra|]; intros; lia|].
assert (A : soon (fun s => forall i, (1 <= i <= n)%nat -> P i s)) by (apply IH; intros; apply H;
  lia).
generalize (soon_and _ _ A (H (S n) ltac:(lia))). apply soon_imp. intros s _ [B C] i Hi.
destruct (Nat.eq_dec i (S n)) as [->|]; [exact C|apply B; lia].
Qed.

Lemma INR_above x : exists n, x < INR n.
Proof.
destruct (nfloor_ex (Rmax 0 x) (Rmax_l 0 x)) as [n [_ H]]. exists (S n). rewrite S_INR.
  pose proof (Rmax_r 0 x). lra.
Qed.
(* the grid has points everywhere *)
Lemma grid_between x y : 0 <= x -> x < y -> y <= 1 -> exists n, x < grid n < y.
Proof.
intros Hx Hxy Hy. destruct (INR_above (1 / (y - x))) as [N HN].
  assert (P : 0 < 1 / (y - x)) by (apply Rdiv_lt_0_compat; lra).
assert (N0 : 0 < INR N) by lra. destruct (archimed (x * INR N)) as [U V]. set (A :=
  up (x * INR N)) in *.
assert (A0 : (0 < A)%Z) by (apply lt_IZR; apply Rle_lt_trans with (2 := U); apply Rmult_le_pos;
  lra).
assert (e : IZR A = INR (Z.to_nat A)) by (rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|lia]).
assert (N1 : 1 < (y - x) * INR N).
{ apply (Rmult_lt_compat_l (y - x)) in HN; [|lra]. replace ((y - x) * (1 / (y - x))) with 1 in HN by
  (field; lra). exact HN. }
assert (less : INR (Z.to_nat A) < INR N) by (rewrite <- e; nra). apply INR_lt in less.
exists (to_nat (pred (Z.to_nat A), N - Z.to_nat A - 1)%nat). unfold grid. rewrite cancel_of_to.
replace (S (pred (Z.to_nat A))) with (Z.to_nat A) by lia.
  replace (Z.to_nat A + S (N - Z.to_nat A - 1))%nat with N by lia.
rewrite <- e. split.
- apply Rmult_lt_reg_r with (INR N); [exact N0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l,
  Rmult_1_r by lra. lra.
- apply Rmult_lt_reg_r with (INR N); [exact N0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l,
  Rmult_1_r by lra. lra.
Qed.
Lemma grid_range n : 0 < grid n < 1.
Proof.
unfold grid. destruct (of_nat n) as [a b]. rewrite plus_INR, !S_INR. pose proof (pos_INR a).
  pose proof (pos_INR b).
split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (INR a + 1 + (INR b + 1)); [lra|].
unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. lra.
Qed.
(* it gets ever finer, but slowly *)
Lemma fine_large N : exists t0, forall t, (t0 <= t)%nat -> (N <= fine t)%nat.
Proof.
exists (2 ^ (N * N))%nat. intros t H. unfold fine. rewrite <- (Nat.sqrt_square N).
  apply Nat.sqrt_le_mono.
rewrite <- (Nat.log2_pow2 (N * N)) by lia. now apply Nat.log2_le_mono.
Qed.
Lemma level_most eps : 0 < eps -> at_most (1 + eps) level.
Proof.
intros He. exists (ln 2 + / (2 * eps)). intros T HT. unfold level.
assert (A : ln (INR (S T)) <= ln (INR T) + ln 2).
{ apply le_INR in HT. change (INR 1) with 1 in HT. rewrite <- ln_mult, S_INR by lra.
  destruct HT as [HT| <-].
  - left. apply ln_increasing; lra.
  - right. f_equal. ring. }
assert (B : INR (fine T) ^ 2 <= 2 * ln (INR T)).
{ apply Rle_trans with (INR (Nat.log2 T)); [|now apply (log2_below 1 1)]. unfold fine.
  rewrite <- pow_INR. apply le_INR.
  simpl. rewrite Nat.mul_1_r. apply Nat.sqrt_spec. lia. }
set (x := INR (fine T)) in *. pose proof (pow2_ge_0 (x - / eps)) as C.
assert (D : 0 < / eps) by (now apply Rinv_0_lt_compat). apply (Rmult_le_compat_l (eps / 2)) in C;
  [|lra].
replace (eps / 2 * (x - / eps) ^ 2) with (eps / 2 * x ^ 2 - x + / (2 * eps)) in C by (field; lra).
apply (Rmult_le_compat_l (eps / 2)) in B; [|lra]. lra.
Qed.

Lemma mean_sum theta kappa L K pi T r f : is_policy L K pi ->
  mean theta kappa L pi never T [] (fun h => sum r (fun i => f i h)) = sum r (fun i =>
    mean theta kappa L pi never T [] (f i)).
Proof.
intros Hpi. induction r as [|i r IH]; cbn [sum]; [apply (mean_const kappa L K pi never Hpi)|].
rewrite (mean_plus kappa L pi never theta T [] (f i)), IH. reflexivity.
Qed.

(** * What the policy loses, item i having the attraction ideal (tau i) *)

Section Loss.
Variables ideal kappa : nat -> R.
Variables L K : nat.
Variable tau : nat -> nat.
Hypothesis S0 : sorted ideal kappa L K.
Hypothesis tau_list : is_list K K tau.
Let theta (i : nat) : R := ideal (tau i).
Let sizes : (1 <= L <= K)%nat := sorted_sizes _ _ _ _ S0.
Let kappa_range := kappa_range ideal kappa L K S0.
Let Hpi := attaining_policy kappa L K sizes.
Notation pi := (attaining kappa L K).
Notation E T f := (mean theta kappa L pi never T [] f).
Notation estimate := (estimate kappa L).
Notation leader := (leader kappa L K).
Notation certified := (certified kappa L).

Lemma theta_attractions : attractions K theta.
Proof. intros i Hi. unfold theta. apply (theta_range ideal kappa L K S0). now apply tau_list. Qed.
Let Ht := theta_attractions.

(** * (b) False certificates *)

(* in round t such a certificate has at most the chance n^2 e^(-n) / (t + 1) *)
Lemma false_chance k t : (1 <= k <= K)%nat ->
  E t (fun h => ind (certified h k (theta k)) 1) <= INR (fine t) ^ 2 * exp (- INR (fine t)) / (INR t
    + 1).
Proof.
intros Hk. set (n := fine t).
set (f := fun i j h => ind (if Rlt_dec (grid i) (grid j) then if Rle_dec (grid j) (theta k) then
  true else false else false)
  (exp (- level t) * exp (stat kappa L (says (grid i) (grid j)) k h))).
apply Rle_trans with (E t (fun h => sum (seq 0 n) (fun i => sum (seq 0 n) (fun j => f i j h)))).
- apply (mean_le_at kappa L K pi kappa_range Hpi theta Ht). intros h e. cbn [length] in e.
  rewrite Nat.add_0_r in e.
  assert (pos : forall i j, 0 <= f i j h).
  { intros i j. unfold f, ind. destruct (Rlt_dec _ _); [destruct (Rle_dec _ _)|]; try lra.
    left. apply Rmult_lt_0_compat; apply exp_pos. }
  assert (pos' : forall i, 0 <= sum (seq 0 n) (fun j => f i j h)).
  { intros i. rewrite <- (sum_const0 (seq 0 n)). apply sum_le. intros j _. apply pos. }
  unfold ind at 1. destruct (certified h k (theta k)) eqn:c.
  2:{ rewrite <- (sum_const0 (seq 0 n)). apply sum_le. intros i _. apply pos'. }
  unfold Attained.certified in c. rewrite e in c. fold n in c. apply existsb_exists in c.
    destruct c as [i [Hi c]].
  apply existsb_exists in c. destruct c as [j [Hj c]].
  apply Rle_trans with (f i j h).
  + unfold f. destruct (Rlt_dec _ _); [|discriminate]. destruct (Rle_dec (grid j) _);
    [|discriminate].
    destruct (Rle_dec (level t) _) as [le|]; [|discriminate]. cbn [ind]. rewrite <- exp_plus,
      <- exp_0.
    set (y := stat _ _ _ _ _) in *. assert (G : 0 <= - level t + y) by lra.
    destruct G as [G|G]; [left; now apply exp_increasing|rewrite <- G; lra].
  + apply Rle_trans with (sum (seq 0 n) (fun j => f i j h));
    [now apply (sum_term (seq 0 n) (fun j => f i j h))|].
    now apply (sum_term (seq 0 n) (fun i => sum (seq 0 n) (fun j => f i j h))).
- rewrite (mean_sum theta kappa L K pi t (seq 0 n) (fun i h => sum (seq 0 n) (fun j =>
  f i j h)) Hpi).
  apply Rle_trans with (sum (seq 0 n) (fun _ => sum (seq 0 n) (fun _ => exp (- level t)))).
  + apply sum_le. intros i _. rewrite (mean_sum theta kappa L K pi t (seq 0 n) (f i) Hpi).
    apply sum_le. intros j _.
    unfold f. pose proof (exp_pos (- level t)) as P. destruct (Rlt_dec _ _) as [lt|];
      [destruct (Rle_dec _ _) as [le|]|]; cbn [ind].
    * rewrite mean_scal. pose proof (ratio_mean kappa L K pi kappa_range Hpi theta Ht (grid i) (grid
      j) k t Hk
        (proj1 (grid_range i)) lt le) as M. apply (Rmult_le_compat_l (exp (- level t))) in M; lra.
    * rewrite (mean_const kappa L K pi never Hpi). lra.
    * rewrite (mean_const kappa L K pi never Hpi). lra.
  + rewrite !sum_const, length_seq. right. unfold level. fold n. pose proof (pos_INR t).
    replace (- (ln (INR (S t)) + INR n)) with (- INR n + - ln (INR (S t))) by ring.
      rewrite exp_plus, (exp_Ropp (ln _)), exp_ln by (rewrite S_INR; lra).
    rewrite S_INR. field. lra.
Qed.
(* n^2 e^(-n) tends to 0 *)
Lemma square_exp eps : 0 < eps -> exists N, forall n, (N <= n)%nat ->
  INR n ^ 2 * exp (- INR n) <= eps.
Proof.
intros He. destruct (INR_above (27 / eps)) as [N HN]. exists N. intros n Hn. apply le_INR in Hn.
  set (x := INR n) in *.
assert (P : 0 < 27 / eps) by (apply Rdiv_lt_0_compat; lra). rewrite exp_Ropp.
pose proof (exp_ineq1_le (x / 3)) as Y. assert (X : x ^ 3 / 27 <= exp x).
{ replace x with (x / 3 + x / 3 + x / 3) at 2 by field. rewrite !exp_plus.
  replace (x ^ 3 / 27) with (x / 3 * (x / 3) * (x / 3)) by field. apply Rmult_le_compat; try nra. }
apply Rmult_le_reg_r with (exp x); [apply exp_pos|]. rewrite Rmult_assoc, Rinv_l,
  Rmult_1_r by (apply Rgt_not_eq, exp_pos).
apply Rle_trans with (eps * (x ^ 3 / 27)); [|apply Rmult_le_compat_l; lra].
assert (27 <= eps * x).
{ apply Rmult_le_reg_r with (/ eps); [now apply Rinv_0_lt_compat|].
  replace (eps * x * / eps) with x by (field; lra). unfold Rdiv in *. lra. }
replace (eps * (x ^ 3 / 27)) with (eps * x / 27 * x ^ 2) by field. pose proof (pow2_ge_0 x). nra.
Qed.
Lemma false_few k eps : (1 <= k <= K)%nat -> 0 < eps ->
  at_most eps (fun T => E T (total (fun h => ind (certified h k (theta k)) 1))).
Proof.
intros Hk He. destruct (square_exp eps He) as [N HN]. destruct (fine_large N) as [t0 Ht0].
exists (INR t0 + eps).
assert (one : forall T, E T (fun h => ind (certified h k (theta k)) 1) <= 1).
{ intros T. apply Rle_trans with (E T (fun _ => 1)); [|right;
  apply (mean_const kappa L K pi never Hpi)].
  apply (mean_le kappa L K pi never kappa_range Hpi theta Ht). intros h. unfold ind.
    destruct (certified _ _ _); lra. }
assert (G : forall T, E T (total (fun h => ind (certified h k (theta k)) 1)) <=
  INR (Nat.min T t0) + eps * (if (T =? 0)%nat then 0 else 1 + ln (INR T))).
{ induction T as [|T IH]; [simpl; lra|]. rewrite (total_mean kappa L K pi Hpi theta). cbn [Nat.eqb].
  pose proof (pos_INR T) as P. assert (L1 : (if (T =? 0)%nat then 0 else 1 + ln (INR T)) + / (INR T
    + 1) <= 1 + ln (INR (S T))).
  { destruct (Nat.eqb_spec T 0) as [z|nz]; [rewrite z; simpl; rewrite ln_1; lra|].
    assert (T1 : 0 < INR T) by (apply lt_0_INR; lia). rewrite S_INR.
    pose proof (ln_le_minus_1 (INR T / (INR T + 1)) ltac:(apply Rdiv_lt_0_compat; lra)) as Q.
      rewrite ln_div in Q by lra.
    replace (INR T / (INR T + 1) - 1) with (- / (INR T + 1)) in Q by (field; lra). lra. }
  apply (Rmult_le_compat_l eps) in L1; [|lra]. assert (D : 0 <= eps * / (INR T + 1)).
  { apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. }
  destruct (le_lt_dec t0 T) as [le|lt].
  - rewrite Nat.min_r in IH by lia. rewrite Nat.min_r by lia. pose proof (false_chance k T Hk) as F.
    specialize (HN (fine T) (Ht0 T le)).
    apply (Rmult_le_compat_r (/ (INR T + 1))) in HN; [|left; apply Rinv_0_lt_compat; lra].
      unfold Rdiv in F. lra.
  - rewrite Nat.min_l in IH by lia. rewrite Nat.min_l by lia. specialize (one T).
    rewrite S_INR in L1 |- *. lra. }
intros T HT. specialize (G T). destruct (Nat.eqb_spec T 0); [lia|].
assert (INR (Nat.min T t0) <= INR t0) by (apply le_INR; lia). lra.
Qed.

(** * (a) Estimates that are off, and rounds without them *)

(* item i is shown with some chance, in the best list or on its own, but its estimate is off *)
Definition off (delta : R) (i : nat) (h : history) : bool :=
  (negb (outside kappa L K h i) || negb (certified h i (least_led kappa L K h))) &&
  ((if Rle_dec 0 (beyond kappa L theta i delta 1 h) then true else false) ||
   (if Rle_dec 0 (beyond kappa L theta i delta (-1) h) then true else false)).

Lemma relevant_shown h i : (1 <= i <= K)%nat ->
  (negb (outside kappa L K h i) || negb (certified h i (least_led kappa L K h)))%bool = true ->
  exists a l, In (chance K, a) (pi h) /\ (1 <= l <= L)%nat /\ a l = i.
Proof.
intros Hi H. destruct (outside kappa L K h i) eqn:o; cbn [negb orb] in H.
- exists (action kappa L K h i), (cheapest kappa L K h i). split.
  { right. apply in_map_iff. exists i. split; [reflexivity|now apply in_range]. }
  split; [now apply cheapest_range|]. unfold action, explored. rewrite o, H. cbn [andb].
    unfold with_item.
  now rewrite Nat.ltb_irrefl, Nat.eqb_refl.
- unfold outside in o. apply Bool.negb_false_iff, among in o. destruct o as [m [Hm e]].
  exists (leader h), m. split; [now left|]. now split.
Qed.
Lemma kappa_least : 0 < kappa L <= 1 /\ forall l, (1 <= l <= L)%nat -> kappa L <= kappa l.
Proof. split; [apply kappa_range; lia|]. intros l Hl. now apply (kappa_last ideal kappa L K S0).
  Qed.
Lemma off_few delta i : 0 < delta <= 1 -> (1 <= i <= K)%nat ->
  at_most 0 (fun T => E T (total (fun h => ind (off delta i h) 1))).
Proof.
intros Hd Hi. set (rel := fun h => (negb (outside kappa L K h i) ||
  negb (certified h i (least_led kappa L K h)))%bool).
assert (R : forall h, rel h = true -> exists a l, In (chance K, a) (pi h) /\ (1 <= l <= L)%nat /\
  a l = i).
{ intros h. now apply relevant_shown. }
destruct (beyond_few kappa L K pi kappa_range Hpi theta Ht i delta (kappa L) 1 Hd kappa_least
  (or_introl eq_refl) rel (chance K)
  (chance_pos K) R) as [C1 B1].
destruct (beyond_few kappa L K pi kappa_range Hpi theta Ht i delta (kappa L) (-1) Hd kappa_least
  (or_intror eq_refl) rel (chance K)
  (chance_pos K) R) as [C2 B2].
exists (C1 + C2). intros T _. specialize (B1 T). specialize (B2 T). rewrite Rmult_0_l, Rplus_0_l.
apply Rle_trans with (2 := Rplus_le_compat _ _ _ _ B1 B2). rewrite <- mean_plus.
apply (mean_le kappa L K pi never kappa_range Hpi theta Ht). intros h. rewrite <- total_plus.
  apply total_le. clear h. intros h.
unfold off. fold (rel h). destruct (rel h); cbn [andb ind]; [|lra]. destruct (Rle_dec _ _),
  (Rle_dec _ _); cbn [orb ind]; lra.
Qed.

Lemma beyond_is i delta sign h : beyond kappa L theta i delta sign h =
  sign * (stat kappa L hits i h - theta i * stat kappa L looks i h) - delta * stat kappa L looks i
    h.
Proof.
assert (ext : forall f g, (forall k b, f k b = g k b) -> stat kappa L f i h = stat kappa L g i h).
{ intros f g H. induction h as [|[a z] h' IH]; cbn [stat]; [reflexivity|]. rewrite IH. f_equal.
  enough (G : forall n z, score (fun l b => ind (a l =? i)%nat (f (kappa l) b)) n z =
    score (fun l b => ind (a l =? i)%nat (g (kappa l) b)) n z) by apply G.
  induction n as [|n IHn]; intros [|b w]; cbn [score]; try reflexivity. now rewrite IHn, H. }
assert (zero : stat kappa L (fun _ _ => 0) i h = 0).
{ rewrite (ext _ (fun k b => looks k b + (-1) * looks k b)) by (intros; ring). rewrite stat_linear.
  ring. }
unfold beyond. rewrite (ext _ (fun k b => (0 + sign * hits k b) + - (sign * theta i + delta) * looks
  k b)).
- rewrite (stat_linear kappa L (- (sign * theta i + delta)) (fun k b => 0 + sign * hits k b) looks),
  (stat_linear kappa L sign (fun _ _ => 0) hits), zero. ring.
- intros k b. unfold hits, looks. ring.
Qed.
Lemma near delta h i : 0 < delta -> off delta i h = false ->
  (outside kappa L K h i = false \/ certified h i (least_led kappa L K h) = false) ->
  Rabs (estimate h i - theta i) <= delta.
Proof.
intros Hd H R. unfold off in H.
assert (r : (negb (outside kappa L K h i) || negb (certified h i (least_led kappa L K h)))%bool =
  true).
{ destruct R as [-> | ->]; cbn [negb]; [reflexivity|apply Bool.orb_true_r]. }
rewrite r in H. cbn [andb] in H. rewrite !beyond_is in H. unfold Attained.estimate.
set (x := stat kappa L hits i h) in *. set (n := stat kappa L looks i h) in *.
destruct (Rle_dec _ _) as [|A], (Rle_dec _ _) as [|B]; try discriminate. apply Rnot_le_lt in A.
  apply Rnot_le_lt in B.
assert (n0 : 0 < n) by (apply Rmult_lt_reg_l with delta; lra).
apply Rabs_le. split; apply Rmult_le_reg_r with n; try exact n0; unfold Rdiv;
  rewrite ?Rmult_minus_distr_r, Rmult_assoc, Rinv_l by lra; lra.
Qed.
Lemma certified_more h k v v' : certified h k v = true -> v <= v' -> certified h k v' = true.
Proof.
intros H Hv. unfold Attained.certified in *. apply existsb_exists in H. destruct H as [i [Hi H]].
  apply existsb_exists. exists i. split; [exact Hi|].
apply existsb_exists in H. destruct H as [j [Hj H]]. apply existsb_exists. exists j. split;
  [exact Hj|].
destruct (Rlt_dec _ _); [|discriminate]. destruct (Rle_dec (grid j) v); [|discriminate].
  destruct (Rle_dec (grid j) v'); [exact H|lra].
Qed.

(* rounds with neither *)
Definition bad (delta : R) (h : history) (i : nat) : bool := off delta i h ||
  certified h i (theta i).
Definition good (delta : R) (h : history) : bool := negb (existsb (bad delta h) (range 1 K)).
Lemma good_spec delta h : good delta h = true -> forall i, (1 <= i <= K)%nat ->
  off delta i h = false /\ certified h i (theta i) = false.
Proof.
unfold good. rewrite Bool.negb_true_iff, <- Bool.not_true_iff_false, existsb_exists. intros H i Hi.
apply Bool.orb_false_iff. fold (bad delta h i). apply Bool.not_true_iff_false. intros e. apply H.
  exists i. split; [now apply in_range|exact e].
Qed.

Section Good.
Variable delta : R.
Hypothesis delta_pos : 0 < delta.
Hypothesis apart : forall i j, (1 <= i < j)%nat -> (j <= K)%nat -> 2 * delta < ideal i - ideal j.
Variable h : history.
Hypothesis G : good delta h = true.
Notation b l := (tau (leader h l)).

Lemma near_led l : (1 <= l <= L)%nat -> Rabs (estimate h (leader h l) - ideal (b l)) <= delta.
Proof.
intros Hl. apply near; [exact delta_pos| |].
- apply (good_spec delta h G). now apply (leader_list kappa L K sizes).
- left. unfold outside. apply Bool.negb_false_iff, among. now exists l.
Qed.
Lemma led_range l : (1 <= l <= L)%nat -> (1 <= b l <= K)%nat.
Proof. intros Hl. apply tau_list. now apply (leader_list kappa L K sizes). Qed.
Lemma led_increases l m : (1 <= l < m)%nat -> (m <= L)%nat -> (b l < b m)%nat.
Proof.
intros Hl Hm. pose proof (led_range l ltac:(lia)) as Bl. pose proof (led_range m ltac:(lia)) as Bm.
destruct (lt_eq_lt_dec (b l) (b m)) as [[lt|e]|gt]; [exact lt| |]; exfalso.
- apply (proj2 tau_list) in e; try (apply (leader_list kappa L K sizes); lia).
  apply (leader_list kappa L K sizes h) in e; lia.
- pose proof (apart (b m) (b l) ltac:(lia) ltac:(lia)).
  pose proof (order_decreases (estimate h) K l m ltac:(lia) ltac:(lia)) as D.
  pose proof (Rabs_le_between (estimate h (leader h l) - ideal (b l)) delta) as [P _].
    specialize (P (near_led l ltac:(lia))).
  pose proof (Rabs_le_between (estimate h (leader h m) - ideal (b m)) delta) as [Q _].
    specialize (Q (near_led m ltac:(lia))).
  unfold Attained.leader in *. lra.
Qed.
(* no better item is left out *)
Lemma none_left j : (1 <= j <= b L)%nat -> exists l, (1 <= l <= L)%nat /\ b l = j.
Proof.
intros Hj. pose proof (led_range L ltac:(lia)) as BL.
destruct (all_items K tau j tau_list ltac:(lia)) as [i [Hi e]].
destruct (outside kappa L K h i) eqn:o.
2:{ unfold outside in o. apply Bool.negb_false_iff, among in o. destruct o as [l [Hl <-]].
  now exists l. }
exfalso. pose proof (proj1 (outside_spec kappa L K sizes h i) o) as N.
assert (lt : (j < b L)%nat).
{ destruct (Nat.eq_dec j (b L)) as [E|]; [exfalso|lia]. apply (N L ltac:(lia)).
  apply (proj2 tau_list); [|exact Hi|congruence].
  apply (leader_list kappa L K sizes). lia. }
pose proof (apart j (b L) ltac:(lia) ltac:(lia)) as A.
pose proof (Rabs_le_between (estimate h (leader h L) - ideal (b L)) delta) as [P _].
  specialize (P (near_led L ltac:(lia))).
destruct (good_spec delta h G i Hi) as [offi ceri]. destruct (certified h i (least_led kappa L K h))
  eqn:c.
- apply (certified_more h i _ (theta i)) in c; [congruence|]. unfold least_led, theta. rewrite e.
  lra.
- pose proof (Rabs_le_between (estimate h i - theta i) delta) as [Q _].
  specialize (Q (near delta h i delta_pos offi (or_intror c))).
  unfold theta in Q. rewrite e in Q.
  destruct (all_items K _ i (order_list (estimate h) K) Hi) as [p [Hp ep]].
  assert (Lp : (L < p)%nat) by (destruct (le_lt_dec p L) as [le|];
    [now destruct (N p ltac:(lia))|assumption]).
  pose proof (order_decreases (estimate h) K L p ltac:(lia) ltac:(lia)) as D. rewrite ep in D.
    unfold Attained.leader in *. lra.
Qed.
(* so the list that leads is the best one *)
Lemma good_leader l : (1 <= l <= L)%nat -> b l = l.
Proof.
intros Hl. assert (top : (b L <= L)%nat).
{ assert (I : incl (seq 1 (b L)) (map (fun l => b l) (seq 1 L))).
  { intros j Hj. apply in_seq in Hj. apply in_map_iff. destruct (none_left j ltac:(lia)) as [m [Hm
    e]]. exists m. split; [exact e|].
    apply in_seq. lia. }
  apply NoDup_incl_length in I; [|apply seq_NoDup]. now rewrite length_map, !length_seq in I. }
assert (grow : forall n m, (1 <= m)%nat -> (m + n <= L)%nat -> (b m + n <= b (m + n))%nat).
{ induction n as [|n IH]; intros m Hm Hn; [rewrite !Nat.add_0_r; lia|].
  specialize (IH m Hm ltac:(lia)).
  pose proof (led_increases (m + n) (m + S n) ltac:(lia) ltac:(lia)). lia. }
pose proof (grow (L - l)%nat l ltac:(lia) ltac:(lia)) as A.
  replace (l + (L - l))%nat with L in A by lia.
pose proof (grow (l - 1)%nat 1%nat ltac:(lia) ltac:(lia)) as B.
  replace (1 + (l - 1))%nat with l in B by lia.
pose proof (led_range 1 ltac:(lia)). lia.
Qed.
(* the item that is explored is none of the L best, and its list is v_(k, l) *)
Lemma explored_beyond k : (1 <= k <= K)%nat -> explored kappa L K h k = true ->
  (L < tau k <= K)%nat /\ Rabs (estimate h k - theta k) <= delta.
Proof.
intros Hk e. unfold explored in e. apply andb_prop in e. destruct e as [o c].
  apply Bool.negb_true_iff in c.
pose proof (proj1 (outside_spec kappa L K sizes h k) o) as N. pose proof (proj1 tau_list k Hk) as T.
  split.
- split; [|lia]. destruct (le_lt_dec (tau k) L) as [le|]; [exfalso|assumption].
  apply (N (tau k) ltac:(lia)).
  apply (proj2 tau_list); [apply (leader_list kappa L K sizes); lia|exact Hk|apply good_leader;
    lia].
- apply near; [exact delta_pos|apply (good_spec delta h G k Hk)|now right].
Qed.
Lemma with_item_is k l m : (1 <= l <= L)%nat -> (1 <= m <= L)%nat ->
  tau (with_item (leader h) k l m) = exploring (tau k) l m.
Proof.
intros Hl Hm. unfold with_item, exploring. destruct (Nat.ltb_spec m l); [now apply good_leader|].
destruct (Nat.eqb_spec m l); [reflexivity|]. apply good_leader. lia.
Qed.
End Good.

(** * (c) The loss of a round *)

Notation loss a := (reward ideal kappa L (fun l => l) - reward theta kappa L a).
Notation most := (reward ideal kappa L (fun l => l)).
Notation explored h k := (explored kappa L K h k).
Notation cheapest h k := (cheapest kappa L K h k).
Definition apart (delta : R) : Prop := forall i j, (1 <= i < j)%nat -> (j <= K)%nat ->
  2 * delta < ideal i - ideal j.
Definition cost (delta : R) (k : nat) (h : history) : R :=
  ind (good delta h && explored h k) (gap ideal kappa L (exploring (tau k) (cheapest h k))).

Lemma reward_nonneg t a : (forall l, (1 <= l <= L)%nat -> 0 < t (a l)) -> 0 <= reward t kappa L a.
Proof.
intros H. unfold reward. rewrite <- (sum_const0 (range 1 L)). apply sum_le. intros l Hl.
  apply in_range in Hl.
pose proof (kappa_range l Hl). specialize (H l Hl). apply Rmult_le_pos; lra.
Qed.
Lemma loss_most a : is_list L K a -> loss a <= most.
Proof.
intros [A _]. enough (0 <= reward theta kappa L a) by lra. apply reward_nonneg. intros l Hl.
  now apply Ht, A.
Qed.
Lemma gap_most j l : (L < j <= K)%nat -> (1 <= l <= L)%nat ->
  0 <= gap ideal kappa L (exploring j l) <= most.
Proof.
intros Hj Hl. split; [left; now apply (gap_exploring_pos ideal kappa L K S0)|]. rewrite gap_reward.
enough (0 <= reward ideal kappa L (exploring j l)) by lra. apply reward_nonneg. intros m Hm.
apply (theta_range ideal kappa L K S0). now apply (exploring_is_list L K j l).
Qed.
Lemma cost_range delta k h : 0 < delta -> apart delta -> (1 <= k <= K)%nat ->
  0 <= cost delta k h <= most.
Proof.
intros Hd A Hk. unfold cost. assert (0 <= most) by (apply reward_nonneg; intros l Hl;
  apply (theta_range ideal kappa L K S0); lia).
destruct (good delta h) eqn:G; cbn [andb ind]; [|lra]. destruct (explored h k) eqn:e; cbn [ind];
  [|lra].
apply gap_most; [apply (explored_beyond delta Hd A h G k Hk e)|now apply cheapest_range].
Qed.
Lemma action_loss delta k h : 0 < delta -> apart delta -> (1 <= k <= K)%nat ->
  good delta h = true ->
  loss (leader h) = 0 /\ loss (action kappa L K h k) = cost delta k h.
Proof.
intros Hd A Hk G. assert (Z : loss (leader h) = 0).
{ enough (reward theta kappa L (leader h) = most) by lra. unfold reward. apply sum_ext. intros l Hl.
  apply in_range in Hl.
  unfold theta. now rewrite (good_leader delta Hd A h G l Hl). }
split; [exact Z|]. unfold cost, action. rewrite G. cbn [andb]. destruct (explored h k); cbn [ind];
  [|exact Z].
rewrite gap_reward. f_equal. unfold reward. apply sum_ext. intros m Hm. apply in_range in Hm.
  f_equal. unfold theta. f_equal.
apply (with_item_is delta Hd A h G); [now apply cheapest_range|exact Hm].
Qed.
Lemma round_loss delta h : 0 < delta -> apart delta ->
  psum (pi h) (fun w a => w * loss a) <=
  most * sum (range 1 K) (fun i => ind (off delta i h) 1 + ind (certified h i (theta i)) 1) +
  sum (range 1 K) (fun k => chance K * cost delta k h).
Proof.
intros Hd A. pose proof (chance_pos K) as C.
assert (M : 0 <= most) by (apply reward_nonneg; intros l Hl; apply (theta_range ideal kappa L K S0);
  lia).
assert (Z : forall i, 0 <= ind (off delta i h) 1 + ind (certified h i (theta i)) 1).
{ intros i. unfold ind. destruct (off _ _ _), (certified _ _ _); lra. }
assert (Y : 0 <= sum (range 1 K) (fun k => chance K * cost delta k h)).
{ rewrite <- (sum_const0 (range 1 K)). apply sum_le. intros k Hk. apply in_range in Hk.
  pose proof (cost_range delta k h Hd A Hk). apply Rmult_le_pos; lra. }
destruct (good delta h) eqn:G.
- unfold attaining. cbn [psum]. rewrite (psum_map (range 1 K) (fun _ =>
  chance K) (action kappa L K h) (fun w a => w * loss a)).
  rewrite (sum_ext _ _ (fun k => chance K * cost delta k h)).
  + rewrite (proj1 (action_loss delta 1 h Hd A ltac:(lia) G)), Rmult_0_r.
    assert (0 <= most * sum (range 1 K) (fun i => ind (off delta i h) 1 + ind (certified h i (theta
      i)) 1)); [|lra].
    apply Rmult_le_pos; [exact M|]. rewrite <- (sum_const0 (range 1 K)). apply sum_le. intros i _.
      apply Z.
  + intros k Hk. apply in_range in Hk. now rewrite (proj2 (action_loss delta k h Hd A Hk G)).
- apply Rle_trans with most.
  + destruct (Hpi h) as [P S]. apply Rle_trans with (psum (pi h) (fun w a => most * w));
    [|rewrite psum_scal, S; lra].
    apply psum_le. intros w a i. destruct (P w a i) as [Hw Ha]. rewrite (Rmult_comm most).
      apply Rmult_le_compat_l; [exact Hw|now apply loss_most].
  + unfold good in G. apply Bool.negb_false_iff, existsb_exists in G. destruct G as [i [Hi B]].
    assert (1 <= sum (range 1 K) (fun i => ind (off delta i h) 1 + ind (certified h i (theta i))
      1)).
    { apply Rle_trans with (ind (off delta i h) 1 + ind (certified h i (theta i)) 1).
      - unfold bad in B. destruct (off _ _ _), (certified _ _ _); try discriminate; cbn [ind]; lra.
      - apply (sum_term (range 1 K) (fun i => ind (off delta i h) 1 + ind (certified h i (theta i))
        1)); [intros j _; apply Z|exact Hi]. }
    nra.
Qed.

(** * (d) Explorations *)

(* continuity in two variables, for small distances *)
Lemma soon_near f x y eps : continuity_2d_pt f x y -> 0 < eps ->
  soon (fun s => forall u v, Rabs (u - x) <= s -> Rabs (v - y) <= s -> Rabs (f u v - f x y) < eps).
Proof.
intros C He. destruct (C (mkposreal eps He)) as [e H]. pose proof (cond_pos e). exists (e / 2).
  split; [lra|].
intros s Hs u v Hu Hv. apply H; lra.
Qed.
Lemma ln_continuous x : 0 < x -> continuity_pt ln x.
Proof. intros Hx. apply derivable_continuous_pt. exists (/ x). now apply derivable_pt_lim_ln. Qed.
Ltac near2 := first [apply continuity_2d_pt_const | apply continuity_2d_pt_id1 |
  apply continuity_2d_pt_id2
  | apply continuity_2d_pt_minus; near2 | apply continuity_2d_pt_plus; near2 |
    apply continuity_2d_pt_mult; near2
  | apply continuity_1d_2d_pt_comp; [apply ln_continuous|near2] | apply continuity_2d_pt_inv;
    [near2|] | idtac].
Lemma d_continuous p q : 0 < p < 1 -> 0 < q < 1 -> continuity_2d_pt d p q.
Proof.
intros Hp Hq. unfold d, Rdiv. near2; try lra; apply Rmult_lt_0_compat; try lra;
  apply Rinv_0_lt_compat; lra.
Qed.

(* what a click says in the mean *)
Definition drift (x q v k : R) : R := k * x * says q v k true + (1 - k * x) * says q v k false.
Lemma drift_is x y k : 0 < k <= 1 -> 0 < x < 1 -> 0 < y < 1 -> drift x x y k = d (k * x) (k * y).
Proof. intros Hk Hx Hy. unfold drift, d, says. do 3 f_equal. field. lra. Qed.
Lemma drift_near x y k r : 0 < k <= 1 -> 0 < x < 1 -> 0 < y < 1 -> r < d (k * x) (k * y) ->
  soon (fun s => forall q v, Rabs (q - x) <= s -> Rabs (v - y) <= s -> r < drift x q v k).
Proof.
intros Hk Hx Hy Hr. pose proof (product_open k x Hk Hx). pose proof (product_open k y Hk Hy).
assert (C : continuity_2d_pt (fun q v => drift x q v k) x y).
{ unfold drift, says, Rdiv. near2; try lra; apply Rmult_lt_0_compat; try lra;
  apply Rinv_0_lt_compat; lra. }
assert (e : 0 < d (k * x) (k * y) - r) by lra.
generalize (soon_near _ x y _ C e). apply soon_imp. intros s _ N q v Hq Hv.
  specialize (N q v Hq Hv).
rewrite (drift_is x y k Hk Hx Hy) in N. apply Rabs_def2 in N. lra.
Qed.
(* its exponential *)
Lemma tilt_near x q v k r : 0 < k * x < 1 -> 0 <= r -> r < drift x q v k ->
  soon (fun s => r <= (1 - tilt q v s x k) / (s * (1 + s))).
Proof.
intros Hp Hr D. set (A := says q v k true) in *. set (B := says q v k false) in *.
set (Q := A ^ 2 + B ^ 2). assert (HQ : 0 <= Q) by (pose proof (pow2_ge_0 A);
  pose proof (pow2_ge_0 B); unfold Q; lra).
set (W := 2 * (Rabs A + Rabs B + 1)). pose proof (Rabs_pos A) as PA. pose proof (Rabs_pos B) as PB.
assert (HW : 0 < / W) by (unfold W; apply Rinv_0_lt_compat; lra).
assert (HD : 0 < (drift x q v k - r) / (r + 2 * Q + 1)) by (apply Rdiv_lt_0_compat; lra).
exists (Rmin (/ W) ((drift x q v k - r) / (r + 2 * Q + 1))). split; [now apply Rmin_glb_lt|].
  intros s [Hs Hs'].
assert (sW : s <= / W) by (apply Rle_trans with (1 := Hs'); apply Rmin_l).
assert (sD : s <= (drift x q v k - r) / (r + 2 * Q + 1)) by (apply Rle_trans with (1 := Hs');
  apply Rmin_r).
assert (sW' : s * W <= 1).
{ apply (Rmult_le_compat_r W) in sW; [|unfold W; lra]. rewrite Rinv_l in sW by (unfold W; lra).
  exact sW. }
assert (sD' : s * (r + 2 * Q + 1) <= drift x q v k - r).
{ apply (Rmult_le_compat_r (r + 2 * Q + 1)) in sD; [|lra]. unfold Rdiv in sD. rewrite Rmult_assoc,
  Rinv_l, Rmult_1_r in sD by lra. exact sD. }
assert (half : forall y, Rabs y <= Rabs A + Rabs B -> exp (- (s * y)) <= 1 - s * y + 2 * s ^ 2 * y ^
  2).
{ intros y Hy. apply Rle_trans with (1 + - (s * y) + 2 * (- (s * y)) ^ 2); [apply exp_near|right;
  ring].
  assert (G : Rabs (s * y) <= 1 / 2).
  { rewrite Rabs_mult, (Rabs_right s) by lra. apply Rle_trans with (s * (W / 2));
    [apply Rmult_le_compat_l; unfold W; lra|lra]. }
  apply Rabs_le_between in G. lra. }
pose proof (half A ltac:(lra)) as EA. pose proof (half B ltac:(lra)) as EB. set (p := k * x) in *.
assert (T : tilt q v s x k <= 1 - s * drift x q v k + 2 * s ^ 2 * Q).
{ unfold tilt, drift. fold A B p. apply (Rmult_le_compat_l p) in EA; [|lra].
  apply (Rmult_le_compat_l (1 - p)) in EB; [|lra].
  assert (s2 : 0 <= s ^ 2) by apply pow2_ge_0.
  assert (0 <= s ^ 2 * ((1 - p) * A ^ 2 + p * B ^ 2)).
  { apply Rmult_le_pos; [exact s2|]. pose proof (pow2_ge_0 A). pose proof (pow2_ge_0 B).
    assert (0 <= (1 - p) * A ^ 2) by (apply Rmult_le_pos; lra).
      assert (0 <= p * B ^ 2) by (apply Rmult_le_pos; lra). lra. }
  unfold Q. lra. }
apply Rmult_le_reg_r with (s * (1 + s)); [apply Rmult_lt_0_compat; lra|].
unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, Rmult_lt_0_compat; lra).
apply Rle_trans with (s * (drift x q v k - 2 * s * Q)); [|lra].
rewrite (Rmult_comm r), Rmult_assoc. apply Rmult_le_compat_l; lra.
Qed.

(* near rewards *)
Lemma reward_close x y e : (forall l, (1 <= l <= L)%nat -> Rabs (x l - y l) <= e) ->
  Rabs (reward x kappa L (fun l => l) - reward y kappa L (fun l => l)) <= INR L * e.
Proof.
intros H. assert (c : forall x y, (forall l, (1 <= l <= L)%nat -> Rabs (x l - y l) <= e) ->
  reward x kappa L (fun l => l) <= reward y kappa L (fun l => l) + INR L * e).
{ clear x y H. intros x y H. unfold reward. replace (INR L * e) with (sum (range 1 L) (fun _ => e)).
  - rewrite <- sum_plus. apply sum_le. intros l Hl. apply in_range in Hl. specialize (H l Hl).
    apply Rabs_le_between in H.
    pose proof (kappa_range l Hl). nra.
  - rewrite sum_const. unfold range. rewrite length_seq. now replace (S L - 1)%nat with L by lia. }
pose proof (c x y H) as A. assert (B := c y x). apply Rabs_le. split; [|lra].
enough (reward y kappa L (fun l => l) <= reward x kappa L (fun l => l) + INR L * e) by lra. apply B.
intros l Hl. rewrite Rabs_minus_sym. now apply H.
Qed.
(* where estimates are near, so are plug-in ratios *)
Lemma ratio_near j eps : (L < j <= K)%nat -> 0 < eps -> soon (fun delta => forall l,
  (1 <= l <= L)%nat ->
  forall x y g, Rabs (x - ideal j) <= delta -> Rabs (y - ideal L) <= delta ->
  Rabs (g - gap ideal kappa L (exploring j l)) <= 2 * (INR L * delta) ->
  Rabs (g / d (kappa l * x) (kappa l * y) - ratio ideal kappa L j l) < eps).
Proof.
intros Hj He. apply soon_all with (P := fun l delta => forall x y g, Rabs (x - ideal j) <= delta ->
  Rabs (y - ideal L) <= delta ->
  Rabs (g - gap ideal kappa L (exploring j l)) <= 2 * (INR L * delta) ->
  Rabs (g / d (kappa l * x) (kappa l * y) - ratio ideal kappa L j l) < eps).
intros l Hl. pose proof (info_pos ideal kappa L K S0 j l Hj Hl) as D0.
assert (C : continuity_2d_pt (fun g w => g * / w) (gap ideal kappa L (exploring j l)) (info ideal
  kappa L j l)) by (near2; lra).
destruct (soon_near _ _ _ eps C He) as [e1 [He1 H1]]. specialize (H1 e1 ltac:(lra)).
pose proof (click ideal kappa L K S0 j l ltac:(lia) Hl) as P.
  pose proof (click ideal kappa L K S0 L l ltac:(lia) Hl) as Q.
destruct (soon_near _ _ _ e1 (d_continuous _ _ P Q) He1) as [e2 [He2 H2]].
  specialize (H2 e2 ltac:(lra)).
assert (LP : 0 < INR L) by (apply lt_0_INR; lia).
exists (Rmin e2 (e1 / (2 * INR L))). split; [apply Rmin_glb_lt; [exact He2|apply Rdiv_lt_0_compat;
  lra]|].
intros delta [Hd Hd'] x y g Hx Hy Hg.
assert (d2 : delta <= e2) by (apply Rle_trans with (1 := Hd'); apply Rmin_l).
assert (d1 : 2 * (INR L * delta) <= e1).
{ assert (G : delta <= e1 / (2 * INR L)) by (apply Rle_trans with (1 := Hd'); apply Rmin_r).
  apply (Rmult_le_compat_r (2 * INR L)) in G; [|lra]. unfold Rdiv in G. rewrite Rmult_assoc, Rinv_l,
    Rmult_1_r in G by lra. lra. }
pose proof (kappa_range l Hl) as Kl.
assert (kx : forall x y, Rabs (x - y) <= delta -> Rabs (kappa l * x - kappa l * y) <= e2).
{ intros u v Huv. rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right (kappa l)) by lra.
  pose proof (Rabs_pos (u - v)). nra. }
unfold Rdiv. apply (H1 g (d (kappa l * x) (kappa l * y))); [lra|]. left. apply H2; now apply kx.
Qed.
(* so the position that is chosen is nearly a cheapest one *)
Lemma position j eps : (L < j <= K)%nat -> 0 < eps -> soon (fun delta => apart delta -> forall h k,
  good delta h = true ->
  (1 <= k <= K)%nat -> tau k = j -> explored h k = true ->
  gap ideal kappa L (exploring j (cheapest h k)) <=
    (least 1 (L - 1) (ratio ideal kappa L j) + eps) * info ideal kappa L j (cheapest h k)).
Proof.
intros Hj He. generalize (ratio_near j (eps / 2) Hj ltac:(lra)). apply soon_imp.
  intros delta Hd H A h k G Hk Ej e.
pose proof (cheapest_range kappa L K sizes h k) as Hc. set (c := cheapest h k) in *.
assert (near_plug : forall l, (1 <= l <= L)%nat -> Rabs (plug_in kappa L K h k l - ratio ideal kappa
  L j l) < eps / 2).
{ intros l Hl. unfold plug_in. destruct (explored_beyond delta Hd A h G k Hk e) as [_ Ne].
  apply (H l Hl).
  - unfold theta in Ne. now rewrite Ej in Ne.
  - pose proof (near_led delta Hd h G L ltac:(lia)) as N.
    now rewrite (good_leader delta Hd A h G L ltac:(lia)) in N.
  - rewrite gap_reward. set (a := with_item (leader h) k l).
    pose proof (reward_close (fun m => estimate h (leader h m)) (fun m => ideal m) delta) as R1.
    pose proof (reward_close (fun m => estimate h (a m)) (fun m =>
      ideal (exploring j l m)) delta) as R2.
    assert (N1 : forall m, (1 <= m <= L)%nat -> Rabs (estimate h (leader h m) - ideal m) <= delta).
    { intros m Hm. pose proof (near_led delta Hd h G m Hm) as N.
      now rewrite (good_leader delta Hd A h G m Hm) in N. }
    specialize (R1 N1). assert (N2 : forall m, (1 <= m <= L)%nat ->
      Rabs (estimate h (a m) - ideal (exploring j l m)) <= delta).
    { intros m Hm. unfold a, with_item, exploring. destruct (Nat.ltb_spec m l); [now apply N1|].
      destruct (Nat.eqb_spec m l); [unfold theta in Ne; now rewrite Ej in Ne|apply N1; lia]. }
    specialize (R2 N2). unfold reward in *. apply Rabs_le_between in R1.
      apply Rabs_le_between in R2. apply Rabs_le. lra. }
destruct (least_arg 1 (L - 1) (plug_in kappa L K h k)) as [E1 _]. fold c in E1.
change (arg 1 (L - 1) (plug_in kappa L K h k)) with c in E1.
destruct (least_arg 1 (L - 1) (ratio ideal kappa L j)) as [E2 I2]. set (b :=
  arg _ _ (ratio ideal kappa L j)) in *.
pose proof (least_le 1 (L - 1) (plug_in kappa L K h k) b ltac:(lia)) as Le. rewrite E1 in Le.
pose proof (near_plug c Hc) as Nc. pose proof (near_plug b ltac:(lia)) as Nb. apply Rabs_def2 in Nc.
  apply Rabs_def2 in Nb.
rewrite E2. pose proof (info_pos ideal kappa L K S0 j c Hj Hc) as I.
  assert (R : ratio ideal kappa L j c <= ratio ideal kappa L j b + eps) by lra.
apply (Rmult_le_compat_r (info ideal kappa L j c)) in R; [|lra]. unfold ratio at 1 in R.
replace (gap ideal kappa L (exploring j c) / info ideal kappa L j c * info ideal kappa L j c) with
  (gap ideal kappa L (exploring j c)) in R by (field; lra).
exact R.
Qed.
Lemma level_grows t T : (t <= T)%nat -> level t <= level T.
Proof.
intros H. unfold level. apply Rplus_le_compat.
- assert (G : INR (S t) <= INR (S T)) by (apply le_INR; lia).
  assert (0 < INR (S t)) by (apply lt_0_INR; lia).
  destruct G as [G| ->]; [left; now apply ln_increasing|lra].
- apply le_INR. unfold fine. now apply Nat.sqrt_le_mono, Nat.log2_le_mono.
Qed.
Lemma level_nonneg t : 0 <= level t.
Proof. unfold level. pose proof (ln_nonneg (S t) ltac:(lia)). pose proof (pos_INR (fine t)). lra.
  Qed.
(* an item that is explored has no certificate for any two points of the grid *)
Lemma not_certified h k v i j : certified h k v = false -> (i < fine (length h))%nat ->
  (j < fine (length h))%nat ->
  grid i < grid j -> grid j <= v -> stat kappa L (says (grid i) (grid j)) k h <= level (length h).
Proof.
intros H Hi Hj Hij Hv. destruct (Rle_lt_dec (stat kappa L (says (grid i) (grid j)) k h) (level
  (length h))) as [le|gt]; [exact le|exfalso].
enough (certified h k v = true) by congruence. unfold Attained.certified. apply existsb_exists.
  exists i. split; [apply in_seq; lia|].
apply existsb_exists. exists j. split; [apply in_seq; lia|]. destruct (Rlt_dec _ _);
  [|contradiction]. destruct (Rle_dec (grid j) v); [|contradiction].
destruct (Rle_dec _ _); [reflexivity|lra].
Qed.

Section Explore.
Variables (k : nat) (q v s B delta r : R) (i0 j0 t0 : nat).
Hypothesis k_range : (1 <= k <= K)%nat.
Hypothesis k_beyond : (L < tau k)%nat.
Hypothesis qv : q = grid i0 /\ v = grid j0 /\ q < v.
Hypothesis s_pos : 0 < s.
Hypothesis r_pos : 0 <= r.
Hypothesis told : forall l, (1 <= l <= L)%nat ->
  r * info ideal kappa L (tau k) l <= (1 - tilt q v s (theta k) (kappa l)) / (s * (1 + s)).
Hypothesis delta_pos : 0 < delta.
Hypothesis delta_apart : apart delta.
Hypothesis delta_below : delta <= ideal L - v.
Hypothesis fine_enough : forall t, (t0 <= t)%nat -> (S (i0 + j0) <= fine t)%nat.

(* what an exploration brings *)
Definition brought (h : history) : R :=
  ind ((t0 <=? length h)%nat && (good delta h && explored h k))
    (chance K * ((1 - tilt q v s (theta k) (kappa (cheapest h k))) / (s * (1 + s)))).
Lemma told_little l : (1 <= l <= L)%nat -> tilt q v s (theta k) (kappa l) <= 1.
Proof.
intros Hl. pose proof (told l Hl) as H. pose proof (proj1 tau_list k k_range) as R.
pose proof (info_pos ideal kappa L K S0 (tau k) l ltac:(lia) Hl) as I.
assert (G : 0 <= r * info ideal kappa L (tau k) l) by (apply Rmult_le_pos; lra).
assert (W : 0 < s * (1 + s)) by (apply Rmult_lt_0_compat; lra).
assert (Y : 0 <= (1 - tilt q v s (theta k) (kappa l)) / (s * (1 + s))) by lra.
apply (Rmult_le_compat_r (s * (1 + s))) in Y; [|lra]. unfold Rdiv in Y. rewrite Rmult_assoc,
  Rinv_l in Y by lra. lra.
Qed.
Lemma brought_most T : E T (total brought) <= level T + (- ln s / s + ln (s + 1) / s).
Proof.
apply Rle_trans with (room kappa L k q v s (level T) []).
- apply (potential kappa L K pi kappa_range Hpi theta Ht (room kappa L k q v s (level T))).
  + intros h. now apply room_nonneg.
  + intros h Hh. pose proof (room_step kappa L K kappa_range theta Ht k q v s (level T) s_pos
    told_little) as RS.
    unfold brought. destruct ((t0 <=? length h)%nat && (good delta h && explored h k))%bool eqn:c;
      cbn [ind].
    2:{ rewrite Rminus_0_r. apply (next_le kappa L K pi Hpi). intros a A. now apply RS. }
    apply andb_prop in c. destruct c as [c1 c]. apply andb_prop in c. destruct c as [G e].
      apply Nat.leb_le in c1.
    apply (next_drop kappa L K pi Hpi) with (a := action kappa L K h k).
    * intros a A. now apply RS.
    * right. apply in_map_iff. exists k. split; [reflexivity|now apply in_range].
    * assert (A : is_list L K (action kappa L K h k)) by (apply (action_list kappa L K sizes h k
      k_range)).
      apply (proj2 (RS _ h A)).
      -- now apply cheapest_range.
      -- unfold action. rewrite e. unfold with_item. now rewrite Nat.ltb_irrefl, Nat.eqb_refl.
      -- destruct qv as [Eq [Ev lt]]. rewrite Eq, Ev in *. apply Rle_trans with (level (length h));
        [|apply level_grows; lia].
         pose proof (fine_enough _ c1) as F. unfold Attained.explored in e. apply andb_prop in e.
           destruct e as [_ e]. apply Bool.negb_true_iff in e.
         apply (not_certified h k _ i0 j0 e); try lia; [exact lt|].
         pose proof (near_led delta delta_pos h G L ltac:(lia)) as N.
           rewrite (good_leader delta delta_pos delta_apart h G L ltac:(lia)) in N.
         apply Rabs_le_between in N. unfold least_led. lra.
- unfold room. cbn [stat]. rewrite Rmult_0_r, Ropp_0, exp_0. pose proof (level_nonneg T) as P.
  assert (X : exp (- (s * level T)) <= 1).
  { rewrite <- exp_0. assert (G : - (s * level T) <= 0) by nra. destruct G as [G| ->]; [left;
    now apply exp_increasing|lra]. }
  assert (Y : s * exp (- (s * level T)) + 1 <= s + 1) by nra.
    pose proof (exp_pos (- (s * level T))) as Z.
  assert (W : ln (s * exp (- (s * level T)) + 1) <= ln (s + 1)).
  { destruct Y as [Y| ->]; [left; apply ln_increasing; [|exact Y]|lra].
    assert (0 < s * exp (- (s * level T))) by (now apply Rmult_lt_0_compat). lra. }
  apply (Rmult_le_compat_r (/ s)) in W; [|left; now apply Rinv_0_lt_compat]. unfold Rdiv. lra.
Qed.
Lemma early h : total (fun h => ind (length h <? t0)%nat 1) h <= INR t0.
Proof.
enough (G : total (fun h => ind (length h <? t0)%nat 1) h <= INR (Nat.min (length h) t0)).
{ apply Rle_trans with (1 := G). apply le_INR. lia. }
induction h as [|x h IH]; cbn [total length]; [simpl; lra|]. unfold ind at 1.
  destruct (Nat.ltb_spec (length h) t0).
- rewrite Nat.min_l in IH by lia. rewrite Nat.min_l, S_INR by lia. lra.
- rewrite Nat.min_r in IH by lia. rewrite Nat.min_r by lia. lra.
Qed.
(* and what all of them cost *)
Lemma explored_cost P e : 0 < P -> (forall h, good delta h = true -> explored h k = true ->
  gap ideal kappa L (exploring (tau k) (cheapest h k)) <= P * (r * info ideal kappa L (tau k)
    (cheapest h k))) -> 0 < e ->
  at_most (P * (1 + e)) (fun T => E T (total (fun h => chance K * cost delta k h))).
Proof.
intros HP Hcost He. pose proof (chance_pos K) as C. assert (C1 : chance K <= 1).
{ unfold chance. rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|]. pose proof (pos_INR K). lra. }
assert (one : forall h, chance K * cost delta k h <= P * brought h + most * ind (length h <? t0)%nat
  1).
{ intros h. pose proof (cost_range delta k h delta_pos delta_apart k_range) as R. unfold brought.
  destruct (Nat.leb_spec t0 (length h)) as [le|lt].
  - replace (length h <? t0)%nat with false by (symmetry; apply Nat.ltb_ge; lia). cbn [andb ind].
    rewrite Rmult_0_r, Rplus_0_r.
    unfold cost. destruct (good delta h) eqn:G; cbn [andb ind]; [|lra].
      destruct (explored h k) eqn:x; cbn [ind]; [|lra].
    specialize (Hcost h G x). pose proof (told _ (cheapest_range kappa L K sizes h k)) as D.
    apply (Rmult_le_compat_l P) in D; [|lra]. apply Rle_trans with (chance K * (P * ((1 - tilt q v s
      (theta k) (kappa (cheapest h k))) / (s * (1 + s))))).
    + apply Rmult_le_compat_l; lra.
    + right. ring.
  - replace (length h <? t0)%nat with true by (symmetry; apply Nat.ltb_lt; lia). cbn [andb ind].
    nra. }
destruct (level_most e He) as [C2 HC2]. exists (P * (C2 + (- ln s / s + ln (s + 1) / s)) + most *
  INR t0). intros T HT.
apply Rle_trans with (E T (fun h => P * total brought h + most * INR t0)).
- apply (mean_le kappa L K pi never kappa_range Hpi theta Ht). intros h.
  apply Rle_trans with (total (fun h => P * brought h + most * ind (length h <? t0)%nat 1) h);
    [now apply total_le|].
  rewrite (total_plus (fun h => P * brought h)), !total_scal. apply Rplus_le_compat_l,
    Rmult_le_compat_l; [|apply early].
  pose proof (cost_range delta k [] delta_pos delta_apart k_range). lra.
- rewrite (mean_plus kappa L pi never theta T [] (fun h => P * total brought h)), mean_scal,
  (mean_const kappa L K pi never Hpi).
  pose proof (brought_most T) as Bm. specialize (HC2 T HT). apply (Rmult_le_compat_l P) in Bm;
    [|lra]. apply (Rmult_le_compat_l P) in HC2; [|lra]. lra.
Qed.
End Explore.

Notation price j := (least 1 (L - 1) (ratio ideal kappa L j)).
Lemma explore_few k eps : (1 <= k <= K)%nat -> (L < tau k)%nat -> 0 < eps ->
  soon (fun delta => apart delta -> at_most (price (tau k) + eps) (fun T => E T (total (fun h =>
    chance K * cost delta k h)))).
Proof.
intros Hk Hj Hpos. pose proof (proj1 tau_list k Hk) as Tk. set (j := tau k) in *.
pose proof (price_nonneg ideal kappa L K S0 j ltac:(lia)) as P0. set (P := price j) in *.
set (e := Rmin 1 (eps / (P + 2))). assert (He : 0 < e) by (apply Rmin_glb_lt;
  [lra|apply Rdiv_lt_0_compat; lra]).
assert (e1 : e <= 1) by apply Rmin_l. assert (e2 : e * (P + 2) <= eps).
{ apply Rle_trans with (eps / (P + 2) * (P + 2)); [apply Rmult_le_compat_r;
  [lra|apply Rmin_r]|right; field; lra]. }
set (r := (P + e / 2) / (P + e)). assert (Pr : (P + e) * r = P + e / 2) by (unfold r; field; lra).
assert (r0 : 0 < r) by (unfold r; apply Rdiv_lt_0_compat; lra).
assert (r1 : r < 1) by (apply Rmult_lt_reg_l with (P + e); lra).
assert (x_range := theta_range ideal kappa L K S0 j ltac:(lia)). assert (y_range :=
  theta_range ideal kappa L K S0 L ltac:(lia)).
assert (xy := theta_less ideal kappa L K S0 L j ltac:(lia) ltac:(lia)).
assert (I : forall l, (1 <= l <= L)%nat -> 0 < info ideal kappa L j l) by (intros l Hl;
  apply (info_pos ideal kappa L K S0); [lia|exact Hl]).
(* two points of the grid near the attractions of items k and L *)
assert (Q : exists i0 j0, grid i0 < grid j0 /\ grid j0 < ideal L /\
  forall l, (1 <= l <= L)%nat -> r * info ideal kappa L j l < drift (ideal j) (grid i0) (grid j0)
    (kappa l)).
{ destruct (soon_all L (fun l s => forall q v, Rabs (q - ideal j) <= s -> Rabs (v - ideal L) <= s ->
    r * info ideal kappa L j l < drift (ideal j) q v (kappa l))) as [s [Hs H]].
  { intros l Hl. apply drift_near; [now apply kappa_range|exact x_range|exact y_range|].
    fold (info ideal kappa L j l).
    specialize (I l Hl). nra. }
  specialize (H s ltac:(lra)). set (mid := (ideal j + ideal L) / 2).
  destruct (grid_between (ideal j) (Rmin mid (ideal j + s))) as [i0 [Qi Qi']];
    [lra|apply Rmin_glb_lt; unfold mid; lra| |].
  { apply Rle_trans with mid; [apply Rmin_l|unfold mid; lra]. }
  destruct (grid_between (Rmax mid (ideal L - s)) (ideal L)) as [j0 [Qj Qj']]; [|apply Rmax_lub_lt;
    unfold mid; lra|lra|].
  { apply Rle_trans with mid; [unfold mid; lra|apply Rmax_l]. }
  pose proof (Rmin_l mid (ideal j + s)). pose proof (Rmin_r mid (ideal j + s)).
    pose proof (Rmax_l mid (ideal L - s)). pose proof (Rmax_r mid (ideal L - s)).
  exists i0, j0. split; [lra|]. split; [exact Qj'|]. intros l Hl. apply (H l Hl); apply Rabs_le;
    lra. }
destruct Q as [i0 [j0 [qv [vy D]]]].
(* a small exponent *)
destruct (soon_all L (fun l s => r * info ideal kappa L j l <= (1 - tilt (grid i0) (grid j0) s
  (ideal j) (kappa l)) / (s * (1 + s)))) as [s [Hs H]].
{ intros l Hl. apply tilt_near; [apply (click ideal kappa L K S0 j l); [lia|exact Hl]|
  |now apply D]. specialize (I l Hl). apply Rmult_le_pos; lra. }
specialize (H s ltac:(lra)). destruct (fine_large (S (i0 + j0))) as [t0 Ht0].
generalize (soon_and _ _ (position j (e / 2) ltac:(lia) ltac:(lra)) (soon_below (ideal L - grid j0)
  ltac:(lra))).
apply soon_imp. intros delta Hd [Pos Hy] A.
apply (at_most_le ((P + e) * (1 + e)) _ (fun T => E T (total (fun h =>
  chance K * cost delta k h)))); [nra|intros T; lra|].
apply (explored_cost k (grid i0) (grid j0) s delta r i0 j0 t0); try assumption; try lra.
intros h G x. specialize (Pos A h k G Hk eq_refl x). fold j in Pos |- *. rewrite <- Rmult_assoc, Pr.
  exact Pos.
Qed.

(** * All rounds *)

Lemma total_sum r (c : nat -> history -> R) h : total (fun h => sum r (fun i =>
  c i h)) h = sum r (fun i => total (c i) h).
Proof. induction h as [|x h IH]; cbn [total]; [now rewrite sum_const0|]. now rewrite IH, sum_plus.
  Qed.
Lemma soon_apart : soon apart.
Proof.
assert (H : soon (fun s => forall i, (1 <= i <= K)%nat -> forall j, (1 <= j <= K)%nat ->
  (i < j)%nat -> 2 * s < ideal i - ideal j)).
{ apply soon_all with (P := fun i s => forall j, (1 <= j <= K)%nat -> (i < j)%nat ->
  2 * s < ideal i - ideal j). intros i Hi.
  apply soon_all with (P := fun j s => (i < j)%nat -> 2 * s < ideal i - ideal j). intros j Hj.
  destruct (le_lt_dec j i) as [le|lt]; [exists 1; split; [lra|]; intros; lia|].
  pose proof (theta_less ideal kappa L K S0 i j ltac:(lia) ltac:(lia)).
    exists ((ideal i - ideal j) / 4). split; [lra|]. intros s Hs _. lra. }
revert H. apply soon_imp. intros s _ H i j Hij Hj. apply H; lia.
Qed.
(* the prices of the items in the order of their labels *)
Lemma value_labels : sum (range 1 K) (fun k => ind (L <? tau k)%nat (price (tau k))) <= value ideal
  kappa L K.
Proof.
unfold value. rewrite (range_ind K (S L)) by lia. rewrite <- (sum_map (range 1 K) tau (fun j =>
  ind (L <? j)%nat (price j))).
apply sum_incl.
- apply (distinct_map K); [exact tau_list|apply seq_NoDup|]. intros i Hi. now apply in_range.
- intros j Hj. apply in_map_iff in Hj. destruct Hj as [i [<- Hi]]. apply in_range in Hi.
  apply in_range. now apply tau_list.
- intros j Hj. apply in_range in Hj. unfold ind. destruct (Nat.leb_spec (S L) j); [|lra].
  apply (price_nonneg ideal kappa L K S0). lia.
Qed.
Theorem regret_most eps : 0 < eps -> at_most (value ideal kappa L K + eps) (fun T =>
  regret theta kappa L pi most T).
Proof.
intros Hpos. assert (M : 0 <= most) by (apply reward_nonneg; intros l Hl;
  apply (theta_range ideal kappa L K S0); lia).
pose proof (pos_INR K) as K0. set (e := eps / (INR K * (most + 1) + 1)).
assert (den : 0 < INR K * (most + 1) + 1) by (assert (0 <= INR K * (most + 1)) by (apply
  Rmult_le_pos; lra); lra).
assert (He : 0 < e) by (unfold e; apply Rdiv_lt_0_compat; lra).
  assert (small : e * (INR K * (most + 1)) <= eps).
{ apply Rle_trans with (e * (INR K * (most + 1) + 1)); [apply Rmult_le_compat_l; lra|right;
  unfold e; field; lra]. }
assert (X : soon (fun delta => forall k, (1 <= k <= K)%nat -> apart delta -> (L < tau k)%nat ->
  at_most (price (tau k) + e) (fun T => E T (total (fun h => chance K * cost delta k h))))).
{ apply soon_all with (P := fun k delta => apart delta -> (L < tau k)%nat ->
    at_most (price (tau k) + e) (fun T => E T (total (fun h => chance K * cost delta k h)))).
  intros k Hk. destruct (le_lt_dec (tau k) L) as [le|lt]; [exists 1; split; [lra|]; intros; lia|].
  generalize (explore_few k e Hk lt He). apply soon_imp. intros delta _ H A _. now apply H. }
destruct (soon_and _ _ (soon_and _ _ soon_apart (soon_below 1 ltac:(lra))) X) as [delta [Hd
  Hdelta]].
destruct (Hdelta delta ltac:(lra)) as [[A d1] Few]. clear X Hdelta.
(* the costs of each item *)
assert (C : forall k, (1 <= k <= K)%nat ->
  at_most (ind (L <? tau k)%nat (price (tau k)) + e) (fun T => E T (total (fun h =>
    chance K * cost delta k h)))).
{ intros k Hk. destruct (Nat.ltb_spec L (tau k)) as [lt|le]; cbn [ind]; [now apply Few|]. exists 0.
  intros T HT.
  apply Rle_trans with 0; [|pose proof (ln_nonneg T HT); nra].
  apply Rle_trans with (E T (fun _ => 0)); [|right; apply (mean_const kappa L K pi never Hpi)].
  apply (mean_le kappa L K pi never kappa_range Hpi theta Ht). intros h.
  apply Rle_trans with (total (fun h => 0 * cost delta k h) h); [|rewrite total_scal; lra].
    apply total_le. clear h. intros h.
  unfold cost. destruct (good delta h) eqn:G; cbn [andb ind]; [|lra]. destruct (explored h k) eqn:x;
    cbn [ind]; [|lra].
  pose proof (explored_beyond delta Hd A h G k Hk x). lia. }
assert (B : at_most (most * sum (range 1 K) (fun _ => 0 + e) + sum (range 1 K) (fun k =>
  ind (L <? tau k)%nat (price (tau k)) + e))
  (fun T => most * sum (range 1 K) (fun i => E T (total (fun h =>
    ind (off delta i h) 1)) + E T (total (fun h => ind (certified h i (theta i)) 1)))
    + sum (range 1 K) (fun k => E T (total (fun h => chance K * cost delta k h))))).
{ apply at_most_plus; [apply at_most_scal; [exact M|]|].
  - apply (at_most_sum (range 1 K) (fun _ => 0 + e) (fun i T => E T (total (fun h =>
    ind (off delta i h) 1)) +
      E T (total (fun h => ind (certified h i (theta i)) 1)))).
    intros i Hi. apply in_range in Hi. apply at_most_plus; [apply off_few;
      [lra|exact Hi]|now apply false_few].
  - apply (at_most_sum (range 1 K) (fun k => ind (L <? tau k)%nat (price (tau k)) + e) (fun k T =>
    E T (total (fun h => chance K * cost delta k h)))).
    intros k Hk. apply C. now apply in_range. }
revert B. apply at_most_le.
- assert (LK : length (range 1 K) = K) by (unfold range; rewrite length_seq; lia).
  rewrite (sum_const (range 1 K) (0 + e)), sum_plus, sum_const, LK. pose proof value_labels. lra.
- intros T. unfold regret. rewrite (total_along kappa L K pi Hpi theta).
  apply Rle_trans with (E T (fun h => most * sum (range 1 K) (fun i => total (fun h =>
    ind (off delta i h) 1) h + total (fun h => ind (certified h i (theta i)) 1) h)
    + sum (range 1 K) (fun k => total (fun h => chance K * cost delta k h) h))).
  + apply (mean_le kappa L K pi never kappa_range Hpi theta Ht). intros h.
    apply Rle_trans with (1 := total_le _ _ h (fun h => round_loss delta h Hd A)).
    rewrite (total_plus (fun h => most * _)), total_scal, !total_sum. right. f_equal. f_equal.
      apply sum_ext. intros i _. apply total_plus.
  + rewrite (mean_plus kappa L pi never theta T []), mean_scal,
    !(mean_sum theta kappa L K pi) by exact Hpi. right. f_equal. f_equal. apply sum_ext. intros i _.
    apply mean_plus.
Qed.
Lemma regret_nonneg T : 0 <= regret theta kappa L pi most T.
Proof.
unfold regret. apply Rle_trans with (E T (along (fun _ => 0))).
- right. symmetry. transitivity (E T (fun _ => 0)); [apply mean_ext|apply (mean_const kappa L K pi
  never Hpi)]. intros h. induction h as [|[a z] h IH]; cbn [along]; [reflexivity|]. rewrite IH.
  ring.
- apply (game_le kappa L K pi kappa_range Hpi); [exact Ht|]. intros a [A1 A2].
  pose proof (gap_nonneg ideal kappa L K (sorted_end _ _ _ _ S0) (sorted_le _ _ _ _ S0)
    (sorted_kappa _ _ _ _ S0) ltac:(lia) (fun l => tau (a l))) as G.
  rewrite gap_reward in G. apply G. split.
  + intros l Hl. now apply tau_list, A1.
  + intros l m Hl Hm e. apply A2; try assumption. apply (proj2 tau_list);
    [now apply A1|now apply A1|exact e].
Qed.
End Loss.

(** * Other labels *)

(* a list of all items, as a permutation of all numbers, and its inverse *)
Lemma permutation_of K s : is_list K K s -> exists f g : nat -> nat, (forall n, g (f n) = n) /\
  (forall n, f (g n) = n) /\
  (forall i, (1 <= i <= K)%nat -> f i = s i /\ (1 <= g i <= K)%nat).
Proof.
intros S. set (inside := fun n => ((1 <=? n) && (n <=? K))%bool%nat).
assert (In_ : forall n, inside n = true <-> (1 <= n <= K)%nat).
{ intros n. unfold inside. rewrite Bool.andb_true_iff, !Nat.leb_le. tauto. }
set (f := fun n => if inside n then s n else n).
set (g := fun n => if inside n then match find (fun i => (s i =? n)%nat) (range 1 K) with Some i =>
  i | None => n end else n).
assert (G : forall n, (1 <= n <= K)%nat -> (1 <= g n <= K)%nat /\ s (g n) = n).
{ intros n Hn. unfold g. rewrite (proj2 (In_ n) Hn). destruct (find _ _) as [i|] eqn:e.
  - apply find_some in e. destruct e as [Hi e]. apply in_range in Hi. apply Nat.eqb_eq in e.
    now split.
  - destruct (all_items K s n S Hn) as [i [Hi E]]. pose proof (find_none _ _ e i ltac:(now apply
    in_range)) as N. cbn beta in N.
    apply Nat.eqb_neq in N. contradiction. }
assert (out : forall n, inside n = false -> f n = n /\ g n = n) by (intros n e; unfold f, g;
  now rewrite e).
assert (fin : forall n, (1 <= n <= K)%nat -> f n = s n) by (intros n Hn; unfold f;
  now rewrite (proj2 (In_ n) Hn)).
exists f, g. split; [|split].
- intros n. destruct (inside n) eqn:e; [|destruct (out n e) as [-> ->]; reflexivity].
  apply In_ in e. rewrite (fin n e).
  pose proof (proj1 S n e) as R. destruct (G (s n) R) as [A B]. now apply (proj2 S).
- intros n. destruct (inside n) eqn:e; [|destruct (out n e) as [E1 E2]; now rewrite E2, E1].
  apply In_ in e.
  destruct (G n e) as [A B]. now rewrite fin.
- intros i Hi. split; [now apply fin|now apply G].
Qed.

Section Relabel.
Variables f g : nat -> nat.
Variable K : nat.
Hypothesis gf : forall n, g (f n) = n.
Hypothesis fg : forall n, f (g n) = n.
Hypothesis f_range : forall i, (1 <= i <= K)%nat -> (1 <= f i <= K)%nat.
Hypothesis g_range : forall i, (1 <= i <= K)%nat -> (1 <= g i <= K)%nat.
Variable pi : policy.
Definition named (p : nat -> nat) (h : history) : history := map (fun az => (fun l => p (fst az l),
  snd az)) h.
(* the policy that sees item f i as item i *)
Definition relabelled : policy := fun h => map (fun wa => (fst wa, fun l =>
  f (snd wa l))) (pi (named g h)).

Lemma named_back h : named g (named f h) = h.
Proof.
unfold named. rewrite map_map. rewrite <- (map_id h) at 2. apply map_ext. intros [a z].
  cbn [fst snd]. f_equal.
apply functional_extensionality. intros l. apply gf.
Qed.
Lemma relabelled_list L a : is_list L K a -> is_list L K (fun l => f (a l)).
Proof.
intros [A B]. split; [intros l Hl; now apply f_range, A|]. intros l m Hl Hm e. apply B;
  try assumption.
rewrite <- (gf (a l)), e. apply gf.
Qed.
Lemma psum_named P F : psum (map (fun wa => (fst wa, fun l =>
  f (snd wa l))) P) F = psum P (fun w a => F w (fun l => f (a l))).
Proof. induction P as [|[w a] P IH]; cbn [map psum fst snd]; [reflexivity|now rewrite IH]. Qed.
Lemma relabelled_policy L : is_policy L K pi -> is_policy L K relabelled.
Proof.
intros H h. destruct (H (named g h)) as [P S]. split.
- intros w a i. apply in_map_iff in i. destruct i as [[w' a'] [e i]]. cbn [fst snd] in e.
  injection e as <- <-.
  destruct (P w' a' i) as [Hw A]. split; [exact Hw|now apply relabelled_list].
- unfold relabelled. rewrite psum_named. exact S.
Qed.
Lemma mean_relabelled t kappa L T h F : mean t kappa L relabelled never T (named f h) F =
  mean (fun i => t (f i)) kappa L pi never T h (fun h' => F (named f h')).
Proof.
revert h; induction T as [|T IH]; intros h; [reflexivity|]. cbn [mean]. unfold never at 1 3.
  unfold relabelled at 1.
rewrite named_back, psum_named. apply psum_ext. intros w a _. f_equal. apply clicks_ext. intros z.
  apply (IH ((a, z) :: h)).
Qed.
Lemma regret_relabelled t kappa L m T : regret t kappa L relabelled m T = regret (fun i =>
  t (f i)) kappa L pi m T.
Proof.
unfold regret. change (@nil ((nat -> nat) * list bool)) with (named f []) at 1.
  rewrite mean_relabelled. apply mean_ext. intros h.
induction h as [|[a z] h IH]; cbn [named map along fst snd]; [reflexivity|]. now rewrite <- IH.
Qed.
Lemma best_relabelled t kappa L m : best_reward t kappa L K m <-> best_reward (fun i =>
  t (f i)) kappa L K m.
Proof.
assert (E : forall x, (exists a, is_list L K a /\ x = reward t kappa L a) <-> (exists a,
  is_list L K a /\ x = reward (fun i => t (f i)) kappa L a)).
{ intros x. split; intros [a [A ->]].
  - exists (fun l => g (a l)). split.
    + destruct A as [A B]. split; [intros l Hl; now apply g_range, A|]. intros l n Hl Hn e. apply B;
      try assumption.
      rewrite <- (fg (a l)), e. apply fg.
    + unfold reward. apply sum_ext. intros l _. now rewrite fg.
  - exists (fun l => f (a l)). split; [now apply relabelled_list|reflexivity]. }
unfold best_reward, is_lub, is_upper_bound. split; intros [U V]; (split; [intros x Hx; apply U;
  now apply E|intros b Hb; apply V; intros x Hx; apply Hb; now apply E]).
Qed.
End Relabel.

(* only the attractions of the items 1, ..., K matter *)
Lemma regret_same t t' kappa L K pi m T : is_policy L K pi -> (forall i, (1 <= i <= K)%nat ->
  t i = t' i) ->
  regret t kappa L pi m T = regret t' kappa L pi m T.
Proof.
intros Hpi E. unfold regret.
assert (R : forall a, is_list L K a -> reward t kappa L a = reward t' kappa L a).
{ intros a [A _]. unfold reward. apply sum_ext. intros l Hl. apply in_range in Hl.
  now rewrite E by now apply A. }
assert (Q : forall q q' l F, (forall n, (1 <= n <= l)%nat -> q n = q' n) ->
  clicks q l F = clicks q' l F).
{ intros q q' l. induction l as [|l IH]; intros F H; cbn [clicks]; [reflexivity|].
  rewrite (H (S l)) by lia. now rewrite !IH by (intros; apply H; lia). }
assert (G : forall h h', along (fun a => m - reward t kappa L a) h = along (fun a =>
  m - reward t' kappa L a) h' -> h = h' ->
  mean t kappa L pi never T h (along (fun a => m - reward t kappa L a)) = mean t' kappa L pi never T
    h (along (fun a => m - reward t' kappa L a))).
{ induction T as [|T IH]; intros h h' H <-; [exact H|]. cbn [mean]. unfold never at 1 3.
  apply psum_ext. intros w a i.
  destruct (Hpi h) as [P _]. destruct (P w a i) as [_ A]. f_equal. rewrite (Q (fun l =>
    kappa l * t (a l)) (fun l => kappa l * t' (a l))).
  - apply clicks_ext. intros z. apply (IH _ ((a, z) :: h)); [|reflexivity]. cbn [along].
    now rewrite H, R.
  - intros n Hn. destruct A as [A _]. now rewrite E by now apply A. }
now apply (G [] []).
Qed.

Lemma best_same t t' kappa L K m : (forall i, (1 <= i <= K)%nat -> t i = t' i) ->
  best_reward t kappa L K m -> best_reward t' kappa L K m.
Proof.
intros E [U V]. assert (R : forall a, is_list L K a -> reward t kappa L a = reward t' kappa L a).
{ intros a [A _]. unfold reward. apply sum_ext. intros l Hl. apply in_range in Hl.
  now rewrite E by now apply A. }
split; [intros x [a [A ->]]; apply U; exists a; split; [exact A|now rewrite R]|].
intros b Hb. apply V. intros x [a [A ->]]. apply Hb. exists a. split; [exact A|now apply R].
Qed.

(* what is of the order of log T is o(T^alpha) *)
Lemma at_most_small c u alpha : at_most c u -> (forall T, 0 <= u T) -> 0 < alpha ->
  is_lim_seq (fun T => u T / Rpower (INR T) alpha) 0.
Proof.
intros [C H] U Ha. apply is_lim_seq_spec. intros eps. pose proof (cond_pos eps) as He. set (A :=
  Rabs c + Rabs C + 1).
pose proof (Rabs_pos c) as Pc. pose proof (Rabs_pos C) as PC. pose proof (Rle_abs c) as Qc.
  pose proof (Rle_abs C) as QC.
set (b := (alpha / 2) ^ 2). assert (Hb : 0 < b) by (unfold b; apply pow_lt; lra).
assert (big : Hierarchy.eventually (fun T => (1 <= T)%nat)) by (now exists 1%nat).
generalize (filter_and _ _ big (filter_and _ _ (ln_large (A / (b * eps))) (ln_large 1))).
  apply filter_imp.
intros T [HT [B B1]]. specialize (H T HT). specialize (U T). set (x := ln (INR T)) in *.
  rewrite Rminus_0_r.
assert (Q : 0 < Rpower (INR T) alpha) by apply exp_pos.
assert (P : b * x ^ 2 <= Rpower (INR T) alpha).
{ unfold Rpower. fold x. replace (alpha * x) with (alpha / 2 * x + alpha / 2 * x) by field.
  rewrite exp_plus.
  pose proof (exp_ineq1_le (alpha / 2 * x)) as X. assert (X0 : 0 < alpha / 2 * x) by (apply
    Rmult_lt_0_compat; lra).
  replace (b * x ^ 2) with (alpha / 2 * x * (alpha / 2 * x)) by (unfold b; ring).
    apply Rmult_le_compat; lra. }
rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [exact U|left; now apply Rinv_0_lt_compat]).
apply Rmult_lt_reg_r with (Rpower (INR T) alpha); [exact Q|]. unfold Rdiv. rewrite Rmult_assoc,
  Rinv_l, Rmult_1_r by lra.
assert (B' : A <= x * (b * eps)).
{ assert (be : 0 < b * eps) by (now apply Rmult_lt_0_compat).
  apply (Rmult_le_compat_r (b * eps)) in B; [|lra].
  unfold Rdiv in B. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in B by lra. exact B. }
apply Rlt_le_trans with (eps * (b * x ^ 2)); [|apply Rmult_le_compat_l; lra].
apply Rlt_le_trans with (A * x).
- assert (c * x <= Rabs c * x) by (apply Rmult_le_compat_r; lra).
  assert (Rabs C * 1 <= Rabs C * x) by (apply Rmult_le_compat_l; lra).
  unfold A. lra.
- apply (Rmult_le_compat_r x) in B'; [|lra]. lra.
Qed.
(* the limit, from both sides *)
Lemma limit_of u v : (forall eps, 0 < eps -> at_most (v + eps) u) -> Rbar_le v (LimInf_seq (fun T =>
  u T / ln (INR T))) ->
  is_lim_seq (fun T => u T / ln (INR T)) v.
Proof.
intros Up Low. apply is_lim_seq_spec. intros eps. pose proof (cond_pos eps) as He.
assert (low : eventually (fun T => v - eps < u T / ln (INR T))).
{ unfold LimInf_seq in Low. destruct (ex_LimInf_seq _) as [[x| |] C]; simpl in Low, C;
  [|apply C|contradiction].
  destruct (C eps) as [_ [N HN]]. exists N. intros n Hn. specialize (HN n Hn). lra. }
destruct (Up (eps / 2) ltac:(lra)) as [C H].
assert (big : Hierarchy.eventually (fun T => (1 <= T)%nat)) by (now exists 1%nat).
generalize (filter_and _ _ (filter_and _ _ low big) (filter_and _ _ (ln_large (2 * (Rabs C + 1) /
  eps)) (ln_large 1))). apply filter_imp.
intros T [[A HT] [B B1]]. specialize (H T HT). set (x := ln (INR T)) in *.
  pose proof (Rle_abs C) as QC. pose proof (Rabs_pos C) as PC.
apply Rabs_def1; [|lra]. enough (u T / x < v + eps) by lra. apply Rmult_lt_reg_r with x; [lra|].
replace (u T / x * x) with (u T) by (field; lra). apply (Rmult_le_compat_r eps) in B; [|lra].
replace (2 * (Rabs C + 1) / eps * eps) with (2 * (Rabs C + 1)) in B by (field; lra). lra.
Qed.

Theorem attained : pbm_attained.
Proof.
intros kappa L K sz kr ke. set (pi := attaining kappa L K).
  pose proof (attaining_policy kappa L K sz) as Hpi. fold pi in Hpi.
exists pi. split; [exact Hpi|].
(* all labels *)
assert (Up : forall theta sigma m, sorted theta kappa L K -> is_list K K sigma ->
  best_reward (fun i => theta (sigma i)) kappa L K m ->
  best_reward theta kappa L K m /\ (forall eps, 0 < eps ->
    at_most (value theta kappa L K + eps) (regret (fun i => theta (sigma i)) kappa L pi m)) /\
  (forall T, 0 <= regret (fun i => theta (sigma i)) kappa L pi m T)).
{ intros theta sigma m S0 Hs Hm. destruct (permutation_of K sigma Hs) as [f [g [gf [fg E]]]].
  assert (B : best_reward theta kappa L K m).
  { apply (best_relabelled f g K gf fg); [intros i Hi; destruct (E i Hi) as [-> _];
    now apply Hs|intros i Hi; now apply E|].
    apply (best_same (fun i => theta (sigma i))); [|exact Hm]. intros i Hi.
      now destruct (E i Hi) as [-> _]. }
  assert (e : m = reward theta kappa L (fun l => l)).
  { pose proof (best_theta theta kappa L K S0) as B'. destruct B as [B1 B2], B' as [C1 C2].
    apply Rle_antisym; [now apply B2|now apply C2]. }
  split; [exact B|]. rewrite e. split.
  - intros eps He. exact (regret_most theta kappa L K sigma S0 Hs eps He).
  - exact (regret_nonneg theta kappa L K sigma S0 Hs). }
assert (eff : efficient_where_distinct kappa L K pi).
{ intros t m alpha Ht D Hm Ha. destruct (permutation_of K (order t K) (order_list t K)) as [f [g [gf
  [fg E]]]].
  assert (S0 : sorted (fun i => t (f i)) kappa L K).
  { repeat split; try (apply sz || exact ke); try (apply kr; assumption).
    - intros i j Hij Hj. destruct (E i ltac:(lia)) as [Ei _]. destruct (E j ltac:(lia)) as [Ej _].
      rewrite Ei, Ej.
      pose proof (order_decreases t K i j ltac:(lia) Hj) as O. destruct (order_list t K) as [R I].
      assert (N : t (order t K i) <> t (order t K j)); [|lra].
      destruct (Nat.lt_trichotomy (order t K i) (order t K j)) as [lt|[e|gt]].
      + apply D; [|apply R; lia]. split; [apply R; lia|exact lt].
      + apply I in e; lia.
      + apply not_eq_sym, D; [|apply R; lia]. split; [apply R; lia|exact gt].
    - destruct (E i H) as [-> _]. apply Ht. now apply order_list.
    - destruct (E i H) as [-> _]. apply Ht. now apply order_list. }
  assert (Hg : is_list K K g).
  { split; [intros i Hi; now apply E|]. intros i j _ _ e. now rewrite <- (fg i), e, fg. }
  destruct (Up (fun i => t (f i)) g m S0 Hg) as [_ [Most Nn]].
  { apply (best_same t); [|exact Hm]. intros i _. now rewrite fg. }
  apply (is_lim_seq_ext (fun T => regret (fun i => t (f (g i))) kappa L pi m T / Rpower (INR T)
    alpha)).
  + intros T. f_equal. apply (regret_same _ _ kappa L K); [exact Hpi|]. intros i _. now rewrite fg.
  + apply (at_most_small (value (fun i => t (f i)) kappa L K + 1)); [apply Most; lra|exact Nn|lra].
    }
split; [exact eff|]. intros theta sigma m S0 Hs Hm. destruct (Up theta sigma m S0 Hs Hm) as [B [Most
  _]]. apply limit_of; [exact Most|].
(* the lower bound, for the policy with the items in order *)
destruct (permutation_of K sigma Hs) as [f [g [gf [fg E]]]].
assert (fr : forall i, (1 <= i <= K)%nat -> (1 <= f i <= K)%nat) by (intros i Hi;
  destruct (E i Hi) as [-> _]; now apply Hs).
assert (gr : forall i, (1 <= i <= K)%nat -> (1 <= g i <= K)%nat) by (intros i Hi; now apply E).
assert (eff' : efficient_where_distinct kappa L K (relabelled f g pi)).
{ intros t m' alpha Ht D Hm' Ha. apply (is_lim_seq_ext (fun T => regret (fun i =>
  t (f i)) kappa L pi m' T / Rpower (INR T) alpha)).
  { intros T. now rewrite (regret_relabelled f g gf). }
  apply eff; [intros i Hi; now apply Ht, fr| |exact (proj1 (best_relabelled f g K gf fg fr gr t
    kappa L m') Hm')|exact Ha].
  intros i j Hij Hj. pose proof (fr i ltac:(lia)). pose proof (fr j ltac:(lia)).
    destruct (Nat.lt_trichotomy (f i) (f j)) as [lt|[e|gt]].
  - apply D; lia.
  - rewrite <- (gf i), e, gf in Hij. lia.
  - apply not_eq_sym, D; lia. }
pose proof (theorem_6_distinct theta kappa L K (relabelled f g pi) m S0 (relabelled_policy f g K gf
  fr pi L Hpi) eff' B) as Low.
replace (fun T => regret (fun i => theta (sigma i)) kappa L pi m T / ln (INR T)) with
  (fun T => regret theta kappa L (relabelled f g pi) m T / ln (INR T)); [exact Low|].
apply functional_extensionality. intros T. f_equal. rewrite (regret_relabelled f g gf).
  apply (regret_same _ _ kappa L K); [exact Hpi|].
intros i Hi. now destruct (E i Hi) as [-> _].
Qed.

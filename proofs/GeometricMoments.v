(** Lemma 12 of Grant and Leslie (2023): the central moments of the geometric law, all orders.
    The n-th is a polynomial Q n in the mean with natural coefficients, found by its recursion;
    that Q n is the
    moment follows from the first step of the series; the bound is an induction over polynomials. *)
From Coq Require Import Reals Psatz List Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements.
Import ListNotations.
Open Scope R_scope.

(* the recursion of !n *)
Lemma derangements_step n :
  derangements (S (S n)) = (S n * (derangements (S n) + derangements n))%nat.
Proof. unfold derangements; simpl. destruct (derangements_pair n) as [a b]; simpl. lia. Qed.

(* Polynomials with natural coefficients *)
Notation eval := polynomial.
Fixpoint add (l m : list nat) : list nat :=
  match l, m with
  | [], _ => m | _, [] => l
  | a :: l', b :: m' => (a + b)%nat :: add l' m'
  end.
Fixpoint diff (l : list nat) : list nat :=
  match l with [] => [] | a :: l' => add l' (0%nat :: diff l') end.
Definition scale (n : nat) (l : list nat) : list nat := map (Nat.mul n) l.

(* evaluation respects sums, multiples and derivatives *)
Lemma eval_add l m x : eval (add l m) x = eval l x + eval m x.
Proof.
revert m; induction l as [|a l IH]; intros [|b m]; simpl; try ring.
rewrite plus_INR, IH; ring.
Qed.
Lemma eval_scale n l x : eval (scale n l) x = INR n * eval l x.
Proof. induction l as [|a l IH]; cbn [scale map polynomial]; [ring|]. fold (scale n l). rewrite IH,
  mult_INR; ring. Qed.
Lemma eval_diff l x : is_derive (eval l) x (eval (diff l) x).
Proof.
induction l as [|a l IH]; cbn [diff polynomial].
- apply (is_derive_const 0).
- rewrite eval_add. cbn [polynomial]. replace (INR 0) with 0 by reflexivity.
  replace (eval l x + (0 + x * eval (diff l) x)) with (0 + (1 * eval l x + x * eval (diff l) x)) by
    ring.
  apply (@is_derive_plus R_AbsRing R_NormedModule (fun _ => INR a) (fun y => y * eval l y)).
  + apply (is_derive_const (INR a)).
  + apply (is_derive_mult (fun y => y) (eval l)); [apply (is_derive_id x)|exact IH|intros;
    apply Rmult_comm].
Qed.
(* natural coefficients: no negative values at x >= 0 *)
Lemma eval_nonneg l x : 0 <= x -> 0 <= eval l x.
Proof.
intros Hx; induction l as [|a l IH]; simpl; [lra|].
pose proof (pos_INR a). nra.
Qed.

(* The moments as polynomials in the mean: m(n+1) = x (1 + x) (m(n)' + n m(n-1)) *)
Definition times_x1x (l : list nat) : list nat := add (0%nat :: l) (0%nat :: 0%nat :: l).
Fixpoint moment_pair (n : nat) : list nat * list nat :=     (* m n and m (n + 1) *)
  match n with
  | O => ([1%nat], [])
  | S n' => let (a, b) := moment_pair n' in (b, times_x1x (add (diff b) (scale (S n') a)))
  end.
Definition moment (n : nat) : list nat := fst (moment_pair n).
Definition Q (n : nat) (x : R) : R := eval (moment n) x.
Definition dQ (n : nat) (x : R) : R := eval (diff (moment n)) x.

(* the recursion of the moments *)
Lemma Q_step n x : Q (S (S n)) x = x * (1 + x) * (dQ (S n) x + INR (S n) * Q n x).
Proof.
unfold Q, dQ, moment. cbn [moment_pair]. destruct (moment_pair n) as [a b]; cbn [fst snd].
unfold times_x1x. rewrite eval_add. cbn [polynomial]. rewrite eval_add, eval_scale.
  change (INR 0) with 0. ring.
Qed.
Lemma Q0 x : Q 0 x = 1. Proof. unfold Q; simpl; ring. Qed.
Lemma Q1 x : Q 1 x = 0. Proof. reflexivity. Qed.
Lemma dQ_Q n x : is_derive (Q n) x (dQ n x).
Proof. apply eval_diff. Qed.

(* The bound, with natural coefficients in between *)
Definition below (f g : R -> R) : Prop := exists r, forall x, g x = f x + eval r x.
Definition B (n : nat) (x : R) : R := INR (derangements (S n)) * (x * (1 + x) ^ n).
  (* bound of m(n+1) *)
Definition dB (n : nat) (x : R) : R :=
  INR (derangements (S n)) * ((1 + x) ^ n + x * (INR n * (1 + x) ^ pred n)).
(* derivatives of the bound *)
Lemma dB_B n x : is_derive (B n) x (dB n x).
Proof. unfold B, dB. auto_derive; [trivial|]. ring. Qed.

Fixpoint power (n : nat) : list nat :=   (* (1 + x)^n *)
  match n with O => [1%nat] | S n' => add (power n') (0%nat :: power n') end.
(* (1 + x)^n *)
Lemma eval_power n x : eval (power n) x = (1 + x) ^ n.
Proof.
induction n as [|n IH]; cbn [power polynomial pow]; [simpl; ring|].
rewrite eval_add. cbn [polynomial]. rewrite IH. change (INR 0) with 0. ring.
Qed.

(* !(n + 1) <= !(n + 2) *)
Lemma derangements_grow n : (derangements (S n) <= derangements (S (S n)))%nat.
Proof.
destruct n as [|n]; [cbn; lia|]. rewrite (derangements_step (S n)).
cbn [Nat.mul]. lia.
Qed.

(* the difference of bound and moment has natural coefficients again, by both recursions *)
Lemma below_step n : below (Q (S n)) (B n) -> below (Q (S (S n))) (B (S n)) ->
  below (Q (S (S (S n)))) (B (S (S n))).
Proof.
intros [r0 H0] [r1 H1].
set (k := (derangements (S (S (S n))) - derangements (S (S n)))%nat).
exists (add (scale k (0%nat :: power (S n))) (times_x1x (add (diff r1) (scale (S (S n)) r0)))).
intros x.
assert (D : dB (S n) x = dQ (S (S n)) x + eval (diff r1) x).
{ rewrite <- (is_derive_unique _ _ _ (dB_B (S n) x)).
  apply is_derive_unique.
  apply (is_derive_ext (fun y => Q (S (S n)) y + eval r1 y)).
  - intros y; symmetry; apply H1.
  - apply (@is_derive_plus R_AbsRing R_NormedModule (Q (S (S n))) (eval r1));
    [apply dQ_Q|apply eval_diff]. }
rewrite eval_add, eval_scale. unfold times_x1x. rewrite eval_add. cbn [polynomial].
rewrite eval_add, eval_scale, eval_power. change (INR 0) with 0.
rewrite Q_step. specialize (H0 x).
assert (K : INR k = INR (derangements (S (S (S n)))) - INR (derangements (S (S n)))).
{ unfold k. apply minus_INR. apply derangements_grow. }
assert (E : INR (derangements (S (S (S n)))) =
  INR (S (S n)) * (INR (derangements (S (S n))) + INR (derangements (S n)))).
{ rewrite derangements_step, mult_INR, plus_INR. reflexivity. }
replace (dQ (S (S n)) x) with (dB (S n) x - eval (diff r1) x) by lra.
replace (Q (S n) x) with (B n x - eval r0 x) by lra.
unfold B, dB. rewrite K, E. cbn [pred pow]. rewrite !S_INR. ring.
Qed.

(* for all orders *)
Lemma below_all n : below (Q (S n)) (B n) /\ below (Q (S (S n))) (B (S n)).
Proof.
induction n as [|n [H0 H1]].
- split.
  + exists []. intros x. rewrite Q1. unfold B. simpl. ring.
  + exists []. intros x. unfold Q, B. simpl. ring.
- split; [exact H1|]. now apply below_step.
Qed.

(* The first-step equation: (1 + x) m(n) = (-x)^n + x sum over i <= n of C(n, i) m(i) *)
Fixpoint bin (n : nat) (f : nat -> R) : R :=
  match n with O => f O | S n' => bin n' f + bin n' (fun i => f (S i)) end.
Fixpoint low (n : nat) (f : nat -> R) : R :=      (* the same without i = n *)
  match n with O => 0 | S n' => low n' f + f n' + low n' (fun i => f (S i)) end.

(* sums with binomial coefficients, by the rule of Pascal *)
Lemma bin_low n f : bin n f = low n f + f n.
Proof. revert f; induction n as [|n IH]; intros f; simpl; [ring|]. rewrite !IH; ring. Qed.
Lemma bin_ext n f g : (forall i, f i = g i) -> bin n f = bin n g.
Proof. revert f g; induction n as [|n IH]; intros f g H; simpl; [apply H|]. f_equal; apply IH;
  intros; apply H. Qed.
Lemma bin_plus n f g : bin n (fun i => f i + g i) = bin n f + bin n g.
Proof. revert f g; induction n as [|n IH]; intros f g; simpl; [ring|]. rewrite (IH f g),
  (IH (fun i => f (S i)) (fun i => g (S i))); ring. Qed.
Lemma bin_scal n c f : bin n (fun i => c * f i) = c * bin n f.
Proof. revert f; induction n as [|n IH]; intros f; simpl; [ring|]. rewrite (IH f), (IH (fun i =>
  f (S i))); ring. Qed.
Lemma bin_pow n x : bin n (pow x) = (1 + x) ^ n.
Proof.
induction n as [|n IH]; simpl; [reflexivity|].
rewrite (bin_scal n x (pow x)), IH; ring.
Qed.
Lemma bin_weighted n f : bin (S n) (fun i => INR i * f (pred i)) = INR (S n) * bin n f.
Proof.
revert f; induction n as [|n IH]; intros f; [simpl; ring|].
change (bin (S (S n)) (fun i => INR i * f (pred i))) with
  (bin (S n) (fun i => INR i * f (pred i)) + bin (S n) (fun i => INR (S i) * f i)).
rewrite IH.
rewrite (bin_ext (S n) (fun i => INR (S i) * f i) (fun i => f i + INR i * (fun j =>
  f (S j)) (pred i))).
2:{ intros [|i]; [simpl; ring|]. rewrite !S_INR. simpl pred. cbv beta. ring. }
rewrite bin_plus, (IH (fun j => f (S j))).
cbn [bin]. rewrite !S_INR. ring.
Qed.
Lemma bin_derive n (f df : nat -> R -> R) x : (forall i, is_derive (f i) x (df i x)) ->
  is_derive (fun y => bin n (fun i => f i y)) x (bin n (fun i => df i x)).
Proof.
revert f df; induction n as [|n IH]; intros f df H; simpl; [apply H|].
apply (@is_derive_plus R_AbsRing R_NormedModule (fun y => bin n (fun i => f i y)) (fun y =>
  bin n (fun i => f (S i) y))).
- now apply IH.
- apply (IH (fun i => f (S i)) (fun i => df (S i))). intros; apply H.
Qed.

(* the recursion, solved for the derivative *)
Lemma Q_diff i x : x * (1 + x) * dQ i x = Q (S i) x - INR i * (x * (1 + x) * Q (pred i) x).
Proof.
destruct i as [|i].
- unfold dQ. rewrite Q1. simpl. ring.
- rewrite Q_step. simpl pred. ring.
Qed.

Definition first_step n := forall x, (1 + x) * Q n x = (- x) ^ n + x * bin n (fun i => Q i x).

(* the first-step equation differentiates into the next one *)
Lemma first_step_next n : first_step n -> first_step (S n) -> first_step (S (S n)).
Proof.
intros E0 E1 x.
assert (D : Q (S n) x + (1 + x) * dQ (S n) x =
            - INR (S n) * (- x) ^ n + bin (S n) (fun i => Q i x) + x * bin (S n) (fun i => dQ i x)).
{ transitivity (Derive (fun y => (1 + y) * Q (S n) y) x).
  - symmetry; apply is_derive_unique.
    replace (Q (S n) x + (1 + x) * dQ (S n) x) with ((0 + 1) * Q (S n) x + (1 + x) * dQ (S n) x) by
      ring.
    apply (is_derive_mult (fun y => 1 + y) (Q (S n))); [|apply dQ_Q|intros; apply Rmult_comm].
    auto_derive; [trivial|ring].
  - apply is_derive_unique.
    apply (is_derive_ext (fun y => (- y) ^ S n + y * bin (S n) (fun i => Q i y))).
    { intros y; symmetry; apply E1. }
    rewrite Rplus_assoc.
    apply (@is_derive_plus R_AbsRing R_NormedModule (fun y => (- y) ^ S n) (fun y =>
      y * bin (S n) (fun i => Q i y))).
    + auto_derive; [trivial|]. rewrite S_INR. simpl pred. destruct n; simpl; ring.
    + replace (bin (S n) (fun i => Q i x) + x * bin (S n) (fun i => dQ i x))
        with (1 * bin (S n) (fun i => Q i x) + x * bin (S n) (fun i => dQ i x)) by ring.
      apply (is_derive_mult (fun y => y) (fun y => bin (S n) (fun i => Q i y)));
        [apply (is_derive_id x)|apply bin_derive; intros; apply dQ_Q|intros; apply Rmult_comm]. }
assert (F : x * (1 + x) * bin (S n) (fun i => dQ i x) =
            bin (S n) (fun i => Q (S i) x) - x * (1 + x) * (INR (S n) * bin n (fun i => Q i x))).
{ rewrite <- bin_scal. rewrite <- (bin_weighted n (fun i => Q i x)). rewrite <- bin_scal.
  apply (Rplus_eq_reg_r (bin (S n) (fun i => x * (1 + x) * (INR i * Q (pred i) x)))).
  rewrite <- bin_plus.
  ring_simplify. apply bin_ext. intros i. rewrite Q_diff. ring. }
specialize (E0 x). specialize (E1 x).
change (bin (S (S n)) (fun i => Q i x)) with (bin (S n) (fun i => Q i x) + bin (S n) (fun i =>
  Q (S i) x)).
set (b1 := bin (S n) (fun i => Q i x)) in *. set (b2 := bin (S n) (fun i => Q (S i) x)) in *.
set (b0 := bin n (fun i => Q i x)) in *. set (bd := bin (S n) (fun i => dQ i x)) in *.
rewrite Q_step.
assert (D' : (1 + x) * (x * (Q (S n) x + (1 + x) * dQ (S n) x)) =
   (1 + x) * (x * (- INR (S n) * (- x) ^ n + b1)) + x * (x * (1 + x) * bd)) by (rewrite D; ring).
rewrite F in D'. simpl pow in *.
set (u := (- x) ^ n) in *. clearbody b0 b1 b2 bd u. clear D F.
apply (f_equal (Rmult (INR (S n) * x * (1 + x)))) in E0. apply (f_equal (Rmult x)) in E1.
lra.
Qed.

(* for all orders *)
Lemma first_step_all n : first_step n /\ first_step (S n).
Proof.
induction n as [|n [H0 H1]].
- split; intros x; simpl; rewrite !Q0, ?Q1; ring.
- split; [exact H1|]. now apply first_step_next.
Qed.

(* The series *)
Lemma geometric_small r : 0 < r < 1 -> is_lim_seq (fun N => r ^ N * (INR N + 1)) 0.
Proof.
intros Hr. set (s := sqrt r).
assert (Hs : 0 < s < 1).
{ unfold s; split; [apply sqrt_lt_R0; lra|]. rewrite <- sqrt_1. apply sqrt_lt_1; lra. }
assert (Es : s * s = r) by (apply sqrt_def; lra).
assert (P : forall N, s ^ N * (INR N * (/ s - 1)) <= 1).
{ intros N. induction N as [|N IH]; [simpl; lra|].
  assert (Q : 0 < s ^ N <= 1).
  { split; [apply pow_lt; lra|]. rewrite <- (pow1 N). apply pow_incr; lra. }
  assert (HN := pos_INR N). rewrite S_INR. simpl pow.
  replace (s * s ^ N * ((INR N + 1) * (/ s - 1))) with
    (s * (s ^ N * (INR N * (/ s - 1))) + s ^ N * (1 - s)) by (field; lra). nra. }
assert (K : 0 < / s - 1).
{ assert (1 < / s) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra). lra. }
apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun N => (/ (/ s - 1) + 1) * s ^ N).
- intros N. specialize (P N). assert (HN := pos_INR N).
  assert (S0 : 0 < s ^ N) by (apply pow_lt; lra).
  assert (S1 : s ^ N <= 1) by (rewrite <- (pow1 N); apply pow_incr; lra).
  rewrite <- Es, Rpow_mult_distr. split; [apply Rmult_le_pos; nra|].
  assert (s ^ N * INR N <= / (/ s - 1)).
  { apply Rmult_le_reg_r with (/ s - 1); [lra|]. rewrite Rinv_l by lra. lra. }
  nra.
- apply is_lim_seq_const.
- replace (Finite 0) with (Rbar_mult (/ (/ s - 1) + 1) 0) by (simpl; f_equal; ring).
  apply is_lim_seq_scal_l. apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
Qed.

(* r^N (N - c)^n tends to 0 *)
Lemma geometric_power n c r : 0 < r < 1 -> is_lim_seq (fun N => r ^ N * (INR N - c) ^ n) 0.
Proof.
revert r; induction n as [|n IH]; intros r Hr.
- apply (is_lim_seq_ext (fun N => r ^ N)); [intros; simpl; ring|].
  apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
- set (s := sqrt r).
  assert (Hs : 0 < s < 1).
  { unfold s; split; [apply sqrt_lt_R0; lra|]. rewrite <- sqrt_1. apply sqrt_lt_1; lra. }
  assert (Es : s * s = r) by (apply sqrt_def; lra).
  apply (is_lim_seq_ext (fun N => (s ^ N * (INR N - c) ^ n) * (s ^ N * (INR N + 1) + (- (1 + c)) * s
    ^ N))).
  { intros N. rewrite <- Es, Rpow_mult_distr. simpl pow. ring. }
  replace (Finite 0) with (Finite (0 * (0 + - (1 + c) * 0))) by (f_equal; ring).
  apply is_lim_seq_mult'; [now apply IH|].
  apply is_lim_seq_plus'; [now apply geometric_small|].
  apply (is_lim_seq_scal_l (fun N => s ^ N) (- (1 + c)) 0).
  apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
Qed.

(* limits of such sums *)
Lemma low_lim n (u : nat -> nat -> R) (l : nat -> R) :
  (forall i, (i < n)%nat -> is_lim_seq (u i) (l i)) ->
  is_lim_seq (fun N => low n (fun i => u i N)) (low n l).
Proof.
revert u l; induction n as [|n IH]; intros u l H; simpl; [apply is_lim_seq_const|].
apply is_lim_seq_plus'; [apply is_lim_seq_plus'|].
- apply IH; intros; apply H; lia.
- apply H; lia.
- apply (IH (fun i => u (S i)) (fun i => l (S i))). intros; apply H; lia.
Qed.

Section Geometric.
Variable p : R.
Hypothesis Hp : 0 < p < 1.
Definition mean := (1 - p) / p.
Definition term (n y : nat) : R := p * (1 - p) ^ y * (INR y - mean) ^ n.

(* the terms at y + 1 in those at y *)
Lemma term_next n y : term n (S y) = (1 - p) * bin n (fun i => term i y).
Proof.
unfold term. rewrite bin_scal, bin_pow, S_INR. simpl pow.
replace (INR y + 1 - mean) with (1 + (INR y - mean)) by ring. ring.
Qed.

(* and the partial sums *)
Lemma partial_next n N :
  sum_n (term n) (S N) = term n 0 + (1 - p) * bin n (fun i => sum_n (term i) N).
Proof.
induction N as [|N IH].
- rewrite sum_Sn, sum_O, term_next. unfold plus; simpl.
  f_equal. f_equal. apply bin_ext; intros; now rewrite sum_O.
- rewrite sum_Sn, IH, term_next. unfold plus; simpl.
  rewrite (bin_ext n (fun i => sum_n (term i) (S N)) (fun i => sum_n (term i) N + term i (S N))).
  2:{ intros i; now rewrite sum_Sn. }
  rewrite bin_plus. ring.
Qed.

(* the series of the n-th moment has the value Q n, by induction over n *)
Theorem moment_series n : is_series (term n) (Q n mean).
Proof.
induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf).
change (is_lim_seq (sum_n (term n)) (Q n mean)).
apply (is_lim_seq_ext (fun N =>
  / p * (term n 0 + (- ((1 - p) * p)) * ((1 - p) ^ N * (INR N - (mean - 1)) ^ n)
         + (1 - p) * low n (fun i => sum_n (term i) N)))).
{ intros N. pose proof (partial_next n N) as E. rewrite bin_low, sum_Sn in E. unfold plus in E;
  simpl in E.
  assert (T : term n (S N) = (1 - p) * p * ((1 - p) ^ N * (INR N - (mean - 1)) ^ n)).
  { unfold term. rewrite S_INR. simpl pow. replace (INR N + 1 - mean) with (INR N - (mean - 1)) by
    ring. ring. }
  rewrite T in E. set (w := (1 - p) ^ N * (INR N - (mean - 1)) ^ n) in *.
  set (v := low n (fun i => sum_n (term i) N)) in *.
  apply Rmult_eq_reg_l with p; [|lra]. rewrite <- Rmult_assoc, Rinv_r by lra. lra. }
assert (V : Q n mean = / p * (term n 0 + (- ((1 - p) * p)) * 0 + (1 - p) * low n (fun i =>
  Q i mean))).
{ destruct (first_step_all n) as [E _]. specialize (E mean). rewrite bin_low in E.
  assert (T : term n 0 = p * (- mean) ^ n).
  { unfold term. simpl. replace (0 - mean) with (- mean) by ring. ring. }
  rewrite T. set (lo := low n (fun i => Q i mean)) in *.
  assert (E' : Q n mean = (- mean) ^ n + mean * lo) by lra. rewrite E'.
  unfold mean at 2. field; lra. }
rewrite V.
apply (is_lim_seq_scal_l _ (/ p) (Finite _)).
apply is_lim_seq_plus'; [apply is_lim_seq_plus'|].
- apply is_lim_seq_const.
- apply (is_lim_seq_scal_l _ (- ((1 - p) * p)) (Finite 0)). apply geometric_power; lra.
- apply (is_lim_seq_scal_l _ (1 - p) (Finite _)).
  apply (low_lim n (fun i => sum_n (term i)) (fun i => Q i mean)). exact IH.
Qed.

End Geometric.

(* Lemma 12; at p = 1 the count is 0 *)
Theorem lemma_12_all_orders : mnl_lemma_12.
Proof.
intros [|n] Hn; [lia|]. exists (moment (S n)). destruct (below_all n) as [[r H] _].
assert (E : forall x, polynomial (moment (S n)) x + polynomial r x = INR (derangements (S n)) * (x *
  (1 + x) ^ n)).
{ intros x. symmetry. exact (H x). }
split; [exists r; intros x; replace (S n - 1)%nat with n by lia; apply E|]. intros p Hp.
set (mu := (1 - p) / p). split.
- destruct (Req_dec p 1) as [p1|ne]; [|exact (moment_series p ltac:(lra) (S n))].
  assert (Z : mu = 0) by (unfold mu; rewrite p1; field). rewrite Z.
  assert (Q0' : polynomial (moment (S n)) 0 = 0).
  { change (Q (S n) 0 = 0). destruct n as [|n]; [apply Q1|]. rewrite Q_step. ring. }
  rewrite Q0', p1. change (is_lim_seq (sum_n (fun y => 1 * (1 - 1) ^ y * (INR y - 0) ^ S n)) 0).
  apply (is_lim_seq_ext (fun _ => 0)); [|apply is_lim_seq_const].
  intros m. induction m as [|m IH].
  + rewrite sum_O. simpl. ring.
  + rewrite sum_Sn, <- IH. unfold plus. simpl. ring.
- assert (Hm : 0 <= mu).
  { unfold mu. apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. lra. }
  pose proof (eval_nonneg r mu Hm) as P. specialize (E mu).
  replace ((1 - p) / p ^ S n) with (mu * (1 + mu) ^ n); [lra|].
  unfold mu. replace (1 + (1 - p) / p) with (/ p) by (field; lra).
  rewrite pow_inv by lra. simpl pow. field. split; [apply pow_nonzero|]; lra.
Qed.

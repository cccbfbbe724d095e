(** The loss of the pooled estimator of Lagrée et al. (2016),
    by the inequalities of Cauchy-Schwarz and Kantorovich,
    with their equality cases; and pooled against position-debiased. *)
From Coq Require Import Reals Psatz List.
From Coquelicot Require Import Coquelicot.
Require Import Statements.
Import ListNotations.
Open Scope R_scope.

(* totals are monotone and linear *)
Lemma total_le f g D : (forall N k, In (N, k) D -> f N k <= g N k) -> total f D <= total g D.
Proof.
induction D as [|[N k] D IH]; simpl; intros H; [lra|].
pose proof (H N k (or_introl eq_refl)). pose proof (IH (fun N k i => H N k (or_intror i))). lra.
Qed.

Lemma total_ext f g D : (forall N k, In (N, k) D -> f N k = g N k) -> total f D = total g D.
Proof. intros H; apply Rle_antisym; apply total_le; intros N k i; rewrite (H N k i); lra. Qed.

Lemma total_plus f g D : total (fun N k => f N k + g N k) D = total f D + total g D.
Proof. induction D as [|[N k] D IH]; simpl; [ring|rewrite IH; ring]. Qed.

Lemma total_scal c f D : total (fun N k => c * f N k) D = c * total f D.
Proof. induction D as [|[N k] D IH]; simpl; [ring|rewrite IH; ring]. Qed.

(* a sum of nonnegative terms is nonnegative, and vanishes only if every term does *)
Lemma total_nonneg f D : (forall N k, In (N, k) D -> 0 <= f N k) -> 0 <= total f D.
Proof.
intros H. replace 0 with (total (fun _ _ => 0 * 0) D) by (rewrite total_scal; ring).
apply total_le. intros N k i. rewrite Rmult_0_l. now apply H.
Qed.
(* hence only zeros add up to 0 *)
Lemma total_zero f D : (forall N k, In (N, k) D -> 0 <= f N k) -> total f D = 0 ->
  forall N k, In (N, k) D -> f N k = 0.
Proof.
induction D as [|[N k] D IH]; simpl; intros P E; [contradiction|].
pose proof (P N k (or_introl eq_refl)) as P0.
pose proof (total_nonneg f D (fun N' k' i => P N' k' (or_intror i))) as P1.
intros N' k' [e|i].
- injection e as <- <-. lra.
- apply IH; [intros; apply P; now right|lra|exact i].
Qed.

Section Loss.
Variables t a b : R.
Variable D : design.
Hypotheses (Ht : 0 < t) (Hab : 0 <= a <= b) (Hb : t * b < 1).
Hypotheses (HD : within a b D) (Hl : 0 < looks D).
Let x k := 1 - t * k.
Let A := total (fun N k => N * k * x k) D.      (* looks times the arithmetic mean of the x *)
Let H := total (fun N k => N * k / x k) D.      (* looks over their harmonic mean *)
Let S := looks D.

(* the x_k lie between x_b > 0 and x_a *)
Lemma x_pos N k : In (N, k) D -> 0 <= N * k /\ 0 < x k /\ x b <= x k <= x a.
Proof.
intros i; destruct (HD N k i) as [HN Hk]. unfold x. repeat split; nra.
Qed.

(* pbm:arithmetic-over-harmonic *)
Lemma two_means : variance t D * information t D = (A / S) * (H / S).
Proof.
assert (E1 : total (fun N k => N * (k * t) * (1 - k * t)) D = t * A).
{ unfold A; rewrite <- total_scal; apply total_ext; intros N k _; unfold x; ring. }
assert (E2 : information t D = / t * H).
{ unfold H, information; rewrite <- total_scal; apply total_ext; intros N k i.
  destruct (x_pos N k i) as [_ [P _]]; unfold x in *. field; repeat split; lra. }
unfold variance; rewrite E1, E2; fold S. assert (0 < S) by exact Hl. field; repeat split; lra.
Qed.

(* the sums A and H are positive *)
Lemma A_pos : 0 < A.
Proof.
assert (x b * S <= A).
{ unfold A, S, looks; rewrite <- total_scal; apply total_le; intros N k i.
  destruct (x_pos N k i) as [P [_ Q]]. nra. }
assert (0 < x b) by (unfold x; lra). unfold S in *. nra.
Qed.

Lemma H_pos : 0 < H.
Proof.
assert (Pa : 0 < x a) by (unfold x; nra).
assert (/ x a * S <= H).
{ unfold H, S, looks; rewrite <- total_scal; apply total_le; intros N k i.
  destruct (x_pos N k i) as [P [P' Q]]. unfold Rdiv. rewrite Rmult_comm.
  apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
pose proof (Rinv_0_lt_compat _ Pa). unfold S in *. nra.
Qed.

(* A H - S^2 is H times a sum of squares *)
Definition spread (k : R) : R := (x k - S / H) ^ 2 / x k.
(* as (x - u)^2 / x = x - 2 u + u^2 / x *)
Lemma cauchy_schwarz : A * H - S * S = H * total (fun N k => N * k * spread k) D.
Proof.
pose proof H_pos as P. unfold spread. set (u := S / H).
assert (E : total (fun N k => N * k * ((x k - u) ^ 2 / x k)) D = A - 2 * u * S + u * u * H).
{ unfold A, H, S, looks.
  transitivity (total (fun N k => (N * k * x k + (- (2 * u)) * (N * k)) + (u * u) * (N * k / x k))
    D).
  - apply total_ext; intros N k i. destruct (x_pos N k i) as [_ [P2 _]]. field. lra.
  - rewrite !total_plus, !total_scal.
    change (total (fun N k => N * k) D) with (total Rmult D). ring. }
rewrite E. unfold u. field. lra.
Qed.
(* each square is nonnegative *)
Lemma spread_nonneg N k : In (N, k) D -> 0 <= N * k * spread k.
Proof.
intros i. destruct (x_pos N k i) as [P1 [P2 _]]. apply Rmult_le_pos; [lra|].
apply Rmult_le_pos; [apply pow2_ge_0|]. left; now apply Rinv_0_lt_compat.
Qed.

(* (x_a + x_b) S - A - x_a x_b H is a sum of nonnegative terms, too *)
Definition inside (k : R) : R := (x a - x k) * (x k - x b) / x k.
(* as (x_a - x)(x - x_b) / x = x_a + x_b - x - x_a x_b / x *)
Lemma kantorovich : (x a + x b) * S - A - x a * x b * H = total (fun N k => N * k * inside k) D.
Proof.
transitivity (total (fun N k => ((x a + x b) * (N * k) + (-1) * (N * k * x k)) + (- (x a * x b)) *
  (N * k / x k)) D).
- rewrite !total_plus, !total_scal. unfold S, A, H, looks.
  change (total (fun N k => N * k) D) with (total Rmult D). ring.
- apply total_ext; intros N k i. destruct (x_pos N k i) as [_ [P2 _]]. unfold inside. field. lra.
Qed.
(* each term is nonnegative *)
Lemma inside_nonneg N k : In (N, k) D -> 0 <= N * k * inside k.
Proof.
intros i. destruct (x_pos N k i) as [P1 [P2 P3]]. apply Rmult_le_pos; [lra|].
apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. left; now apply Rinv_0_lt_compat.
Qed.

(* x_b, x_a and S are positive *)
Lemma ends_pos : 0 < x b /\ 0 < x a /\ 0 < S.
Proof. unfold S. assert (t * a <= t * b) by (apply Rmult_le_compat_l; lra). unfold x. lra. Qed.

(* at least 1 *)
Lemma loss_least : 1 <= variance t D * information t D.
Proof.
rewrite two_means. pose proof cauchy_schwarz as C. pose proof H_pos.
  destruct ends_pos as [_ [_ PS]].
pose proof (total_nonneg _ D spread_nonneg) as T.
assert (0 <= H * total (fun N k => N * k * spread k) D) by (apply Rmult_le_pos; lra).
assert (P2 : 0 < S * S) by (now apply Rmult_lt_0_compat).
apply Rmult_le_reg_r with (S * S); [assumption|].
replace (A / S * (H / S) * (S * S)) with (A * H) by (field; lra). lra.
Qed.

(* equal only where every used position has x = S / H *)
Lemma loss_least_only : variance t D * information t D = 1 ->
  forall N k N' k', In (N, k) D -> In (N', k') D -> 0 < N * k -> 0 < N' * k' -> k = k'.
Proof.
rewrite two_means. intros E. pose proof cauchy_schwarz as C. pose proof H_pos as HP.
  destruct ends_pos as [_ [_ PS]].
assert (Z : total (fun N k => N * k * spread k) D = 0).
{ apply Rmult_eq_reg_l with H; [|lra]. rewrite <- C, Rmult_0_r.
  replace (A * H) with (A / S * (H / S) * (S * S)) by (field; lra). rewrite E. ring. }
assert (V : forall N k, In (N, k) D -> 0 < N * k -> x k = S / H).
{ intros N k i P. destruct (x_pos N k i) as [_ [P2 _]].
  pose proof (total_zero _ D spread_nonneg Z N k i) as T. cbv beta in T.
  destruct (Req_dec (x k) (S / H)) as [|n]; [assumption|exfalso].
  assert (0 < spread k).
  { apply Rdiv_lt_0_compat; [|assumption]. apply pow2_gt_0. lra. }
  assert (0 < N * k * spread k) by (now apply Rmult_lt_0_compat). lra. }
intros N k N' k' i i' P P'. pose proof (V N k i P) as V1. pose proof (V N' k' i' P') as V2.
unfold x in *. apply Rmult_eq_reg_l with t; lra.
Qed.

(* and there it is *)
Lemma loss_least_if : (forall N k N' k', In (N, k) D -> In (N', k') D -> 0 < N * k -> 0 < N' * k' ->
  k = k') ->
  variance t D * information t D = 1.
Proof.
intros Same. rewrite two_means. destruct ends_pos as [_ [_ PS]].
(* some position gets looks; all others that do have its examination y *)
assert (G : exists N y, In (N, y) D /\ 0 < N * y).
{ destruct (Exists_dec (fun Nk => 0 < fst Nk * snd Nk) D) as [e|n].
  - intros Nk. apply Rlt_dec.
  - apply Exists_exists in e. destruct e as [[N y] [i P]]. exists N, y. now split.
  - exfalso. apply (Rlt_irrefl 0). apply Rlt_le_trans with (1 := Hl).
    unfold looks. replace 0 with (total (fun _ _ => 0 * 0) D) by (rewrite total_scal; ring).
    apply total_le. intros N k i. apply Rnot_lt_le. intros P. apply n. apply Exists_exists.
    exists (N, k). split; [exact i|]. simpl. lra. }
destruct G as [N0 [y [i0 P0]]]. destruct (x_pos N0 y i0) as [_ [Py _]].
assert (F : forall N k, In (N, k) D -> N * k = 0 \/ k = y).
{ intros N k i. destruct (x_pos N k i) as [P1 _]. destruct (Req_dec (N * k) 0) as [|n];
  [now left|right].
  apply (Same N k N0 y); try assumption. lra. }
assert (EA : A = x y * S).
{ unfold A, S, looks. rewrite <- total_scal. apply total_ext. intros N k i.
  destruct (F N k i) as [e|e]; [rewrite e|rewrite e]; ring. }
assert (EH : H = / x y * S).
{ unfold H, S, looks. rewrite <- total_scal. apply total_ext. intros N k i.
  destruct (F N k i) as [e|e]; [rewrite e; unfold Rdiv; ring|rewrite e; field; lra]. }
rewrite EA, EH. field. lra.
Qed.

(* the upper bound, and what is missing from it *)
Lemma loss_defect : 4 * x a * x b * (S * S) * (loss_bound t a b - variance t D * information t D) =
  ((x a + x b) * S - 2 * A) ^ 2 + 4 * A * total (fun N k => N * k * inside k) D.
Proof.
rewrite two_means, <- kantorovich. destruct ends_pos as [Pb [Pa PS]]. unfold loss_bound.
replace (2 - t * (a + b)) with (x a + x b) by (unfold x; ring). fold (x a) (x b). field.
  repeat split; lra.
Qed.

(* at most the bound: what is missing is a square and a nonnegative sum *)
Lemma loss_most : variance t D * information t D <= loss_bound t a b.
Proof.
pose proof loss_defect as E. destruct ends_pos as [Pb [Pa PS]].
pose proof (total_nonneg _ D inside_nonneg) as T. pose proof A_pos as PA.
pose proof (pow2_ge_0 ((x a + x b) * S - 2 * A)) as Q.
assert (0 <= A * total (fun N k => N * k * inside k) D) by (apply Rmult_le_pos; lra).
assert (P : 0 < 4 * x a * x b * (S * S)) by (repeat apply Rmult_lt_0_compat; lra).
enough (0 <= loss_bound t a b - variance t D * information t D) by lra.
apply Rmult_le_reg_l with (1 := P). rewrite Rmult_0_r, E. lra.
Qed.

(* where only a and b get looks, A and S are sums of two *)
Lemma two_ends : a < b -> (forall N k, In (N, k) D -> 0 < N * k -> k = a \/ k = b) ->
  S = looks_at a D + looks_at b D /\ A = x a * looks_at a D + x b * looks_at b D.
Proof.
intros lt only. unfold S, A, looks, looks_at. rewrite <- !total_scal, <- !total_plus.
split; apply total_ext; intros N k i; destruct (x_pos N k i) as [P1 _];
  (destruct (Req_EM_T k a) as [ea|na]; destruct (Req_EM_T k b) as [eb|nb];
    [lra|rewrite ea; ring|rewrite eb; ring|]);
  (destruct (Req_dec (N * k) 0) as [z|n]; [rewrite z; ring|destruct (only N k i ltac:(lra));
    contradiction]).
Qed.

(* equal only where both vanish *)
Lemma loss_most_only : a < b -> variance t D * information t D = loss_bound t a b ->
  looks_at a D = looks_at b D /\ (forall N k, In (N, k) D -> 0 < N * k -> k = a \/ k = b).
Proof.
intros lt E0. pose proof loss_defect as E. rewrite E0, Rminus_diag_eq,
  Rmult_0_r in E by reflexivity.
destruct ends_pos as [Pb [Pa PS]]. pose proof (total_nonneg _ D inside_nonneg) as T.
  pose proof A_pos as PA.
pose proof (pow2_ge_0 ((x a + x b) * S - 2 * A)) as Q.
assert (Q2 : 0 <= A * total (fun N k => N * k * inside k) D) by (apply Rmult_le_pos; lra).
assert (Z : total (fun N k => N * k * inside k) D = 0).
{ apply Rmult_eq_reg_l with A; [|lra]. lra. }
assert (Z2 : (x a + x b) * S - 2 * A = 0).
{ destruct (Req_dec ((x a + x b) * S - 2 * A) 0) as [|n]; [assumption|exfalso].
  pose proof (pow2_gt_0 _ n). lra. }
assert (only : forall N k, In (N, k) D -> 0 < N * k -> k = a \/ k = b).
{ intros N k i P. destruct (x_pos N k i) as [_ [P2 _]].
  pose proof (total_zero _ D inside_nonneg Z N k i) as T0. cbv beta in T0.
  apply Rmult_integral in T0. destruct T0 as [T0|T0]; [lra|]. unfold inside, Rdiv in T0.
  apply Rmult_integral in T0. destruct T0 as [T0|T0]; [|pose proof (Rinv_0_lt_compat _ P2); lra].
  apply Rmult_integral in T0. destruct T0 as [T0|T0]; unfold x in T0; [left|right];
    apply Rmult_eq_reg_l with t; lra. }
split; [|exact only]. destruct (two_ends lt only) as [ES EA]. rewrite ES, EA in Z2.
assert (Z3 : (x b - x a) * (looks_at a D - looks_at b D) = 0) by lra.
apply Rmult_integral in Z3. destruct Z3 as [Z3|Z3]; [|lra].
exfalso. unfold x in Z3. assert (t * a < t * b) by (apply Rmult_lt_compat_l; lra). lra.
Qed.

(* and there it is *)
Lemma loss_most_if : a < b -> looks_at a D = looks_at b D -> (forall N k, In (N, k) D ->
  0 < N * k -> k = a \/ k = b) ->
  variance t D * information t D = loss_bound t a b.
Proof.
intros lt same only. pose proof loss_defect as E. destruct ends_pos as [Pb [Pa PS]].
destruct (two_ends lt only) as [ES EA].
assert (Z : total (fun N k => N * k * inside k) D = 0).
{ transitivity (total (fun _ _ => 0 * 0) D); [|rewrite total_scal; ring]. apply total_ext.
  intros N k i.
  destruct (x_pos N k i) as [P1 _]. destruct (Req_dec (N * k) 0) as [z|n]; [rewrite z; ring|].
  destruct (only N k i ltac:(lra)) as [->| ->]; unfold inside, Rdiv; ring. }
assert (Z2 : (x a + x b) * S - 2 * A = 0) by (rewrite ES, EA, same; ring).
rewrite Z, Z2 in E. assert (P : 0 < 4 * x a * x b * (S * S)) by (repeat apply Rmult_lt_0_compat;
  lra).
assert (D0 : loss_bound t a b - variance t D * information t D = 0); [|lra].
apply Rmult_eq_reg_l with (4 * x a * x b * (S * S)); [|lra]. rewrite E. ring.
Qed.
End Loss.

(* the statements *)
Theorem sharp_loss : pbm_sharp_loss.
Proof.
intros t a b D Ht Hab Hb HD Hl. split; [now apply loss_most|]. intros lt. split.
- intros E. now apply (loss_most_only t a b D).
- intros [same only]. now apply loss_most_if.
Qed.

Theorem loss_at_least_one : pbm_loss_at_least_one.
Proof.
intros t a b D Ht Hab Hb HD Hl. split; [now apply (loss_least t a b)|]. split.
- intros E. now apply (loss_least_only t a b D).
- intros Same. now apply (loss_least_if t a b D).
Qed.

(* the bound of [0, 1] is (2 - t)^2 / (4 (1 - t)) *)
Lemma loss_everywhere t D : 0 < t < 1 -> within 0 1 D -> 0 < looks D ->
  variance t D * information t D <= (2 - t) ^ 2 / (4 * (1 - t)).
Proof.
intros Ht HD Hl. destruct (sharp_loss t 0 1 D) as [L _]; try lra; try assumption.
unfold loss_bound in L. replace (2 - t * (0 + 1)) with (2 - t) in L by ring.
replace (4 * (1 - t * 0) * (1 - t * 1)) with (4 * (1 - t)) in L by ring. exact L.
Qed.

(* 1/(1 - t) exceeds the bound of [0, 1] by t (4 - t) / (4 (1 - t)) *)
Theorem loss_upper_bound : pbm_loss_upper_bound.
Proof.
intros t D Ht HD Hl. apply Rle_trans with (1 := loss_everywhere t D Ht HD Hl).
assert (E : (2 - t) ^ 2 / (4 * (1 - t)) = / (1 - t) - t * (4 - t) / (4 * (1 - t))) by (field; lra).
assert (0 <= t * (4 - t) / (4 * (1 - t))).
{ apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. left. apply Rinv_0_lt_compat. lra. }
lra.
Qed.

(* 9/8 - (2 - t)^2/(4 (1 - t)) has the sign of (1 - 2 t)(1 + t) *)
Theorem factor_two : pbm_factor_two.
Proof.
intros t D Ht HD Hl. apply Rle_trans with (1 := loss_everywhere t D ltac:(lra) HD Hl).
apply Rmult_le_reg_r with (8 * (1 - t)); [lra|].
replace ((2 - t) ^ 2 / (4 * (1 - t)) * (8 * (1 - t))) with (2 * (2 - t) ^ 2) by (field; lra).
assert (0 <= (1 - 2 * t) * (1 + t)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** Pooled against debiased: Cauchy-Schwarz twice, for (sum N)^2 <= sum N / k * sum N k and (sum N
    k)^2 <= sum N * sum N k^2. *)
Lemma cauchy f g h D : (forall N k, In (N, k) D -> 0 <= f N k /\ 0 <= h N k /\
  g N k ^ 2 = f N k * h N k) ->
  (total g D) ^ 2 <= total f D * total h D.
Proof.
induction D as [|[N k] D IH]; cbn [total]; intros H; [lra|].
destruct (H N k (or_introl eq_refl)) as [f0 [h0 E]].
assert (H' : forall N k, In (N, k) D -> 0 <= f N k /\ 0 <= h N k /\
  g N k ^ 2 = f N k * h N k) by (intros; apply H; now right).
specialize (IH H').
pose proof (total_nonneg f D (fun N' k' i => proj1 (H' N' k' i))) as F.
pose proof (total_nonneg h D (fun N' k' i => proj1 (proj2 (H' N' k' i)))) as Hh.
set (F0 := total f D) in *. set (G0 := total g D) in *. set (H0 := total h D) in *.
(* 2 g G <= f H + h F, as g^2 G^2 <= f H h F *)
assert (C : 2 * (g N k * G0) <= f N k * H0 + h N k * F0).
{ apply Rle_trans with (Rabs (2 * (g N k * G0))); [apply Rle_abs|].
  assert (P : 0 <= f N k * H0 + h N k * F0) by (apply Rplus_le_le_0_compat; apply Rmult_le_pos;
    assumption).
  rewrite <- (Rabs_pos_eq (f N k * H0 + h N k * F0)) by assumption. apply Rsqr_le_abs_0.
    unfold Rsqr.
  assert (Q : (g N k * G0) ^ 2 <= (f N k * h N k) * (F0 * H0)).
  { rewrite Rpow_mult_distr, E. apply Rmult_le_compat_l; [now apply Rmult_le_pos|lra]. }
  pose proof (pow2_ge_0 (f N k * H0 - h N k * F0)). lra. }
replace ((g N k + G0) ^ 2) with (g N k ^ 2 + 2 * (g N k * G0) + G0 ^ 2) by ring. lra.
Qed.

(* t / looks - t^2 q / looks^2 against t h / plays^2 - t^2 / plays, term by term *)
Theorem pooled_beats_debiased : pbm_pooled_beats_debiased.
Proof.
intros t D Ht HD HP. unfold variance, debiased_variance.
set (n := plays D) in *. set (s := looks D). set (h := total (fun N k => N / k) D). set (q :=
  total (fun N k => N * k ^ 2) D).
assert (C1 : n ^ 2 <= h * s).
{ unfold n, h, s, plays, looks. apply cauchy. intros N k i. destruct (HD N k i) as [N0 k0].
  split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. split; [apply Rmult_le_pos;
    lra|field; lra]. }
assert (C2 : s ^ 2 <= n * q).
{ unfold n, q, s, plays, looks. apply cauchy. intros N k i. destruct (HD N k i) as [N0 k0].
  split; [lra|]. split; [apply Rmult_le_pos; [lra|apply pow2_ge_0]|ring]. }
assert (Hs : 0 < s).
{ destruct (Rle_lt_dec s 0) as [le|]; [exfalso|assumption].
  assert (S0 : 0 <= s).
  { unfold s, looks. apply total_nonneg. intros N k i. destruct (HD N k i). apply Rmult_le_pos; lra.
    }
  assert (s0 : s = 0) by lra. pose proof (pow_lt n 2 HP). rewrite s0 in C1. lra. }
assert (E1 : total (fun N k => N * (k * t) * (1 - k * t)) D = t * s - t ^ 2 * q).
{ unfold s, q, looks. transitivity (total (fun N k => t * (N * k) + (- t ^ 2) * (N * k ^ 2)) D).
  - apply total_ext. intros; ring.
  - rewrite total_plus, !total_scal. change (total (fun N k => N * k) D) with (total Rmult D). ring.
    }
assert (E2 : total (fun N k => N * (k * t * (1 - k * t) / k ^ 2)) D = t * h - t ^ 2 * n).
{ unfold h, n, plays. transitivity (total (fun N k => t * (N / k) + (- t ^ 2) * N) D).
  - apply total_ext. intros N k i. destruct (HD N k i). field. lra.
  - rewrite total_plus, !total_scal. change (total (fun N k => N / k) D) with (total Rdiv D). ring.
    }
rewrite E1, E2.
(* t / s <= t h / n^2 and t^2 q / s^2 >= t^2 / n *)
assert (A : / s <= h / n ^ 2).
{ apply Rmult_le_reg_r with (s * n ^ 2); [apply Rmult_lt_0_compat; [assumption|now apply pow_lt]|].
  replace (/ s * (s * n ^ 2)) with (n ^ 2) by (field; lra).
    replace (h / n ^ 2 * (s * n ^ 2)) with (h * s) by (field; lra). lra. }
assert (B : / n <= q / s ^ 2).
{ apply Rmult_le_reg_r with (n * s ^ 2); [apply Rmult_lt_0_compat; [assumption|now apply pow_lt]|].
  replace (/ n * (n * s ^ 2)) with (s ^ 2) by (field; lra).
    replace (q / s ^ 2 * (n * s ^ 2)) with (n * q) by (field; lra). lra. }
replace ((t * s - t ^ 2 * q) / s ^ 2) with (t * / s - t ^ 2 * (q / s ^ 2)) by (field; lra).
replace ((t * h - t ^ 2 * n) / n ^ 2) with (t * (h / n ^ 2) - t ^ 2 * / n) by (field; lra).
assert (t * / s <= t * (h / n ^ 2)) by (apply Rmult_le_compat_l; lra).
assert (t ^ 2 * / n <= t ^ 2 * (q / s ^ 2)) by (apply Rmult_le_compat_l; [apply pow2_ge_0|lra]).
  lra.
Qed.

(** EM for the position-based model: no step lowers the likelihood, and where the steps tend to a
    point inside the cube, no point is better. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Convergence.
Open Scope R_scope.

(* one cell: with x = log p the likelihood lies below its tangent *)
Lemma cell_tangent c m p p' : 0 <= m -> 0 < p < 1 -> 0 < p' <= 1 -> (0 < m -> p' < 1) ->
  c * ln p' + m * ln (1 - p') <=
  c * ln p + m * ln (1 - p) + (c - m * (p / (1 - p))) * (ln p' - ln p).
Proof.
intros Hm Hp Hp' F. destruct Hm as [Hm|<-]; [|lra]. specialize (F Hm).
pose proof (ln_le_minus_1 (p' / p) ltac:(apply Rdiv_lt_0_compat; lra)) as A.
  rewrite ln_div in A by lra.
pose proof (ln_le_minus_1 ((1 - p') / (1 - p)) ltac:(apply Rdiv_lt_0_compat; lra)) as B.
rewrite ln_div in B by lra.
apply (Rmult_le_compat_l p) in A; [|lra]. replace (p * (p' / p - 1)) with (p' - p) in A by (field;
  lra).
assert (X : ln (1 - p') - ln (1 - p) <= - (p / (1 - p)) * (ln p' - ln p)).
{ apply Rmult_le_reg_l with (1 - p); [lra|].
  replace ((1 - p) * (- (p / (1 - p)) * (ln p' - ln p))) with (- (p * (ln p' - ln p))) by (field;
    lra).
  apply (Rmult_le_compat_l (1 - p)) in B; [|lra].
  replace ((1 - p) * ((1 - p') / (1 - p) - 1)) with (p - p') in B by (field; lra). lra. }
apply (Rmult_le_compat_l m) in X; [|lra].
replace (m * (- (p / (1 - p)) * (ln p' - ln p))) with (- (m * (p / (1 - p))) * (ln p' - ln p)) in X
  by ring.
lra.
Qed.
(* the three ways in which a click can be missing, weighted by their chances *)
Lemma three w1 w2 w3 r1 r2 r3 : 0 < w1 -> 0 < w2 -> 0 < w3 -> w1 + w2 + w3 = 1 -> 0 < r1 ->
  0 < r2 -> 0 < r3 ->
  w1 * ln r1 + w2 * ln r2 + w3 * ln r3 <= ln (w1 * r1 + w2 * r2 + w3 * r3).
Proof.
intros W1 W2 W3 E R1 R2 R3. set (r := w1 * r1 + w2 * r2 + w3 * r3).
assert (H1 : 0 < w1 * r1) by (now apply Rmult_lt_0_compat).
assert (H2 : 0 < w2 * r2) by (now apply Rmult_lt_0_compat).
assert (H3 : 0 < w3 * r3) by (now apply Rmult_lt_0_compat).
assert (Hr : 0 < r) by (unfold r; lra).
assert (T : forall w x, 0 < w -> 0 < x -> w * ln x <= w * ln r + (w * x / r - w)).
{ intros w x Hw Hx. pose proof (ln_le_minus_1 (x / r) ltac:(now apply Rdiv_lt_0_compat)) as A.
  rewrite ln_div in A by lra. apply (Rmult_le_compat_l w) in A; [|lra].
  replace (w * x / r - w) with (w * (x / r - 1)) by (field; lra). lra. }
pose proof (T w1 r1 W1 R1). pose proof (T w2 r2 W2 R2). pose proof (T w3 r3 W3 R3).
assert (Z : w1 * r1 / r + w2 * r2 / r + w3 * r3 / r = 1).
{ replace (w1 * r1 / r + w2 * r2 / r + w3 * r3 / r) with ((w1 * r1 + w2 * r2 + w3 * r3) / r) by
  (field; lra).
  fold r. field. lra. }
replace (ln r) with (w1 * ln r + w2 * ln r + w3 * ln r); [lra|].
replace (w1 * ln r + w2 * ln r + w3 * ln r) with ((w1 + w2 + w3) * ln r) by ring. rewrite E. ring.
Qed.
Lemma cell_ascends m t q t' q' : 0 <= m -> 0 < t < 1 -> 0 < q < 1 ->
  (0 < m -> 0 < t' < 1 /\ 0 < q' < 1) ->
  m * ln (1 - t * q) + m * (
    t * (1 - q) / (1 - t * q) * (ln t' - ln t) +
    (1 - t * (1 - q) / (1 - t * q)) * (ln (1 - t') - ln (1 - t)) +
    (q * (1 - t) / (1 - t * q) * (ln q' - ln q) +
    (1 - q * (1 - t) / (1 - t * q)) * (ln (1 - q') - ln (1 - q)))) <= m * ln (1 - t' * q').
Proof.
intros Hm Ht Hq H. destruct Hm as [Hm|<-]; [|lra]. destruct (H Hm) as [Ht' Hq'].
assert (P : 0 < 1 - t * q) by nra. assert (P' : 0 < 1 - t' * q') by nra.
assert (D : forall x y x' y', 0 < x -> 0 < y -> 0 < x' -> 0 < y' -> 0 < x' * y' / (x * y) /\
  ln (x' * y' / (x * y)) = ln x' - ln x + (ln y' - ln y)).
{ intros x y x' y' Hx Hy Hx' Hy'. assert (0 < x * y) by (now apply Rmult_lt_0_compat).
  assert (0 < x' * y') by (now apply Rmult_lt_0_compat).
  split; [now apply Rdiv_lt_0_compat|]. rewrite ln_div, !ln_mult by assumption. ring. }
destruct (D t (1 - q) t' (1 - q') ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as [A1 B1].
destruct (D q (1 - t) q' (1 - t') ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as [A2 B2].
destruct (D (1 - t) (1 - q) (1 - t') (1 - q') ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)) as [A3
  B3].
assert (W : forall x y, 0 < x -> 0 < y -> 0 < x * y / (1 - t * q)).
{ intros x y Hx Hy. apply Rdiv_lt_0_compat; [now apply Rmult_lt_0_compat|exact P]. }
pose proof (three (t * (1 - q) / (1 - t * q)) (q * (1 - t) / (1 - t * q)) ((1 - t) * (1 - q) / (1 -
  t * q))
  _ _ _ (W t (1 - q) ltac:(lra) ltac:(lra)) (W q (1 - t) ltac:(lra) ltac:(lra))
  (W (1 - t) (1 - q) ltac:(lra) ltac:(lra)) ltac:(field; lra) A1 A2 A3) as J.
rewrite B1, B2, B3 in J.
replace (t * (1 - q) / (1 - t * q) * (t' * (1 - q') / (t * (1 - q))) +
  q * (1 - t) / (1 - t * q) * (q' * (1 - t') / (q * (1 - t))) +
  (1 - t) * (1 - q) / (1 - t * q) * ((1 - t') * (1 - q') / ((1 - t) * (1 - q))))
  with ((1 - t' * q') / (1 - t * q)) in J by (field; lra).
rewrite ln_div in J by lra. rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [lra|].
replace (1 - t * (1 - q) / (1 - t * q)) with
  (q * (1 - t) / (1 - t * q) + (1 - t) * (1 - q) / (1 - t * q)) by (field; lra).
replace (1 - q * (1 - t) / (1 - t * q)) with
  (t * (1 - q) / (1 - t * q) + (1 - t) * (1 - q) / (1 - t * q)) by (field; lra). lra.
Qed.
(* the divergence of what a step makes of t, from t *)
Lemma gains s t : 0 < t < 1 -> 0 < s <= 1 ->
  s * (ln s - ln t) + (1 - s) * (ln (1 - s) - ln (1 - t)) = d s t.
Proof.
intros Ht Hs. unfold d. destruct (proj2 Hs) as [lt|e]; [rewrite !ln_div by lra; ring|].
rewrite e, (ln_div 1 t) by lra. ring.
Qed.
Lemma gains_nonneg s t : 0 < t < 1 -> 0 < s <= 1 -> 0 <= d s t.
Proof.
intros Ht Hs. rewrite <- gains by assumption.
pose proof (ln_le_minus_1 (t / s) ltac:(apply Rdiv_lt_0_compat; lra)) as A.
  rewrite ln_div in A by lra.
apply (Rmult_le_compat_l s) in A; [|lra]. replace (s * (t / s - 1)) with (t - s) in A by (field;
  lra).
destruct (proj2 Hs) as [lt|e]; [|rewrite e in *; lra].
pose proof (ln_le_minus_1 ((1 - t) / (1 - s)) ltac:(apply Rdiv_lt_0_compat; lra)) as B.
rewrite ln_div in B by lra. apply (Rmult_le_compat_l (1 - s)) in B; [|lra].
replace ((1 - s) * ((1 - t) / (1 - s) - 1)) with (s - t) in B by (field; lra). lra.
Qed.

(** One row of cells: c l clicks and m l displays without one of an item of attraction t. *)
Section Row.
Variable r : list nat.
Variables c m q : nat -> R.
Variable t : R.
Hypothesis Hcm : forall l, In l r -> 0 <= c l /\ 0 <= m l.
Hypothesis shown : 0 < sum r (fun l => c l + m l).
Hypothesis Ht : 0 < t < 1.
Hypothesis Hq : forall l, In l r -> 0 < q l < 1.
Definition weight (l : nat) : R := t * (1 - q l) / (1 - t * q l).
Definition step : R := sum r (fun l => c l + m l * weight l) / sum r (fun l => c l + m l).
Lemma weight_range l : In l r -> 0 < weight l < 1.
Proof.
intros Hl. specialize (Hq l Hl). unfold weight. assert (0 < 1 - t * q l) by nra.
split; [apply Rdiv_lt_0_compat; nra|]. apply Rmult_lt_reg_r with (1 - t * q l); [lra|].
unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
Qed.
Lemma step_clicks : step * sum r (fun l => c l + m l) = sum r (fun l => c l + m l * weight l).
Proof. unfold step. field. lra. Qed.
Lemma step_rest : (1 - step) * sum r (fun l => c l + m l) = sum r (fun l => m l * (1 - weight l)).
Proof.
rewrite Rmult_minus_distr_r, step_clicks, Rmult_1_l.
enough (E : sum r (fun l => c l + m l) = sum r (fun l => c l + m l * weight l) + sum r (fun l =>
  m l * (1 - weight l)))
  by (rewrite E; ring).
rewrite <- sum_plus. apply sum_ext. intros l _. ring.
Qed.
Lemma step_range : 0 < step <= 1 /\ forall l, In l r -> 0 < m l -> step < 1.
Proof.
split; [split|].
- apply Rdiv_lt_0_compat; [|exact shown].
  destruct (Rle_lt_or_eq_dec 0 (sum r (fun l => c l + m l * weight l))) as [lt|e];
    [|exact lt|exfalso].
  { apply sum_nonneg. intros l Hl. destruct (Hcm l Hl). pose proof (weight_range l Hl). nra. }
  apply (Rlt_irrefl 0). rewrite <- (sum_const0 r). rewrite (sum_ext r (fun _ => 0) (fun l =>
    c l + m l)) at 2; [now rewrite sum_const0|].
  intros l Hl. symmetry in e. destruct (Hcm l Hl). pose proof (weight_range l Hl).
  assert (Z : c l + m l * weight l = 0).
  { apply (sum_zero r (fun l => c l + m l * weight l)); [|exact e|exact Hl]. intros i Hi.
    destruct (Hcm i Hi).
    pose proof (weight_range i Hi). nra. }
  nra.
- apply Rmult_le_reg_r with (sum r (fun l => c l + m l)); [exact shown|]. rewrite step_clicks,
  Rmult_1_l.
  apply sum_le. intros l Hl. destruct (Hcm l Hl). pose proof (weight_range l Hl). nra.
- intros l Hl Hm. apply Rmult_lt_reg_r with (sum r (fun l => c l + m l)); [exact shown|].
  enough (0 < (1 - step) * sum r (fun l => c l + m l)) by lra. rewrite step_rest.
  pose proof (weight_range l Hl). apply Rlt_le_trans with (m l * (1 - weight l)); [nra|].
  apply (sum_term r (fun l => m l * (1 - weight l))); [|exact Hl]. intros i Hi. destruct (Hcm i Hi).
  pose proof (weight_range i Hi). nra.
Qed.
(* what a row contributes to the bound from below *)
Lemma row_gains : sum r (fun l => c l * (ln step - ln t) +
  m l * (weight l * (ln step - ln t) + (1 - weight l) * (ln (1 - step) - ln (1 - t)))) =
  sum r (fun l => c l + m l) * d step t.
Proof.
rewrite (sum_ext r _ (fun l => (ln step - ln t) * (c l + m l * weight l) +
  (ln (1 - step) - ln (1 - t)) * (m l * (1 - weight l)))) by (intros l _; ring).
rewrite (sum_plus r (fun l => (ln step - ln t) * (c l + m l * weight l))).
rewrite (sum_scal r (ln step - ln t)), (sum_scal r (ln (1 - step) - ln (1 - t))), <- step_clicks,
  <- step_rest, <- (gains step t Ht (proj1 step_range)). ring.
Qed.
(* where a step leaves t alone, the slope is 0 *)
Lemma slope : step = t -> sum r (fun l => c l - m l * (t * q l / (1 - t * q l))) = 0.
Proof.
intros E. apply Rmult_eq_reg_l with (1 - t); [|lra]. rewrite Rmult_0_r, <- sum_scal.
transitivity (sum r (fun l => (c l + m l * weight l) + (- t) * (c l + m l))).
- apply sum_ext. intros l Hl. specialize (Hq l Hl). unfold weight. field. nra.
- rewrite sum_plus, (sum_scal r (- t)), <- step_clicks, E. ring.
Qed.
End Row.

Section Cells.
Variables K L : nat.
Variables C M : nat -> nat -> R.
Hypothesis D : displays K L C M.
Notation rows := (range 1 K).
Notation columns := (range 1 L).

Lemma items_step t q k :
  em_attractions L C M t q k = step columns (fun l => C k l) (fun l => M k l) q (t k).
Proof. reflexivity. Qed.
Lemma positions_step t q l :
  em_examinations K C M t q l = step rows (fun k => C k l) (fun k => M k l) t (q l).
Proof.
unfold em_examinations, step, weight. f_equal. apply sum_ext. intros k _.
  now rewrite (Rmult_comm (t k)).
Qed.

Theorem ascends t q : inside K L t q -> click_likelihood K L C M t q +
  (sum rows (fun k => sum columns (fun l => C k l + M k l) * d (em_attractions L C M t q k) (t k)) +
   sum columns (fun l =>
     sum rows (fun k => C k l + M k l) * d (em_examinations K C M t q l) (q l))) <=
  click_likelihood K L C M (em_attractions L C M t q) (em_examinations K C M t q).
Proof.
intros [Ht Hq]. destruct D as [P [R1 R2]].
set (t' := em_attractions L C M t q). set (q' := em_examinations K C M t q).
set (A := fun k l => C k l * (ln (t' k) - ln (t k)) +
  M k l * (weight q (t k) l * (ln (t' k) - ln (t k)) +
    (1 - weight q (t k) l) * (ln (1 - t' k) - ln (1 - t k)))).
set (B := fun k l => C k l * (ln (q' l) - ln (q l)) +
  M k l * (weight t (q l) k * (ln (q' l) - ln (q l)) +
    (1 - weight t (q l) k) * (ln (1 - q' l) - ln (1 - q l)))).
assert (I : forall k, In k rows -> 0 < t k < 1 /\
  (0 < t' k <= 1 /\ forall l, In l columns -> 0 < M k l -> t' k < 1) /\
  sum columns (A k) = sum columns (fun l => C k l + M k l) * d (t' k) (t k)).
{ intros k i. apply in_range in i. split; [now apply Ht|]. unfold A, t'. rewrite items_step.
  assert (Hq' : forall l, In l columns -> 0 < q l < 1)
    by (intros l Hl; apply Hq; now apply in_range).
  assert (Hcm : forall l, In l columns -> 0 <= C k l /\ 0 <= M k l) by (intros l _; apply P).
  split; [apply step_range|apply (row_gains columns (fun l => C k l) (fun l => M k l))];
    (apply Ht || apply R1 || assumption); exact i. }
assert (J : forall l, In l columns -> 0 < q l < 1 /\
  (0 < q' l <= 1 /\ forall k, In k rows -> 0 < M k l -> q' l < 1) /\
  sum rows (fun k => B k l) = sum rows (fun k => C k l + M k l) * d (q' l) (q l)).
{ intros l i. apply in_range in i. split; [now apply Hq|]. unfold B, q'. rewrite positions_step.
  assert (Ht' : forall k, In k rows -> 0 < t k < 1) by (intros k Hk; apply Ht; now apply in_range).
  assert (Hcm : forall k, In k rows -> 0 <= C k l /\ 0 <= M k l) by (intros k _; apply P).
  split; [apply step_range|apply (row_gains rows (fun k => C k l) (fun k => M k l))];
    (apply Hq || apply R2 || assumption); exact i. }
rewrite <- (sum_ext rows (fun k => sum columns (A k))) by (intros k i; now apply I).
rewrite <- (sum_ext columns (fun l => sum rows (fun k => B k l))) by (intros l i; now apply J).
rewrite (sum_swap columns). unfold click_likelihood. rewrite <- !sum_plus.
apply sum_le. intros k i. rewrite <- !sum_plus. apply sum_le. intros l j.
destruct (I k i) as [Tk [[T1 T2] _]]. destruct (J l j) as [Ql [[Q1 Q2] _]].
destruct (P k l) as [_ Hm]. assert (X : 0 < M k l -> 0 < t' k < 1 /\ 0 < q' l < 1).
{ intros HM. split; (split; [lra|]); [now apply (T2 l)|now apply (Q2 k)]. }
pose proof (cell_ascends (M k l) (t k) (q l) (t' k) (q' l) Hm Tk Ql X) as Y.
rewrite !ln_mult by lra. unfold A, B, weight. rewrite (Rmult_comm (q l) (t k)). lra.
Qed.
Theorem does_not_lower t q : inside K L t q -> click_likelihood K L C M t q <=
  click_likelihood K L C M (em_attractions L C M t q) (em_examinations K C M t q).
Proof.
intros I. apply Rle_trans with (2 := ascends t q I). destruct I as [Ht Hq].
  destruct D as [P [R1 R2]].
assert (N : forall r c m x z, (forall l, In l r -> 0 <= c l /\ 0 <= m l) ->
  0 < sum r (fun l => c l + m l) -> 0 < z < 1 -> (forall l, In l r -> 0 < x l < 1) ->
  0 <= sum r (fun l => c l + m l) * d (step r c m x z) z).
{ intros r c m x z Hcm S Hz Hx. apply Rmult_le_pos; [lra|]. apply gains_nonneg; [exact Hz|].
  now apply (step_range r c m x z Hcm S Hz Hx). }
match goal with |- _ <= _ + (?a + ?b) => assert (0 <= a); [|assert (0 <= b); [|lra]] end.
- apply sum_nonneg. intros k i. apply in_range in i. rewrite items_step.
  apply (N columns (fun l => C k l) (fun l => M k l)); [intros l _;
    apply P|now apply R1|now apply Ht|].
  intros l Hl. apply Hq. now apply in_range.
- apply sum_nonneg. intros l i. apply in_range in i. rewrite positions_step.
  apply (N rows (fun k => C k l) (fun k => M k l)); [intros k _;
    apply P|now apply R2|now apply Hq|].
  intros k Hk. apply Ht. now apply in_range.
Qed.

Theorem stationary t q : inside K L t q ->
  (forall k, (1 <= k <= K)%nat -> em_attractions L C M t q k = t k) ->
  (forall l, (1 <= l <= L)%nat -> em_examinations K C M t q l = q l) -> best_fit K L C M t q.
Proof.
intros [Ht Hq] Et Eq t' q' [Ht' [Hq' F]]. destruct D as [P [R1 R2]].
set (g := fun k l => C k l - M k l * (t k * q l / (1 - t k * q l))).
assert (G1 : forall k, In k rows -> sum columns (g k) = 0).
{ intros k i. apply in_range in i. apply (slope columns (fun l => C k l) (fun l => M k l) q (t k)).
  - now apply R1.
  - now apply Ht.
  - intros l j. apply Hq. now apply in_range.
  - rewrite <- items_step. now apply Et. }
assert (G2 : forall l, In l columns -> sum rows (fun k => g k l) = 0).
{ intros l j. apply in_range in j. unfold g.
  rewrite <- (slope rows (fun k => C k l) (fun k => M k l) t (q l)).
  - apply sum_ext. intros k _. now rewrite (Rmult_comm (q l)).
  - now apply R2.
  - now apply Hq.
  - intros k i. apply Ht. now apply in_range.
  - rewrite <- positions_step. now apply Eq. }
apply Rle_trans with (click_likelihood K L C M t q +
  (sum rows (fun k => sum columns (fun l => (ln (t' k) - ln (t k)) * g k l)) +
   sum rows (fun k => sum columns (fun l => (ln (q' l) - ln (q l)) * g k l)))).
- unfold click_likelihood. rewrite <- !sum_plus. apply sum_le. intros k i. rewrite <- !sum_plus.
  apply sum_le.
  intros l j. apply in_range in i. apply in_range in j. specialize (Ht k i). specialize (Hq l j).
  specialize (Ht' k i). specialize (Hq' l j). specialize (F k l i j).
  pose proof (cell_tangent (C k l) (M k l) (t k * q l) (t' k * q' l) (proj2 (P k l)) ltac:(nra)
    ltac:(nra) F) as T.
  rewrite !ln_mult in T by lra. rewrite !ln_mult by lra. fold (g k l) in T. lra.
- rewrite (sum_ext rows _ (fun _ => 0)) by (intros k i; rewrite (sum_scal columns (ln (t' k) - ln (t
  k)) (g k)), G1 by exact i; ring).
  rewrite sum_swap, (sum_ext columns _ (fun _ => 0))
    by (intros l j; rewrite (sum_scal rows (ln (q' l) - ln (q l)) (fun k => g k l)), G2 by exact j;
      ring).
  rewrite !sum_const0. lra.
Qed.
End Cells.

Theorem em_ascent : pbm_em_ascent.
Proof. intros K L C M D. exact (ascends K L C M D). Qed.
Theorem em_monotone : pbm_em_monotone.
Proof. intros K L C M D. exact (does_not_lower K L C M D). Qed.

(* the steps are continuous inside the cube *)
Lemma share_limit (u v : nat -> R) (a b : R) : is_lim_seq u a -> is_lim_seq v b -> 0 < a < 1 ->
  0 < b < 1 ->
  is_lim_seq (fun n => u n * (1 - v n) / (1 - u n * v n)) (a * (1 - b) / (1 - a * b)).
Proof.
intros U V Ha Hb. apply is_lim_seq_div'; [| |nra].
- apply is_lim_seq_mult'; [exact U|]. apply is_lim_seq_minus'; [apply is_lim_seq_const|exact V].
- apply is_lim_seq_minus'; [apply is_lim_seq_const|now apply is_lim_seq_mult'].
Qed.
Lemma same_limit (u : nat -> R) (a b : R) : is_lim_seq u a -> is_lim_seq (fun n => u (S n)) b ->
  b = a.
Proof.
intros A B. apply (is_lim_seq_incr_1 u) in A. apply is_lim_seq_unique in A.
  apply is_lim_seq_unique in B.
rewrite A in B. now injection B.
Qed.
Lemma cell_limit (x m w : R) (u : nat -> R) : is_lim_seq u w ->
  is_lim_seq (fun n => x + m * u n) (x + m * w).
Proof.
intros U. apply is_lim_seq_plus'; [apply is_lim_seq_const|]. apply is_lim_seq_mult';
  [apply is_lim_seq_const|exact U].
Qed.
Theorem em_limits : pbm_em_converges_inside.
Proof.
intros K L C M D. split; [exact (stationary K L C M D)|].
intros start t q I T Q. set (u := fun n => fst (em_steps K L C M n start)). set (v := fun n =>
  snd (em_steps K L C M n start)).
assert (step_ : forall n, u (S n) = em_attractions L C M (u n) (v n) /\
  v (S n) = em_examinations K C M (u n) (v n)).
{ intros n. unfold u, v. cbn [em_steps]. now destruct (em_steps K L C M n start). }
apply (stationary K L C M D t q I); destruct I as [It Iq].
- intros k Hk. apply (same_limit (fun n => u n k) (t k)); [now apply T|].
  apply (is_lim_seq_ext (fun n => em_attractions L C M (u n) (v n) k)); [intros n;
    now rewrite (proj1 (step_ n))|].
  unfold em_attractions. apply (is_lim_seq_scal_r _ (/ _) (Finite _)).
  apply (sum_limit (range 1 L) (fun n l => C k l + M k l * (u n k * (1 - v n l) / (1 - u n k * v n
    l)))
    (fun l => C k l + M k l * (t k * (1 - q l) / (1 - t k * q l)))).
  intros l Hl. apply in_range in Hl.
  apply (cell_limit _ _ _ (fun n => u n k * (1 - v n l) / (1 - u n k * v n l))).
  apply share_limit; [now apply T|now apply Q|now apply It|now apply Iq].
- intros l Hl. apply (same_limit (fun n => v n l) (q l)); [now apply Q|].
  apply (is_lim_seq_ext (fun n => em_examinations K C M (u n) (v n) l)); [intros n;
    now rewrite (proj2 (step_ n))|].
  unfold em_examinations. apply (is_lim_seq_scal_r _ (/ _) (Finite _)).
  apply (sum_limit (range 1 K) (fun n k => C k l + M k l * (v n l * (1 - u n k) / (1 - u n k * v n
    l)))
    (fun k => C k l + M k l * (q l * (1 - t k) / (1 - t k * q l)))).
  intros k Hk. apply in_range in Hk.
  apply (cell_limit _ _ _ (fun n => v n l * (1 - u n k) / (1 - u n k * v n l))).
  rewrite (Rmult_comm (t k) (q l)).
  apply (is_lim_seq_ext (fun n => v n l * (1 - u n k) / (1 - v n l * u n k))); [intros n;
    now rewrite (Rmult_comm (v n l) (u n k))|].
  apply share_limit; [now apply Q|now apply T|now apply Iq|now apply It].
Qed.

(** A policy that rarely shows suboptimal items above the last position pays for their exploration
    at the last position. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Bernoulli Sums Gaps Game Program LowerBound LikelihoodRatio.
Import ListNotations.
Open Scope R_scope.

Section LastPosition.
Variables theta kappa : nat -> R.
Variables L K : nat.
Variable pi : policy.
Hypothesis S0 : sorted theta kappa L K.
Hypothesis Hpi : is_policy L K pi.
Hypothesis U : efficient_where_distinct kappa L K pi.
Let kr := Program.kappa_range theta kappa L K S0.
Let tr : attractions K theta := theta_range theta kappa L K S0.
Notation E T f := (mean theta kappa L pi never T [] f).
Notation above k := (times (shows (pred L) k)).
Notation last k := (times (fun a => (a L =? k)%nat)).
Notation shown k := (times (shows L k)).

(** * One list *)

(* an item has one position at most *)
Lemma one_position k a f D : is_list L K a -> (forall l, (1 <= l <= pred L)%nat -> f l <= D) ->
  sum (range 1 (pred L)) (fun l => ind (a l =? k)%nat (f l)) <= D * ind (shows (pred L) k a) 1.
Proof.
intros [_ inj] H. destruct (shows (pred L) k a) eqn:Sh; cbn [ind].
- apply shows_true in Sh. destruct Sh as [m [Hm Em]].
  rewrite (sum_ext _ _ (fun l => ind (m =? l)%nat (f l))).
  + rewrite sum_one; [rewrite Rmult_1_r; now apply H|apply seq_NoDup|now apply in_range].
  + intros l Hl. apply in_range in Hl. destruct (Nat.eqb_spec m l) as [<-|ne].
    * now rewrite Em, Nat.eqb_refl.
    * destruct (Nat.eqb_spec (a l) k) as [El|_]; [|reflexivity].
      exfalso. apply ne, inj; [lia|lia|congruence].
- rewrite (sum_ext _ _ (fun _ => 0)), sum_const0; [lra|]. intros l Hl. apply in_range in Hl.
  destruct (Nat.eqb_spec (a l) k) as [El|_]; [|reflexivity].
  exfalso. exact (shows_false _ _ _ Sh l Hl El).
Qed.

(* what a list brings of item k, and whether it shows it *)
Lemma list_brings k a f D : is_list L K a -> (forall l, (1 <= l <= pred L)%nat -> f l <= D) ->
  sum (range 1 L) (fun l => ind (a l =? k)%nat (f l)) <=
    D * ind (shows (pred L) k a) 1 + f L * ind (a L =? k)%nat 1.
Proof.
intros A H. pose proof (sizes theta kappa L K S0) as LK.
replace L with (S (pred L)) at 1 by lia. rewrite range_last, sum_app. cbn [sum].
replace (S (pred L)) with L by lia. pose proof (one_position k a f D A H).
unfold ind at 2 4. destruct (a L =? k)%nat; lra.
Qed.
Lemma shows_parts k a : ind (shows L k a) 1 <= ind (shows (pred L) k a) 1 + ind (a L =? k)%nat 1.
Proof.
assert (B : forall b : bool, 0 <= ind b 1) by (intros [|]; cbn [ind]; lra).
destruct (shows L k a) eqn:Sh; cbn [ind].
- apply shows_true in Sh. destruct Sh as [l [Hl El]]. destruct (Nat.eq_dec l L) as [->|ne].
  + rewrite El, Nat.eqb_refl. cbn [ind]. pose proof (B (shows (pred L) k a)). lra.
  + replace (shows (pred L) k a) with true; [cbn [ind]; pose proof (B (a L =? k)%nat); lra|].
    symmetry. apply shows_true. exists l. split; [lia|exact El].
- pose proof (B (shows (pred L) k a)). pose proof (B (a L =? k)%nat). lra.
Qed.

(* the item at the last position costs what it costs there in the list v_{k,L} *)
Lemma last_costs a : is_list L K a ->
  sum (range (S L) K) (fun k => kappa L * (theta L - theta k) * ind (a L =? k)%nat 1) <=
    gap theta kappa L a.
Proof.
intros A. pose proof (sizes theta kappa L K S0) as LK.
rewrite (sum_ext _ _ (fun k => ind (a L =? k)%nat (kappa L * (theta L - theta k))))
  by (intros k _; unfold ind; destruct (a L =? k)%nat; ring).
destruct (proj1 A L ltac:(lia)) as [_ top]. destruct (le_lt_dec (a L) L) as [le|gt].
- rewrite sum_none by (rewrite in_range; lia).
  apply (gap_nonneg theta kappa L K (sorted_end _ _ _ _ S0) (sorted_le _ _ _ _ S0)
    (sorted_kappa _ _ _ _ S0)); [lia|exact A].
- rewrite sum_one by (apply seq_NoDup || (apply in_range; lia)).
  rewrite <- (gap_exploring_last theta kappa L K S0) by lia.
  apply Rle_trans with (2 := lemma_16_le theta kappa L K S0 a A).
  set (part := fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l))).
  replace (gap theta kappa L (exploring (a L) L)) with (part L)
    by (unfold part; destruct (Nat.ltb_spec L (a L)); [reflexivity|lia]).
  apply sum_term; [|apply in_range; lia]. intros l Hl. apply in_range in Hl. unfold part, ind.
  destruct (Nat.ltb_spec L (a l)); [|lra]. left. pose proof (proj1 A l Hl).
  apply (gap_exploring_pos theta kappa L K S0); lia.
Qed.

(** * The game *)

(* sums over the rounds of a game are linear *)
Lemma along_plus f g h : along (fun a => f a + g a) h = along f h + along g h.
Proof. induction h as [|[a z] h IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma mean_along2 T b c f g : E T (along (fun a => b * f a + c * g a)) =
  b * E T (along f) + c * E T (along g).
Proof.
rewrite <- !(mean_scal kappa L pi never theta), <- (mean_plus kappa L pi never theta).
apply mean_ext. intros h. now rewrite along_plus, !along_scal.
Qed.
Lemma shown_parts T k : E T (shown k) <= E T (above k) + E T (last k).
Proof.
replace (E T (above k) + E T (last k)) with (1 * E T (above k) + 1 * E T (last k)) by ring.
unfold times. rewrite <- mean_along2. apply (game_le kappa L K pi kr Hpi); [exact tr|].
intros a _. pose proof (shows_parts k a). lra.
Qed.
Lemma times_nonneg T F : 0 <= E T (times F).
Proof.
rewrite <- (mean_const kappa L K pi never Hpi theta T [] 0).
apply (mean_le kappa L K pi never kr Hpi theta tr). intros h. unfold times.
induction h as [|[a z] h IH]; cbn [along]; [lra|]. unfold ind at 1. destruct (F a); lra.
Qed.

(* efficiency needs information about every item k > L, as in Theorem 6 *)
Lemma brings_enough k e : (L < k <= K)%nat -> 0 < e < 1 -> eventually (fun T =>
  (1 - e) * ln (INR T) <=
  E T (along (fun a => sum (range 1 L) (fun l => ind (a l =? k)%nat (info theta kappa L k l))))).
Proof.
intros Hk He. pose proof (sizes theta kappa L K S0) as LK.
assert (top : theta L < (if (L =? 1)%nat then 1 else theta (pred L))).
{ destruct (Nat.eqb_spec L 1); [apply (theta_range theta kappa L K S0); lia|].
  apply (theta_less theta kappa L K S0); lia. }
destruct (raised_near theta kappa L K S0 k (e / 2) _ Hk ltac:(lra) top) as [x [Hx [Hx' Dx]]].
pose proof (raised_confusing theta kappa L K S0 k x Hk Hx) as B.
assert (Ut : efficient_at kappa L K pi theta).
{ intros m a. apply U; [exact tr|].
  intros i j Hij Hj. pose proof (theta_less theta kappa L K S0 i j ltac:(lia) ltac:(lia)). lra. }
assert (Ul : efficient_at kappa L K pi (raised theta k x)).
{ intros m a. apply U; [exact (proj1 B)|]. apply (raised_distinct theta kappa L K); (assumption ||
  lra). }
assert (He2 : 0 < e / 2 < 1) by lra.
pose proof (proposition_3_eventually theta _ kappa L K pi S0 Hpi Ut Ul B (e / 2) He2) as N.
generalize (filter_and _ _ N (ln_large 0)). apply filter_imp. clear N. intros T [I lnT].
destruct (game_planned kappa L K pi kr Hpi theta T [] tr) as [P [HP EP]].
assert (E' : forall f, E T (along f) = psum P (fun c a => c * f a)).
{ intros f. rewrite <- EP. simpl. ring. }
unfold informed in I. rewrite E' in I.
pose proof (theta_range theta kappa L K S0 L ltac:(lia)).
pose proof (tells_brings theta kappa L K S0 P k x _ (e / 2) HP Hk ltac:(lra) Dx I) as G.
unfold brings in G. rewrite E'. apply Rmult_le_reg_l with (1 + e / 2); [lra|].
apply Rle_trans with (2 := G). rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [exact lnT|].
assert (0 <= e * e) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma informed_of k e D : (L < k <= K)%nat -> 0 < e < 1 ->
  (forall l, (1 <= l <= pred L)%nat -> info theta kappa L k l <= D) ->
  eventually (fun T => (1 - e) * ln (INR T) <=
    D * E T (above k) + info theta kappa L k L * E T (last k)).
Proof.
intros Hk He HD. generalize (brings_enough k e Hk He). apply filter_imp. intros T B.
apply Rle_trans with (1 := B). unfold times. rewrite <- mean_along2.
apply (game_le kappa L K pi kr Hpi); [exact tr|]. intros a A.
exact (list_brings k a (info theta kappa L k) D A HD).
Qed.

Notation rarely_above k := (is_lim_seq (fun T => E T (above k) / (ln (INR T) + E T (shown k))) 0).

(* the item is shown at the last position instead *)
Lemma last_often k eta : (L < k <= K)%nat -> rarely_above k -> 0 < eta < 1 ->
  eventually (fun T => (1 - eta) * / info theta kappa L k L * ln (INR T) <= E T (last k)).
Proof.
intros Hk R He. pose proof (sizes theta kappa L K S0) as LK.
set (I := info theta kappa L k L). set (D := sum (range 1 L) (info theta kappa L k)).
assert (HI : 0 < I) by (apply (info_pos theta kappa L K S0); lia).
assert (Dl : forall l, (1 <= l <= L)%nat -> info theta kappa L k l <= D).
{ intros l Hl. apply (sum_term (range 1 L) (info theta kappa L k)); [|now apply in_range].
  intros j Hj. apply in_range in Hj. left. now apply (info_pos theta kappa L K S0). }
assert (HD : 0 < D) by (pose proof (Dl L ltac:(lia)); unfold I in HI; lra).
set (b := Rmin (1 / 2) (eta * Rmin 1 I / (8 * D))).
assert (M : 0 < Rmin 1 I) by (apply Rmin_glb_lt; lra).
assert (Hb : 0 < b).
{ apply Rmin_glb_lt; [lra|]. apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
assert (b2 : b <= 1 / 2) by apply Rmin_l.
assert (bD : 2 * b * D <= eta / 4 * Rmin 1 I).
{ apply Rle_trans with (2 * (eta * Rmin 1 I / (8 * D)) * D); [|right; field; lra].
  apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [lra|]. apply Rmin_r. }
assert (bD1 : 2 * b * D <= eta / 4).
{ apply Rle_trans with (1 := bD). rewrite <- (Rmult_1_r (eta / 4)) at 2.
  apply Rmult_le_compat_l; [lra|apply Rmin_l]. }
assert (bDI : 2 * b * D <= eta / 4 * I).
{ apply Rle_trans with (1 := bD). apply Rmult_le_compat_l; [lra|apply Rmin_r]. }
apply is_lim_seq_spec in R. specialize (R (mkposreal b Hb)).
generalize (filter_and _ _ R (filter_and _ _ (ln_large 1)
  (informed_of k (eta / 4) D Hk ltac:(lra) (fun l Hl => Dl l ltac:(lia))))).
apply filter_imp. clear R. intros T [R [lnT N]]. simpl in R. fold I in N.
pose proof (times_nonneg T (shows (pred L) k)) as s0.
pose proof (times_nonneg T (shows L k)) as u0.
pose proof (times_nonneg T (fun a => (a L =? k)%nat)) as v0.
pose proof (shown_parts T k) as uv.
set (s := E T (above k)) in *. set (u := E T (shown k)) in *. set (v := E T (last k)) in *.
set (t := ln (INR T)) in *.
rewrite Rminus_0_r in R. apply Rabs_lt_between in R. destruct R as [_ R].
assert (sb : s <= b * (t + u)).
{ apply Rmult_le_reg_r with (/ (t + u)); [apply Rinv_0_lt_compat; lra|].
  rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. left. exact R. }
assert (s2 : s <= 2 * b * (t + v)).
{ assert (b * (t + u) <= b * (t + s + v)) by (apply Rmult_le_compat_l; lra).
  assert (b * s <= 1 / 2 * s) by (apply Rmult_le_compat_r; lra). lra. }
assert (Ds : D * s <= eta / 4 * t + eta / 4 * I * v).
{ apply Rle_trans with (D * (2 * b * (t + v))); [apply Rmult_le_compat_l; lra|].
  replace (D * (2 * b * (t + v))) with (2 * b * D * t + 2 * b * D * v) by ring.
  apply Rplus_le_compat; apply Rmult_le_compat_r; lra. }
assert (G : (1 - eta / 2) * t <= (1 + eta / 4) * (I * v)) by lra.
apply Rmult_le_reg_l with I; [exact HI|].
replace (I * ((1 - eta) * / I * t)) with ((1 - eta) * t) by (field; lra).
apply Rmult_le_reg_l with (1 + eta / 4); [lra|]. apply Rle_trans with (2 := G).
rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra|].
assert (0 <= eta * eta) by (apply Rmult_le_pos; lra). lra.
Qed.

(* what is lost at the last position *)
Lemma regret_last T : sum (range (S L) K) (fun k => kappa L * (theta L - theta k) * E T (last k)) <=
  regret theta kappa L pi (reward theta kappa L (fun l => l)) T.
Proof.
destruct (game_planned kappa L K pi kr Hpi theta T [] tr) as [P [HP EP]].
assert (E' : forall f, E T (along f) = psum P (fun c a => c * f a)).
{ intros f. rewrite <- EP. simpl. ring. }
unfold regret, times. rewrite E'.
rewrite (sum_ext _ _ (fun k => psum P (fun c a =>
  c * (kappa L * (theta L - theta k) * ind (a L =? k)%nat 1)))).
2:{ intros k _. rewrite E', <- psum_scal. apply psum_ext. intros c a _. ring. }
rewrite sum_psum. apply psum_le. intros c a i. destruct (HP c a i) as [Hc A]. rewrite sum_scal.
apply Rmult_le_compat_l; [exact Hc|]. rewrite <- gap_reward. now apply last_costs.
Qed.
End LastPosition.

Theorem last_position_price : pbm_last_position_price.
Proof.
intros theta kappa L K pi m S0 Hpi U Hm E R.
assert (Em : m = reward theta kappa L (fun l => l)).
{ pose proof (best_theta theta kappa L K S0) as B. destruct Hm as [H1 H2], B as [B1 B2].
  apply Rle_antisym; [now apply H2|now apply B2]. }
subst m. pose proof (Program.kappa_range theta kappa L K S0) as kr.
pose proof (sizes theta kappa L K S0) as LK.
assert (HI : forall k, (L < k <= K)%nat -> 0 < / info theta kappa L k L).
{ intros k Hk. apply Rinv_0_lt_compat, (info_pos theta kappa L K S0); lia. }
assert (price : forall k, (L < k <= K)%nat -> 0 < kappa L * (theta L - theta k)).
{ intros k Hk. pose proof (kr L ltac:(lia)).
  pose proof (theta_less theta kappa L K S0 L k ltac:(lia) ltac:(lia)).
  apply Rmult_lt_0_compat; lra. }
split.
- intros k Hk. apply liminf_ratio; [left; now apply HI|]. intros eta He.
  exact (last_often theta kappa L K pi S0 Hpi U k eta Hk (R k Hk) He).
- assert (C : at_examination theta L K (kappa L) = sum (range (S L) K) (fun k =>
    kappa L * (theta L - theta k) * / info theta kappa L k L)).
  { unfold at_examination. rewrite <- sum_scal. apply sum_ext. intros k _. unfold info, Rdiv. ring. }
  rewrite C. apply liminf_ratio.
  { apply sum_nonneg. intros k Hk. apply in_range in Hk.
    pose proof (HI k ltac:(lia)). pose proof (price k ltac:(lia)).
    apply Rmult_le_pos; lra. }
  intros eta He.
  assert (A : eventually (fun T => forall k, (L < k <= K)%nat ->
    (1 - eta) * / info theta kappa L k L * ln (INR T) <=
      mean theta kappa L pi never T [] (times (fun a => (a L =? k)%nat)))).
  { apply eventually_all with (A := fun k T => (1 - eta) * / info theta kappa L k L * ln (INR T) <=
      mean theta kappa L pi never T [] (times (fun a => (a L =? k)%nat))).
    intros k Hk. exact (last_often theta kappa L K pi S0 Hpi U k eta Hk (R k Hk) He). }
  revert A. apply filter_imp. intros T A.
  apply Rle_trans with (2 := regret_last theta kappa L K pi S0 Hpi T).
  rewrite Rmult_assoc, (Rmult_comm _ (ln (INR T))), <- Rmult_assoc, <- sum_scal.
  apply sum_le. intros k Hk. apply in_range in Hk. specialize (A k ltac:(lia)).
  pose proof (price k ltac:(lia)).
  replace ((1 - eta) * ln (INR T) * (kappa L * (theta L - theta k) * / info theta kappa L k L))
    with (kappa L * (theta L - theta k) * ((1 - eta) * / info theta kappa L k L * ln (INR T))) by
      ring.
  apply Rmult_le_compat_l; lra.
Qed.

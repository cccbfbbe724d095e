(** Proposition 14 of Lagrée et al. (2016): when the solutions are one point,
    and that there are ties. *)
From Coq Require Import Reals Psatz List Arith Lia Classical_Prop.
Require Import ExactInterval.
From Coquelicot Require Import Coquelicot.
Require Import Statements Sums Gaps Game Program.
Import ListNotations.
Open Scope R_scope.

(* two lists are one at positions 1, ..., L *)
Notation same L b a := (forallb (fun m => b m =? a m)%nat (range 1 L)).
Lemma same_iff L b a : same L b a = true <-> forall m, (1 <= m <= L)%nat -> b m = a m.
Proof.
rewrite forallb_forall. split; intros H m Hm.
- apply Nat.eqb_eq, H. now apply in_range.
- apply Nat.eqb_eq, H. now apply in_range in Hm.
Qed.
(* the v_{k,l} differ from one another, and from the best list *)
Lemma explores_both L k l k' l' a : (L < k)%nat -> (L < k')%nat -> (1 <= l <= L)%nat ->
  (1 <= l' <= L)%nat ->
  explores L k l a -> explores L k' l' a -> k = k' /\ l = l'.
Proof.
intros Hk Hk' Hl Hl' A B. pose proof (A l Hl) as A1. rewrite (B l Hl) in A1.
  pose proof (B l' Hl') as B1. rewrite (A l' Hl') in B1.
unfold exploring in A1, B1. rewrite Nat.ltb_irrefl, Nat.eqb_refl in A1, B1.
destruct (Nat.ltb_spec l l'), (Nat.eqb_spec l l'), (Nat.ltb_spec l' l), (Nat.eqb_spec l' l); lia.
Qed.
Lemma best_explores L k l a : (L < k)%nat -> (1 <= l <= L)%nat -> best_list L a ->
  explores L k l a -> False.
Proof.
intros Hk Hl A B. pose proof (B l Hl) as E. rewrite (A l Hl) in E. unfold exploring in E.
rewrite Nat.ltb_irrefl, Nat.eqb_refl in E. lia.
Qed.

Section OnePoint.
Variables theta kappa : nat -> R.
Variables L K : nat.
Hypothesis SS : strictly_sorted theta kappa L K.
Let S0 : sorted theta kappa L K := proj1 SS.
Notation cheap := (cheapest theta kappa L).
Notation info := (info theta kappa L).
Notation brings := (brings theta kappa L).
Definition listed (a : nat -> nat) : Prop :=
  best_list L a \/ exists k l, (L < k <= K)%nat /\ cheap k l /\ explores L k l a.

Lemma listed_worthwhile a : listed a <-> worthwhile theta kappa L K a.
Proof.
split; intros [B|[k [l H]]]; [now left|right|now left|right]; exists k, l.
- destruct H as [Hk [[Hl C] E]]. repeat split; try assumption; lia.
- destruct H as [Hk [Hl [C E]]]. now repeat split.
Qed.
Lemma solves_iff P : is_plan L K P -> (solves theta kappa L K P <->
  (forall c a, In (c, a) P -> 0 < c -> listed a) /\ (forall k, (L < k <= K)%nat -> brings P k = 1)).
Proof.
intros HP. unfold solves, enough. rewrite (solutions theta kappa L K SS P HP).
split; intros [W B]; (split; [|exact B]); intros c a i Hc; apply listed_worthwhile, (W c a i Hc).
Qed.

(* what the list v_{k,l} brings of item j *)
Lemma explored k l j a : (L < k <= K)%nat -> (L < j <= K)%nat -> (1 <= l <= L)%nat ->
  explores L k l a ->
  sum (range 1 L) (fun m => ind (a m =? j)%nat (info j m)) = if (k =? j)%nat then info j l else 0.
Proof.
intros Hk Hj Hl E. destruct (Nat.eqb_spec k j) as [->|ne].
- rewrite (sum_ext _ _ (fun m => ind (l =? m)%nat (info j m))).
  + apply (sum_one _ _ (info j)); [apply seq_NoDup|now apply in_range].
  + intros m Hm. apply in_range in Hm. rewrite (E m Hm). unfold exploring.
    destruct (Nat.ltb_spec m l), (Nat.eqb_spec m l), (Nat.eqb_spec l m); try lia;
      try (now rewrite Nat.eqb_refl);
      match goal with |- ind (?x =? ?y)%nat _ = _ => destruct (Nat.eqb_spec x y);
        [lia|reflexivity] end.
- rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_const0|]. intros m Hm. apply in_range in Hm.
  rewrite (E m Hm). unfold exploring.
  destruct (Nat.ltb_spec m l), (Nat.eqb_spec m l); try lia;
    match goal with |- ind (?x =? ?y)%nat _ = _ => destruct (Nat.eqb_spec x y);
      [lia|reflexivity] end.
Qed.
Lemma best_brings j a : (L < j <= K)%nat -> best_list L a -> sum (range 1 L) (fun m =>
  ind (a m =? j)%nat (info j m)) = 0.
Proof.
intros Hj B. rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_const0|]. intros m Hm.
  apply in_range in Hm. rewrite (B m Hm).
destruct (Nat.eqb_spec m j); [lia|reflexivity].
Qed.

(* where the position is unique, what is brought of item k is the amount of one list *)
Lemma brings_amount P k l : is_plan L K P -> (forall c a, In (c, a) P -> 0 < c -> listed a) ->
  (L < k <= K)%nat -> cheap k l -> (forall l', cheap k l' -> l' = l) ->
  brings P k = info k l * amount L P (exploring k l).
Proof.
intros HP W Hk [Hl Cl] once. unfold Statements.brings, amount. rewrite <- psum_scal. apply psum_ext.
  intros c a i.
destruct (HP c a i) as [[Hc|<-] _]; [|rewrite Rmult_0_l; destruct (same L a (exploring k l)); simpl;
  ring].
destruct (W c a i Hc) as [B|[k2 [l2 [Hk2 [C2 E2]]]]].
- rewrite (best_brings k a Hk B). destruct (same L a (exploring k l)) eqn:e; [|simpl; ring].
  destruct (best_explores L k l a ltac:(lia) Hl B (proj1 (same_iff L a _) e)).
- rewrite (explored k2 l2 k a Hk2 Hk (proj1 C2) E2). destruct (Nat.eqb_spec k2 k) as [->|ne].
  + assert (l2 = l) by now apply once. subst l2.
    replace (same L a (exploring k l)) with true by (symmetry; apply same_iff; exact E2). simpl.
      ring.
  + destruct (same L a (exploring k l)) eqn:e; [|simpl; ring].
    destruct (explores_both L k2 l2 k l a ltac:(lia) ltac:(lia) (proj1 C2) Hl E2 (proj1 (same_iff L
      a _) e)). contradiction.
Qed.
(* a list with a positive coefficient has a positive amount *)
Lemma amount_pos P c a : is_plan L K P -> In (c, a) P -> c <= amount L P a.
Proof.
unfold amount. induction P as [|[c0 b] P IH]; intros HP i; [contradiction|]. cbn [psum].
assert (HP' : is_plan L K P) by (intros c' a' i'; apply HP; now right).
destruct (HP c0 b (or_introl eq_refl)) as [Hc0 _].
assert (N : 0 <= psum P (fun c b => ind (same L b a) c)).
{ rewrite <- (psum_zero P). apply psum_le. intros c' b' i'. destruct (HP' c' b' i').
  destruct (same L b' a); simpl; lra. }
destruct i as [e|i].
- injection e as -> ->. replace (same L a a) with true by (symmetry; now apply same_iff). simpl.
  lra.
- specialize (IH HP' i). destruct (same L b a); simpl; lra.
Qed.
Lemma amount_zero P a : is_plan L K P -> (forall c b, In (c, b) P -> 0 < c -> same L b a = false) ->
  amount L P a = 0.
Proof.
intros HP H. unfold amount. rewrite <- (psum_zero P). apply psum_ext. intros c b i.
  destruct (HP c b i) as [[Hc|<-] _].
- now rewrite (H c b i Hc).
- now destruct (same L b a).
Qed.

Lemma one_point P : (forall k l l', (L < k <= K)%nat -> cheap k l -> cheap k l' -> l = l') ->
  is_plan L K P ->
  (solves theta kappa L K P <->
   (forall k l, (L < k <= K)%nat -> cheap k l -> amount L P (exploring k l) = / info k l) /\
   (forall a, is_list L K a -> amount L P a <> 0 -> listed a)).
Proof.
intros once HP. rewrite (solves_iff P HP).
assert (Ip : forall k l, (L < k <= K)%nat -> cheap k l -> 0 < info k l).
{ intros k l Hk [Hl _]. now apply (info_pos theta kappa L K S0). }
split.
- intros [W B]. split.
  + intros k l Hk C. pose proof (Ip k l Hk C) as I. pose proof (brings_amount P k l HP W Hk C (fun
    l' C' => once k l' l Hk C' C)) as E.
    rewrite (B k Hk) in E. apply Rmult_eq_reg_l with (info k l); [|lra]. rewrite <- E,
      Rinv_r by lra. reflexivity.
  + intros a _ ne. apply NNPP. intros X. apply ne.
    apply amount_zero; [exact HP|]. intros c b i Hc. destruct (same L b a) eqn:e; [|reflexivity].
      exfalso. apply X.
    assert (eq : forall m, (1 <= m <= L)%nat -> a m = b m) by (intros m Hm; symmetry;
      exact (proj1 (same_iff L b a) e m Hm)).
    destruct (W c b i Hc) as [Bb|[k [l [Hk [C E]]]]]; [left|right; exists k, l; split;
      [exact Hk|split; [exact C|]]];
      intros m Hm; rewrite (eq m Hm); [apply Bb|apply E]; exact Hm.
- intros [A Z].
  assert (W : forall c a, In (c, a) P -> 0 < c -> listed a).
  { intros c a i Hc. apply Z; [apply (HP c a i)|]. pose proof (amount_pos P c a HP i). lra. }
  split; [exact W|]. intros k Hk. pose proof (sizes theta kappa L K S0).
  destruct (least_arg 1 (L - 1) (ratio theta kappa L k)) as [E I]. set (l :=
    arg 1 (L - 1) (ratio theta kappa L k)) in *.
  assert (C : cheap k l) by (split; [lia|now symmetry]). pose proof (Ip k l Hk C).
  rewrite (brings_amount P k l HP W Hk C (fun l' C' => once k l' l Hk C' C)), (A k l Hk C).
    apply Rinv_r. lra.
Qed.

(* any share at two cheapest positions *)
Lemma shares k l l' s : (L < k <= K)%nat -> cheap k l -> cheap k l' -> l <> l' -> 0 <= s <= 1 ->
  exists P, is_plan L K P /\ solves theta kappa L K P /\
    amount L P (exploring k l) = s / info k l /\ amount L P (exploring k l') = (1 - s) / info k l'.
Proof.
intros Hk C C' ne Hs. pose proof (sizes theta kappa L K S0) as LK. pose (best := fun j =>
  arg 1 (L - 1) (ratio theta kappa L j)).
assert (Hb : forall j, cheap j (best j)).
{ intros j. destruct (least_arg 1 (L - 1) (ratio theta kappa L j)) as [E I]. split; [unfold best;
  lia|now symmetry]. }
assert (Ip : forall j m, (L < j <= K)%nat -> (1 <= m <= L)%nat -> 0 < info j m) by (intros;
  now apply (info_pos theta kappa L K S0)).
pose (rest := map (fun j => ((if (j =? k)%nat then 0 else / info j (best j)),
  exploring j (best j))) (range (S L) K)).
exists ((s / info k l, exploring k l) :: ((1 - s) / info k l', exploring k l') :: rest).
destruct C as [Hl Cl]. destruct C' as [Hl' Cl']. pose proof (Ip k l Hk Hl) as I.
  pose proof (Ip k l' Hk Hl') as I'.
assert (HP : is_plan L K ((s / info k l, exploring k l) :: ((1 - s) / info k l',
  exploring k l') :: rest)).
{ intros c a [e|[e|i]].
  - injection e as <- <-. split; [apply Rmult_le_pos; [lra|left;
    now apply Rinv_0_lt_compat]|apply exploring_is_list; [lia|exact Hl]].
  - injection e as <- <-. split; [apply Rmult_le_pos; [lra|left;
    now apply Rinv_0_lt_compat]|apply exploring_is_list; [lia|exact Hl']].
  - apply in_map_iff in i. destruct i as [j [e Hj]]. apply in_range in Hj. injection e as <- <-.
    split.
    + destruct (j =? k)%nat; [lra|]. left. apply Rinv_0_lt_compat, Ip; [lia|apply Hb].
    + apply exploring_is_list; [lia|apply Hb]. }
(* the rest has nothing of item k *)
assert (none : forall m, (1 <= m <= L)%nat -> psum rest (fun c b =>
  ind (same L b (exploring k m)) c) = 0).
{ intros m Hm. rewrite <- (psum_zero rest). apply psum_ext. intros c b i. apply in_map_iff in i.
  destruct i as [j [e Hj]].
  apply in_range in Hj. injection e as <- <-. destruct (same L (exploring j (best j)) (exploring k
    m)) eqn:e; [|reflexivity].
  destruct (explores_both L j (best j) k m _ ltac:(lia) ltac:(lia) (proj1 (Hb j)) Hm (fun _ _ =>
    eq_refl) (proj1 (same_iff L _ _) e)) as [-> _].
  now rewrite Nat.eqb_refl. }
split; [exact HP|]. split; [|split].
- apply (solves_iff _ HP). split.
  + intros c a [e|[e|i]] _.
    * injection e as _ <-. right. exists k, l. split; [exact Hk|]. split; [now split|]. intros m Hm.
      reflexivity.
    * injection e as _ <-. right. exists k, l'. split; [exact Hk|]. split; [now split|].
      intros m Hm. reflexivity.
    * apply in_map_iff in i. destruct i as [j [e Hj]]. apply in_range in Hj. injection e as _ <-.
      right. exists j, (best j).
      split; [lia|]. split; [apply Hb|]. intros m Hm. reflexivity.
  + intros j Hj. unfold Statements.brings. cbn [psum].
    rewrite (explored k l j _ Hk Hj Hl (fun m _ => eq_refl)),
      (explored k l' j _ Hk Hj Hl' (fun m _ => eq_refl)).
    unfold rest. rewrite (psum_map (range (S L) K) (fun i =>
      if (i =? k)%nat then 0 else / info i (best i)) (fun i => exploring i (best i))).
    rewrite (sum_ext _ _ (fun i => ind (j =? i)%nat (if (i =? k)%nat then 0 else 1))).
    2:{ intros i Hi. apply in_range in Hi. rewrite (explored i (best i) j _ ltac:(lia) Hj (proj1 (Hb
      i)) (fun m _ => eq_refl)).
        rewrite (Nat.eqb_sym j i). destruct (Nat.eqb_spec i j) as [->|n1]; cbn [ind]; [|ring].
        destruct (j =? k)%nat; [ring|]. apply Rinv_l. pose proof (Ip j (best j) Hj (proj1 (Hb j))).
          lra. }
    rewrite (sum_one _ _ (fun i => if (i =? k)%nat then 0 else 1));
      [|apply seq_NoDup|apply in_range; lia].
    rewrite (Nat.eqb_sym k j). destruct (Nat.eqb_spec j k) as [->|n1]; [field; lra|ring].
- unfold amount. cbn [psum]. replace (same L (exploring k l) (exploring k l)) with true by
  (symmetry; now apply same_iff).
  replace (same L (exploring k l') (exploring k l)) with false.
  2:{ symmetry. destruct (same L (exploring k l') (exploring k l)) eqn:e; [|reflexivity]. exfalso.
      apply ne. now destruct (explores_both L k l k l' (exploring k l') ltac:(lia) ltac:(lia) Hl Hl'
        (proj1 (same_iff L _ _) e) (fun m _ => eq_refl)). }
  rewrite (none l Hl). simpl. ring.
- unfold amount. cbn [psum]. replace (same L (exploring k l') (exploring k l')) with true by
  (symmetry; now apply same_iff).
  replace (same L (exploring k l) (exploring k l')) with false.
  2:{ symmetry. destruct (same L (exploring k l) (exploring k l')) eqn:e; [|reflexivity]. exfalso.
      apply ne. now destruct (explores_both L k l k l' (exploring k l) ltac:(lia) ltac:(lia) Hl Hl'
        (fun m _ => eq_refl) (proj1 (same_iff L _ _) e)). }
  rewrite (none l' Hl'). simpl. ring.
Qed.
End OnePoint.

(** * A tie: theta = (x, 2/5, 1/5) and kappa = (9/10, 1/2),
    where x makes the two prices of item 3 equal *)
Definition seen (l : nat) : R := nth l [0; 9/10; 1/2] 0.
Definition first_place (x : R) (k : nat) : R := nth k [0; x; 2/5; 1/5] 0.
Definition tied : R := (d (9/10 * (1/5)) (9/10 * (2/5)) / d (1/2 * (1/5)) (1/2 * (2/5)) / 10 - 1/50)
  / (2/5).
Lemma tied_between : 48/100 < tied < 49/100.
Proof. unfold tied, d. split; interval with (i_prec 50). Qed.
Lemma tied_info : 0 < d (9/10 * (1/5)) (9/10 * (2/5)) /\ 0 < d (1/2 * (1/5)) (1/2 * (2/5)).
Proof. unfold d. split; interval with (i_prec 50). Qed.
Lemma tied_sorted : strictly_sorted (first_place tied) seen 2 3.
Proof.
pose proof tied_between as T. unfold strictly_sorted, sorted, first_place, seen. split; [split;
  [|split; [|split; [|split; [|split]]]]|].
- intros i j Hij Hj. do 4 (destruct i as [|i]; [do 4 (destruct j as [|j]; [try lia; simpl; lra|]);
  lia|]). lia.
- intros i Hi. do 4 (destruct i as [|i]; [try lia; simpl; lra|]). lia.
- intros l Hl. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- intros l Hl. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
- reflexivity.
- lia.
- intros l Hl. do 3 (destruct l as [|l]; [try lia; simpl; lra|]). lia.
Qed.
Lemma tie : ratio (first_place tied) seen 2 3 1 = ratio (first_place tied) seen 2 3 2.
Proof.
destruct tied_info as [A B]. unfold ratio, gap, info, exploring, range, first_place, seen.
cbn [seq sum Nat.sub Nat.ltb Nat.leb Nat.eqb pred nth]. unfold tied.
set (u := d (9/10 * (1/5)) (9/10 * (2/5))) in *. set (v := d (1/2 * (1/5)) (1/2 * (2/5))) in *.
  field. lra.
Qed.

Theorem proposition_14 : pbm_proposition_14.
Proof.
split; [|split].
- intros theta kappa L K P SS HP. split; [exact (solves_iff theta kappa L K SS P HP)|]. split.
  + split.
    * intros B. exact (brings_all_tells theta kappa L K P (proj1 SS) HP B).
    * intros F. exact (tells_all_brings theta kappa L K P (proj1 SS) HP F).
  + intros once. now apply one_point.
- intros theta kappa L K k l l' s SS. now apply shares.
- exists (first_place tied), seen. split; [exact tied_sorted|].
  unfold cheapest. cbn [Nat.sub least]. rewrite tie, Rmin_left by lra. split; (split;
    [lia|reflexivity]).
Qed.

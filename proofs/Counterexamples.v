(** Algorithm 1 on two tables of two items and two positions: it ends where the likelihood (50) is
    not largest, the
    likelihood falls on the way, and it runs away. *)
From Coq Require Import Reals Psatz List Arith Lia.
Require Import ExactInterval.
From Coquelicot Require Import Coquelicot.
Require Import Statements.
Import ListNotations.
Open Scope R_scope.

(* write out the sums over two items and two positions *)
Ltac write_out := cbv [likelihood new_items new_biases sum range seq Nat.sub clicks_8 clicks_4
  plays_10 point Nat.eqb andb].

(* the point that is left alone; the derivatives are taken symbolically,
   the comparison is by intervals *)
Theorem lemma_2 :
  let a := point (3/5) (3/10) in let l := point 1 (1/2) in
  let L := likelihood 2 2 clicks_8 plays_10 in
  (forall i, (1 <= i <= 2)%nat -> new_items 2 clicks_8 plays_10 l i = a i /\
    new_biases 2 clicks_8 plays_10 a i = l i) /\
  is_derive (fun t => L (point (3/5 * exp t) (3/10)) l) 0 (25/52) /\
  is_derive (fun t => L (point (3/5) (3/10 * exp t)) l) 0 (- (100/299)) /\
  is_derive (fun t => L a (point 1 (1/2 * exp t))) 0 (- (100/299)) /\
  L a l + 1/20 < L (point (2/3) (27/100)) (point 1 (45/100)).
Proof.
intros a l L. unfold a, l, L. split; [|split; [|split; [|split]]].
- intros i Hi. assert (E : i = 1%nat \/ i = 2%nat) by lia. destruct E as [->| ->]; write_out; split;
  field.
- write_out. auto_derive; [rewrite exp_0; repeat split; lra|rewrite exp_0; field].
- write_out. auto_derive; [rewrite exp_0; repeat split; lra|rewrite exp_0; field].
- write_out. auto_derive; [rewrite exp_0; repeat split; lra|rewrite exp_0; field].
- write_out. interval with (i_prec 50).
Qed.

(* rational numbers under logarithms, by intervals *)
Theorem lemma_2_monotone : mnl_lemma_2_monotone.
Proof.
unfold mnl_lemma_2_monotone. cbv [algorithm_1 fst snd]. write_out. repeat split;
  interval with (i_prec 50).
Qed.

(* alpha_2 = 1/5, alpha_1 = (1 + 1/lambda_2)/5, lambda_2 <- 1/(5 alpha_1) *)
Theorem lemma_2_never_ends : mnl_lemma_2_never_ends.
Proof.
unfold mnl_lemma_2_never_ends. intros a l n [Ha Hl].
(* after an iteration alpha_1 is (1 + 1 / lambda_2) / 5 *)
assert (A : forall b, 0 < new_biases 2 clicks_4 plays_10 b 2%nat ->
  new_items 2 clicks_4 plays_10 (new_biases 2 clicks_4 plays_10 b) 1%nat =
  1 / 5 * (1 + / new_biases 2 clicks_4 plays_10 b 2%nat)).
{ intros b P. unfold new_items. cbv [sum range seq Nat.sub].
  change (new_biases 2 clicks_4 plays_10 b 1%nat) with 1.
  set (t := new_biases 2 clicks_4 plays_10 b 2%nat) in *. cbv [clicks_4 plays_10 Nat.eqb andb].
    field. lra. }
(* and the next lambda_2 is 1 / (5 alpha_1) *)
assert (B : forall b, 0 < b 1%nat -> new_biases 2 clicks_4 plays_10 b 2%nat = / (5 * b 1%nat)).
{ intros b P. write_out. unfold Rdiv. rewrite Rmult_0_l. field. lra. }
assert (P : forall m, 0 < fst (algorithm_1 2 2 clicks_4 plays_10 m (a, l)) 1%nat).
{ intros m. induction m as [|m IH]; [apply Ha; lia|]. cbn [algorithm_1 fst].
  assert (Q : 0 < new_biases 2 clicks_4 plays_10 (fst (algorithm_1 2 2 clicks_4 plays_10 m (a,
    l))) 2%nat).
  { rewrite B by exact IH. apply Rinv_0_lt_compat. lra. }
  rewrite A by exact Q. pose proof (Rinv_0_lt_compat _ Q). lra. }
set (it := fun m => algorithm_1 2 2 clicks_4 plays_10 (S m) (a, l)).
change (snd (it (S n)) 2%nat = snd (it n) 2%nat / (1 + snd (it n) 2%nat) /\
  fst (it (S n)) 1%nat = fst (it n) 1%nat + 1 / 5).
set (b := fst (algorithm_1 2 2 clicks_4 plays_10 n (a, l))).
assert (Hb : 0 < b 1%nat) by apply P.
set (t := new_biases 2 clicks_4 plays_10 b 2%nat).
assert (Ht : 0 < t) by (unfold t; rewrite B by exact Hb; apply Rinv_0_lt_compat; lra).
assert (E1 : snd (it n) 2%nat = t) by reflexivity.
assert (F1 : fst (it n) 1%nat = 1 / 5 * (1 + / t)) by (apply A; exact Ht).
assert (F1' : 0 < fst (it n) 1%nat) by apply P.
assert (E2 : snd (it (S n)) 2%nat = / (5 * fst (it n) 1%nat)) by (apply B; exact F1').
assert (Q : 0 < snd (it (S n)) 2%nat) by (rewrite E2; apply Rinv_0_lt_compat; lra).
assert (F2 : fst (it (S n)) 1%nat = 1 / 5 * (1 + / snd (it (S n)) 2%nat)) by (apply A; exact Q).
rewrite F2, E2, F1, E1. split; field; lra.
Qed.

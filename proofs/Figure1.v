(** The constant of (6) of Lagrée et al. (2016) on the instances of Figure 1,
    by interval arithmetic. *)
From Coq Require Import Reals Psatz List Arith Lia.
Require Import ExactInterval.
From Coquelicot Require Import Coquelicot.
Require Import Statements.
Import ListNotations.
Open Scope R_scope.

(* write the definitions out, down to logarithms of fractions *)
Ltac write_out := cbv [value at_examination ratio gap exploring info sum range seq least d figure_1a
  figure_1b examinations
  nth Nat.sub Nat.ltb Nat.leb Nat.eqb Nat.pred].

(* a sum of two minima of three numbers, the last or the first being the smallest *)
Lemma last_minima a b c a' b' c' : c < a -> c < b -> c' < a' -> c' < b' ->
  Rmin a (Rmin b c) + (Rmin a' (Rmin b' c') + 0) = c + c'.
Proof. intros; rewrite !(Rmin_right b), !(Rmin_right b'), !Rmin_right by lra; ring. Qed.
Lemma first_minima a b c a' b' c' : a < b -> a < c -> a' < b' -> a' < c' ->
  Rmin a (Rmin b c) + (Rmin a' (Rmin b' c') + 0) = a + a'.
Proof.
intros Hb Hc Hb' Hc'. assert (a < Rmin b c) by (apply Rmin_glb_lt; lra).
assert (a' < Rmin b' c') by (apply Rmin_glb_lt; lra). rewrite !Rmin_left by lra; ring.
Qed.

(* item 4 or 5, position l or l' *)
Ltac each_ratio := intros k l [->| ->] [->| ->]; write_out; interval with (i_prec 50).

(* Figure 1(b): the last position is the cheapest for items 4 and 5; Figure 1(a): the first *)
Lemma last_is_cheapest : forall k l, (k = 4 \/ k = 5)%nat -> (l = 1 \/ l = 2)%nat ->
  ratio figure_1b examinations 3 k 3 < ratio figure_1b examinations 3 k l.
Proof. each_ratio. Qed.
Lemma first_is_cheapest : forall k l, (k = 4 \/ k = 5)%nat -> (l = 2 \/ l = 3)%nat ->
  ratio figure_1a examinations 3 k 1 < ratio figure_1a examinations 3 k l.
Proof. each_ratio. Qed.

(* so the constants are sums of two ratios *)
Lemma value_1b : value figure_1b examinations 3 5 = ratio figure_1b examinations 3 4 3 + ratio
  figure_1b examinations 3 5 3.
Proof. apply last_minima; apply last_is_cheapest; lia. Qed.
Lemma value_1a : value figure_1a examinations 3 5 = ratio figure_1a examinations 3 4 1 + ratio
  figure_1a examinations 3 5 1.
Proof. apply first_minima; apply first_is_cheapest; lia. Qed.

(* of logarithms of fractions, enclosed *)
Theorem equation_6 : pbm_equation_6.
Proof.
unfold pbm_equation_6. rewrite value_1a, value_1b. split; [|split; [exact last_is_cheapest|split;
  [|exact first_is_cheapest]]].
- write_out. split; interval with (i_prec 60).
- write_out. split; interval with (i_prec 60).
Qed.

(* and the last position costs more in Figure 1(a) *)
Theorem reversed_inequality : pbm_reversed_inequality.
Proof. unfold pbm_reversed_inequality. rewrite value_1a. write_out. interval with (i_prec 50). Qed.

(** The divergence of two Bernoulli laws: as a function of its second argument, and where it is least. *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Statements.
Open Scope R_scope.

(* In the library ln 0 = 0 and 0 * x = 0, so that d has its continuous values at p = 0 and p = 1. *)
Lemma d_split p q : 0 <= p <= 1 -> 0 < q < 1 ->
  d p q = (p * ln p + (1 - p) * ln (1 - p)) - p * ln q - (1 - p) * ln (1 - q).
Proof.
intros Hp Hq; unfold d.
assert (H1 : p * ln (p / q) = p * ln p - p * ln q).
{ destruct (Req_dec p 0) as [->|n]; [ring|]. rewrite ln_div; [ring|lra|lra]. }
assert (H2 : (1 - p) * ln ((1 - p) / (1 - q)) = (1 - p) * ln (1 - p) - (1 - p) * ln (1 - q)).
{ destruct (Req_dec p 1) as [->|n]; [ring|]. rewrite ln_div; [ring|lra|lra]. }
rewrite H1, H2; ring.
Qed.

(* A function whose derivative has the sign of x - a is least at a. *)
Lemma least_at (f df : R -> R) (a b : R) :
  (forall x, Rmin a b <= x <= Rmax a b -> is_derive f x (df x)) ->
  (forall x, Rmin a b < x < Rmax a b -> 0 <= df x * (x - a)) ->
  f a <= f b.
Proof.
intros D S.
destruct (Rtotal_order a b) as [H|[->|H]]; [|lra|].
- rewrite Rmin_left, Rmax_right in D, S by lra.
  destruct (MVT_cor2 f df a b H) as [x [E Hx]].
  { intros x Hx; apply is_derive_Reals, D, Hx. }
  specialize (S x Hx). assert (0 <= df x) by nra. nra.
- rewrite Rmin_right, Rmax_left in D, S by lra.
  destruct (MVT_cor2 f df b a H) as [x [E Hx]].
  { intros x Hx; apply is_derive_Reals, D, Hx. }
  specialize (S x Hx). assert (df x <= 0) by nra. nra.
Qed.

(* d as a function of its second argument, up to a constant, also at the corners. *)
Definition cross (p x : R) : R := - p * ln x - (1 - p) * ln (1 - x).

Lemma cross_derive p x : (p = 0 \/ 0 < x) -> (p = 1 \/ x < 1) ->
  is_derive (cross p) x (- p / x + (1 - p) / (1 - x)).
Proof.
intros A B; unfold cross.
destruct (Req_dec p 0) as [->|n0]; [|destruct (Req_dec p 1) as [->|n1]].
- replace (- 0 / x) with 0 by (unfold Rdiv; ring).
  apply (is_derive_ext (fun x => - ln (1 - x))); [intros; simpl; ring|].
  auto_derive; [lra|field; lra].
- replace ((1 - 1) / (1 - x)) with 0 by (unfold Rdiv; ring).
  apply (is_derive_ext (fun x => - ln x)); [intros; simpl; ring|].
  auto_derive; [lra|field; lra].
- auto_derive; [lra|field; lra].
Qed.

Lemma d_cross p q : 0 <= p <= 1 -> 0 < q < 1 -> d p q = cross p q - cross p p.
Proof. intros Hp Hq; rewrite d_split by assumption; unfold cross; ring. Qed.

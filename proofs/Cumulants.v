(** Lemma 13 of Grant and Leslie (2023): the cumulants of the geometric law, all orders.
    With y(t) = 1 / (1 - (1 - p) e^t) the first derivative of the logarithm of the moment generating
    function is y - 1, and
    y' = y^2 - y; so the n-th derivative is a polynomial in y whose coefficients obey the recursion
    of h. *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Sums.
Import ListNotations.
Open Scope R_scope.

(* h_{n,i} = 0 for i > n *)
Lemma h_beyond n i : (n < i)%nat -> h_number n i = 0%nat.
Proof.
revert i; induction n as [|n IH]; intros i Hi; [reflexivity|]. destruct n as [|n].
- cbn [h_number]. destruct (Nat.eqb_spec i 1); [lia|reflexivity].
- change (h_number (S (S n)) i) with (i * h_number (S n) i + (i - 1) * h_number (S n) (i - 1))%nat.
  rewrite !IH by lia. lia.
Qed.
(* the recursion of h *)
Lemma h_step n i : (1 <= n)%nat -> h_number (S n) i = (i * h_number n i + (i - 1) * h_number n (i -
  1))%nat.
Proof. intros Hn. destruct n as [|n]; [lia|reflexivity]. Qed.

Definition coefficient (n i : nat) : R := (-1) ^ (n - i) * INR (h_number n i).
Definition polynomial (n : nat) (y : R) : R := sum (range 1 n) (fun i => coefficient n i * y ^ i).

(* the derivative of y^i, y' = y^2 - y, is i (y^(i + 1) - y^i) *)
Lemma polynomial_step n y : (1 <= n)%nat ->
  sum (range 1 n) (fun i => coefficient n i * (INR i * (y ^ S i - y ^ i))) = polynomial (S n) y.
Proof.
intros Hn. unfold polynomial.
assert (E : sum (range 1 (S n)) (fun i => coefficient (S n) i * y ^ i) =
  sum (range 1 (S n)) (fun i => (-1) ^ (S n - i) * (INR i * INR (h_number n i)) * y ^ i) +
  sum (range 1 (S n)) (fun i => (-1) ^ (S n - i) * (INR (i - 1) * INR (h_number n (i - 1))) * y ^
    i)).
{ rewrite <- sum_plus. apply sum_ext. intros i _. unfold coefficient. rewrite h_step by exact Hn.
  rewrite plus_INR, !mult_INR. ring. }
rewrite E.
(* in the first sum the last term vanishes, in the second the first *)
rewrite (range_last n), (sum_app (range 1 n)). simpl (sum [S n] _).
  rewrite (h_beyond n (S n)) by lia.
change (INR 0) with 0. rewrite Rmult_0_r, Rmult_0_r, Rmult_0_l, !Rplus_0_r. rewrite <- range_last.
assert (F : range 1 (S n) = 1%nat :: map S (range 1 n)).
{ unfold range. rewrite seq_shift. replace (S (S n) - 1)%nat with (S (S n - 1)) by lia. reflexivity.
  }
rewrite F. cbn [sum]. rewrite sum_map. change (1 - 1)%nat with 0%nat. change (INR 0) with 0.
rewrite Rmult_0_l, Rmult_0_r, Rmult_0_l, Rplus_0_l, <- sum_plus.
apply sum_ext. intros i Hi. apply in_range in Hi. unfold coefficient.
replace (S n - i)%nat with (S (n - i)) by lia. replace (S n - S i)%nat with (n - i)%nat by lia.
replace (S i - 1)%nat with i by lia. simpl pow. ring.
Qed.

Section Law.
Variable p : R.
Hypothesis Hp : 0 < p < 1.

(* the end of the domain of the moment generating function *)
Let T := - ln (1 - p).

(* the domain t < T contains 0, and there (1 - p) e^t < 1 *)
Lemma T_pos : 0 < T.
Proof. unfold T. assert (ln (1 - p) < ln 1) by (apply ln_increasing; lra). rewrite ln_1 in *. lra.
  Qed.
Lemma below_T t : t < T -> 0 < (1 - p) * exp t < 1.
Proof.
intros H. split; [apply Rmult_lt_0_compat; [lra|apply exp_pos]|].
apply Rlt_le_trans with ((1 - p) * exp T); [apply Rmult_lt_compat_l;
  [lra|now apply exp_increasing]|].
unfold T. rewrite exp_Ropp, exp_ln by lra. right. field. lra.
Qed.

Definition y (t : R) : R := / (1 - (1 - p) * exp t).


(* the moment generating function is a geometric series *)
Lemma mgf t : t < T -> Series (fun n => p * (1 - p) ^ n * exp (t * INR n)) = p * y t.
Proof.
intros H. pose proof (below_T t H) as B. apply is_series_unique.
assert (E : forall n, p * ((1 - p) * exp t) ^ n = p * (1 - p) ^ n * exp (t * INR n)).
{ intros n. rewrite exp_INR, Rpow_mult_distr. ring. }
apply (is_series_ext (fun n => p * ((1 - p) * exp t) ^ n)).
- exact E.
- apply (is_series_scal p (fun n => ((1 - p) * exp t) ^ n) (y t)). apply is_series_geom.
  rewrite Rabs_pos_eq; lra.
Qed.
(* y > 0 and y' = y^2 - y *)
Lemma y_pos t : t < T -> 0 < y t.
Proof. intros H. pose proof (below_T t H). apply Rinv_0_lt_compat. lra. Qed.
Lemma y_derive t : t < T -> is_derive y t (y t ^ 2 - y t).
Proof. intros H. pose proof (below_T t H) as B. unfold y. auto_derive; [lra|field; lra]. Qed.
(* the first derivative is y - 1 *)
Lemma log_mgf_derive t : t < T -> is_derive (log_mgf p) t (y t - 1).
Proof.
intros H. apply (is_derive_ext_loc (fun s => ln p + ln (y s))).
- apply (filter_imp (fun s => s < T)); [|now apply open_lt].
  intros s Hs. unfold log_mgf. rewrite mgf, ln_mult by (try exact Hs; try (now apply y_pos); lra).
    reflexivity.
- pose proof (y_pos t H). apply (is_derive_ext (fun s => plus (ln p) (ln (y s)))); [reflexivity|].
  replace (y t - 1) with (plus 0 ((y t ^ 2 - y t) * / y t)) by (unfold plus; simpl; field; lra).
  apply (is_derive_plus (fun _ => ln p)); [apply (is_derive_const (ln p))|].
  apply (is_derive_comp ln y); [now apply is_derive_ln|now apply y_derive].
Qed.

(* a derivative of a polynomial in y is the next one, by y' = y^2 - y *)
Lemma polynomial_derive n t : (1 <= n)%nat -> t < T -> is_derive (fun s =>
  polynomial n (y s)) t (polynomial (S n) (y t)).
Proof.
intros Hn H. rewrite <- polynomial_step by exact Hn. unfold polynomial.
generalize (range 1 n) as r. intros r. induction r as [|i r IH]; cbn [sum];
  [apply (is_derive_const 0)|].
apply (is_derive_plus (fun s => coefficient n i * y s ^ i) (fun s => sum r (fun i =>
  coefficient n i * y s ^ i))); [|exact IH].
apply (is_derive_scal (fun s => y s ^ i)).
replace (INR i * (y t ^ S i - y t ^ i)) with (INR i * (y t ^ 2 - y t) * y t ^ pred i).
- apply (is_derive_pow y i). now apply y_derive.
- destruct i as [|i]; [simpl; ring|]. simpl. ring.
Qed.

(* the second derivative is y^2 - y, and each further one differentiates the polynomial *)
Lemma derivatives n t : (2 <= n)%nat -> t < T -> Derive_n (log_mgf p) n t = polynomial n (y t).
Proof.
intros Hn. revert t. induction Hn as [|n Hn IH]; intros t H.
- change (Derive_n (log_mgf p) 2 t) with (Derive (Derive (log_mgf p)) t).
  rewrite (Derive_ext_loc (Derive (log_mgf p)) (fun s => y s - 1)).
  + apply is_derive_unique. replace (polynomial 2 (y t)) with (y t ^ 2 - y t - 0) 
      by (cbv [polynomial coefficient range seq sum h_number Nat.sub Nat.mul Nat.add Nat.eqb INR
        pow]; ring).
    apply (is_derive_minus y (fun _ => 1)); [now apply y_derive|apply (is_derive_const 1)].
  + apply (filter_imp (fun s => s < T)); [|now apply open_lt].
    intros s Hs. apply is_derive_unique. now apply log_mgf_derive.
- cbn [Derive_n]. rewrite (Derive_ext_loc (Derive_n (log_mgf p) n) (fun s => polynomial n (y s))).
  + apply is_derive_unique, polynomial_derive; [lia|exact H].
  + apply (filter_imp (fun s => s < T)); [|now apply open_lt]. intros s Hs. now apply IH.
Qed.
End Law.

(* at t = 0, y = 1 / p *)
Theorem lemma_13 : mnl_lemma_13.
Proof.
intros p n Hp Hn. split.
- destruct n as [|[|n]]; [lia|lia|]. pose proof (T_pos p Hp) as P. destruct n as [|n].
  + exists (y p 0 ^ 2 - y p 0 - 0). apply (is_derive_ext_loc (fun s => y p s - 1)).
    * apply (filter_imp (fun s => s < - ln (1 - p))); [|now apply open_lt].
      intros s Hs. symmetry. apply is_derive_unique. now apply log_mgf_derive.
    * apply (is_derive_minus (y p) (fun _ => 1)); [now apply y_derive|apply (is_derive_const 1)].
  + exists (polynomial (S (S (S n))) (y p 0)).
    apply (is_derive_ext_loc (fun s => polynomial (S (S n)) (y p s))).
    * apply (filter_imp (fun s => s < - ln (1 - p))); [|now apply open_lt].
      intros s Hs. symmetry. apply derivatives; [exact Hp|lia|exact Hs].
    * apply polynomial_derive; [exact Hp|lia|exact P].
- rewrite (derivatives p Hp n 0 Hn (T_pos p Hp)).
  unfold polynomial, coefficient, y. rewrite exp_0. apply sum_ext. intros i _.
  replace (1 - (1 - p) * 1) with p by ring. now rewrite pow_inv.
Qed.

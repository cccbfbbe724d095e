(** The cumulants of the geometric law: each is a polynomial in the mean, whose coefficients are at
    most those of (n - 1)! x (1 + x)^(n - 1). The recursion k(n + 1) = x (1 + x) k(n)' keeps this.
    *)
From Coq Require Import Reals Psatz List Arith Lia.
From Coquelicot Require Import Coquelicot.
Require Import Statements Sums GeometricMoments Cumulants.
Import ListNotations.
Open Scope R_scope.

(* the cumulant of order n + 1 *)
Fixpoint cumulant (n : nat) : list nat :=
  match n with O => [0; 1]%nat | S n' => times_x1x (diff (cumulant n')) end.
Lemma eval_times l x : eval (times_x1x l) x = x * (1 + x) * eval l x.
Proof. unfold times_x1x. rewrite eval_add. cbn [Statements.polynomial]. change (INR 0) with 0. ring.
  Qed.

Definition bound (n : nat) (x : R) : R := INR (fact n) * (x * (1 + x) ^ n).
Lemma bound_derive n x :
  is_derive (bound n) x (INR (fact n) * ((1 + x) ^ n + x * (INR n * (1 + x) ^ pred n))).
Proof. unfold bound. auto_derive; [trivial|]. ring. Qed.
Lemma cumulant_below n : below (eval (cumulant n)) (bound n).
Proof.
induction n as [|n [r H]].
- exists []. intros x. unfold bound. simpl. ring.
- exists (add (scale (fact n * n) (0%nat :: power n)) (times_x1x (diff r))). intros x.
  assert (D : INR (fact n) * ((1 + x) ^ n + x * (INR n * (1 + x) ^ pred n)) =
    eval (diff (cumulant n)) x + eval (diff r) x).
  { rewrite <- (is_derive_unique _ _ _ (bound_derive n x)). apply is_derive_unique.
    apply (is_derive_ext (fun z => eval (cumulant n) z + eval r z)); [intros z; symmetry; apply H|].
    apply (@is_derive_plus R_AbsRing R_NormedModule (eval (cumulant n)) (eval r)); apply eval_diff.
      }
  cbn [cumulant]. rewrite eval_add, eval_scale, !eval_times. cbn [Statements.polynomial].
  rewrite eval_power. change (INR 0) with 0.
  replace (eval (diff (cumulant n)) x) with
    (INR (fact n) * ((1 + x) ^ n + x * (INR n * (1 + x) ^ pred n)) - eval (diff r) x) by lra.
  unfold bound. change (fact (S n)) with (S n * fact n)%nat. rewrite !mult_INR, S_INR.
  destruct n as [|n]; [simpl; ring|]. cbn [pred pow]. ring.
Qed.

(* all derivatives below T, the end of the domain *)
Lemma derivative p n t : 0 < p < 1 -> t < - ln (1 - p) ->
  is_derive (Derive_n (log_mgf p) n) t (eval (cumulant n) (y p t - 1)).
Proof.
intros Hp. revert t. induction n as [|n IH]; intros t H.
- cbn [Derive_n cumulant Statements.polynomial]. change (INR 0) with 0. change (INR 1) with 1.
  replace (0 + (y p t - 1) * (1 + (y p t - 1) * 0)) with (y p t - 1) by ring.
  now apply log_mgf_derive.
- apply (is_derive_ext_loc (fun s => eval (cumulant n) (y p s - 1))).
  + apply (filter_imp (fun s => s < - ln (1 - p))); [|now apply open_lt].
    intros s Hs. symmetry. now apply is_derive_unique, IH.
  + cbn [cumulant]. rewrite eval_times.
    replace ((y p t - 1) * (1 + (y p t - 1)) * eval (diff (cumulant n)) (y p t - 1))
      with ((y p t ^ 2 - y p t - 0) * eval (diff (cumulant n)) (y p t - 1)) by ring.
    apply (is_derive_comp (eval (cumulant n)) (fun s => y p s - 1)); [apply eval_diff|].
    apply (is_derive_minus (y p) (fun _ => 1)); [now apply y_derive|apply (is_derive_const 1)].
Qed.

Theorem cumulants_bound : mnl_lemma_13_bound.
Proof.
intros n Hn. destruct n as [|n]; [lia|]. replace (S n - 1)%nat with n by lia. exists (cumulant n).
destruct (cumulant_below n) as [r H]. split; [exists r; intros x; symmetry; apply H|].
intros p Hp. pose proof (derivative p n 0 Hp (T_pos p Hp)) as D.
assert (E : y p 0 - 1 = (1 - p) / p) by (unfold y; rewrite exp_0; field; lra). rewrite E in D.
split; [exists (eval (cumulant n) ((1 - p) / p)); exact D|].
change (Derive_n (log_mgf p) (S n) 0) with (Derive (Derive_n (log_mgf p) n) 0).
rewrite (is_derive_unique _ _ _ D). split; [reflexivity|].
assert (M : 0 <= (1 - p) / p) by (apply Rle_mult_inv_pos; lra).
specialize (H ((1 - p) / p)). pose proof (eval_nonneg r _ M). unfold bound in H.
replace (INR (fact n) * ((1 - p) / p ^ S n)) with
  (INR (fact n) * ((1 - p) / p * (1 + (1 - p) / p) ^ n)); [lra|].
replace (1 + (1 - p) / p) with (/ p) by (field; lra). rewrite pow_inv. simpl pow. field.
split; [apply pow_nonzero|]; lra.
Qed.

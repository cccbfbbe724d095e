(** What is proved, and nothing else: read this file, and leave the rest to the machine.

    Each [Prop] has the name of its claim in the book, with "_" for ":" and "-"; a name that goes on
    after the claim's says which part it is. [Audit.v] proves every one of them.

    Some habits of the library matter here. All functions are total: [x / 0 = 0];
    [ln x = 0] for [x <= 0];
    [n - m = 0] for natural numbers [n <= m]; [Series] and [Derive_n] have a value also where there
    is no sum or no
    derivative (where they are used below there is one; [ex_derive_n] says so,
    and so do [is_series] and
    [is_derive]). And [INR] embeds the natural numbers in the real ones.
    Where a statement meets the edge of
    a domain, it says so. *)
From Coq Require Import Reals List Arith.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** * Sums, and finite minima *)

(** the sum of [f] over a list of indices *)
Fixpoint sum (l : list nat) (f : nat -> R) : R :=
  match l with [] => 0 | i :: l' => f i + sum l' f end.

(** the indices l, l + 1, ..., m *)
Definition range (l m : nat) : list nat := seq l (S m - l).

(** the smallest of f l, ..., f (l + n) *)
Fixpoint least (l n : nat) (f : nat -> R) : R :=
  match n with O => f l | S n' => Rmin (f l) (least (S l) n' f) end.

(** x where the condition holds, and 0 elsewhere *)
Definition ind (b : bool) (x : R) : R := if b then x else 0.

(** * The divergence of two Bernoulli laws *)

(** d(p, q) = p log (p / q) + (1 - p) log ((1 - p) / (1 - q)).
    By the library's habits this is right for
    0 <= p <= 1 and 0 < q < 1. *)
Definition d (p q : R) : R := p * ln (p / q) + (1 - p) * ln ((1 - p) / (1 - q)).

(** The same for all p and q between 0 and 1: infinite where q is 0 or 1 and p <> q. *)
Definition divergence (p q : R) : Rbar :=
  if Req_EM_T q 0 then (if Req_EM_T p 0 then Finite 0 else p_infty)
  else if Req_EM_T q 1 then (if Req_EM_T p 1 then Finite 0 else p_infty)
  else Finite (d p q).

(** * Katariya et al. (2017): scaled divergences.
    [Rbar_mult] takes 0 * infinity to be 0. *)

(** (6): c (1 - max{p, q}) d(p, q) <= d(cp, cq) <= c d(p, q), on the closed cube. *)
Definition rank1_equation_6 : Prop := forall c p q,
  0 <= c <= 1 -> 0 <= p <= 1 -> 0 <= q <= 1 ->
  Rbar_le (Rbar_mult (c * (1 - Rmax p q)) (divergence p q)) (divergence (c * p) (c * q)) /\
  Rbar_le (divergence (c * p) (c * q)) (Rbar_mult c (divergence p q)).

(** (1 - x) / (1 - c x), the factor of the sharp scaling; at c = x = 1 it reads 0. *)
Definition factor (c x : R) : R := (1 - x) / (1 - c * x).

(** With M = max{p, q} and m = min{p, q}, on the closed cube:
    c (1 - M)/(1 - cM) d(p, q) <= d(cp, cq) <= c (1 - m)/(1 - cm) d(p, q). *)
Definition rank1_sharp_scaling : Prop := forall c p q,
  0 <= c <= 1 -> 0 <= p <= 1 -> 0 <= q <= 1 ->
  Rbar_le (Rbar_mult (c * factor c (Rmax p q)) (divergence p q)) (divergence (c * p) (c * q)) /\
  Rbar_le (divergence (c * p) (c * q)) (Rbar_mult (c * factor c (Rmin p q)) (divergence p q)).

(** No larger factor serves all pairs with maximum x, no smaller one all pairs with minimum x. *)
Definition rank1_sharp_scaling_optimal : Prop := forall c x r,
  0 < c <= 1 -> 0 < x < 1 ->
  ((forall p, 0 < p < x -> c * r * d p x <= d (c * p) (c * x)) -> r <= factor c x) /\
  ((forall p, x < p < 1 -> d (c * p) (c * x) <= c * r * d p x) -> factor c x <= r).

(** Pinsker's inequality: d(p, q) >= 2 (p - q)^2. *)
Definition rank1_pinsker : Prop := forall p q,
  0 <= p <= 1 -> 0 <= q <= 1 -> Rbar_le (2 * (p - q) ^ 2) (divergence p q).

(** (7): 2 c max(c, 1 - max{p, q}) (p - q)^2 <= d(cp, cq), on the closed cube. *)
Definition rank1_equation_7 : Prop := forall c p q,
  0 <= c <= 1 -> 0 <= p <= 1 -> 0 <= q <= 1 ->
  Rbar_le (2 * c * Rmax c (1 - Rmax p q) * (p - q) ^ 2) (divergence (c * p) (c * q)).

(** kappa(c, M) = 1/(4M(1 - cM)) if cM <= 1/2, and c if not. *)
Definition kappa_of (c M : R) : R := if Rle_dec (c * M) (1 / 2) then / (4 * M * (1 - c * M)) else c.

(** d(cp, cq) >= 2 c kappa(c, M) (p - q)^2 for all p, q in [0, M], and, second,
    no larger number in the place of
    kappa(c, M) serves all of them: k serves if and only if k <= kappa(c, M). *)
Definition rank1_sharp_quadratic : Prop := forall c M, 0 < c <= 1 -> 0 < M <= 1 ->
  (forall p q, 0 <= p <= M -> 0 <= q <= M ->
     Rbar_le (2 * c * kappa_of c M * (p - q) ^ 2) (divergence (c * p) (c * q))) /\
  (forall k, k <= kappa_of c M <->
     forall p q, 0 < p <= M -> 0 < q <= M -> p < 1 -> q < 1 ->
       2 * c * k * (p - q) ^ 2 <= d (c * p) (c * q)).

(** kappa >= max{c, 1 - M}, kappa >= 1/4; c kappa(c, M) increases with c;
    kappa does not increase with M. *)
Definition rank1_sharp_quadratic_properties : Prop :=
  (forall c M, 0 < c <= 1 -> 0 < M <= 1 -> Rmax c (1 - M) <= kappa_of c M /\
    1 / 4 <= kappa_of c M) /\
  (forall c c' M, 0 < c -> c < c' -> c' <= 1 -> 0 < M <= 1 ->
    c * kappa_of c M < c' * kappa_of c' M) /\
  (forall c M M', 0 < c <= 1 -> 0 < M -> M <= M' -> M' <= 1 -> kappa_of c M' <= kappa_of c M).

(** gamma = max{mu, 1 - p_max} *)
Definition gamma_of (mu pmax : R) : R := Rmax mu (1 - pmax).

(** For c >= mu and p, q <= p_max: d(cp, cq) >= 2 mu kappa(mu, p_max) (p - q)^2; kappa >= max{gamma,
    1/4};
    kappa / gamma exceeds every bound. *)
Definition rank1_gamma_disappears : Prop :=
  (forall mu pmax c p q, 0 < mu -> mu <= c <= 1 -> 0 < pmax <= 1 -> 0 <= p <= pmax ->
    0 <= q <= pmax ->
     Rbar_le (2 * mu * kappa_of mu pmax * (p - q) ^ 2) (divergence (c * p) (c * q))) /\
  (forall mu pmax, 0 < mu <= 1 -> 0 < pmax <= 1 -> Rmax (gamma_of mu pmax) (1 / 4) <= kappa_of mu
    pmax) /\
  (forall B, exists mu pmax, 0 < mu <= pmax /\ pmax < 1 /\ B * gamma_of mu pmax < kappa_of mu pmax).

(** kappa(mu, p_max) >= 27/16 p_max gamma where mu <= 1 - p_max; 27/16 is the largest such number.
    *)
Definition rank1_gamma_disappears_against_p_max : Prop :=
  (forall mu pmax, 0 < mu -> 0 < pmax -> mu <= 1 - pmax ->
     27 / 16 * (pmax * gamma_of mu pmax) <= kappa_of mu pmax) /\
  (forall r, (forall mu pmax, 0 < mu -> 0 < pmax -> mu <= 1 - pmax ->
     r * (pmax * gamma_of mu pmax) <= kappa_of mu pmax) -> r <= 27 / 16).

(** * Lagrée et al. (2016): the pooled estimator.
    A design lists pairs (N, k): N >= 0 plays at a position that is examined with probability k. *)

Definition design := list (R * R).
Fixpoint total (f : R -> R -> R) (D : design) : R :=
  match D with [] => 0 | (N, k) :: D' => f N k + total f D' end.
Definition plays (D : design) : R := total (fun N k => N) D.
Definition looks (D : design) : R := total (fun N k => N * k) D.

(** the variance of the pooled estimator, clicks over expected looks, at attraction t *)
Definition variance (t : R) (D : design) : R :=
  total (fun N k => N * (k * t) * (1 - k * t)) D / (looks D) ^ 2.
(** the variance of the position-debiased estimator, the mean of clicks over examination *)
Definition debiased_variance (t : R) (D : design) : R :=
  total (fun N k => N * ((k * t) * (1 - k * t) / k ^ 2)) D / (plays D) ^ 2.
(** Fisher's information on t *)
Definition information (t : R) (D : design) : R :=
  total (fun N k => N * k / (t * (1 - k * t))) D.
Definition within (a b : R) (D : design) : Prop := forall N k, In (N, k) D -> 0 <= N /\ a <= k <= b.

(** (2 - t (a + b))^2 / (4 (1 - t a)(1 - t b)) *)
Definition loss_bound (t a b : R) : R := (2 - t * (a + b)) ^ 2 / (4 * (1 - t * a) * (1 - t * b)).
(** the looks that positions of examination x get *)
Definition looks_at (x : R) (D : design) : R :=
  total (fun N k => if Req_EM_T k x then N * k else 0) D.

(** variance * information <= the bound, for any number of positions examined with probabilities in
    [a, b];
    and, for a < b, it is equal to it exactly where positions of examination a and b get the same
    looks and
    no other position gets any. *)
Definition pbm_sharp_loss : Prop := forall t a b D,
  0 < t -> 0 <= a <= b -> t * b < 1 -> within a b D -> 0 < looks D ->
  variance t D * information t D <= loss_bound t a b /\
  (a < b ->
   (variance t D * information t D = loss_bound t a b <->
    looks_at a D = looks_at b D /\
    (forall N k, In (N, k) D -> 0 < N * k -> k = a \/ k = b))).

(** variance * information >= 1, with equality exactly where all positions that get looks have one
    examination. *)
Definition pbm_loss_at_least_one : Prop := forall t a b D,
  0 < t -> 0 <= a <= b -> t * b < 1 -> within a b D -> 0 < looks D ->
  1 <= variance t D * information t D /\
  (variance t D * information t D = 1 <->
   forall N k N' k', In (N, k) D -> In (N', k') D -> 0 < N * k -> 0 < N' * k' -> k = k').

(** variance * information <= 1 / (1 - t), whatever the examinations are. *)
Definition pbm_loss_upper_bound : Prop := forall t D,
  0 < t < 1 -> within 0 1 D -> 0 < looks D -> variance t D * information t D <= / (1 - t).

(** For t <= 1/2 the factor two is even 9/8. *)
Definition pbm_factor_two : Prop := forall t D,
  0 < t <= 1 / 2 -> within 0 1 D -> 0 < looks D -> variance t D * information t D <= 9 / 8.

(** The pooled estimator never has a larger variance than the position-debiased one. *)
Definition pbm_pooled_beats_debiased : Prop := forall t D,
  0 < t <= 1 -> (forall N k, In (N, k) D -> 0 <= N /\ 0 < k <= 1) -> 0 < plays D ->
  variance t D <= debiased_variance t D.

(** * Lagrée et al. (2016): what a play tells. *)

(** k |-> d(kp, kq) increases and is strictly convex on [0, 1]. *)
Definition pbm_information_convex : Prop := forall p q,
  0 < p < 1 -> 0 < q < 1 -> p <> q ->
  let g k := d (k * p) (k * q) in
  (forall a b, 0 <= a -> a < b -> b <= 1 -> g a < g b) /\
  (forall a b s, 0 <= a -> a < b -> b <= 1 -> 0 < s < 1 ->
     g ((1 - s) * a + s * b) < (1 - s) * g a + s * g b).

(** The price k / d(kp, kq) of an item decreases with its examination: censoring never helps. *)
Definition pbm_crude_bounds_price : Prop := forall p q,
  0 < p < 1 -> 0 < q < 1 -> p <> q ->
  forall a b, 0 < a -> a < b -> b <= 1 -> b / d (b * p) (b * q) < a / d (a * p) (a * q).

(** * Lagrée et al. (2016): K items and L positions, any numbers of them.
    Items and positions count from 1; theta is the attraction of an item,
    kappa the examination of a position;
    kappa (L + 1) is 0 by convention. A list is a function from positions to items,
    the best list of items in
    decreasing order of attraction is the identity. *)

Definition is_list (L K : nat) (a : nat -> nat) : Prop :=
  (forall l, (1 <= l <= L)%nat -> (1 <= a l <= K)%nat) /\
  (forall l m, (1 <= l <= L)%nat -> (1 <= m <= L)%nat -> a l = a m -> l = m).

(** the expected clicks of a list *)
Definition reward (theta kappa : nat -> R) (L : nat) (a : nat -> nat) : R :=
  sum (range 1 L) (fun l => kappa l * theta (a l)).
(** what a list loses against the identity *)
Definition gap (theta kappa : nat -> R) (L : nat) (a : nat -> nat) : R :=
  sum (range 1 L) (fun l => kappa l * (theta l - theta (a l))).
(** the list v_{k,l} = (1, ..., l - 1, k, l, ..., L - 1) *)
Definition exploring (k l m : nat) : nat := if (m <? l)%nat then m else if (m =? l)%nat then k else
  pred m.

(** items in decreasing order; positions in decreasing order of examination *)
Definition sorted (theta kappa : nat -> R) (L K : nat) : Prop :=
  (forall i j, (1 <= i < j)%nat -> (j <= K)%nat -> theta j < theta i) /\
  (forall i, (1 <= i <= K)%nat -> 0 < theta i < 1) /\
  (forall l, (1 <= l <= L)%nat -> kappa (S l) <= kappa l) /\
  (forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1) /\
  kappa (S L) = 0 /\ (1 <= L <= K)%nat.
(** the same without ties of positions, as the paper has it *)
Definition strictly_sorted (theta kappa : nat -> R) (L K : nat) : Prop :=
  sorted theta kappa L K /\ (forall l, (1 <= l <= L)%nat -> kappa (S l) < kappa l).

(** Lemma 16, corrected: the gap of a list is at least the sum of the gaps of the v_{k,l} of its
    suboptimal
    items; equal exactly for the best list and the v_{k,l}, all l.
    (Lists are compared at positions 1, ..., L.) *)
Definition pbm_lemma_16 : Prop := forall theta kappa L K a,
  is_list L K a ->
  let parts := sum (range 1 L) (fun l => ind (L <? a l)%nat (gap theta kappa L (exploring (a l) l)))
    in
  (sorted theta kappa L K -> parts <= gap theta kappa L a) /\
  (strictly_sorted theta kappa L K ->
   (parts = gap theta kappa L a <->
    (forall m, (1 <= m <= L)%nat -> a m = m) \/
    (exists k l, (L < k <= K)%nat /\ (1 <= l <= L)%nat /\
       forall m, (1 <= m <= L)%nat -> a m = exploring k l m))).

(** what showing item k at position l tells, were it to be as good as item L *)
Definition info (theta kappa : nat -> R) (L k l : nat) : R :=
  d (kappa l * theta k) (kappa l * theta L).
(** r_{k,l}, the price of a unit of it *)
Definition ratio (theta kappa : nat -> R) (L k l : nat) : R :=
  gap theta kappa L (exploring k l) / info theta kappa L k l.
(** the constant of (6): the sum over k > L of min over l of r_{k,l} *)
Definition value (theta kappa : nat -> R) (L K : nat) : R :=
  sum (range (S L) K) (fun k => least 1 (L - 1) (ratio theta kappa L k)).
(** the term l = j of every minimum: kappa_j * sum over k > L of (theta_L - theta_k) / d(...) *)
Definition at_examination (theta : nat -> R) (L K : nat) (c : R) : R :=
  c * sum (range (S L) K) (fun k => (theta L - theta k) / d (c * theta k) (c * theta L)).

(** A plan gives coefficients to finitely many lists. *)
Definition plan := list (R * (nat -> nat)).
Fixpoint psum (P : plan) (f : R -> (nat -> nat) -> R) : R :=
  match P with [] => 0 | (c, a) :: P' => f c a + psum P' f end.
Definition is_plan (L K : nat) (P : plan) : Prop := forall c a, In (c, a) P -> 0 <= c /\
  is_list L K a.
Definition cost (theta kappa : nat -> R) (L : nat) (P : plan) : R :=
  psum P (fun c a => c * gap theta kappa L a).

(** I_a(theta, lambda), what a list tells about theta against lambda *)
Definition tells (theta lambda kappa : nat -> R) (L : nat) (a : nat -> nat) : R :=
  sum (range 1 L) (fun l => d (kappa l * theta (a l)) (kappa l * lambda (a l))).
(** B(theta): the same attractions of the items 1, ..., L, but some list is better than 1, ..., L *)
Definition confusing (theta lambda kappa : nat -> R) (L K : nat) : Prop :=
  (forall i, (1 <= i <= K)%nat -> 0 < lambda i < 1) /\
  (forall i, (1 <= i <= L)%nat -> lambda i = theta i) /\
  (exists b, is_list L K b /\ reward lambda kappa L (fun l => l) < reward lambda kappa L b).

(** The program of Corollary 5: every item k > L brings at least 1.
    Its value is the constant of (6), and a
    plan attains it. *)
Definition brings (theta kappa : nat -> R) (L : nat) (P : plan) (k : nat) : R :=
  psum P (fun c a => c * sum (range 1 L) (fun l => ind (a l =? k)%nat (info theta kappa L k l))).
Definition pbm_theorem_6_program : Prop := forall theta kappa L K, sorted theta kappa L K ->
  let feasible P := is_plan L K P /\ (forall k, (L < k <= K)%nat ->
    1 <= brings theta kappa L P k) in
  (forall P, feasible P -> value theta kappa L K <= cost theta kappa L P) /\
  (exists P, feasible P /\ cost theta kappa L P = value theta kappa L K).

(** Corollary 5: the program of Theorem 4, in which the plan tells at least 1 about theta against
    every lambda of
    B(theta), and the program (12) with (13), in which every item k > L brings at least 1.
    Both have the value (6),
    attained by a plan: nothing is lost on the way from Theorem 4 to (6). *)
Definition pbm_corollary_5 : Prop := forall theta kappa L K, sorted theta kappa L K ->
  let least_cost (feasible : plan -> Prop) := (forall P, feasible P ->
    value theta kappa L K <= cost theta kappa L P) /\
                             (exists P, feasible P /\ cost theta kappa L P = value theta kappa L K)
                               in
  least_cost (fun P => is_plan L K P /\
    (forall lambda, confusing theta lambda kappa L K ->
       1 <= psum P (fun c a => c * tells theta lambda kappa L a))) /\
  least_cost (fun P => is_plan L K P /\ (forall k, (L < k <= K)%nat ->
    1 <= brings theta kappa L P k)).

(** how much of list a there is in a plan, and how the lists of Proposition 14 are called *)
Definition amount (L : nat) (P : plan) (a : nat -> nat) : R :=
  psum P (fun c b => ind (forallb (fun m => b m =? a m)%nat (range 1 L)) c).
Definition best_list (L : nat) (a : nat -> nat) : Prop := forall m, (1 <= m <= L)%nat -> a m = m.
Definition explores (L k l : nat) (a : nat -> nat) : Prop := forall m, (1 <= m <= L)%nat ->
  a m = exploring k l m.
Definition cheapest (theta kappa : nat -> R) (L k l : nat) : Prop :=
  (1 <= l <= L)%nat /\ ratio theta kappa L k l = least 1 (L - 1) (ratio theta kappa L k).
(** a plan satisfies (13) and has the least cost (12) *)
Definition enough (theta kappa : nat -> R) (L K : nat) (P : plan) : Prop :=
  forall k, (L < k <= K)%nat -> 1 <= brings theta kappa L P k.
Definition solves (theta kappa : nat -> R) (L K : nat) (P : plan) : Prop :=
  enough theta kappa L K P /\ cost theta kappa L P = value theta kappa L K.

(** Proposition 14, corrected: a plan solves the program (12) with (13) exactly where its lists,
    those with positive
    coefficients, are the best list and lists v_{k,l} with l a cheapest position for k,
    and it brings exactly 1 of
    every item k > L. And the plans that satisfy (13) are those that satisfy the constraint of
    Theorem 4.
    Where every minimum is attained once, the solutions are one point: 1 / info of v_{k,l} for the
    cheapest l, 0 of all
    other lists, and any amount of the best list. Where one is attained twice,
    they are not: any share s may be shown at
    the one position, and 1 - s at the other. And there are such ties, for some theta and kappa. *)
Definition pbm_proposition_14 : Prop :=
  (forall theta kappa L K P, strictly_sorted theta kappa L K -> is_plan L K P ->
     (solves theta kappa L K P <->
        (forall c a, In (c, a) P -> 0 < c ->
           best_list L a \/ exists k l, (L < k <= K)%nat /\ cheapest theta kappa L k l /\
             explores L k l a) /\
        (forall k, (L < k <= K)%nat -> brings theta kappa L P k = 1)) /\
     (enough theta kappa L K P <->
      forall lambda, confusing theta lambda kappa L K -> 1 <= psum P (fun c a =>
        c * tells theta lambda kappa L a)) /\
     ((forall k l l', (L < k <= K)%nat -> cheapest theta kappa L k l ->
       cheapest theta kappa L k l' -> l = l') ->
      (solves theta kappa L K P <->
         (forall k l, (L < k <= K)%nat -> cheapest theta kappa L k l ->
            amount L P (exploring k l) = / info theta kappa L k l) /\
         (forall a, is_list L K a -> amount L P a <> 0 ->
            best_list L a \/ exists k l, (L < k <= K)%nat /\ cheapest theta kappa L k l /\
              explores L k l a)))) /\
  (forall theta kappa L K k l l' s, strictly_sorted theta kappa L K -> (L < k <= K)%nat ->
     cheapest theta kappa L k l -> cheapest theta kappa L k l' -> l <> l' -> 0 <= s <= 1 ->
     exists P, is_plan L K P /\ solves theta kappa L K P /\
       amount L P (exploring k l) = s / info theta kappa L k l /\
       amount L P (exploring k l') = (1 - s) / info theta kappa L k l') /\
  (exists theta kappa, strictly_sorted theta kappa 2 3 /\ cheapest theta kappa 2 3 1 /\
    cheapest theta kappa 2 3 2).

(** (3) <= all items at the first position <= (6) <= all items at the last position.
    The last inequality is the
    one that the text after Theorem 6 prints the other way round. *)
Definition pbm_crude_bounds : Prop := forall theta kappa L K, sorted theta kappa L K ->
  at_examination theta L K 1 <= at_examination theta L K (kappa 1%nat) <= value theta kappa L K /\
  value theta kappa L K <= at_examination theta L K (kappa L).

(** The simulations of the paper: kappa = (0.9, 0.6, 0.3); theta of Figure 1(b) and of Figure 1(a).
    *)
Definition examinations (l : nat) : R := nth l [0; 9/10; 6/10; 3/10] 0.
Definition figure_1b (k : nat) : R := nth k [0; 45/100; 35/100; 25/100; 15/100; 5/100] 0.
Definition figure_1a (k : nat) : R := nth k [0; 95/100; 85/100; 75/100; 65/100; 55/100] 0.

(** The constant of (6) is 5.5919... in Figure 1(b), both suboptimal items being explored at the
    last position, and
    14.0604... in Figure 1(a), both at the first. *)
Definition pbm_equation_6 : Prop :=
  5.5919 < value figure_1b examinations 3 5 < 5.5920 /\
  (forall k l, (k = 4 \/ k = 5)%nat -> (l = 1 \/ l = 2)%nat ->
     ratio figure_1b examinations 3 k 3 < ratio figure_1b examinations 3 k l) /\
  14.0604 < value figure_1a examinations 3 5 < 14.0605 /\
  (forall k l, (k = 4 \/ k = 5)%nat -> (l = 2 \/ l = 3)%nat ->
     ratio figure_1a examinations 3 k 1 < ratio figure_1a examinations 3 k l).

(** In Figure 1(a) the constant is below what the paper calls a lower bound of it. *)
Definition pbm_reversed_inequality : Prop :=
  value figure_1a examinations 3 5 + 2 < at_examination figure_1a 3 5 (examinations 3).

(** * Lagrée et al. (2016): the game, and all policies that learn. *)

(** What has happened, the last round first: the list that was shown,
    and its clicks from the last position to
    the first. A policy answers every history with chances of lists. *)
Definition history := list ((nat -> nat) * list bool).
Definition policy := history -> plan.
Definition is_policy (L K : nat) (pi : policy) : Prop :=
  forall h, is_plan L K (pi h) /\ psum (pi h) (fun w _ => w) = 1.

(** the mean of f over the clicks at positions l, ..., 1,
    position m being clicked with chance q m *)
Fixpoint clicks (q : nat -> R) (l : nat) (f : list bool -> R) : R :=
  match l with
  | O => f []
  | S l' => q l * clicks q l' (fun z => f (true :: z)) + (1 - q l) * clicks q l' (fun z =>
    f (false :: z))
  end.

(** E_theta f(history) for a game that goes on from history h until it is stopped,
    for at most T rounds *)
Fixpoint mean (theta kappa : nat -> R) (L : nat) (pi : policy) (stop : history -> bool) (T : nat)
              (h : history) (f : history -> R) : R :=
  match T with
  | O => f h
  | S T' =>
      if stop h then f h else
      psum (pi h) (fun w a =>
        w * clicks (fun l => kappa l * theta (a l)) L
              (fun z => mean theta kappa L pi stop T' ((a, z) :: h) f))
  end.
Definition never (h : history) : bool := false.
(** the sum of f over the lists that were shown *)
Fixpoint along (f : (nat -> nat) -> R) (h : history) : R :=
  match h with [] => 0 | (a, _) :: h' => f a + along f h' end.

(** What the clicks of a round, and those of a history, say for theta against lambda: the logarithm
    of the ratio of
    their chances. (Position l has its click first, then the positions below it.) *)
Fixpoint click_ratio (p q : nat -> R) (l : nat) (z : list bool) : R :=
  match l, z with
  | S l', b :: z' => (if b then ln (p l / q l) else ln ((1 - p l) / (1 - q l))) + click_ratio p q l'
    z'
  | _, _ => 0
  end.
Fixpoint log_ratio (theta lambda kappa : nat -> R) (L : nat) (h : history) : R :=
  match h with
  | [] => 0
  | (a, z) :: h' => click_ratio (fun l => kappa l * theta (a l)) (fun l =>
    kappa l * lambda (a l)) L z
                    + log_ratio theta lambda kappa L h'
  end.

(** The round sigma in which the game stops need not be bounded: chances and means at sigma are
    limits of those at
    min(sigma, T), and an event E that is decided when the game stops is counted where it has
    stopped. *)

(** Lemma 13, corrected: P_lambda(E, sigma < infinity) = E_theta[1{E,
    sigma < infinity} exp(-log_ratio)]; if sigma is
    almost surely finite under lambda, this is P_lambda(E). *)
Definition pbm_lemma_13 : Prop := forall theta lambda kappa L K pi stop (E : history -> bool),
  (forall i, (1 <= i <= K)%nat -> 0 < theta i < 1) ->
  (forall i, (1 <= i <= K)%nat -> 0 < lambda i < 1) ->
  (forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1) -> is_policy L K pi ->
  let P T := mean lambda kappa L pi stop T [] in
  exists q : R,
    is_lim_seq (fun T => P T (fun h => ind (stop h && E h) 1)) q /\
    is_lim_seq (fun T => mean theta kappa L pi stop T []
                           (fun h => ind (stop h && E h) (exp (- log_ratio theta lambda kappa L
                             h)))) q /\
    (is_lim_seq (fun T => P T (fun h => ind (stop h) 1)) 1 -> is_lim_seq (fun T => P T (fun h =>
      ind (E h) 1)) q).

(** Lemma 12: the sum over lists of I_a(theta, lambda) E_theta N_a(sigma) is at least
    d(P_theta(E), P_lambda(E)). (The sum over lists of I_a N_a is the sum over rounds of I of the
    list shown.) *)
Definition pbm_lemma_12 : Prop := forall theta lambda kappa L K pi stop (E : history -> bool),
  (forall i, (1 <= i <= K)%nat -> 0 < theta i < 1) ->
  (forall i, (1 <= i <= K)%nat -> 0 < lambda i < 1) ->
  (forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1) -> is_policy L K pi ->
  let P t T := mean t kappa L pi stop T [] (fun h => ind (stop h && E h) 1) in
  exists (p q : R) (told : Rbar),
    is_lim_seq (P theta) p /\ is_lim_seq (P lambda) q /\
    is_lim_seq (fun T => mean theta kappa L pi stop T [] (along (tells theta lambda kappa L))) told
      /\
    Rbar_le (divergence p q) told.

(** the largest expected number of clicks of a list (the lists are finitely many: the supremum is
    attained) *)
Definition best_reward (theta kappa : nat -> R) (L K : nat) (m : R) : Prop :=
  is_lub (fun x => exists a, is_list L K a /\ x = reward theta kappa L a) m.
(** E_theta R(T), m being the best reward *)
Definition regret (theta kappa : nat -> R) (L : nat) (pi : policy) (m : R) (T : nat) : R :=
  mean theta kappa L pi never T [] (along (fun a => m - reward theta kappa L a)).

(** Definition 1: E_theta R(T) = o(T^alpha) for all theta in (0, 1)^K and all alpha in (0, 1]. *)
Definition uniformly_efficient (kappa : nat -> R) (L K : nat) (pi : policy) : Prop :=
  forall theta m alpha,
  (forall i, (1 <= i <= K)%nat -> 0 < theta i < 1) -> best_reward theta kappa L K m ->
    0 < alpha <= 1 ->
  is_lim_seq (fun T => regret theta kappa L pi m T / Rpower (INR T) alpha) 0.

(** Definition 1 asks nothing impossible: for all K and L, and for known examinations,
    some policy is uniformly
    efficient. *)
Definition pbm_efficient_policy : Prop := forall kappa L K,
  (1 <= L <= K)%nat -> (forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1) ->
  exists pi, is_policy L K pi /\ uniformly_efficient kappa L K pi.

(** Proposition 3: liminf of (sum over a of I_a(theta, lambda) E_theta N_a(T)) / log T >= 1 on
    B(theta). *)
Definition pbm_proposition_3 : Prop := forall theta lambda kappa L K pi,
  sorted theta kappa L K -> is_policy L K pi -> uniformly_efficient kappa L K pi ->
  confusing theta lambda kappa L K ->
  Rbar_le 1 (LimInf_seq (fun T =>
    mean theta kappa L pi never T [] (along (tells theta lambda kappa L)) / ln (INR T))).

(** Theorem 6: liminf of E_theta R(T) / log T is at least the constant of (6),
    for every policy that is uniformly
    efficient. *)
Definition pbm_theorem_6 : Prop := forall theta kappa L K pi m,
  sorted theta kappa L K -> is_policy L K pi -> uniformly_efficient kappa L K pi ->
  best_reward theta kappa L K m ->
  Rbar_le (value theta kappa L K) (LimInf_seq (fun T => regret theta kappa L pi m T / ln (INR T))).

(** Efficiency asked only where no two attractions are equal: o(T^alpha) at those theta.
    It is all that Theorem 6 uses, at
    theta itself and at each theta with one item k > L raised to between the items L and L - 1. *)
Definition efficient_where_distinct (kappa : nat -> R) (L K : nat) (pi : policy) : Prop :=
  forall theta m alpha,
  (forall i, (1 <= i <= K)%nat -> 0 < theta i < 1) ->
  (forall i j, (1 <= i < j)%nat -> (j <= K)%nat -> theta i <> theta j) ->
  best_reward theta kappa L K m -> 0 < alpha <= 1 ->
  is_lim_seq (fun T => regret theta kappa L pi m T / Rpower (INR T) alpha) 0.
Definition pbm_theorem_6_distinct : Prop := forall theta kappa L K pi m,
  sorted theta kappa L K -> is_policy L K pi -> efficient_where_distinct kappa L K pi ->
  best_reward theta kappa L K m ->
  Rbar_le (value theta kappa L K) (LimInf_seq (fun T => regret theta kappa L pi m T / ln (INR T))).

(** Theorem 4: liminf of E_theta R(T) / log T is at least whatever is a lower bound of the costs of
    all plans that tell
    at least 1 against every lambda of B(theta); so at least f(theta), their infimum. *)
Definition pbm_theorem_4 : Prop := forall theta kappa L K pi m f,
  sorted theta kappa L K -> is_policy L K pi -> uniformly_efficient kappa L K pi ->
  best_reward theta kappa L K m ->
  (forall P, is_plan L K P ->
     (forall lambda, confusing theta lambda kappa L K ->
        1 <= psum P (fun c a => c * tells theta lambda kappa L a)) ->
     f <= cost theta kappa L P) ->
  Rbar_le f (LimInf_seq (fun T => regret theta kappa L pi m T / ln (INR T))).

(** (6) is attained: for known examinations in decreasing order there is one policy,
    for all theta without ties, whose
    expected regret, divided by log T, tends to the constant of (6).
    The labels of the items may be in any order: item i
    has the attraction theta_(sigma i), sigma being a permutation of 1, ..., K.
    The policy may toss coins, and does. *)
Definition pbm_attained : Prop := forall kappa L K,
  (1 <= L <= K)%nat -> (forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1 /\
    kappa (S l) <= kappa l) -> kappa (S L) = 0 ->
  exists pi, is_policy L K pi /\ efficient_where_distinct kappa L K pi /\
  forall theta sigma m, sorted theta kappa L K -> is_list K K sigma ->
    best_reward (fun i => theta (sigma i)) kappa L K m ->
    is_lim_seq (fun T => regret (fun i => theta (sigma i)) kappa L pi m T / ln (INR T)) (value theta
      kappa L K).

(** * Thompson sampling in the position-based model: what it shows above the last position. *)

(** does list a show item k at one of the positions 1, ..., m?
    How many lists of a history did, as a natural number
    and as a real one, and how many had the property E *)
Definition shows (m k : nat) (a : nat -> nat) : bool := existsb (fun l => (a l =? k)%nat) (range 1
  m).
Fixpoint count_shown (m k : nat) (h : history) : nat :=
  match h with
  | [] => O
  | (a, _) :: h' => if shows m k a then S (count_shown m k h') else count_shown m k h'
  end.
Definition times (E : (nat -> nat) -> bool) : history -> R := along (fun a => ind (E a) 1).

(** L(x), the likelihood of the attraction x of item k: the product over its displays, at position l
    say, of x if it was
    clicked and 1 - kappa_l x if not (constants are left out) *)
Fixpoint round_likelihood (kappa : nat -> R) (k : nat) (x : R) (a : nat -> nat) (l : nat)
                          (z : list bool) : R :=
  match l, z with
  | S l', b :: z' => (if (a l =? k)%nat then (if b then x else 1 - kappa l * x) else 1)
                     * round_likelihood kappa k x a l' z'
  | _, _ => 1
  end.
Fixpoint item_likelihood (kappa : nat -> R) (L k : nat) (x : R) (h : history) : R :=
  match h with
  | [] => 1
  | (a, z) :: h' => round_likelihood kappa k x a L z * item_likelihood kappa L k x h'
  end.

(** Lemma 3(i) of the proof for PBM-TS, x >= a > theta_k or x <= a < theta_k,
    c = kappa_L |theta_k - a| |x - a| / (a (1 - kappa_L a)).
    First, the mean of the factor by which a display of item k at position l changes L(x) / L(a),
    and that it is at most 1 - c. Second, for every policy,
    in the game that stops at the n-th display of item k, or after T rounds (then nothing is
    counted): E[L(x) / L(a); the n-th display has come] <= (1 - c)^n. The last position is one that
    is examined least. *)
Definition pbm_ts_likelihood_ratio : Prop := forall theta kappa L K pi k x a n T,
  (forall i, (1 <= i <= K)%nat -> 0 < theta i < 1) -> (1 <= L)%nat ->
  (forall l, (1 <= l <= L)%nat -> 0 < kappa L <= kappa l /\ kappa l <= 1) -> is_policy L K pi ->
  (1 <= k <= K)%nat -> 0 < a < 1 -> 0 <= x <= 1 -> theta k < a <= x \/ x <= a < theta k ->
  let c := kappa L * Rabs (theta k - a) * Rabs (x - a) / (a * (1 - kappa L * a)) in
  let arrived h := (n <=? count_shown L k h)%nat in
  (forall l, (1 <= l <= L)%nat ->
     let q := kappa l in let mean_factor := 1 - q * (a - theta k) * (x - a) / (a * (1 - q * a)) in
     q * theta k * (x / a) + (1 - q * theta k) * ((1 - q * x) / (1 - q * a)) = mean_factor /\
     mean_factor <= 1 - c) /\
  mean theta kappa L pi arrived T [] (fun h =>
    ind (arrived h) (item_likelihood kappa L k x h / item_likelihood kappa L k a h)) <= (1 - c) ^ n.

(** the chance that a policy's next list has the property E, and the sum over the rounds of a
    history of g(past, list) *)
Definition chance (P : plan) (E : (nat -> nat) -> bool) : R := psum P (fun w a => ind (E a) w).
Fixpoint over_rounds (g : history -> (nat -> nat) -> R) (h : history) : R :=
  match h with [] => 0 | (a, _) :: h' => g h' a + over_rounds g h' end.

(** The counting step of Theorem 2 of that proof, for every policy and every T.
    If P(k above position L | past) <= rho P(k shown |
    past) + r, then the expected number of rounds with k above L is at most the expected sum of rho
    over the rounds that show k, and of r
    over all. If rho = rho(n) >= 0 depends only on the number n of displays of k so far,
    the first sum is at most rho(0) + ... + rho(T - 1). *)
Definition pbm_ts_counting : Prop := forall theta kappa L K pi k T,
  (forall i, (1 <= i <= K)%nat -> 0 < theta i < 1) ->
  (forall l, (1 <= l <= L)%nat -> 0 < kappa l <= 1) -> is_policy L K pi ->
  let E := mean theta kappa L pi never T [] in
  (forall rho r : history -> R,
     (forall h, chance (pi h) (shows (pred L) k) <= rho h * chance (pi h) (shows L k) + r h) ->
     E (times (shows (pred L) k)) <=
       E (over_rounds (fun h a => ind (shows L k a) (rho h))) + E (over_rounds (fun h a => r h))) /\
  (forall (rho : nat -> R) (r : history -> R), (forall n, 0 <= rho n) ->
     (forall h, chance (pi h) (shows (pred L) k) <=
                rho (count_shown L k h) * chance (pi h) (shows L k) + r h) ->
     E (times (shows (pred L) k)) <= sum (seq 0 T) rho + E (over_rounds (fun h a => r h))).

(** Theorem 1 of that proof, in expectation: a policy that is efficient where no two attractions are
    equal, and which shows
    each item k > L above position L so rarely that E N_(k,<L)(T) / (log T + E N_k(T)) tends to 0,
    has liminf E N_(k,L)(T) / log T >=
    1 / d(kappa_L theta_k, kappa_L theta_L) for every k > L and liminf E R(T) / log T >= C_L,
    the constant of which all
    items are explored at the last position. *)
Definition pbm_last_position_price : Prop := forall theta kappa L K pi m,
  sorted theta kappa L K -> is_policy L K pi -> efficient_where_distinct kappa L K pi ->
  best_reward theta kappa L K m ->
  let E T f := mean theta kappa L pi never T [] f in
  (forall k, (L < k <= K)%nat -> is_lim_seq (fun T =>
     E T (times (shows (pred L) k)) / (ln (INR T) + E T (times (shows L k)))) 0) ->
  (forall k, (L < k <= K)%nat ->
     Rbar_le (/ info theta kappa L k L)
       (LimInf_seq (fun T => E T (times (fun a => (a L =? k)%nat)) / ln (INR T)))) /\
  Rbar_le (at_examination theta L K (kappa L))
    (LimInf_seq (fun T => regret theta kappa L pi m T / ln (INR T))).

(** * Expectation-maximisation for the position-based model.
    Items k = 1, ..., K and positions l = 1, ..., L; item k was displayed C k l + M k l times at
    position
    l, with C k l clicks. Attractions are t, examinations q. *)

Section Cells.
Variables K L : nat.
Variables C M : nat -> nat -> R.

(** the sum over all cells of C log (t q) + M log (1 - t q) *)
Definition click_likelihood (t q : nat -> R) : R :=
  sum (range 1 K) (fun k => sum (range 1 L) (fun l =>
    C k l * ln (t k * q l) + M k l * ln (1 - t k * q l))).
(** a step: the expected share of the displays in which the item was attractive, and in which the
    position was examined *)
Definition em_attractions (t q : nat -> R) (k : nat) : R :=
  sum (range 1 L) (fun l => C k l + M k l * (t k * (1 - q l) / (1 - t k * q l))) /
  sum (range 1 L) (fun l => C k l + M k l).
Definition em_examinations (t q : nat -> R) (l : nat) : R :=
  sum (range 1 K) (fun k => C k l + M k l * (q l * (1 - t k) / (1 - t k * q l))) /
  sum (range 1 K) (fun k => C k l + M k l).
(** n steps, in each of which both are computed from the old values *)
Fixpoint em_steps (n : nat) (tq : (nat -> R) * (nat -> R)) : (nat -> R) * (nat -> R) :=
  match n with
  | O => tq
  | S n' => let (t, q) := em_steps n' tq in (em_attractions t q, em_examinations t q)
  end.

Definition inside (t q : nat -> R) : Prop :=
  (forall k, (1 <= k <= K)%nat -> 0 < t k < 1) /\ (forall l, (1 <= l <= L)%nat -> 0 < q l < 1).
(** attractions and examinations in (0, 1], with t q < 1 where there was a display without a click
    *)
Definition finite_at (t q : nat -> R) : Prop :=
  (forall k, (1 <= k <= K)%nat -> 0 < t k <= 1) /\ (forall l, (1 <= l <= L)%nat -> 0 < q l <= 1) /\
  (forall k l, (1 <= k <= K)%nat -> (1 <= l <= L)%nat -> 0 < M k l -> t k * q l < 1).
(** every item and every position was displayed *)
Definition displays : Prop :=
  (forall k l, 0 <= C k l /\ 0 <= M k l) /\
  (forall k, (1 <= k <= K)%nat -> 0 < sum (range 1 L) (fun l => C k l + M k l)) /\
  (forall l, (1 <= l <= L)%nat -> 0 < sum (range 1 K) (fun k => C k l + M k l)).
Definition best_fit (t q : nat -> R) : Prop :=
  forall t' q', finite_at t' q' -> click_likelihood t' q' <= click_likelihood t q.
End Cells.

(** A step from inside the cube raises the likelihood by at least the sum over items and positions
    of
    the displays times d(new value, old value). *)
Definition pbm_em_ascent : Prop := forall K L C M, displays K L C M ->
  forall t q, inside K L t q ->
    click_likelihood K L C M t q +
    (sum (range 1 K) (fun k =>
       sum (range 1 L) (fun l => C k l + M k l) * d (em_attractions L C M t q k) (t k)) +
     sum (range 1 L) (fun l =>
       sum (range 1 K) (fun k => C k l + M k l) * d (em_examinations K C M t q l) (q l))) <=
    click_likelihood K L C M (em_attractions L C M t q) (em_examinations K C M t q).

(** So a step from inside the cube does not lower the likelihood. *)
Definition pbm_em_monotone : Prop := forall K L C M, displays K L C M ->
  forall t q, inside K L t q ->
    click_likelihood K L C M t q <=
      click_likelihood K L C M (em_attractions L C M t q) (em_examinations K C M t q).

(** A point inside the cube that a step leaves alone is a best fit,
    and so is every limit of the steps
    inside the cube, from any start. *)
Definition pbm_em_converges_inside : Prop := forall K L C M, displays K L C M ->
  (forall t q, inside K L t q ->
     (forall k, (1 <= k <= K)%nat -> em_attractions L C M t q k = t k) ->
     (forall l, (1 <= l <= L)%nat -> em_examinations K C M t q l = q l) -> best_fit K L C M t q) /\
  (forall start t q, inside K L t q ->
     (forall k, (1 <= k <= K)%nat -> is_lim_seq (fun n =>
       fst (em_steps K L C M n start) k) (t k)) ->
     (forall l, (1 <= l <= L)%nat -> is_lim_seq (fun n =>
       snd (em_steps K L C M n start) l) (q l)) ->
     best_fit K L C M t q).

(** * Grant and Leslie (2023): the geometric law p (1 - p)^y, y = 0, 1, ... *)

(** !n, the number of derangements: !0 = 1, !1 = 0, !n = (n - 1) (!(n - 1) + !(n - 2)) *)
Fixpoint derangements_pair (n : nat) : nat * nat :=     (* !n and !(n + 1) *)
  match n with
  | O => (1, 0)%nat
  | S n' => let (a, b) := derangements_pair n' in (b, (S n') * (b + a))%nat
  end.
Definition derangements (n : nat) : nat := fst (derangements_pair n).

(** a polynomial with natural coefficients: c_0 + c_1 x + ... *)
Fixpoint polynomial (c : list nat) (x : R) : R :=
  match c with [] => 0 | a :: c' => INR a + x * polynomial c' x end.
(** Lemma 12, for every n >= 1: the n-th central moment is a polynomial in the mean mu = (1 - p) / p
    with natural
    coefficients c, each of which is at most that of !n mu (1 + mu)^(n - 1),
    for the differences r are natural
    numbers, too. So the moment is at most !n (1 - p) / p^n, for all p in (0, 1]. *)
Definition mnl_lemma_12 : Prop := forall n, (1 <= n)%nat -> exists c,
  (exists r, forall x, polynomial c x + polynomial r x = INR (derangements n) * (x * (1 + x) ^ (n -
    1))) /\
  (forall p, 0 < p <= 1 ->
     is_series (fun y => p * (1 - p) ^ y * (INR y - (1 - p) / p) ^ n) (polynomial c ((1 - p) / p))
       /\
     polynomial c ((1 - p) / p) <= INR (derangements n) * ((1 - p) / p ^ n)).

(** h_{1,1} = 1, h_{1,i} = 0 for i > 1, and h_{n,i} = i h_{n-1,i} + (i - 1) h_{n-1,i-1} *)
Fixpoint h_number (n i : nat) : nat :=
  match n with
  | O => 0
  | S O => if (i =? 1)%nat then 1 else 0
  | S n' => (i * h_number n' i + (i - 1) * h_number n' (i - 1))%nat
  end.
(** the logarithm of the moment generating function *)
Definition log_mgf (p t : R) : R := ln (Series (fun y => p * (1 - p) ^ y * exp (t * INR y))).

(** Lemma 13, for all orders n >= 2: the n-th derivative at 0 of the logarithm of the moment
    generating function is
    the sum over i <= n of (-1)^(n - i) h_{n,i} p^(-i). *)
Definition mnl_lemma_13 : Prop := forall p n, 0 < p < 1 -> (2 <= n)%nat ->
  ex_derive_n (log_mgf p) n 0 /\
  Derive_n (log_mgf p) n 0 = sum (range 1 n) (fun i => (-1) ^ (n - i) * INR (h_number n i) * / p ^
    i).

(** A bound of every cumulant, n >= 1: the n-th is a polynomial in the mean mu = (1 - p) / p with
    natural coefficients c, each of which is at most that of (n - 1)! mu (1 + mu)^(n - 1).
    So it is at
    most (n - 1)! (1 - p) / p^n, for all p in (0, 1). *)
Definition mnl_lemma_13_bound : Prop := forall n, (1 <= n)%nat -> exists c,
  (exists r, forall x,
     polynomial c x + polynomial r x = INR (fact (n - 1)) * (x * (1 + x) ^ (n - 1))) /\
  (forall p, 0 < p < 1 -> ex_derive_n (log_mgf p) n 0 /\
     Derive_n (log_mgf p) n 0 = polynomial c ((1 - p) / p) /\
     Derive_n (log_mgf p) n 0 <= INR (fact (n - 1)) * ((1 - p) / p ^ n)).

(** Independent counts, geometric with the parameters ps, in this order: the mean of f over them,
    a series for each. *)
Fixpoint mean_of_counts (ps : list R) (f : list nat -> R) : R :=
  match ps with
  | [] => f []
  | p :: ps' => Series (fun y => p * (1 - p) ^ y * mean_of_counts ps' (fun ys => f (y :: ys)))
  end.
(** the chance that u >= v *)
Definition chance_at_least (ps : list R) (u v : list nat -> R) : R :=
  mean_of_counts ps (fun ys => if Rle_dec (v ys) (u ys) then 1 else 0).
(** the chance that u > v *)
Definition chance_more (ps : list R) (u v : list nat -> R) : R :=
  mean_of_counts ps (fun ys => if Rlt_dec (v ys) (u ys) then 1 else 0).
(** S, the sum of the counts; m, that of their means (1 - p) / p; V,
    that of their variances (1 - p) / p^2 *)
Fixpoint clicks_of (ys : list nat) : R := match ys with [] => 0 | y :: ys' =>
  INR y + clicks_of ys' end.
Fixpoint means_of (ps : list R) : R := match ps with [] => 0 | p :: ps' =>
  (1 - p) / p + means_of ps' end.
Fixpoint variances_of (ps : list R) : R := match ps with [] => 0 | p :: ps' =>
  (1 - p) / p ^ 2 + variances_of ps' end.

(** P(m - S >= sqrt(2 V log C)) <= 1 / C, for all p_i in (0, 1], not all 1. *)
Definition mnl_lower_tail : Prop := forall ps C,
  (forall p, In p ps -> 0 < p <= 1) -> 0 < variances_of ps -> 1 <= C ->
  chance_at_least ps (fun ys => means_of ps - clicks_of ys) (fun _ =>
    sqrt (2 * variances_of ps * ln C)) <= / C.

(** P(S - m >= sqrt(2 V log C) + log C / log 2) <= 1 / C, where all means are at most 1,
    that is p_i >= 1/2. *)
Definition mnl_upper_tail : Prop := forall ps C,
  (forall p, In p ps -> 1 / 2 <= p <= 1) -> 1 <= C ->
  chance_at_least ps (fun ys => clicks_of ys - means_of ps)
    (fun _ => sqrt (2 * variances_of ps * ln C) + ln C / ln 2) <= / C.

(** (7) of Theorem 3: P(|S - m| > sqrt(2 V log C) + 4 log C) <= 2 / C,
    where all means are at most 1. *)
Definition mnl_theorem_3_fixed : Prop := forall ps C,
  (forall p, In p ps -> 1 / 2 <= p <= 1) -> 1 <= C ->
  chance_more ps (fun ys => Rabs (clicks_of ys - means_of ps))
    (fun _ => sqrt (2 * variances_of ps * ln C) + 4 * ln C) <= 2 / C.

(** The sharpened radius: P(|S - m| > sqrt(4 S log C) + 4 log C) <= 2 / C,
    where all means are at most 1. *)
Definition mnl_equation_8_fixed : Prop := forall ps C,
  (forall p, In p ps -> 1 / 2 <= p <= 1) -> 1 <= C ->
  chance_more ps (fun ys => Rabs (clicks_of ys - means_of ps))
    (fun ys => sqrt (4 * clicks_of ys * ln C) + 4 * ln C) <= 2 / C.

(** Counts whose parameters depend on the past. Before each count a signal is seen,
    one of countably many
    (a natural number): whatever else has happened, coins included. Its chances depend on the past,
    and the parameter of the count on the past and the
    signal. The past is the list of signals and counts, the last first. *)
Definition past := list (nat * nat).
Definition is_rule (chances par : past -> nat -> R) : Prop := forall h,
  (forall z, 0 <= chances h z) /\ is_series (chances h) 1 /\ (forall z, 1 / 2 <= par h z <= 1).
(** the mean of f over the pasts that follow h by n more counts *)
Fixpoint mean_after (chances par : past -> nat -> R) (n : nat) (h : past) (f : past -> R) : R :=
  match n with
  | O => f h
  | S n' => Series (fun z => chances h z *
              Series (fun y => par h z * (1 - par h z) ^ y * mean_after chances par n' ((z,
                y) :: h) f))
  end.
(** the sum of g along the past; S, the sum of the counts, m, that of their means, V,
    that of their variances *)
Fixpoint gathered (g : past -> nat -> R) (h : past) : R :=
  match h with [] => 0 | (z, _) :: h' => g h' z + gathered g h' end.
Definition clicks_in (h : past) : R := clicks_of (map snd h).
Definition means_in (par : past -> nat -> R) : past -> R := gathered (fun h z =>
  (1 - par h z) / par h z).
Definition variances_in (par : past -> nat -> R) : past -> R := gathered (fun h z =>
  (1 - par h z) / par h z ^ 2).
(** whether E holds now, or did before the last count, or ... before the first *)
Fixpoint ever (E : past -> bool) (h : past) : bool :=
  (E h || match h with [] => false | _ :: h' => ever E h' end)%bool.
(** the chance that E holds after i counts, for some i <= n *)
Definition chance_ever (chances par : past -> nat -> R) (n : nat) (E : past -> bool) : R :=
  mean_after chances par n [] (fun h => ind (ever E h) 1).
(** u > v, u >= v *)
Definition more (u v : R) : bool := if Rlt_dec v u then true else false.
Definition at_least (u v : R) : bool := if Rle_dec v u then true else false.

(** Theorem 3 for parameters that depend on the past: with t = log C > 0, P(|S_i - m_i|
    > sqrt(2 V_i t) + 4 t for some
    i <= n) <= (2 / C) N, N the smallest natural number that is at least (3/4) (n / t)^(1/4). *)
Definition mnl_theorem_3_predictable : Prop := forall chances par n C N, is_rule chances par ->
  1 < C ->
  3 / 4 * sqrt (sqrt (INR n / ln C)) <= INR N ->
  chance_ever chances par n (fun h => more (Rabs (clicks_in h - means_in par h))
    (sqrt (2 * variances_in par h * ln C) + 4 * ln C)) <= 2 / C * INR N.

(** The wider radius, for eta > 1: P(|S_i - m_i| > sqrt(2 eta V_i t) + 4 t for some i <= n) <= (2 /
    C) (1 + N), N the
    smallest natural number that is at least (1/2) log (n / (16 eta t)) / log rho,
    rho = (sqrt eta + sqrt(eta - 1))^2. *)
Definition mnl_theorem_3_peeling : Prop := forall chances par n C eta N, is_rule chances par ->
  1 < C -> 1 < eta ->
  1 / 2 * (ln (INR n / (16 * eta * ln C)) / ln ((sqrt eta + sqrt (eta - 1)) ^ 2)) <= INR N ->
  chance_ever chances par n (fun h => more (Rabs (clicks_in h - means_in par h))
    (sqrt (2 * eta * variances_in par h * ln C) + 4 * ln C)) <= 2 / C * (1 + INR N).

(** The click radius: P(|S_i - m_i| > sqrt(4 S_i t) + 4 t for some i <= n) <= (2 / C) N,
    with N of Theorem 3. *)
Definition mnl_equation_8_predictable : Prop := forall chances par n C N, is_rule chances par ->
  1 < C ->
  3 / 4 * sqrt (sqrt (INR n / ln C)) <= INR N ->
  chance_ever chances par n (fun h => more (Rabs (clicks_in h - means_in par h))
    (sqrt (4 * clicks_in h * ln C) + 4 * ln C)) <= 2 / C * INR N.

(** One half is the worst parameter: for theta < log 2, with psi(theta) the logarithm of the moment
    generating function
    at p = 1/2, exp(theta S - psi m) is a supermartingale, whose mean is at most 1. *)
Definition mnl_fair_case : Prop := forall chances par theta n, is_rule chances par ->
  theta < ln 2 ->
  let psi := - ln (2 - exp theta) in
  let W h := exp (theta * clicks_in h - psi * means_in par h) in
  is_series (fun y => 1 / 2 * (1 - 1 / 2) ^ y * exp (theta * INR y)) (exp psi) /\
  (forall h z, exists s, is_series (fun y => par h z * (1 - par h z) ^ y * W ((z, y) :: h)) s /\
    s <= W h) /\
  mean_after chances par n [] W <= 1.

(** The sharper radii, for t = log C > 1, with N(x) the smallest natural number that is at least
    (1/4) sqrt t log x:
    P(m_i > S_i + 2 t + 2 sqrt(t (t + S_i)) for some i <= n) <= (e / C) N(n / (4 t)),
    P(m_i - S_i >= sqrt(2 V_i t), V_i > 0, for some i <= n) <= (e / C) N(n / t),
    P(S_i - m_i >= sqrt(2 V_i t) + c t for some i <= n) <= (e / C) (1 + N(n (t - 1)^2 / (4 c^2 t))),
    c = 1 / log 2.
    And, for J items, one of them of attraction a, in l epochs,
    with C = J l^2 / 2 and with Lambda the sum of the
    examinations that any rule chose for it, each between 0 and 1 (0: not shown),
    in which it has S clicks, the chance of
    a > S / Lambda + 2 t / Lambda + 2 sqrt(t / Lambda (t / Lambda + S / Lambda)), Lambda > 0,
    after the last of them, or
    before, is at most 2 / (J l). *)
Definition mnl_sharp_radius_adaptive : Prop :=
  (forall chances par n C, is_rule chances par -> 1 < ln C ->
     let t := ln C in let c := / ln 2 in
     let lines x N := sqrt t / 4 * ln x <= INR N in
     (forall N, lines (INR n / (4 * t)) N ->
        chance_ever chances par n (fun h => more (means_in par h)
          (clicks_in h + 2 * t + 2 * sqrt (t * (t + clicks_in h)))) <= exp 1 / C * INR N) /\
     (forall N, lines (INR n / t) N ->
        chance_ever chances par n (fun h => more (variances_in par h) 0 &&
          at_least (means_in par h - clicks_in h) (sqrt (2 * variances_in par h * t)))%bool <= exp 1
            / C * INR N) /\
     (forall N, lines (INR n * (t - 1) ^ 2 / (4 * c ^ 2 * t)) N ->
        chance_ever chances par n (fun h => at_least (clicks_in h - means_in par h)
          (sqrt (2 * variances_in par h * t) + c * t)) <= exp 1 / C * (1 + INR N))) /\
  (forall J l a chances examination, (1 <= J)%nat -> (1 <= l)%nat -> 0 < a <= 1 ->
     (forall h z, 0 <= examination h z <= 1) ->
     let par h z := / (1 + a * examination h z) in
     is_rule chances par ->
     let t := ln (INR J * INR l ^ 2 / 2) in let Lambda := gathered examination in
     chance_ever chances par l (fun h => more (Lambda h) 0 &&
       more a (clicks_in h / Lambda h + 2 * t / Lambda h +
               2 * sqrt (t / Lambda h * (t / Lambda h + clicks_in h / Lambda h))))%bool <= 2 / (INR
                 J * INR l)).

(** * Grant and Leslie (2023): Algorithm 1.
    Positions k = 1, ..., K and items j = 1, ..., J; N k j clicks and Nt k j plays of item j at
    position k. *)

Section Tables.
Variables K J : nat.
Variables N Nt : nat -> nat -> R.

(** (6): alpha_j <- (sum_k N_kj / lambda_k) / sum_k Nt_kj *)
Definition new_items (l : nat -> R) (j : nat) : R :=
  sum (range 1 K) (fun k => N k j / l k) / sum (range 1 K) (fun k => Nt k j).
(** (5): lambda_k <- (sum_j N_kj / alpha_j) / sum_j Nt_kj for k >= 2, and lambda_1 = 1 *)
Definition new_biases (a : nat -> R) (k : nat) : R :=
  if (k =? 1)%nat then 1 else sum (range 1 J) (fun j => N k j / a j) / sum (range 1 J) (fun j =>
    Nt k j).
(** Algorithm 1: biases, then items, n times *)
Fixpoint algorithm_1 (n : nat) (al : (nat -> R) * (nat -> R)) : (nat -> R) * (nat -> R) :=
  match n with
  | O => al
  | S n' => let l := new_biases (fst (algorithm_1 n' al)) in (new_items l, l)
  end.

(** Phi = sum_kj N_kj / (alpha_j lambda_k) + Nt_kj log (alpha_j lambda_k) *)
Definition deviance (a l : nat -> R) : R :=
  sum (range 1 J) (fun j => sum (range 1 K) (fun k => N k j / (a j * l k) + Nt k j * ln (a j * l
    k))).
(** (50): sum_kj N_kj log (alpha_j lambda_k) - (N_kj + Nt_kj) log (1 + alpha_j lambda_k) *)
Definition likelihood (a l : nat -> R) : R :=
  sum (range 1 J) (fun j => sum (range 1 K) (fun k =>
    N k j * ln (a j * l k) - (N k j + Nt k j) * ln (1 + a j * l k))).

(** the steps of the EM algorithm of (50) *)
Definition em_items (a l : nat -> R) (j : nat) : R :=
  sum (range 1 K) (fun k => N k j) / sum (range 1 K) (fun k =>
    l k * (N k j + Nt k j) / (1 + a j * l k)).
Definition em_biases (a l : nat -> R) (k : nat) : R :=
  if (k =? 1)%nat then l 1%nat else
  sum (range 1 J) (fun j => N k j) / sum (range 1 J) (fun j =>
    a j * (N k j + Nt k j) / (1 + a j * l k)).

Definition positive (a l : nat -> R) : Prop :=
  (forall j, (1 <= j <= J)%nat -> 0 < a j) /\ (forall k, (1 <= k <= K)%nat -> 0 < l k).
(** tables of clicks and plays in which every item and every position was clicked, and shown *)
Definition tables : Prop :=
  (forall k j, 0 <= N k j) /\ (forall k j, 0 <= Nt k j) /\
  (forall j, (1 <= j <= J)%nat -> 0 < sum (range 1 K) (fun k => N k j) /\
    0 < sum (range 1 K) (fun k => Nt k j)) /\
  (forall k, (1 <= k <= K)%nat -> 0 < sum (range 1 J) (fun j => N k j) /\
    0 < sum (range 1 J) (fun j => Nt k j)).
(** position k is joined to position 1 by clicked cells *)
Inductive joined : nat -> Prop :=
  | joined_1 : joined 1
  | joined_next m j k : joined m -> (1 <= j <= J)%nat -> (1 <= k <= K)%nat ->
      0 < N m j -> 0 < N k j -> joined k.
End Tables.

(** A minimiser (a, l), l 1 = 1, of Phi over positive tables; the only one;
    and what Algorithm 1 tends to from every
    positive start. *)
Definition minimises (K J : nat) (N Nt : nat -> nat -> R) (a l : nat -> R) : Prop :=
  positive K J a l /\ l 1%nat = 1 /\
  forall a' l', positive K J a' l' -> l' 1%nat = 1 -> deviance K J N Nt a l <= deviance K J N Nt a'
    l'.
Definition only_minimiser (K J : nat) (N Nt : nat -> nat -> R) (a l : nat -> R) : Prop :=
  minimises K J N Nt a l /\
  forall a' l', minimises K J N Nt a' l' ->
    (forall j, (1 <= j <= J)%nat -> a' j = a j) /\ (forall k, (1 <= k <= K)%nat -> l' k = l k).
Definition converges_to (K J : nat) (N Nt : nat -> nat -> R) (a l : nat -> R) : Prop :=
  forall a0 l0,
  positive K J a0 l0 ->
  let it n := algorithm_1 K J N Nt n (a0, l0) in
  (forall j, (1 <= j <= J)%nat -> is_lim_seq (fun n => fst (it n) j) (a j)) /\
  (forall k, (1 <= k <= K)%nat -> is_lim_seq (fun n => snd (it n) k) (l k)).

(** Phi is convex in the logarithms; each half of Algorithm 1 lowers it by the printed amounts,
    to its least value in
    that block, which it has nowhere else. Where Phi has a unique minimiser,
    Algorithm 1 converges to it. *)
Definition mnl_algorithm_1_descends : Prop := forall K J N Nt, tables K J N Nt ->
  (forall u v u' v' s, 0 <= s <= 1 ->
     let mix x y i := exp ((1 - s) * x i + s * y i) in
     let at_ x i := exp (x i) in
     deviance K J N Nt (mix u u') (mix v v') <=
       (1 - s) * deviance K J N Nt (at_ u) (at_ v) + s * deviance K J N Nt (at_ u') (at_ v')) /\
  (forall a l, positive K J a l ->
     let x j := new_items K N Nt l j / a j in
     deviance K J N Nt a l - deviance K J N Nt (new_items K N Nt l) l =
       sum (range 1 J) (fun j => sum (range 1 K) (fun k => Nt k j) * (x j - 1 - ln (x j))) /\
     deviance K J N Nt (new_items K N Nt l) l <= deviance K J N Nt a l /\
     (deviance K J N Nt (new_items K N Nt l) l = deviance K J N Nt a l ->
      forall j, (1 <= j <= J)%nat -> a j = new_items K N Nt l j)) /\
  (forall a l, positive K J a l -> l 1%nat = 1 ->
     let y k := new_biases J N Nt a k / l k in
     deviance K J N Nt a l - deviance K J N Nt a (new_biases J N Nt a) =
       sum (range 2 K) (fun k => sum (range 1 J) (fun j => Nt k j) * (y k - 1 - ln (y k))) /\
     deviance K J N Nt a (new_biases J N Nt a) <= deviance K J N Nt a l /\
     (deviance K J N Nt a (new_biases J N Nt a) = deviance K J N Nt a l ->
      forall k, (1 <= k <= K)%nat -> l k = new_biases J N Nt a k)) /\
  (forall a l, only_minimiser K J N Nt a l -> converges_to K J N Nt a l).

(** Where the deviance has a minimiser and the clicked cells join all positions,
    Algorithm 1 converges to it
    from every positive start, so that there is no other;
    the errors of the biases fall at least geometrically. *)
Definition mnl_lemma_2_converges : Prop := forall K J N Nt a l a0 l0,
  tables K J N Nt -> minimises K J N Nt a l -> (forall k, (1 <= k <= K)%nat -> joined K J N k) ->
  positive K J a0 l0 ->
  let it n := algorithm_1 K J N Nt n (a0, l0) in
  (forall j, (1 <= j <= J)%nat -> is_lim_seq (fun n => fst (it n) j) (a j)) /\
  (forall k, (1 <= k <= K)%nat -> is_lim_seq (fun n => snd (it n) k) (l k)) /\
  (exists C r, 0 < r < 1 /\ forall n k, (1 <= n)%nat -> (1 <= k <= K)%nat ->
     Rabs (snd (it n) k - l k) <= C * r ^ n).

(** The tables N = (8 2; 2 2), Nt = (10 10; 10 10). *)
Definition clicks_8 (k j : nat) : R := if ((k =? 1) && (j =? 1))%bool%nat then 8 else 2.
Definition plays_10 (k j : nat) : R := 10.
Definition point (x1 x2 : R) (i : nat) : R := if (i =? 1)%nat then x1 else x2.

(** Lemma 2, corrected: where the deviance has a unique minimiser, Algorithm 1 converges to it.
    For the tables above it
    tends to alpha = (3/5, 3/10), lambda = (1, 1/2), from every start, and leaves this point alone;
    there the
    derivatives of (50) in log alpha_1, log alpha_2, log lambda_2 are 25/52, -100/299, -100/299, and
    alpha = (2/3, 27/100), lambda = (1, 45/100) is better. *)
Definition mnl_lemma_2 : Prop :=
  (forall K J N Nt, tables K J N Nt -> forall a l, only_minimiser K J N Nt a l ->
    converges_to K J N Nt a l) /\
  let a := point (3/5) (3/10) in let l := point 1 (1/2) in
  let L := likelihood 2 2 clicks_8 plays_10 in
  converges_to 2 2 clicks_8 plays_10 a l /\
  (forall i, (1 <= i <= 2)%nat -> new_items 2 clicks_8 plays_10 l i = a i /\
                                  new_biases 2 clicks_8 plays_10 a i = l i) /\
  is_derive (fun t => L (point (3/5 * exp t) (3/10)) l) 0 (25/52) /\
  is_derive (fun t => L (point (3/5) (3/10 * exp t)) l) 0 (- (100/299)) /\
  is_derive (fun t => L a (point 1 (1/2 * exp t))) 0 (- (100/299)) /\
  L a l + 1/20 < L (point (2/3) (27/100)) (point 1 (45/100)).

(** From alpha = (1/2, 1/2), lambda = (1, 1/2) the likelihood (50) rises, rises, and falls. *)
Definition mnl_lemma_2_monotone : Prop :=
  let start := (point (1/2) (1/2), point 1 (1/2)) in
  let L n := let al := algorithm_1 2 2 clicks_8 plays_10 n start in
             likelihood 2 2 clicks_8 plays_10 (fst al) (snd al) in
  L 0%nat < L 1%nat < L 2%nat /\ L 3%nat < L 2%nat.

(** For N = (4 4; 4 0), Nt = 10, each iteration takes lambda_2 to lambda_2 / (1 + lambda_2),
    so that alpha_1
    grows by 1/5 for ever, whatever the start. *)
Definition clicks_4 (k j : nat) : R := if ((k =? 2) && (j =? 2))%bool%nat then 0 else 4.
Definition mnl_lemma_2_never_ends : Prop := forall a l n,
  positive 2 2 a l ->
  let it n := algorithm_1 2 2 clicks_4 plays_10 (S n) (a, l) in
  snd (it (S n)) 2%nat = snd (it n) 2%nat / (1 + snd (it n) 2%nat) /\
  fst (it (S n)) 1%nat = fst (it n) 1%nat + 1/5.

(** The EM steps never lower (50), in the block of the items and in that of the biases. *)
Definition mnl_em_ascends : Prop := forall K J N Nt a l, tables K J N Nt -> positive K J a l ->
  likelihood K J N Nt a l <= likelihood K J N Nt (em_items K N Nt a l) l /\
  likelihood K J N Nt a l <= likelihood K J N Nt a (em_biases J N Nt a l).

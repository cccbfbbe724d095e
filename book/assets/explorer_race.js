/* A race of two policies in the position-based model, on an instance that the reader sets: the
 * pseudo-regret of a few seeded games, the line of the lower bound (Lagrée et al. 2016, Theorem 6),
 * and the lists of one game. The games are in explorer_games.js. */
"use strict";

explorer.race = (() => {
  const { html, box, svg, button, slider, choice, table, swatch } = explorer;
  const { optimum, play } = games;
  const GAMES = 8;
  const HORIZONS = [1000, 10000, 100000];
  const PRESETS = [
    [
      "Figure 1(b) of the paper",
      [0.45, 0.35, 0.25, 0.15, 0.05],
      [0.9, 0.6, 0.3],
      ["PBM-UCB", "PBM-TS"],
      "Five items compete for three positions. Let greedy race as well, and look at its games one by one.",
    ],
    [
      "Figure 1(a) of the paper",
      [0.95, 0.85, 0.75, 0.65, 0.55],
      [0.9, 0.6, 0.3],
      ["PBM-UCB", "PBM-PIE"],
      "PBM-PIE tries items at the last position, which is not the cheapest here, and falls behind.",
    ],
    [
      "Rare clicks, steep examination",
      [0.15, 0.12, 0.09, 0.06, 0.03],
      [0.9, 0.3, 0.1],
      ["PBM-UCB", "RBA-KL-UCB"],
      "RBA-KL-UCB does not know the examination, and yet it ends ahead, because the bonus of PBM-UCB is too large if clicks are rare.",
    ],
    [
      "Two items, one place",
      [0.5, 0.4],
      [1],
      ["greedy", "PBM-UCB"],
      "Look at the games one by one. In some of them greedy is unlucky early on, and then always shows the worse item.",
    ],
    [
      "One good item among eight",
      [0.6, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
      [0.9, 0.5],
      ["PBM-TS", "PBM-UCB"],
      "The order below the good item does not matter, so the bound is 0 and the curves become flat.",
    ],
  ];
  const LOOKS = ["explorer-line-0", "explorer-line-1"];
  const whole = (value) => value.toLocaleString("en-US");

  /* Expected clicks, to about two digits. */
  const lost = (value) =>
    value < 9.95 ? value.toFixed(1).replace("-0.0", "0.0") : whole(Math.round(value));
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

  /* After how many rounds the regret is noted: evenly on the logarithmic axis. */
  function noted(horizon) {
    const steps = Math.round(30 * Math.log10(horizon));
    const rounds = Array.from({ length: steps + 1 }, (_, i) => Math.round(horizon ** (i / steps)));
    return [...new Set(rounds)];
  }

  /* What there is to see, in words. */
  function summary({ pair, ends, horizon, bound }) {
    const [one, two] = pair;
    const [first, second] = ends;
    const games = first.length === 1 ? "1 game" : `${first.length} games`;
    const wins = first.filter((end, i) => end < second[i] - 1e-9).length;
    const losses = first.filter((end, i) => end > second[i] + 1e-9).length;
    const [leader, most] = wins > losses ? [one, wins] : [two, losses];
    let ahead = `${leader} is ahead in ${most} of ${games}, possibly by chance`;
    if (most === 0) ahead = "neither is ahead in any game";
    else if (wins === losses) ahead = `each is ahead in ${wins} of ${games}`;
    else if (most === first.length) ahead = `${leader} is ahead in all ${games}`;
    const race = `In ${whole(horizon)} rounds ${one} loses ${lost(mean(first))} expected clicks and ${two} ${lost(mean(second))}, on average; ${ahead}.`;
    if (bound < 1e-9) return `${race} The lower bound is 0 here.`;
    const below = [...new Set(pair)].filter((_, i) => mean(ends[i]) < bound);
    const line = `${race} The lower bound’s line is at ${lost(bound)}.`;
    if (!below.length) return line;
    return `${line} It is a bound in the limit of many rounds, so ${explorer.listed(below)} can be below it.`;
  }

  function draw(state, found) {
    const { pair, games, rounds, horizon, bound, shown, at } = state;
    const along = (round) => Math.log(round) / Math.log(horizon);
    const powers = Array.from({ length: Math.log10(horizon) + 1.5 }, (_, i) => 10 ** i);
    const lines = ["explorer-faint", "explorer-thin"].flatMap((kind) =>
      pair.flatMap((_, i) =>
        games[i]
          .filter((_, game) => (kind === "explorer-thin") === (game === shown))
          .map((game) => ({ look: `${LOOKS[i]} ${kind}`, values: game.regret })),
      ),
    );
    pair.forEach((name, i) => {
      const values = rounds.map((_, r) => mean(games[i].map((game) => game.regret[r])));
      lines.push({ look: `${LOOKS[i]} explorer-thick`, values, name });
    });
    if (bound > 1e-9) {
      const values = rounds.map((round) => bound * along(round));
      lines.push({ look: "explorer-truth explorer-dotted", values, name: "C log t" });
    }
    const { drawing, x, y } = explorer.regretChart(
      "Regret of two policies",
      { label: "round (log scale)", ticks: powers.map((round) => [along(round), whole(round)]) },
      along,
      rounds,
      lines,
      found,
    );
    const here = { x1: x(along(at)), x2: x(along(at)), y1: y(0), y2: y(1) };
    drawing.append(svg("line", { class: "explorer-here", ...here }));
    return drawing;
  }

  /* What the two policies show in one round of one game. */
  function momentTable({ pair, games, attraction, examination, shown, at }) {
    const best = optimum(attraction, examination);
    const size = examination.length;
    const game = Math.min(shown, games[0].length - 1);
    const lines = pair.map((policy, i) => {
      const { lists } = games[i][game];
      let [total, right] = [0, 0];
      for (let t = 0; t < at; t += 1) {
        let gap = best;
        for (let l = 0; l < size; l += 1) gap -= examination[l] * attraction[lists[t * size + l]];
        total += gap;
        if (gap < 1e-9) right += 1;
      }
      const list = Array.from(lists.slice((at - 1) * size, at * size), (item) => item + 1);
      return [
        [swatch(`${LOOKS[i]} explorer-thin`), ` ${policy}`],
        list.join(" "),
        lost(total),
        `in\u00a0${Math.floor((100 * right) / at)}\u00a0%`,
      ];
    });
    return table(
      `Game ${game + 1}, round ${whole(at)}`,
      ["policy", "items shown", "lost so far", "best list so far"],
      lines,
    );
  }

  /* The explorer: its controls, and what moves with them. */
  function build() {
    const [attraction, examination] = [[], []];
    let pair = [];
    let [horizon, seed, shown, place] = [10000, 1, 0, 0.5];
    let [known, knownFor, running] = [new Map(), "", 0];
    const { sentence, say } = explorer.announcer();
    const results = box("results");
    const moment = html("div");

    const played = (policy, game, rounds) => {
      const key = `${policy} ${game}`;
      if (!known.has(key))
        known.set(key, play(policy, attraction, examination, rounds, seed, game));
      return known.get(key);
    };
    const show = (count) => {
      const rounds = noted(horizon);
      const constant = formulas.exploration(attraction, examination).constant;
      const state = {
        pair,
        attraction,
        examination,
        rounds,
        horizon,
        bound: constant * Math.log(horizon),
        games: pair.map((policy) =>
          Array.from({ length: count }, (_, game) => played(policy, game, rounds)),
        ),
        shown,
        at: Math.max(1, Math.min(horizon, Math.round(horizon ** place))),
      };
      state.ends = state.games.map((some) => some.map((game) => game.regret.at(-1)));
      const found = summary(state);
      results.replaceChildren(draw(state, found));
      moment.replaceChildren(momentTable(state));
      return found;
    };
    /* Play game by game, so that the page stays awake, and show what is there. */
    const start = () => {
      const now = JSON.stringify([attraction, examination, horizon, seed]);
      if (now !== knownFor) known.clear();
      knownFor = now;
      running += 1;
      const mine = running;
      results.setAttribute("aria-busy", "true");
      const next = (count) => {
        if (mine !== running) return;
        const found = show(count);
        if (count < GAMES) {
          setTimeout(next, 0, count + 1);
        } else {
          results.setAttribute("aria-busy", "false");
          say(found);
        }
      };
      const ready = pair.every((policy) => known.has(`${policy} ${GAMES - 1}`)); // the last one
      if (ready) next(GAMES);
      else setTimeout(next, 40, 1);
    };

    const { choices, sliders, put } = explorer.vectors("race", attraction, examination, () => own());
    const load = (instance) => {
      pair = [...instance[3]];
      racers.forEach((racer, i) => (racer.querySelector("select").value = pair[i]));
      put(instance);
    };
    const { chooser, note, own, set } = explorer.instances(
      "race",
      "Instance",
      PRESETS,
      load,
      start,
    );
    const racers = ["First policy", "Second policy"].map((label, i) =>
      choice(`race-policy-${i + 1}`, label, games.policies.map((policy) => [policy, policy]), (policy) => {
        pair = pair.map((old, j) => (i === j ? policy : old));
        start();
      }),
    );
    const lengths = HORIZONS.map((rounds) => [rounds, whole(rounds)]);
    const length = choice("race-rounds", "Rounds", lengths, (rounds) => {
      horizon = Number(rounds);
      moments.querySelector("input").dispatchEvent(new Event("input"));
      start();
    });
    length.querySelector("select").value = horizon;
    const again = button("Other games", () => {
      seed += 1;
      start();
    });
    const numbers = Array.from({ length: GAMES }, (_, game) => [game, `game ${game + 1}`]);
    const single = choice("race-game", "One game", numbers, (game) => {
      shown = Number(game);
      start();
    });
    const words = (value) => whole(Math.max(1, Math.round(horizon ** value)));
    const move = (moved) => {
      place = moved;
      start();
    };
    const moments = slider("race-moment", "at round", place, 0, move, { words });
    set(0);
    return [
      box("choices", chooser, ...racers),
      note,
      html(
        "details",
        { class: "explorer-fold" },
        html("summary", {}, "Set the instance yourself"),
        box("choices", ...choices),
        sliders,
      ),
      results,
      sentence,
      box("choices", length, again),
      box("choices explorer-moment", single, moments),
      moment,
    ];
  }

  explorer.mount("race-explorer", build);
  return { presets: PRESETS };
})();

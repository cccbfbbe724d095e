/* A race of two policies in the position-based model, on an instance that the reader sets: the
 * pseudo-regret of a few seeded games, the line of the lower bound (Lagrée et al. 2016, Theorem 6),
 * and the lists of one game. The games are in explorer_games.js. */
"use strict";

explorer.race = (() => {
  const { html, svg, slider, choice, table, swatch, chart, level, resize, group } = explorer;
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
  const NAMES = {
    "PBM-UCB": "PBM-UCB",
    "PBM-TS": "PBM-TS",
    "PBM-PIE": "PBM-PIE",
    "RBA-KL-UCB": "RBA-KL-UCB, without κ",
    greedy: "greedy: best estimates first",
    uniform: "random: any list",
  };
  const SHORT = { ...NAMES, "RBA-KL-UCB": "RBA-KL-UCB", greedy: "greedy", uniform: "random" };
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
    const [one, two] = pair.map((policy) => SHORT[policy]);
    const [first, second] = ends;
    const games = first.length === 1 ? "1 game" : `${first.length} games`;
    const words = [];
    if (pair[0] === pair[1]) {
      words.push(
        `Both are the same policy in the same games. In ${whole(horizon)} rounds it loses ${lost(mean(first))} clicks on average.`,
      );
    } else {
      const wins = first.filter((end, i) => end < second[i] - 1e-9).length;
      const losses = first.filter((end, i) => end > second[i] + 1e-9).length;
      const [leader, most] = wins > losses ? [one, wins] : [two, losses];
      let ahead = `${leader} is ahead in ${most} of ${games}, possibly by chance`;
      if (most === 0) ahead = "neither is ahead in any game";
      else if (wins === losses) ahead = `each is ahead in ${wins} of ${games}`;
      else if (most === first.length) ahead = `${leader} is ahead in all ${games}`;
      words.push(
        `In ${whole(horizon)} rounds ${one} loses ${lost(mean(first))} expected clicks and ${two} ${lost(mean(second))}, on average; ${ahead}.`,
      );
    }
    if (bound < 1e-9) words.push("The lower bound is 0 here.");
    else {
      const below = [...new Set(pair)].filter((_, i) => mean(ends[i]) < bound);
      const names = explorer.listed(below.map((policy) => SHORT[policy]));
      words.push(
        below.length
          ? `The lower bound’s line is at ${lost(bound)}. It is a bound in the limit of many rounds, so ${names} can be below it.`
          : `The lower bound’s line is at ${lost(bound)}.`,
      );
    }
    return words.join(" ");
  }

  function draw(state, found) {
    const { pair, games, rounds, horizon, bound, shown, at } = state;
    const highest = Math.max(bound, ...games.flat().map((game) => game.regret.at(-1)));
    const marks = level(highest > 1e-9 ? highest : 1);
    const up = (value) => value / marks.at(-1);
    const along = (round) => Math.log(round) / Math.log(horizon);
    const powers = Array.from({ length: Math.log10(horizon) + 1.5 }, (_, i) => 10 ** i);
    const { drawing, x, y } = chart(
      "Regret of two policies",
      { label: "round (log scale)", ticks: powers.map((round) => [along(round), whole(round)]) },
      { label: "expected clicks lost", ticks: marks.map((mark) => [up(mark), whole(mark)]) },
    );
    const line = (look, values) => {
      const places = values.map((value, i) => [x(along(rounds[i])), y(up(value))]);
      const points = places.map((place) => place.map((at) => at.toFixed(1)));
      drawing.append(svg("polyline", { class: look, points: points.join(" ") }));
    };
    if (bound > 1e-9) {
      const end = { x1: x(0), y1: y(0), x2: x(1), y2: y(up(bound)) };
      drawing.append(svg("line", { class: "explorer-truth explorer-dotted", ...end }));
    }
    const here = { x1: x(along(at)), x2: x(along(at)), y1: y(0), y2: y(1) };
    drawing.append(svg("line", { class: "explorer-here", ...here }));
    for (const kind of ["explorer-faint", "explorer-thin", ""]) {
      pair.forEach((_, i) => {
        if (!kind) {
          const average = rounds.map((_, r) => mean(games[i].map((game) => game.regret[r])));
          line(`${LOOKS[i]} explorer-thick`, average);
        } else {
          games[i]
            .filter((_, game) => (kind === "explorer-thin") === (game === shown))
            .forEach((game) => line(`${LOOKS[i]} ${kind}`, game.regret));
        }
      });
    }
    const entries = pair.map((policy, i) => [`${LOOKS[i]} explorer-thick`, SHORT[policy]]);
    if (bound > 1e-9) entries.push(["explorer-truth explorer-dotted", "C log t"]);
    entries.forEach(([look, words], i) => {
      const height = 22 + 16 * i;
      drawing.append(
        svg("line", { class: look, x1: x(0) + 8, x2: x(0) + 36, y1: height, y2: height }),
        svg("text", { x: x(0) + 42, y: height + 4 }, words),
      );
    });
    drawing.querySelector("desc").textContent = found;
    return drawing;
  }

  function endTable({ pair, games, horizon, bound }) {
    const lines = pair.map((policy, i) => {
      const ends = games[i].map((game) => game.regret.at(-1));
      const [low, high] = [Math.min(...ends), Math.max(...ends)];
      const beside = bound > 1e-9 ? (mean(ends) / bound).toFixed(2) : "no comparison";
      const heading = [swatch(`${LOOKS[i]} explorer-thick`), ` ${SHORT[policy]}`];
      return [heading, lost(mean(ends)), `${lost(low)} to ${lost(high)}`, beside];
    });
    const line = [swatch("explorer-truth explorer-dotted"), " C log T"];
    return table(
      `Expected clicks lost in ${whole(horizon)} rounds, over ${games[0].length} games`,
      ["policy", "mean", "range", "over C log T"],
      [...lines, [line, bound > 1e-9 ? lost(bound) : "0", "", bound > 1e-9 ? "1" : "no comparison"]],
    );
  }

  /* What the two policies show in one round of one game. */
  function momentTable({ pair, games, attraction, examination, shown, at }) {
    const best = optimum(attraction, examination);
    const size = examination.length;
    const worth = (lists, t) => {
      let sum = 0;
      for (let l = 0; l < size; l += 1) sum += examination[l] * attraction[lists[t * size + l]];
      return sum;
    };
    const game = Math.min(shown, games[0].length - 1);
    const lines = pair.map((policy, i) => {
      const { lists } = games[i][game];
      let [total, right] = [0, 0];
      for (let t = 0; t < at; t += 1) {
        const gap = best - worth(lists, t);
        total += gap;
        if (gap < 1e-9) right += 1;
      }
      const list = Array.from(lists.slice((at - 1) * size, at * size), (item) => item + 1);
      const gap = best - worth(lists, at - 1);
      return [
        [swatch(`${LOOKS[i]} explorer-thin`), ` ${SHORT[policy]}`],
        list.join(" "),
        gap < 1e-9 ? "0" : gap.toFixed(2),
        lost(total),
        `in\u00a0${Math.floor((100 * right) / at)}\u00a0%`,
      ];
    });
    return table(
      `Game ${game + 1}, round ${whole(at)}`,
      ["policy", "items shown", "gap of this list", "lost so far", "best list so far"],
      lines,
    );
  }

  /* The explorer: its controls, and what moves with them. */
  function build() {
    let [, attraction, examination, pair] = PRESETS[0];
    let [horizon, seed, shown, place] = [10000, 1, 0, 0.5];
    let [known, knownFor, running] = [new Map(), "", 0];
    const { sentence, say } = explorer.announcer();
    const note = html("p", { class: "explorer-note", id: "race-note" });
    const sliders = html("div", { class: "explorer-sliders" });
    const results = html("div", { class: "explorer-results" });
    const moment = html("div");
    const ends = html("div");

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
      ends.replaceChildren(endTable(state));
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
      const ready = pair.every((policy) =>
        Array.from({ length: GAMES }, (_, game) => game).every((game) =>
          known.has(`${policy} ${game}`),
        ),
      );
      if (ready) next(GAMES);
      else setTimeout(next, 40, 1);
    };

    const own = () => {
      preset.value = "own";
      note.textContent = "Your own values.";
      start();
    };
    const arrange = () => {
      items.querySelector("select").value = attraction.length;
      places.querySelector("select").value = examination.length;
      const [item, position] = [(k) => `item ${k + 1}`, (l) => `position ${l + 1}`];
      sliders.replaceChildren(
        group("Attraction θ", attraction, item, "race-attraction", 0, own),
        group("Examination κ", examination, position, "race-examination", 0.01, own),
      );
    };
    const load = (index) => {
      const [, theta, kappa, policies, text] = PRESETS[index];
      [attraction, examination, pair] = [[...theta], [...kappa], [...policies]];
      note.textContent = text;
      racers.forEach((racer, i) => (racer.querySelector("select").value = pair[i]));
      arrange();
      start();
    };
    const change = (nItems, nPositions) => {
      resize(attraction, nItems, 0.8);
      resize(examination, Math.min(nItems, nPositions), 0.7);
      arrange();
      own();
    };
    const names = [...PRESETS.map(([name], i) => [i, name]), ["own", "Your own"]];
    const chooser = choice("race-preset", "Instance", names, (value) =>
      value === "own" ? own() : load(value),
    );
    const preset = chooser.querySelector("select");
    preset.setAttribute("aria-describedby", "race-note");
    const racers = ["First policy", "Second policy"].map((label, i) =>
      choice(`race-policy-${i + 1}`, label, Object.entries(NAMES), (policy) => {
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
    const seeds = html("input", { type: "number", id: "race-seed", min: 0, max: 9999, step: 1 });
    seeds.value = seed;
    const reseed = (value) => {
      seed = Math.max(0, Math.min(9999, Math.trunc(value) || 0));
      seeds.value = seed;
      start();
    };
    seeds.addEventListener("change", () => reseed(seeds.valueAsNumber));
    const again = html("button", { type: "button", id: "race-again" }, "Other games");
    again.addEventListener("click", () => reseed((seed + 1) % 10000));
    const sizes = (from, to) =>
      Array.from({ length: to - from + 1 }, (_, i) => [from + i, from + i]);
    const items = choice("race-items", "Items K", sizes(2, 8), (size) =>
      change(Number(size), examination.length),
    );
    const places = choice("race-positions", "Positions L", sizes(1, 5), (size) =>
      change(Math.max(Number(size), attraction.length), Number(size)),
    );
    const single = choice(
      "race-game",
      "One game",
      Array.from({ length: GAMES }, (_, game) => [game, `game ${game + 1}`]),
      (game) => {
        shown = Number(game);
        start();
      },
    );
    const moments = slider(
      "race-moment",
      "at round",
      place,
      0,
      (moved) => {
        place = moved;
        start();
      },
      { words: (value) => whole(Math.max(1, Math.round(horizon ** value))) },
    );
    load(0);
    return [
      html("div", { class: "explorer-choices" }, chooser, ...racers),
      note,
      html(
        "details",
        { class: "explorer-fold" },
        html("summary", {}, "Set the instance yourself"),
        html("div", { class: "explorer-choices" }, items, places),
        sliders,
      ),
      results,
      sentence,
      html(
        "div",
        { class: "explorer-choices" },
        length,
        html(
          "div",
          { class: "explorer-choice" },
          html("label", { for: "race-seed" }, "Seed"),
          seeds,
          again,
        ),
      ),
      html("div", { class: "explorer-choices explorer-moment" }, single, moments),
      moment,
      ends,
    ];
  }

  explorer.mount("race-explorer", build);
  return { presets: PRESETS };
})();

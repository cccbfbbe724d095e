/* Games that a reader watches round by round: a race of two policies (Simulations), the order that
 * confirms itself (Across the models), and the positions at which policies explore (Thompson
 * sampling). The games are in explorer_games.js. */
"use strict";

(() => {
  const { html, svg, box, button, choice, slider, table, swatch, listed, whole, times } = explorer;
  const { fold, vectors, itemName: one } = explorer;
  const axis = explorer.logarithmic(10000);
  const last = axis.rounds.length - 1;
  const look = (i) => `explorer-line-${i} explorer-thick`;
  const FIGURE_1A = ["Figure 1(a) of the paper", [0.95, 0.85, 0.75, 0.65, 0.55], [0.9, 0.6, 0.3]];
  const FIGURE_1B = ["Figure 1(b) of the paper", [0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3]];

  /* An explorer of a game. `load` puts an instance in place, `play` returns what happens at a seed, and
   * `view` the words and the elements for the first rounds of the axis. */
  function watch(id, presets, load, play, view) {
    let [seed, game, timer] = [6, null, 0]; // a game in which the wrong order lasts
    const { sentence, say } = explorer.announcer();
    const results = box("results");
    const show = (place) => {
      const [found, ...parts] = view(game, axis.rounds.slice(0, place + 1));
      results.replaceChildren(...parts);
      say(found);
    };
    const words = (place) => whole(axis.rounds[place]);
    const moment = slider(`${id}-round`, "after round", last, 0, show, { largest: last, step: 1, words });
    const input = moment.querySelector("input");
    const go = (place) => {
      input.value = place;
      input.dispatchEvent(new Event("input"));
    };
    const stop = () => {
      clearInterval(timer);
      timer = 0;
      toggle.textContent = "Play";
    };
    const next = () => (input.valueAsNumber < last ? go(input.valueAsNumber + 1) : stop());
    const toggle = button("Play", () => {
      if (timer) return stop();
      if (input.valueAsNumber === last) go(0);
      toggle.textContent = "Pause";
      timer = setInterval(next, 60);
    });
    const start = () => {
      stop();
      game = play(seed);
      go(last);
    };
    const again = button("Another game", () => {
      seed += 1;
      start();
    });
    const made = explorer.instances(id, "Instance", presets, load, start);
    const buttons = box("choices explorer-moment", toggle, moment, again);
    return { ...made, start, parts: [buttons, sentence, results] };
  }

  /* An explorer of games on an instance that the reader can set, by some policies. */
  function instance(id, presets, labels, view) {
    const [attraction, examination, policies] = [[], [], []];
    const { choices, sliders, put } = vectors(id, attraction, examination, () => own());
    const load = (preset) => {
      policies.splice(0, Infinity, ...preset[3]);
      selects.forEach((each, i) => (each.querySelector("select").value = policies[i]));
      put(preset);
    };
    const all = (seed) =>
      policies.map((name) => games.play(name, attraction, examination, axis.rounds, seed, 0));
    const show = (some, rounds) => view(some, rounds, policies, attraction, examination);
    const { chooser, note, own, set, start, parts } = watch(id, presets, load, all, show);
    const names = games.policies.map((name) => [name, name]);
    const selects = labels.map((label, i) =>
      choice(`${id}-policy-${i + 1}`, label, names, (name) => {
        policies[i] = name;
        start();
      }),
    );
    set(0);
    const byHand = fold("Set the instance yourself", box("choices", ...choices), sliders);
    return [box("choices", chooser, ...selects), note, byHand, ...parts];
  }

  const RACES = [
    [...FIGURE_1B, ["PBM-UCB", "PBM-TS"], "Five items compete for three positions. Press Play. Then let greedy race as well."],
    [...FIGURE_1A, ["PBM-UCB", "PBM-PIE"], "PBM-PIE tries items at the last position, which is not the cheapest here, and falls behind."],
    ["Two items, one place", [0.5, 0.4], [1], ["greedy", "PBM-UCB"], "Look at several games. In some of them greedy is unlucky early on, and then always shows the worse item."],
  ];

  function race(some, rounds, pair, attraction, examination) {
    const [now, size] = [rounds.at(-1), examination.length];
    const { constant } = formulas.exploration(attraction, examination);
    const ends = some.map(({ regret }) => Math.abs(regret[rounds.length - 1]).toFixed(1));
    const bound = (constant * Math.log(now)).toFixed(1);
    const found = `After ${whole(now)} rounds ${pair[0]} has lost ${ends[0]} expected clicks and ${pair[1]} ${ends[1]} in this game. The lower bound’s line is at ${bound}. It bounds the mean of many games in the limit.`;
    const lines = some.map(({ regret }, i) => ({
      look: look(i),
      values: regret.slice(0, rounds.length),
      name: pair[i],
    }));
    lines.push({
      look: "explorer-truth explorer-dotted",
      values: rounds.map((round) => constant * Math.log(round)),
      name: "C log t",
    });
    const drawing = explorer.roundChart("Regret", "expected clicks lost", { ...axis, rounds }, lines, found);
    const rows = some.map(({ lists }, i) => [
      [swatch(look(i)), ` ${pair[i]}`],
      Array.from(lists.slice((now - 1) * size, now * size), (item) => item + 1).join(" "),
      ends[i],
    ]);
    return [found, drawing, table(`Round ${whole(now)}`, ["policy", "items shown", "lost so far"], rows)];
  }

  const EXPLORED = [
    ["The worked example", [0.6, 0.5, 0.1], [1, 0.2], ["PBM-TS"], "Item 3 is cheaper to try at the top. Press Play, and see where PBM-TS tries it."],
    [...FIGURE_1A, ["PBM-TS"], "The top is cheapest for both suboptimal items. PBM-TS soon leaves it."],
    [...FIGURE_1B, ["PBM-TS"], "Here the last position is cheapest, and PBM-TS explores there."],
  ];

  function exploring([{ lists }], rounds, [policy], attraction, examination) {
    const { rows, positions } = formulas.exploration(attraction, examination);
    if (!rows.length) return ["No item is worse than the worst item of the best list, so nothing is explored."];
    const size = positions.length;
    const shown = rows.map(() => positions.map(() => 0));
    const totals = positions.map(() => []);
    const place = attraction.map((_, item) => rows.findIndex((row) => row.item === item));
    let [now, i] = [0, 0];
    for (now of rounds) {
      for (; i < now * size; i += 1) if (place[lists[i]] >= 0) shown[place[lists[i]]][i % size] += 1;
      totals.forEach((values, l) => values.push(shown.reduce((sum, counts) => sum + counts[l], 0)));
    }
    const cheapest = rows.map((row) => `${one(row.item)} at position ${positions[row.position] + 1}`);
    const heads = totals.map((_, l) => `at position ${l + 1}`);
    const often = totals.map((values, l) => `${times(values.at(-1))} ${heads[l]}`);
    const found = `In ${whole(now)} rounds ${policy} shows suboptimal items ${listed(often)}. Cheapest to explore: ${listed(cheapest)}.`;
    const lines = totals.map((values, l) => ({ look: look(l), values, name: heads[l] }));
    const words = "displays of suboptimal items";
    const drawing = explorer.roundChart("Exploration", words, { ...axis, rounds }, lines, found);
    const cells = rows.map((row, k) => [
      one(row.item),
      ...shown[k].map((count, l) =>
        l === positions[row.position] ? html("strong", {}, `${whole(count)} (cheapest)`) : whole(count),
      ),
    ]);
    return [found, drawing, table("Displays of each suboptimal item", ["item", ...heads], cells)];
  }

  const [THETA, KAPPA] = [[0.5, 0.4], [0.8, 0.4]];
  const LOOPS = [
    ["Told that both positions are alike", "PBM", 1, "Press Play, and watch which item looks better. Then look at other games."],
    ["Told the truth", "PBM", 2, "The wrong order does not last, because item 1 looks better at either position."],
    ["Told the truth, but at most one click", "MNL", 2, "The click model is wrong. All beliefs are too low, but in the right order."],
    ["Told that they differ more", "PBM", 4, "Whichever item is at the bottom looks better, so they keep changing places."],
  ];
  const believed = (ratio) => [ratio, 1].map((part) => (1.2 * part) / (1 + ratio)); // of 2: the truth

  /* What is shown, clicked and believed, as three boxes with arrows. */
  function circle(...boxes) {
    const part = ([title, lines], i) => {
      const x = 1 + 113 * i;
      const rows = lines.flatMap(([item, text], row) => [
        svg("line", { class: look(item), x1: x + 6, x2: x + 91, y1: 44 + 24 * row, y2: 44 + 24 * row }),
        svg("text", { x: x + 6, y: 39 + 24 * row }, text),
      ]);
      const frame = { class: "explorer-grid", fill: "none", x, y: 1, width: 97, height: 76, rx: 4 };
      return [svg("rect", frame), svg("text", { x: x + 6, y: 18 }, title), ...rows];
    };
    const d = "M100 38h12l-5-4m5 4-5 4M213 38h12l-5-4m5 4-5 4M275 78v13H49V79l-4 5m4-5 4 5";
    const arrows = svg("path", { class: "explorer-truth", d });
    return svg("svg", { viewBox: "0 0 325 93", "aria-hidden": "true" }, ...boxes.flatMap(part), arrows);
  }

  function loop() {
    let [model, ratio] = ["PBM", 1];
    const view = ({ lists, clicks, regret }, rounds) => {
      const [plays, got, beliefs] = [[[0, 0], [0, 0]], [0, 0], []];
      const [high, low] = believed(ratio);
      let [now, i, wrong] = [0, 0, 0];
      for (now of rounds) {
        for (; i < 2 * now; i += 1) {
          plays[lists[i]][i % 2] += 1;
          got[lists[i]] += clicks[i];
          if (i % 2 === 0 && i >= rounds.at(-1)) wrong += lists[i];
        }
        beliefs.push(plays.map(([top, bottom], item) => got[item] / (top * high + bottom * low)));
      }
      const shown = [...lists.slice(2 * now - 2, 2 * now)];
      const words = beliefs.at(-1).map((belief) => belief.toFixed(3));
      const rates = plays.map((some, item) => `${Math.round((100 * got[item]) / (some[0] + some[1]))}\u00a0%`);
      const share = Math.round((100 * wrong) / Math.ceil(now / 2));
      const found = `In round ${whole(now)} the policy shows the ${shown[0] ? "wrong" : "right"} order, ${shown.map(one).join(" above ")}. In the second half of the rounds so far, ${share}\u00a0% had the wrong order. It believes that the attractions are ${listed(words)}, and has lost ${regret[rounds.length - 1].toFixed(1)} expected clicks.`;
      const lines = THETA.map((_, item) => ({
        look: look(item),
        values: beliefs.map((some) => Math.min(1, some[item])),
      }));
      const drawing = explorer.roundChart("Beliefs", "believed attraction", { ...axis, rounds }, lines, found, 1);
      const cells = THETA.map((truth, item) => [
        [swatch(look(item)), ` ${one(item)}`],
        ...[...plays[item], got[item]].map(whole),
        words[item],
        truth,
      ]);
      const heads = ["item", "at the top", "at the bottom", "clicks", "believed", "true"];
      return [
        found,
        circle(
          ["shows", shown.map((item) => [item, one(item)])],
          ["gets clicks", rates.map((text, item) => [item, `${one(item)}: ${text}`])],
          ["believes", words.map((text, item) => [item, `${one(item)}: ${text}`])],
        ),
        drawing,
        table(`After ${whole(now)} rounds`, heads, cells),
      ];
    };
    const load = ([, law, told]) => {
      models.querySelector("select").value = model = law;
      steep.querySelector("input").value = ratio = told;
      steep.querySelector("span").textContent = told.toFixed(2);
    };
    const play = (seed) =>
      games.play("PBM-UCB", THETA, KAPPA, axis.rounds, seed, 0, null, believed(ratio), model);
    const { chooser, note, own, set, parts } = watch("loop", LOOPS, load, play, view);
    const laws = [["PBM", "as often as they like"], ["MNL", "at most once"]];
    const models = choice("loop-model", "Users click", laws, (law) => {
      model = law;
      own();
    });
    const moved = (told) => {
      ratio = told;
      own();
    };
    const steep = slider("loop-ratio", "told κ₁ / κ₂", 1, 1, moved, { largest: 4 });
    set(0);
    return [box("choices", chooser, models), note, steep, ...parts];
  }

  explorer.mount("race-explorer", () =>
    instance("race", RACES, ["First policy", "Second policy"], race),
  );
  explorer.mount("exploring-explorer", () => instance("exploring", EXPLORED, ["Policy"], exploring));
  explorer.mount("loop-explorer", loop);
  explorer.race = { presets: RACES };
})();

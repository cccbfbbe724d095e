/* Attraction and bias from a table of clicks: the likelihood as a hill over the bias of the second
 * position, and the paths of Algorithm 1, EM and Newton's method on it. */
"use strict";

explorer.estimation = (() => {
  const { number, html, box, svg, table, swatch, chart, curve, ticks, level, group, whole } = explorer;
  const PLAYS = [[10, 10], [10, 10]];
  const START = [0.5, 0.5, 1];
  const STEPS = 2000;
  const NEAR = 1e-4; // of a logarithm: arrived
  const STILL = 1e-6; // a last step shorter than that: at rest
  const LOOKS = { "Algorithm 1": "explorer-line-1", EM: "explorer-line-2", Newton: "explorer-line-0" };
  const PRESETS = [
    ["The table of the text", [8, 2, 2, 2], "Which methods end at the maximum, and which elsewhere?"],
    ["Every cell agrees", [8, 4, 4, 2], "Two attractions and one bias explain these clicks exactly. Remove a click somewhere."],
    ["Item 2 without a click at the top", [8, 2, 0, 2], "Which of the three methods still converge?"],
    ["Nobody clicks at the bottom", [8, 0, 4, 0], "What can be estimated about the second position?"],
  ];

  /* Where a method goes: its places, and how it ends. */
  function walk(method, clicks, best) {
    const places = estimation.path(method, clicks, PLAYS, START, STEPS);
    const logs = (place) => place.map(Math.log);
    const far = (a, b) => Math.max(...logs(a).map((value, i) => Math.abs(value - logs(b)[i])));
    const end = places.at(-1);
    const top = estimation.value(clicks, PLAYS, best);
    const below = places.map((place) => top - estimation.value(clicks, PLAYS, place));
    const off = places.findLastIndex((place) => Math.abs(Math.log(place[2] / best[2])) > 0.01);
    return {
      method,
      places,
      below,
      arrived: far(end, best) < NEAR,
      resting: far(end, places.at(-2)) < STILL,
      steps: off + 1,
    };
  }

  /* What happens, in words. */
  function summary(clicks, best, walks) {
    if (clicks.flat().every((count) => count === 0)) return "Nobody clicks, so there is nothing to fit.";
    if (!best) {
      return "The likelihood has no maximum, because some item or position cannot be compared with the others in both directions, so no method would converge.";
    }
    const words = [`The maximum is at λ₂ = ${number(best[2])}.`];
    for (const { method, places, below, arrived, resting, steps } of walks) {
      const last = number(places.at(-1)[2]);
      if (arrived) words.push(`${method} reaches it, and from step ${steps} on its λ₂ is within 1 %.`);
      else if (resting) words.push(`${method} converges to ${last}, ${number(below.at(-1))} nats lower.`);
      else words.push(`${method} does not converge. After ${whole(STEPS)} steps its λ₂ is ${last}, ${number(below.at(-1))} nats lower, and still moves.`);
    }
    return words.join(" ");
  }

  /* The hill, and the paths on it. */
  function draw(clicks, best, walks, found) {
    const shown = walks.map((walked) => ({ ...walked, cut: walked.places.slice(0, 200) }));
    const biases = best ? shown.flatMap(({ cut }) => cut.map((place) => place[2])) : [1];
    const marks = ticks([...biases, 0.1, 2].map((bias) => Math.min(Math.max(bias, 1e-3), 1e3)));
    const [low, high] = [Math.log(marks[0]), Math.log(marks.at(-1))];
    const along = (bias) => (Math.log(bias) - low) / (high - low);
    const grid = Array.from({ length: 121 }, (_, i) => Math.exp(low + (i / 120) * (high - low)));
    const hill = grid.map((bias) => estimation.profile(clicks, PLAYS, bias));
    const top = best ? estimation.value(clicks, PLAYS, best) : Math.max(...hill);
    const deepest = Math.max(1, ...shown.flatMap(({ below }) => below.slice(0, 200)));
    const levels = level(Math.min(deepest, 40));
    const up = (below) => 1 - Math.min(below / levels.at(-1), 1);
    const { drawing, x, y } = chart(
      "Paths on the likelihood",
      { label: "bias λ₂ of the second position (log scale)", ticks: marks.map((mark) => [along(mark), String(mark)]) },
      { label: "nats below the maximum", ticks: levels.map((below) => [up(below), String(below)]) },
      found,
    );
    const line = (look, points) =>
      curve(drawing, look, points.map(([bias, below]) => [x(along(bias)), y(up(below))]));
    const heights = grid.map((bias, i) => [bias, top - hill[i]]);
    line("explorer-truth", heights.filter(([, below]) => below <= levels.at(-1)));
    for (const { method, cut, below } of shown) {
      const inside = cut
        .map((place, i) => [place[2], below[i]])
        .filter(([bias]) => bias >= marks[0] && bias <= marks.at(-1));
      const look = LOOKS[method];
      line(look, inside);
      const mark = (kind, [bias, at], r) =>
        drawing.append(svg("circle", { class: `${look} explorer-${kind}`, cx: x(along(bias)), cy: y(up(at)), r }));
      for (const place of inside.slice(0, 12)) mark("dot", place, 3);
      mark("least", inside.at(-1), 6);
    }
    return drawing;
  }

  function stepTable(walks) {
    const after = [0, 1, 5, 20, STEPS];
    const lines = walks.map(({ method, places, below }) => [
      [swatch(LOOKS[method]), ` ${method}`],
      ...after.map((step) => number(places[step][2])),
      number(Math.max(0, below.at(-1)) < 1e-9 ? 0 : below.at(-1)),
    ]);
    const steps = after.map((step) => (step ? whole(step) : "start"));
    return table(
      "The bias λ₂ after several numbers of steps, and the final distance below the maximum in nats",
      ["method", ...steps, "below"],
      lines,
    );
  }

  /* The explorer: its controls, and what moves with them. */
  function build() {
    let counts = [];
    const { sentence, say } = explorer.announcer();
    const sliders = box("sliders");
    const results = box("results");
    const tables = html("div");
    const show = () => {
      const clicks = [counts.slice(0, 2), counts.slice(2)];
      const top = estimation.hasMaximiser(clicks);
      const best = top ? estimation.maximiser(clicks, PLAYS) : null;
      const walks = best ? estimation.methods.map((method) => walk(method, clicks, best)) : [];
      const found = summary(clicks, best, walks);
      results.replaceChildren(draw(clicks, best, walks, found));
      tables.replaceChildren(...(best ? [stepTable(walks)] : []));
      say(found);
    };
    const load = ([, given]) => {
      const items = [given.slice(0, 2), given.slice(2)];
      counts = items.flat();
      sliders.replaceChildren(
        ...items.map((row, j) =>
          group(
            `Clicks on item ${j + 1}`,
            row,
            explorer.positionName,
            `estimation-item-${j + 1}`,
            0,
            () => {
              counts = items.flat();
              own();
            },
            { largest: 30, step: 1, words: String },
          ),
        ),
      );
    };
    const { chooser, note, own, set } = explorer.instances("estimation", "Table", PRESETS, load, show);
    set(0);
    return [box("choices", chooser), sliders, note, results, sentence, tables];
  }

  explorer.mount("estimation-explorer", build);
  return { presets: PRESETS };
})();

/* What a click log can tell of the examination: who is shown where, how long the log is, and the
 * intervals and parts that follow. The formulas are in explorer_information.js. */
"use strict";

explorer.log = (() => {
  const { listed, html, box, svg, slider, choice, table, swatch, chart, curve, fifths } = explorer;
  const FEW = 10; // clicks below which an interval is only roughly right, as in the package
  const PRESETS = [
    ["Good items on top", [0.5, 0.4, 0.3, 0.2, 0.1], [1, 0.7, 0.5, 0.35, 0.25], "The best item is at the best position in most lists, as in real logs."],
    ["Equal items", [0.3, 0.3, 0.3, 0.3, 0.3], [1, 0.7, 0.5, 0.35, 0.25], "All items are equally attractive, but this cannot be known from the log."],
    ["Rare clicks", [0.05, 0.04, 0.03, 0.02, 0.01], [1, 0.7, 0.5, 0.35, 0.25], "There is about one click in ten lists, so a log of the same length contains much less information."],
  ];
  const EXCHANGES = {
    neighbours: "any two neighbours",
    pairs: "fixed pairs: 1 and 2, 3 and 4",
    top: "two of the first three",
    any: "any two",
    order: "all, in any order",
  };
  const [SMALLEST, LARGEST] = [2, 7]; // powers of ten of the number of lists
  const whole = (value) => Number(value.toPrecision(2)).toLocaleString("en-US");
  const lists = (power) => Number((10 ** power).toPrecision(2));
  const share = (value) => `${Math.round(100 * value)}\u00a0%`;
  const two = (value) => value.toFixed(2);
  /* The ends of an interval in words, with so many digits that they differ. */
  function fromTo([low, high]) {
    const digits = Math.max(2, Math.ceil(-Math.log10(high - low)));
    return `${low.toFixed(digits)} to ${high.toFixed(digits)}`;
  }
  const names = (positions) =>
    `${positions.length > 1 ? "positions" : "position"} ${listed(positions.map((l) => l + 1))}`;

  /* The position of which least is known: [its part, its place in it]; or nothing. */
  function weakest(told) {
    const places = told.flatMap((part) => part.positions.map((_, j) => [part, j]));
    const open = places.filter(([part, j]) => part.logErrors[j] > 0);
    return open.sort(([a, i], [b, j]) => b.logErrors[j] - a.logErrors[i])[0];
  }

  /* By what factor the log must be longer for every interval to be a tenth up or down. */
  function factor(told) {
    const [part, j] = weakest(told);
    return ((information.NORMAL * part.logErrors[j]) / Math.log(1.1)) ** 2;
  }

  /* What there is to see, in words. */
  function summary({ told, power, examination, moved }) {
    const nPositions = examination.length;
    if (told.length === 0) return "Nobody clicks, so every examination fits this log.";
    const words = [];
    const alone = told.every((part) => part.positions.length === 1);
    const comparable = told[0].positions.length === nPositions;
    if (nPositions > 1 && alone) {
      const why = moved ? "" : "No item ever changes its place. ";
      words.push(`${why}Every position is a separate part, because a good item and a good position look the same, however long the log is.`);
    } else if (!comparable) {
      words.push(`The log has ${told.length} separate parts: ${told.map((part) => names(part.positions)).join("; ")}. Positions in different parts cannot be compared, however long the log is.`);
    }
    const [part, j] = weakest(told) ?? [];
    if (part?.logErrors[j] < Infinity) {
      const known = comparable ? "All positions can be compared. " : "";
      words.push(`${known}The most uncertain one is position ${part.positions[j] + 1}, with ${two(part.examination[j])} of the examination of position ${part.reference + 1} and an interval from ${fromTo(part.intervals[j])}.`);
      const longer = factor(told);
      const enough = whole(longer * lists(power));
      words.push(
        longer > 1
          ? `An interval of ± 10 % would take ${enough} lists.`
          : `For an interval of ± 10 %, ${enough} lists are enough.`,
      );
    }
    return words.join(" ");
  }

  const look = (index) => `explorer-line-${index % 6}`;
  const letter = (index) => String.fromCharCode(65 + index);

  function draw({ told, examination }, found) {
    const along = (l) => (l + 0.5) / examination.length;
    const { drawing, x, y } = chart(
      "Examination estimated from the log",
      { label: "position (crosses: the truth)", ticks: examination.map((_, l) => [along(l), l + 1]) },
      { label: "divided by the largest of its part", ticks: fifths },
      found,
    );
    told.forEach((part, index) => {
      const points = part.positions.map((l, j) => [x(along(l)), y(part.examination[j])]);
      curve(drawing, `${look(index)} explorer-thin`, points);
      part.positions.forEach((l, j) => {
        const [cx, cy] = points[j];
        const [low, high] = part.intervals[j].map(y);
        if (low - high > 1) {
          for (const [half, y1, y2] of [[0, low, high], [5, low, low], [5, high, high]]) {
            const ends = { x1: cx - half, x2: cx + half, y1, y2 };
            drawing.append(svg("line", { class: `${look(index)} explorer-bar`, ...ends }));
          }
        }
        const kind = l === part.reference ? "explorer-least" : "explorer-dot";
        drawing.append(svg("circle", { class: `${look(index)} ${kind}`, cx, cy, r: 5 }));
        if (told.length > 1) drawing.append(svg("text", { x: cx + 9, y: cy + 4 }, letter(index)));
      });
    });
    examination.forEach((kappa, l) => {
      const [cx, cy] = [x(along(l)), y(kappa)];
      for (const slope of [1, -1]) {
        const ends = { x1: cx - 4, x2: cx + 4, y1: cy - 4 * slope, y2: cy + 4 * slope };
        drawing.append(svg("line", { class: "explorer-truth", ...ends }));
      }
    });
    return drawing;
  }

  function positionTable({ told, examination }) {
    const lines = examination.map((kappa, l) => {
      const index = told.findIndex((part) => part.positions.includes(l));
      if (index < 0) return [`${l + 1}`, two(kappa), "none", "unknown", "0"];
      const part = told[index];
      const j = part.positions.indexOf(l);
      const clicks = part.clicks[j];
      let estimate = "";
      if (part.positions.length === 1) estimate = "1, alone";
      else if (l === part.reference) estimate = "1, by definition";
      else if (part.examination[j] === 1) estimate = "1, too";
      else estimate = `${two(part.examination[j])} (${fromTo(part.intervals[j])})`;
      if (clicks < FEW) estimate += ", few clicks";
      return [
        [swatch(look(index)), ` ${l + 1}`],
        two(kappa),
        letter(index),
        estimate,
        clicks < FEW ? clicks.toPrecision(2) : explorer.whole(Math.round(clicks)),
      ];
    });
    return table(
      "The estimate for each position, with 95 % intervals",
      ["position", "true κ", "part", "estimate", "clicks"],
      lines,
    );
  }

  /* The explorer: its controls, and what moves with them. */
  function build() {
    const [attraction, examination] = [[], []];
    const state = { kind: "neighbours", moved: 0.1, power: 4, examination };
    const { sentence, say } = explorer.announcer();
    const results = box("results");
    const tables = html("div");
    const show = () => {
      const { kind, moved, power } = state;
      const shares = information.placement(kind, moved, examination.length);
      const told = information.told(lists(power), shares, attraction, examination);
      const now = { ...state, told };
      const found = summary(now);
      results.replaceChildren(draw(now, found));
      tables.replaceChildren(positionTable(now));
      say(found);
    };
    const { choices, sliders, put } = explorer.vectors("log", attraction, examination, () => own(), 0.95);
    const { chooser, note, own, set } = explorer.instances("log", "Truth", PRESETS, put, show);
    const move = (key) => (value) => {
      state[key] = value;
      show();
    };
    const kinds = Object.entries(EXCHANGES);
    const exchanges = choice("log-exchange", "Items that change places", kinds, move("kind"));
    const overlap = slider("log-overlap", "Share of lists", state.moved, 0, move("moved"), { words: share });
    const size = slider("log-size", "Lists", state.power, SMALLEST, move("power"), {
      largest: LARGEST,
      step: 0.1,
      words: (value) => whole(lists(value)),
    });
    set(0);
    return [
      box("choices", chooser, exchanges),
      box("sliders", overlap, size),
      note,
      explorer.fold("Set the true values yourself", box("choices", choices[1]), sliders),
      results,
      sentence,
      tables,
    ];
  }

  explorer.mount("log-explorer", build);
  return { presets: PRESETS };
})();

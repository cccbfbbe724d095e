/* Where expectation-maximisation ends, by where it starts: the log of the chapter on its convergence. The
 * formulas are in explorer_em_formulas.js. */
"use strict";

explorer.em = (() => {
  const { number, box, table, chart, curve } = explorer;
  const STEPS = 2000;
  const SMALLEST = 1e-6; // nats that the axis begins with
  const PRESETS = [
    ["Beside the face: κ₂ = 0.99", [0.4, 0.2, 0.5, 0.99], "A distance of 0.01 from the face is enough. EM lingers near the false maximum, and then leaves it."],
    ["On a face: κ₂ = 1", [0.4, 0.2, 0.5, 1], "The bottom has more clicks per display. EM never doubts that it is examined for certain."],
    ["Inside", [0.5, 0.5, 0.5, 0.5], "From the middle of the cube EM goes to the maximum without a detour."],
  ];
  const NAMES = ["attraction θ₁", "attraction θ₂", "examination κ₁", "examination κ₂"];

  /* What there is to see, in words. */
  function summary(start, { gaps }) {
    if (gaps[0] === Infinity)
      return "A click would be certain in a cell where clicks are missing. EM cannot begin here.";
    const stuck = NAMES.filter((_, i) => start.flat()[i] === 1);
    const held = stuck.length ? ` It never changes ${explorer.listed(stuck)}.` : "";
    const [begin, end] = [number(gaps[0]), gaps.at(-1)];
    if (end > 1e-3)
      return `EM starts ${begin} nats below the maximum, and after ${STEPS} steps it is still ${number(end)} nats below it.${held}`;
    const arrived = gaps.findIndex((gap) => gap < 1e-3);
    return `EM starts ${begin} nats below the maximum, and after ${arrived} steps it is within 0.001 nats of it.${held}`;
  }

  const values = (start, { point }) =>
    table(
      "Start and end",
      ["quantity", "start", "end"],
      NAMES.map((name, i) => [name, start.flat()[i].toFixed(2), number(point.flat()[i])]),
    );

  /* The shortfall against the step, both on logarithmic axes. */
  function draw({ gaps }, found) {
    const powers = [-6, -4, -2, 0, 2, 4];
    const place = (gap) => (Math.log10(Math.max(gap, SMALLEST)) + 6) / 10;
    const across = (n) => Math.log10(n + 1) / Math.log10(STEPS + 1);
    const { drawing, x, y } = chart(
      "Below the maximum by step",
      { label: "step + 1", ticks: [1, 10, 100, 1000].map((n) => [across(n - 1), String(n)]) },
      {
        label: "below the maximum (nats)",
        ticks: powers.map((power) => [(power + 6) / 10, power < 0 ? `10⁻${"⁰¹²³⁴⁵⁶"[-power]}` : String(10 ** power)]),
      },
      found,
    );
    const points = gaps
      .map((gap, n) => [n, gap])
      .filter(([n, gap]) => gap < Infinity && (n < 100 || n % 10 === 0))
      .map(([n, gap]) => [x(across(n)), y(Math.min(1, place(gap)))]);
    curve(drawing, "explorer-line-0", points);
    return drawing;
  }

  /* The explorer: its controls, and what moves with them. */
  function build() {
    let point = [];
    const { sentence, say } = explorer.announcer();
    const sliders = box("sliders");
    const results = box("results");
    const show = () => {
      const course = em.course(point, STEPS);
      const found = summary(point, course);
      results.replaceChildren(draw(course, found), values(point, course));
      say(found);
    };
    const load = ([, start]) => {
      point = [start.slice(0, 2), start.slice(2)];
      const move = (legend, i, name) =>
        explorer.group(legend, point[i], (k) => `${name} ${k + 1}`, `em-${name}`, 0.01, () => own());
      sliders.replaceChildren(move("Attraction θ", 0, "item"), move("Examination κ", 1, "position"));
    };
    const { chooser, note, own, set } = explorer.instances("em", "Start", PRESETS, load, show);
    set(0);
    return [chooser, note, sliders, sentence, results];
  }

  explorer.mount("em-explorer", build);
  return { presets: PRESETS };
})();

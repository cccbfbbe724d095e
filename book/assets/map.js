// On a map of results, the one that is pointed at or focused stands out, with the results that it rests on
// and those that rest on it.
addEventListener("DOMContentLoaded", () => {
  for (const map of document.querySelectorAll("svg.map")) {
    const lines = [...map.querySelectorAll("path")];
    const boxes = [...map.querySelectorAll("a[data-claim]")];
    // All claims that lines lead to from one, in one direction.
    const reached = (claim, from, to) => {
      const found = new Set([claim]);
      for (const each of found)
        for (const line of lines) if (line.dataset[from] === each) found.add(line.dataset[to]);
      return found;
    };
    const choose = box => {
      const claim = box?.dataset.claim;
      const above = box ? reached(claim, "to", "from") : new Set();
      const below = box ? reached(claim, "from", "to") : new Set();
      map.classList.toggle("choosing", Boolean(box));
      for (const each of boxes) {
        each.classList.toggle("chosen", each === box);
        each.classList.toggle("joined", above.has(each.dataset.claim) || below.has(each.dataset.claim));
      }
      for (const line of lines) {
        const { from, to } = line.dataset;
        line.classList.toggle("joined", (above.has(from) && above.has(to)) || (below.has(from) && below.has(to)));
      }
    };
    const focused = () => document.activeElement?.closest?.("svg.map a[data-claim]");
    map.addEventListener("focusin", event => choose(event.target.closest("a[data-claim]")));
    map.addEventListener("focusout", () => choose(null));
    map.addEventListener("mouseover", event => choose(event.target.closest("a[data-claim]") ?? focused()));
    map.addEventListener("mouseleave", () => choose(map.contains(focused()) ? focused() : null));
  }
  // A link to a result on the map shows it in the middle, or its place in the list where no map is drawn.
  const show = () => {
    const box = document.getElementById(location.hash.slice(1));
    if (!box?.matches("svg.map a")) return;
    const same = `li a[href="${box.getAttribute("href")}"]`;
    const place = box.checkVisibility() ? box : box.closest("details").querySelector(same);
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "center" });
  };
  addEventListener("load", show);
  addEventListener("hashchange", show);
});

/* Below each result of a search the paragraph that holds a sought word, cut to some 200 characters.
 * Paragraphs come from snippets_data.js; formulas stand in them as \(x\) and are never cut. */
"use strict";

(() => {
  const FORMULA = /(\\\(.*?\\\))/s;
  const results = document.getElementById("search-results");
  const query = new URLSearchParams(window.location.search).get("q");
  if (!query) return;

  /* The terms are stems: "polici" of "policy" and "policies". */
  const [, stems, , words] = Search._parseQuery(query);
  const starts = [...words, ...stems].map((term) => _escapeRegExp(term).replace(/[iy]$/, "[iy]"));
  const sought = new RegExp(`((?<![\\p{L}\\d])(?:${starts.join("|")})[\\p{L}\\d]*)`, "giu");
  const found = (text) => text.split(FORMULA).map((part, i) => (i % 2 ? [] : part.match(sought) || []));
  const stem = (word) => new Stemmer().stemWord(word.toLowerCase());
  const distinct = (text) => new Set(found(text).flat().map(stem)).size;

  /* Results have all the words that are sought, so one that is on no page is left out beside others. */
  const index = Object.keys({ ...Search._index.terms, ...Search._index.titleterms });
  const unknown = [...words].filter((word) => !index.some((term) => term.includes(stem(word))));
  if (unknown.length && unknown.length < words.size) {
    stopwords.push(...unknown);
    const said = document.createElement("p");
    said.textContent = `No page contains ${unknown.map((word) => `“${word}”`).join(" or ")}, so these results are for the rest of the query.`;
    results.before(said);
  }

  /* The paragraph with the most of the words, and of these the first. */
  function best(page, anchor) {
    const all = SNIPPETS[page] || [];
    const here = all.filter(([section]) => `#${section}` === anchor);
    const ranked = [...here, ...all].map(([, text]) => [distinct(text), text]);
    const most = Math.max(0, ...ranked.map(([count]) => count));
    return most && ranked.find(([count]) => count === most)[1];
  }

  /* A paragraph's parts around the first word: a part is a word, or a formula with what touches it. */
  function cut(text) {
    const parts = text.match(/(?:\\\(.*?\\\)|\S)+/gs);
    const length = (part) => 1 + part.replace(FORMULA, "formula").length;
    const place = parts.findIndex((part) => distinct(part));
    let [first, last, room] = [place, place, 200];
    for (let left = 60; first > 0 && left > length(parts[first - 1]); first--)
      left -= length(parts[first - 1]);
    for (let i = first; i < parts.length && (room -= length(parts[i])) > 0; i++) last = i;
    const ends = [first > 0 ? "… " : "", last < parts.length - 1 ? " …" : ""];
    return ends.join(parts.slice(first, last + 1).join(" "));
  }

  function snippet(text) {
    const shown = document.createElement("p");
    shown.className = "context";
    text.split(FORMULA).forEach((part, i) => {
      const pieces = i % 2 ? [part] : part.split(sought);
      pieces.forEach((piece, j) => {
        const element = document.createElement(j % 2 ? "mark" : "span");
        element.className = i % 2 ? "math" : "tex2jax_ignore";
        element.textContent = piece;
        shown.append(element);
      });
    });
    return shown;
  }

  /* The name of the place to which a result leads, then its page, and the paper that the page is about. */
  function name(link, page, anchor) {
    const place = PLACES[page + (anchor || "")];
    const [, paper] = page.match(/^(?:notebooks\/(?:errata\/)?|reference_)(pbm|rank1|mnl)\b/) || [];
    const around = [place && link.textContent, PAPERS[paper]].filter(Boolean).join(", ");
    if (place) link.textContent = place;
    if (around) link.insertAdjacentText("afterend", ` – ${around}`);
  }

  new MutationObserver((changes) => {
    for (const item of changes.flatMap((change) => [...change.addedNodes])) {
      if (item.nodeName !== "LI") continue;
      const link = item.querySelector("a");
      const [, page, anchor] = link.getAttribute("href").match(/^(.*)\.html(#.*)?$/);
      name(link, page, anchor);
      const text = best(page, anchor);
      if (!text) continue;
      const shown = item.appendChild(snippet(cut(text)));
      MathJax.startup?.promise?.then(() => MathJax.typesetPromise([shown]));
    }
  }).observe(results, { childList: true, subtree: true });
})();

// What a page of findings does: which are shown, and the keys. Without it the
// page can be read as it is.
"use strict";
(() => {
  const byId = id => document.getElementById(id);
  const form = byId("filter");
  if (!form)
    return;
  const findings = [...document.querySelectorAll(".finding")];
  const shown = () => findings.filter(f => !f.hidden);
  const words = new Map(); // What is searched, made when it is first needed.
  const wordsOf = f => {
    if (!words.has(f))
      words.set(f, (f.dataset.check + " " + f.textContent).toLowerCase());
    return words.get(f);
  };

  function update() {
    const terms = byId("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const check = byId("check").value, file = byId("file").value;
    const possible = !byId("possible") || byId("possible").checked;
    for (const f of findings)
      f.hidden = (check && f.dataset.check !== check) || (file && f.dataset.file !== file) ||
        (!possible && f.classList.contains("possible")) || !terms.every(t => wordsOf(f).includes(t));
    const n = shown().length;
    byId("count").textContent = n === findings.length ? `${n} findings`.replace(/^1 findings/, "1 finding")
      : `${n} of ${findings.length} findings`;
    byId("none").hidden = n > 0;
    name();
  }

  const anyClosed = () => shown().some(f => !f.open);
  const name = () => { byId("all").textContent = anyClosed() ? "Open all" : "Close all"; };

  // The finding that has the focus, or the one that was last gone to.
  let last = null;
  const current = () => document.activeElement?.closest?.(".finding") || last;

  function go(by) {
    const list = shown();
    if (!list.length)
      return;
    const at = list.indexOf(current());
    const next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + by, 0), list.length - 1)];
    last = next;
    next.querySelector("summary").focus({preventScroll: true});
    next.scrollIntoView({block: "start"});
  }

  function step(by) {
    const f = current();
    if (!f || f.hidden)
      return;
    f.open = true;
    const steps = [...f.querySelectorAll("li[id], .step")].sort((a, b) => a.id.localeCompare(b.id, "en", {numeric: true}));
    const at = steps.indexOf(document.activeElement?.closest?.(".step, li[id]"));
    const next = steps[at < 0 ? (by > 0 ? 0 : steps.length - 1) : at + by];
    if (next)
      location.hash = next.id;
  }

  // What an address leads to may be closed, or filtered out.
  function reach() {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (!target)
      return;
    const box = target.closest("details");
    if (box) {
      if (box.hidden) {
        form.reset();
        update();
      }
      box.open = true;
      if (findings.includes(box))
        last = box;
    }
    const focus = target.matches("details") ? target.querySelector("summary") : target;
    if (!focus.hasAttribute("tabindex") && focus.tagName !== "SUMMARY")
      focus.tabIndex = -1;
    focus.focus({preventScroll: true});
    target.scrollIntoView({block: target.matches("details") ? "start" : "center"});
  }

  form.hidden = false;
  form.addEventListener("input", update);
  form.addEventListener("submit", event => event.preventDefault());
  byId("all").addEventListener("click", () => {
    const open = anyClosed();
    for (const f of shown())
      f.open = open;
    name();
  });
  document.addEventListener("toggle", name, true);
  byId("help").addEventListener("click", () => byId("keys").showModal());
  addEventListener("hashchange", reach);

  let closed = [];
  addEventListener("beforeprint", () => {
    closed = findings.filter(f => !f.open);
    closed.forEach(f => { f.open = true; });
  });
  addEventListener("afterprint", () => closed.forEach(f => { f.open = false; }));

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open)
      return;
    if (event.target === byId("text")) {
      if (event.key === "Escape") {
        if (event.target.value) {
          event.target.value = "";
          update();
        } else {
          event.target.blur();
        }
        event.preventDefault();
      } else if (event.key === "Enter") {
        event.preventDefault();
        event.target.blur();
        last = null;
        go(1);
      }
      return;
    }
    if (event.target.matches?.("input, select, textarea"))
      return;
    const keys = {
      j: () => go(1), k: () => go(-1), "]": () => step(1), "[": () => step(-1),
      "/": () => byId("text").select(), "?": () => byId("keys").showModal(),
    };
    if (keys[event.key]) {
      keys[event.key]();
      event.preventDefault();
    }
  });

  update();
  if (location.hash)
    reach();
})();

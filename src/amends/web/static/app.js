// Only what makes pages quicker: every page works without it.
"use strict";

// Enter in a field of a traveller goes to the next one, as a scorer types, and from a line that is left empty to the
// button that saves; Ctrl+Enter saves from anywhere.
document.addEventListener("keydown", (event) => {
  const field = event.target.closest("[data-next]");
  if (!field || event.key !== "Enter") return;
  const fields = [...document.querySelectorAll("[data-next]")].filter((each) => !each.closest("details:not([open])"));
  const last = fields.at(-1);
  if (event.ctrlKey && last.form) {
    event.preventDefault();
    last.form.requestSubmit(last);
    return;
  }
  const ends = field.dataset.next === "end" && !field.value;
  const next = ends ? last : fields[fields.indexOf(field) + 1];
  if (next) {
    event.preventDefault();
    next.focus();
    next.select?.();
  }
});

// Buttons that need a script are shown only where there is one.
document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.classList.add("script");
  for (const shown of document.querySelectorAll("[data-script]")) shown.hidden = false;
});

document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-does]");
  if (!asked) return;
  if (asked.dataset.does === "print") window.print();
  if (asked.dataset.does === "share" && navigator.share) {
    navigator.share({ title: document.title, text: asked.dataset.text, url: location.href }).catch(() => {});
  }
  if (asked.dataset.does === "copy") {
    navigator.clipboard?.writeText(asked.dataset.text).then(() => { asked.textContent = asked.dataset.done; });
  }
});

// A file can be dropped where it could be chosen; choosing it sends it.
for (const kind of ["dragover", "drop"]) {
  document.addEventListener(kind, (event) => {
    const zone = event.target.closest("[data-drop]");
    if (!zone) return;
    event.preventDefault();
    if (kind === "drop" && event.dataTransfer.files.length) {
      const field = zone.querySelector("input[type=file]");
      field.files = event.dataTransfer.files;
      zone.requestSubmit();
    }
  });
}
document.addEventListener("change", (event) => {
  const zone = event.target.closest("[data-drop]");
  if (zone && event.target.type === "file" && event.target.files.length) zone.requestSubmit();
});

// A press while the one before is still on its way waits for it: the button is another one then, under the same id.
const waiting = [];
let busy = false;
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("#work button");
  if (!busy || !pressed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (pressed.id) waiting.push(pressed.id);
}, true);
// A button that is replaced between the mouse's down and up gets no click: its press counts all the same.
let held = null;
document.addEventListener("pointerdown", (event) => {
  held = event.pointerType === "mouse" ? event.target.closest("#work button") : null;
}, true);
document.addEventListener("pointerup", () => {
  const id = held && !held.isConnected ? held.id : "";
  held = null;
  if (!id) return;
  if (busy) waiting.push(id);
  else document.getElementById(id)?.click();
}, true);
document.addEventListener("htmx:beforeRequest", () => { busy = true; });
// What was typed is back in its fields before the next press sends them.
document.addEventListener("htmx:afterSettle", () => {
  restoreTyped();
  busy = false;
  document.getElementById(waiting.shift())?.click();
});
function unreached(is) {
  busy = false;
  waiting.length = 0;
  document.getElementById("unreached").hidden = !is;
}
document.addEventListener("htmx:sendError", () => unreached(true));
document.addEventListener("htmx:beforeSwap", () => { document.getElementById("unreached").hidden = true; });
// Whatever else is answered, as when a session has ended, is told by the page itself.
document.addEventListener("htmx:responseError", () => { unreached(false); location.reload(); });

// What is typed while a press is on its way is not lost with the part of the page that is replaced.
const sent = new Map();
const typed = new Map();
document.addEventListener("htmx:beforeRequest", () => {
  for (const field of document.querySelectorAll("#work [data-keep]")) sent.set(field.id, field.value);
});
document.addEventListener("htmx:beforeSwap", () => {
  for (const field of document.querySelectorAll("#work [data-keep]")) {
    if (field.value !== sent.get(field.id)) typed.set(field.id, [field.value, field === document.activeElement]);
  }
});
function restoreTyped() {
  for (const [id, [value, focused]] of typed) {
    const field = document.getElementById(id);
    if (!field) continue;
    field.value = value;
    if (focused) field.focus();
  }
  typed.clear();
}

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

// Keys of a result: pressing one that is chosen frees it, and keys and the typed result take each other's place.
document.addEventListener("pointerdown", (event) => {
  const key = event.target.closest("[data-keypad] .key")?.querySelector("input[type=radio]");
  if (key) key.dataset.was = key.checked ? "on" : "";
});
document.addEventListener("click", (event) => {
  if (!event.target.matches("[data-keypad] .key input[type=radio]") || event.target.dataset.was !== "on") return;
  event.target.checked = false;
  event.target.dataset.was = "";
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-keypad]");
  if (!form) return;
  if (event.target.type === "radio" && event.target.checked) form.elements.typed.value = "";
  if (event.target.name === "typed") for (const key of form.querySelectorAll("input[type=radio]")) key.checked = false;
});
document.addEventListener("reset", (event) => {
  if (event.target.matches("[data-keypad]")) setTimeout(() => event.target.querySelector(".keys").dispatchEvent(new Event("input", { bubbles: true })));
});

// Buttons that need a script are shown only where there is one.
document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.classList.add("script", "js");
  for (const shown of document.querySelectorAll("[data-script]")) shown.hidden = false;
});

document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-does]");
  if (!asked) return;
  if (asked.dataset.does === "print") window.print();
});

// An address to copy is selected by one tap.
document.addEventListener("focusin", (event) => { if (event.target.matches("[data-select]")) event.target.select(); });

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

function unreached(is) {
  document.getElementById("unreached").hidden = !is;
}
document.addEventListener("htmx:sendError", () => unreached(true));
document.addEventListener("htmx:beforeSwap", () => unreached(false));
// Whatever else is answered, as when a session has ended, is told by the page itself.
document.addEventListener("htmx:responseError", () => { unreached(false); location.reload(); });

// ---- A ruling. Each press is a button of the page's one form, and works without this script; here it answers at once,
// and what is on the page is sent to the draft half a second after the last press.

const RETRY_MS = 3000;
class Saver {
  constructor(form, what, wait, taken) {
    Object.assign(this, { form, what, wait, taken });
    this.timer = 0;
    this.sending = null;
    this.again = false;
    // The form itself goes only when nothing else is on its way: the later one must be the last.
    form.addEventListener("submit", (event) => {
      clearTimeout(this.timer);
      this.timer = 0;
      if (!this.sending) return;
      event.preventDefault();
      this.again = false;
      const submitter = event.submitter;
      this.sending.finally(() => form.requestSubmit(submitter));
    });
  }
  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), this.wait);
  }
  send() {
    this.timer = 0;
    if (this.sending) {
      this.again = true;
      return;
    }
    const data = new URLSearchParams(new FormData(this.form));
    data.set("do", this.what);
    this.sending = fetch(this.form.action, { method: "POST", body: data, redirect: "manual" })
      .then(async (answer) => {
        unreached(false);
        if (answer.status === 200) this.taken(await answer.text());
        else if (answer.status !== 204 && answer.status !== 422) location.reload();
      })
      .catch(() => {
        unreached(true);
        this.timer = setTimeout(() => this.send(), RETRY_MS);
      })
      .finally(() => {
        this.sending = null;
        if (this.again) {
          this.again = false;
          this.send();
        }
      });
  }
}

// Votes: a tap is one.
function pollOf(form) {
  const says = form.querySelector("[data-says]");
  const saver = new Saver(form, "keep", 500, (text) => { says.innerHTML = text; });
  const field = (name) => form.querySelector(`[name="${name}"]`);
  const order = (kind) => field(`${kind}-order`);
  const places = (kind) => order(kind).value.split(",").filter(Boolean);
  const counts = (kind) => [...form.querySelectorAll(`[name="${kind}-votes"]`)];

  function draw() {
    const calls = counts("calls").map((each) => Number(each.value));
    const most = Math.max(0, ...calls);
    form.querySelectorAll('[data-poll="calls"] [data-vote]').forEach((button, at) => {
      show(button, calls[at]);
      button.classList.toggle("top", calls[at] > 0 && calls[at] === most);
    });
    const results = new Map([...form.querySelectorAll('[name="results"]')].map((each, at) => [each.value, Number(counts("results")[at].value)]));
    const names = [...form.querySelectorAll('[name="calls"]')].map((each) => each.value);
    const anyCall = most > 0;
    let first = true;
    for (const card of form.querySelectorAll('[data-poll="results"]')) {
      for (const button of card.querySelectorAll("[data-vote]")) show(button, results.get(button.dataset.vote) ?? 0);
      const votes = calls[names.indexOf(card.dataset.after)] ?? 0;
      card.hidden = anyCall ? votes === 0 : !first;
      first = false;
      told(card, [...card.querySelectorAll("[data-n]")].reduce((sum, each) => sum + Number(each.textContent), 0));
    }
    const asked = calls.reduce((sum, each) => sum + each, 0);
    told(form.querySelector('[data-poll="calls"]'), asked);
    const few = form.querySelector("[data-few]");
    if (few) few.hidden = !asked || asked >= Number(few.dataset.few);
  }
  function show(button, votes) {
    const out = button.querySelector("[data-n]");
    out.textContent = votes;
    out.toggleAttribute("data-none", votes === 0);
    button.querySelector(".pips")?.replaceChildren(...Array.from({ length: Math.min(votes, 9) }, () => document.createElement("i")));
    if (button.dataset.words) button.setAttribute("aria-label", button.dataset.words.replace("{votes}", votes));
  }
  function told(card, votes) {
    const out = card?.querySelector("[data-asked]");
    if (out) out.textContent = out.dataset.words.replace("{count}", votes);
  }
  function add(kind, at, by) {
    const input = counts(kind)[at];
    if (input) input.value = Math.max(0, Number(input.value) + by);
  }
  function vote(button) {
    const kind = button.closest("[data-poll]").dataset.poll;
    let at = Number(button.dataset.vote);
    if (kind === "results") {
      const names = [...form.querySelectorAll('[name="results"]')].map((each) => each.value);
      at = names.indexOf(button.dataset.vote);
      if (at < 0) {
        at = names.length;
        for (const [name, value] of [["results", button.dataset.vote], ["results-votes", 0]]) {
          const input = document.createElement("input");
          Object.assign(input, { type: "hidden", name, value });
          document.getElementById("result-fields").append(input);
        }
      }
    }
    add(kind, at, 1);
    order(kind).value = [...places(kind), at].join(",");
    navigator.vibrate?.(10);
  }
  form.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-vote], [data-undo]");
    if (!pressed) return;
    event.preventDefault();
    if (pressed.dataset.vote !== undefined) vote(pressed);
    else {
      const kind = pressed.closest("[data-poll]").dataset.poll;
      const before = places(kind);
      const last = before.pop();
      if (last === undefined) return;
      add(kind, Number(last), -1);
      order(kind).value = before.join(",");
    }
    draw();
    saver.changed();
  });
  form.addEventListener("input", (event) => { if (event.target.matches("textarea")) saver.changed(); });
  draw();
}

// Weights: whole numbers over one denominator, so that no share is ever rounded.
const gcd = (a, b) => (b ? gcd(b, a % b) : a);
function share(units, whole) {
  if ((units * 100) % whole === 0) return `${(units * 100) / whole}%`;
  const g = gcd(units, whole);
  return `${units / g}/${whole / g}`;
}
function read(text) {
  const said = text.trim().replace(",", ".").replace("%", "");
  const parts = /^([0-9]{1,9})\/([0-9]{1,9})$/.exec(said);
  if (parts) return Number(parts[2]) ? [Number(parts[1]), Number(parts[2])] : null;
  const plain = /^([0-9]{1,3})(?:\.([0-9]{1,4}))?$/.exec(said);
  if (!plain) return null;
  const scale = 10 ** (plain[2] ?? "").length;
  const number = Number(plain[1] + (plain[2] ?? ""));
  return text.includes("%") || number > scale ? [number, 100 * scale] : [number, scale];
}
function fraction(text) {
  const [top, bottom] = text.split("/");
  return [BigInt(top), BigInt(bottom ?? 1)];
}
function decimals([top, bottom], signed) {
  const scaled = top * 100n;
  const negative = scaled < 0n;
  const size = negative ? -scaled : scaled;
  const hundredths = (2n * size + bottom) / (2n * bottom);  // halves away from zero, as the server rounds
  const digits = String(hundredths).padStart(3, "0");
  const sign = hundredths === 0n ? "" : negative ? "−" : signed ? "+" : "";
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

class WeightEditor {
  constructor(card, changed) {
    this.card = card;
    this.changed = changed;
    this.rows = [...card.querySelectorAll("[data-weigh]")];
    this.fields = this.rows.map((row) => row.querySelector("[data-weight]"));
    this.whole = Number(card.dataset.unit);
    this.units = this.fields.map((field) => this.read(field.value) ?? 0);
    card.addEventListener("click", (event) => {
      const pressed = event.target.closest("[data-step]");
      if (!pressed) return;
      event.preventDefault();
      this.step(this.rows.indexOf(pressed.closest("[data-weigh]")), Number(pressed.dataset.step));
    });
    for (const field of this.fields) field.addEventListener("change", () => this.type(field));
  }
  read(text) {
    const found = read(text);
    if (!found || found[0] > found[1]) return null;
    const more = found[1] / gcd(found[1], this.whole * gcd(found[0], found[1]));
    if (!Number.isInteger(more)) return null;
    if (more > 1) {  // a weight that the denominator does not hold yet
      this.whole *= more;
      this.units = (this.units ?? []).map((each) => each * more);
    }
    return (found[0] * this.whole) / found[1];
  }
  get sum() { return this.units.reduce((sum, each) => sum + each, 0); }
  type(field) {
    const at = this.fields.indexOf(field);
    const found = this.read(field.value);
    if (found !== null) this.units[at] = found;
    this.draw(field);
    this.changed();
  }
  step(at, way) {
    const steps = { 5: 20, 10: 10, 3: 3, 6: 6 };
    const by = this.whole / steps[this.card.closest("form").querySelector("[name=step]:checked")?.value ?? 5];
    if (!Number.isInteger(by)) {
      this.units = this.units.map((each) => each * 60);
      this.whole *= 60;
      this.step(at, way);
      return;
    }
    const old = this.units[at];
    const goal = way > 0 ? (Math.floor(old / by) + 1) * by : (Math.ceil(old / by) - 1) * by;
    const now = Math.max(0, Math.min(this.whole, goal));
    const wasWhole = this.sum === this.whole;
    this.units[at] = now;
    if (wasWhole) {
      let left = old - now;
      const others = this.units.map((each, place) => place).filter((place) => place !== at);
      others.sort((one, other) => this.units[other] - this.units[one]);
      for (const place of others) {
        const next = Math.max(0, this.units[place] + left);
        left -= next - this.units[place];
        this.units[place] = next;
        if (!left) break;
      }
    }
    this.draw();
    this.changed();
  }
  draw(typed = null) {
    this.fields.forEach((field, at) => {
      if (field !== typed) field.value = share(this.units[at], this.whole);
      this.rows[at].querySelector("[data-fill]").setAttribute("width", `${(100 * this.units[at]) / this.whole}%`);
    });
    this.bands();
    const note = this.card.querySelector("[data-sum]");
    note.hidden = this.sum === this.whole;
    note.querySelector("[data-sum-text]").textContent = note.dataset.words.replace("{sum}", share(this.sum, this.whole));
  }
  bands() {
    const bounds = [...this.card.querySelectorAll("[data-bound]")];
    if (!bounds.length) return;
    const at = (bound) => this.rows.findIndex((row) => row.dataset.name === bound.dataset.bound);
    const value = (text) => { const [top, bottom] = text.split("/").map(Number); return (top / (bottom ?? 1)) * this.whole; };
    let before = 0;
    let over = false;
    bounds.forEach((bound, place) => {
      const row = this.rows[at(bound)];
      const weight = row ? this.units[at(bound)] : 0;
      let low = value(bound.dataset.low) - before, high = value(bound.dataset.high) - before;
      if (place === bounds.length - 1 && place) {
        const last = bounds[place - 1];
        low = this.whole - value(last.dataset.high);
        high = this.whole - value(last.dataset.low);
      }
      low = Math.max(0, low);
      high = Math.max(0, high);
      before += weight;
      const is = weight > high + 1e-9 || weight < low - 1e-9;
      over ||= is;
      if (!row) return;
      row.classList.toggle("over", is);
      const band = row.querySelector("[data-band]");
      band?.setAttribute("x", `${(100 * low) / this.whole}%`);
      band?.setAttribute("width", `${(100 * (high - low)) / this.whole}%`);
      const out = row.querySelector("[data-allowed]");
      if (out) out.textContent = out.dataset.words.replace("{low}", percent(low, this.whole)).replace("{high}", percent(high, this.whole));
    });
    this.card.querySelector("[data-over]").hidden = !over;
  }
  // Both sides' figures, counted here where each outcome alone has one and an award is their weighted sum.
  figures() {
    if (this.sum !== this.whole || !this.rows.length || this.rows.some((row) => !row.dataset.ns)) return;
    for (const side of ["ns", "ew"]) {
      let top = 0n, bottom = 1n;
      this.rows.forEach((row, at) => {
        const [a, b] = fraction(row.dataset[side]);
        top = top * b + a * BigInt(this.units[at]) * bottom;
        bottom *= b;
      });
      for (const out of document.querySelectorAll(`[data-now="${side}"]`)) {
        out.textContent = decimals([top, bottom * BigInt(this.whole)], out.dataset.signed !== undefined);
      }
    }
    for (const out of document.querySelectorAll("[data-place]")) out.classList.add("waiting");
  }
}
function percent(units, whole) {
  const exact = (units * 100) / whole;
  return `${Number(exact.toFixed(1))}%`;
}
function weightsOf(form) {
  const saver = new Saver(form, "effect", 300, (text) => {
    const effect = document.getElementById("effect");
    effect.innerHTML = text;
    for (const part of effect.querySelectorAll("template[data-into]")) {
      for (const place of document.querySelectorAll(part.dataset.into)) place.replaceChildren(part.content.cloneNode(true));
    }
  });
  const editors = [...form.querySelectorAll("[data-editor]")].filter((card) => card.querySelector("[data-weight]"));
  for (const card of editors) {
    const editor = new WeightEditor(card, () => {
      editor.figures();
      saver.changed();
    });
  }
  // Enter in a field of a weight ends the typing; it does not send the page.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-weight]")) return;
    event.preventDefault();
    event.target.blur();
  });
  form.addEventListener("change", (event) => { if (event.target.matches("[type=checkbox]")) saver.changed(); });
}
document.addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll("form[data-poll-form]")) pollOf(form);
  for (const form of document.querySelectorAll("form[data-weights]")) weightsOf(form);
});

// ---------- Home, people, settings ----------
document.documentElement.classList.add("js");

// A number pad for a PIN: it writes into the field, which keyboards and password managers use as well.
const pin = document.querySelector(".pin");
if (pin) {
  const field = pin.querySelector("#secret"), dots = pin.querySelector(".pins"), head = pin.querySelector("[data-pin-of]");
  const words = head.textContent;
  const draw = () => {
    const digits = field.value.length;
    dots.replaceChildren(...Array.from({ length: Math.max(6, digits) }, (_, place) => {
      const dot = document.createElement("i");
      if (place < digits) dot.className = "on";
      return dot;
    }));
  };
  const call = () => {
    const chosen = document.querySelector("[name=who]:checked")?.value;
    head.textContent = chosen && !pin.classList.contains("typed") ? head.dataset.pinOf.replace("{}", chosen) : words;
  };
  field.inputMode = "none";
  field.addEventListener("input", draw);
  pin.addEventListener("click", (event) => {
    const key = event.target.closest("[data-digit]");
    if (key) {
      field.value = key.dataset.digit ? field.value + key.dataset.digit : field.value.slice(0, -1);
      draw();
    } else if (event.target.closest("[data-pad]")) {
      pin.classList.add("typed");
      field.inputMode = "text";
      field.focus();
      call();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.name !== "who") return;
    call();
    if (!event.target.value) document.getElementById("name").focus();
  });
  draw();
  call();
}

// Find a setting: those whose words do not have what is typed are left out while it is typed.
function findSettings() {
  const field = document.querySelector("[data-find]");
  if (!field) return;
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const each of document.querySelectorAll(".setting")) {
    each.hidden = !words.every((word) => each.dataset.words.includes(word));
  }
  for (const card of document.querySelectorAll("#settings .card")) {
    card.hidden = words.length > 0 && !card.querySelector(".setting:not([hidden])");
  }
}
document.addEventListener("input", (event) => { if (event.target.matches("[data-find]")) findSettings(); });
document.addEventListener("htmx:afterSettle", findSettings);

// ---- Keys: 1 to 9 choose, + and − weigh, / searches, ? shows the keys. Nobody who types is disturbed.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog")) return;
  const seen = (found) => [...document.querySelectorAll(found)].filter((each) => each.checkVisibility());
  let done = true;
  if (/^[1-9]$/.test(event.key)) {
    const [chosen] = [seen("main .tile > input"), seen("main [data-vote]")].find((each) => each.length)?.slice(event.key - 1) ?? [];
    if (chosen) chosen.click();
    else done = false;
  } else if (event.key === "+" || event.key === "-") {
    const row = event.target.closest("[data-weigh]") ?? seen("[data-weigh]")[0];
    const step = row?.querySelector(`[data-step="${event.key === "+" ? 1 : -1}"]`);
    if (step) step.click();
    else done = false;
  } else if (event.key === "/") {
    const [field] = seen("main [type=search]");
    const search = document.querySelector("[data-search-page]");
    if (field) field.focus();
    else if (search) location.assign(search.getAttribute("href"));
    else done = false;
  } else if (event.key === "?") document.getElementById("keys").showModal();
  else done = false;
  if (done) event.preventDefault();
});

// ---- Live: what was entered elsewhere appears by itself. One tab of a browser that can be seen listens, and tells the
// others; a tab that nobody sees needs nothing until it is looked at again.
const RENEW_MS = 4000, LEASE_MS = 12000, SILENT_MS = 30000, ASK_MS = 20000, PRESS_MS = 800;
class Live {
  constructor(frame) {
    this.me = `${Date.now()}-${Math.random()}`;
    this.event = frame.dataset.event;
    this.changes = frame.dataset.address;
    this.entry = Number(frame.dataset.entry);
    this.messages = frame.dataset.messages;
    this.mark = document.querySelector("[data-live-mark]");
    this.heard = this.asked = Date.now();
    this.wanted = new Map();
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel("amends") : null;
    this.channel?.addEventListener("message", ({ data }) => {
      if (data.wants) this.wanted.set(data.wants, Date.now());
      else this.take(data);
    });
    document.addEventListener("visibilitychange", () => this.tick());
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.refresh(); });
    document.addEventListener("focusout", () => setTimeout(() => { if (this.waiting) this.refresh(); }, 200));
    // Nothing is exchanged under a finger: a press that is half done would be lost.
    document.addEventListener("pointerdown", () => { this.pressed = Date.now(); });
    setInterval(() => this.tick(), RENEW_MS);
    this.tick();
  }
  tick() {
    if (document.hidden) {
      this.wasHidden = true;
      this.close();
      return;
    }
    if (this.wasHidden) {
      this.wasHidden = false;
      this.heard = Date.now();
      this.refresh();
    }
    this.channel?.postMessage({ wants: this.event });
    if (this.lease()) this.listen();
    else this.close(false);
    if (Date.now() - this.heard > SILENT_MS) {
      this.show(false);
      if (Date.now() - this.asked > ASK_MS) this.refresh();
    }
  }
  // Whether this tab is the one that listens: it says so for a while, and says it again in time.
  lease() {
    if (!this.channel) return true;
    try {
      const held = JSON.parse(localStorage.getItem("amends-live") ?? "{}");
      if (held.who !== this.me && held.until > Date.now() && held.until < Date.now() + 2 * LEASE_MS) return false;
      localStorage.setItem("amends-live", JSON.stringify({ who: this.me, until: Date.now() + LEASE_MS }));
      return true;
    } catch {
      return true;
    }
  }
  listen() {
    const recent = [...this.wanted].filter(([, at]) => Date.now() - at < LEASE_MS).map(([event]) => event);
    const events = [...new Set([this.event, ...recent])].sort().slice(0, 8);
    const address = `${this.changes}?${events.map((each) => `e=${each}`).join("&")}`;
    if (this.stream?.readyState === EventSource.CLOSED && Date.now() - this.opened > ASK_MS) this.stream = null;
    if (this.stream && this.address === address) return;
    this.stream?.close();
    this.address = address;
    this.opened = Date.now();
    this.stream = new EventSource(address);
    const tell = (message) => {
      this.take(message);
      this.channel?.postMessage(message);
    };
    this.stream.addEventListener("change", (event) => tell(JSON.parse(event.data)));
    this.stream.addEventListener("alive", () => tell({}));
  }
  close(giveUp = true) {
    this.stream?.close();
    this.stream = null;
    if (!giveUp) return;
    try {
      if (JSON.parse(localStorage.getItem("amends-live") ?? "{}").who === this.me) localStorage.removeItem("amends-live");
    } catch { /* nothing is kept in this browser */ }
  }
  take(message) {
    this.heard = Date.now();
    this.show(true);
    if (message.event !== this.event) return;
    const isNew = message.entry > this.entry || (message.messages !== undefined && this.messages !== undefined && String(message.messages) !== this.messages);
    if (message.messages !== undefined) this.messages = String(message.messages);
    if (isNew) this.refresh();
  }
  show(isLive) {
    if (!this.mark) return;
    this.mark.hidden = false;
    this.mark.classList.toggle("away-mark", !isLive);
    const words = isLive ? this.mark.dataset.on : this.mark.dataset.off;
    const out = this.mark.querySelector("span");
    if (out.textContent !== words) out.textContent = words;
  }
  async refresh() {
    this.asked = Date.now();
    if (this.loading || !document.querySelector("[data-live]")) return;
    this.loading = true;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok || answer.redirected) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const frame = page.querySelector("[data-event]");
      if (frame?.dataset.event !== this.event) return;
      if (Date.now() - (this.pressed ?? 0) < PRESS_MS) {
        setTimeout(() => this.refresh(), PRESS_MS);
        return;
      }
      this.waiting = false;
      for (const part of document.querySelectorAll("[data-live]")) {
        const fresh = page.getElementById(part.id);
        if (fresh && !replacePart(part, fresh)) this.waiting = true;
      }
      if (this.waiting) return;
      this.entry = Math.max(this.entry, Number(frame.dataset.entry));
    } catch {
      // Not reached: it is tried again with the next word of a change, or after a while.
    } finally {
      this.loading = false;
    }
  }
}

// Put a newer part in the place of an old one, unless somebody types there; what one reads stays where it is.
function replacePart(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const isTyped = [...part.querySelectorAll("input, textarea, select")].some(isChanged);
  if (isTyped || focused?.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return false;
  if (withoutTokens(part) === withoutTokens(fresh)) return true;
  const open = new Set([...part.querySelectorAll("details[open]")].map(nameOf));
  const [reading, top] = firstInView(part);
  const at = focused && nameOf(focused);
  part.replaceChildren(...fresh.childNodes);
  for (const each of part.querySelectorAll("details")) if (open.has(nameOf(each))) each.open = true;
  for (const each of part.querySelectorAll("[data-script]")) each.hidden = false;
  if (at) [...part.querySelectorAll("a, button, summary")].find((each) => nameOf(each) === at)?.focus({ preventScroll: true });
  const same = reading && [...part.querySelectorAll("tr, li, section, details")].find((each) => nameOf(each) === reading);
  if (same) window.scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
  window.htmx?.process(part);
  return true;
}
function isChanged(field) {
  if (field.type === "hidden") return false;
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (field.tagName === "SELECT") return [...field.options].some((each) => each.selected !== each.defaultSelected) && !!field.querySelector("[selected]");
  return field.value !== field.defaultValue;
}
// What a thing is called, so that it is found again when its figures are others: by its id, or by where it leads.
function nameOf(each) {
  const link = each.matches("a") ? each : each.querySelector(":scope a[href]");
  return each.id || `${each.tagName} ${link?.getAttribute("href") ?? each.querySelector("h2, summary, button")?.textContent ?? each.textContent}`;
}
function firstInView(part) {
  const bar = document.querySelector("header.bar")?.getBoundingClientRect().bottom ?? 0;
  const found = [...part.querySelectorAll("tr, li, section, details")].find((each) => each.getBoundingClientRect().top >= bar);
  return found ? [nameOf(found), found.getBoundingClientRect().top] : [null, 0];
}
function withoutTokens(part) {
  const copy = part.cloneNode(true);
  for (const field of copy.querySelectorAll("input[type=hidden]")) field.remove();
  return copy.innerHTML;
}
const followed = document.querySelector("[data-event]");
if (followed && "EventSource" in window && document.querySelector("[data-live]")) new Live(followed);

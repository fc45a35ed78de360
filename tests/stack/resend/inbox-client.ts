// Runs in the browser; the server strips the types.
import type { MailStats } from "./app.ts";
import type { Mail, MailSummary } from "./mailbox.ts";
import type { Switches, SwitchesChange } from "./switches.ts";

interface View {
  readonly total: number;
  readonly mails: readonly ListedMail[];
  readonly suppressed: readonly string[];
  readonly switches: Switches;
  readonly stats: MailStats;
}

interface ListedMail extends MailSummary {
  /** The type of Resend's last webhook. */
  readonly report: string | null;
}

const REFRESH_MS = 1_500;
const TABS = ["html", "text", "details"] as const;
type Tab = (typeof TABS)[number];

let chosenId: string | null = decodeURIComponent(location.hash.slice(1)) || null;
let shown = "";
let tab: Tab = "html";

const search = element("search", HTMLInputElement);
const list = element("mails", HTMLOListElement);
const form = element("switches", HTMLFormElement);
const showSwitches = element("show-switches", HTMLButtonElement);

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no #${id}.`);
  return found;
}

async function refresh(): Promise<void> {
  const answer = await fetch(`/inbox/view?q=${encodeURIComponent(search.value)}`).catch(() => null);
  if (answer === null || !answer.ok) {
    element("more", HTMLElement).textContent =
      "The emulator does not answer. Is the stack running?";
    return;
  }
  const text = await answer.text();
  if (text === shown) return;
  shown = text;
  const view = JSON.parse(text) as View;
  showStats(view.stats);
  showList(view);
  showSuppressed(view.suppressed);
  if (form.hidden) fillSwitches(view.switches);
  showSwitches.toggleAttribute("data-armed", isArmed(view.switches));
}

function showStats(stats: MailStats): void {
  const facts: [string, number][] = [
    ["received", stats.accepted],
    ["repeated", stats.replays],
    ["refused", stats.failures],
    ["answers lost", stats.lostReplies],
  ];
  element("stats", HTMLElement).replaceChildren(
    ...facts.map(([name, value]) => pair(name, String(value))),
  );
}

function showList({ mails, total }: View): void {
  const focused = document.activeElement?.closest("button")?.dataset["id"];
  list.replaceChildren(...mails.map(listItem));
  if (focused !== undefined) buttonFor(focused)?.focus();
  element("more", HTMLElement).textContent = describeCount(mails.length, total);
}

function describeCount(visible: number, total: number): string {
  if (total === 0) return search.value === "" ? "No mail yet." : "No mail matches.";
  const noun = total === 1 ? "mail" : "mails";
  return visible < total ? `The newest ${visible} of ${total} ${noun}.` : `${total} ${noun}.`;
}

function showSuppressed(addresses: readonly string[]): void {
  const items = addresses.map((address) => {
    const item = document.createElement("li");
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = `Remove ${address}`;
    remove.addEventListener("click", () => {
      void send("DELETE", `/inbox/suppressed/${encodeURIComponent(address)}`);
    });
    item.append(remove);
    return item;
  });
  element("suppressed", HTMLElement).replaceChildren(...items);
  element("suppression", HTMLElement).hidden = items.length === 0;
}

function listItem(mail: ListedMail): HTMLLIElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset["id"] = mail.id;
  button.setAttribute("aria-current", String(mail.id === chosenId));
  const received = document.createElement("time");
  received.dateTime = mail.receivedAt;
  received.textContent = new Date(mail.receivedAt).toLocaleTimeString("en-GB");
  const report = mail.report === null ? "" : ` · ${describeReport(mail.report)}`;
  button.append(span("subject", mail.subject), received, span("to", `to ${mail.to}${report}`));
  button.addEventListener("click", () => void choose(mail.id));
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/** `email.delivery_delayed` as `delivery delayed`. */
function describeReport(type: string): string {
  return type.replace("email.", "").replaceAll("_", " ");
}

function span(name: string, text: string): HTMLSpanElement {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

function pair(name: string, value: string): HTMLDivElement {
  const made = document.createElement("div");
  const term = document.createElement("dt");
  const definition = document.createElement("dd");
  term.textContent = name;
  definition.textContent = value;
  made.append(term, definition);
  return made;
}

function buttonFor(id: string): HTMLButtonElement | null {
  return list.querySelector<HTMLButtonElement>(`button[data-id="${CSS.escape(id)}"]`);
}

async function choose(id: string): Promise<void> {
  const answer = await fetch(`/inbox/mails/${encodeURIComponent(id)}`);
  if (!answer.ok) return;
  const mail = (await answer.json()) as Mail;
  chosenId = id;
  history.replaceState(null, "", `#${encodeURIComponent(id)}`);
  for (const button of list.querySelectorAll("button")) {
    button.setAttribute("aria-current", String(button.dataset["id"] === id));
  }
  showMail(mail);
}

function showMail(mail: Mail): void {
  element("nothing", HTMLElement).hidden = true;
  element("mail", HTMLElement).hidden = false;
  element("subject", HTMLElement).textContent = mail.subject;
  const facts: [string, string | null][] = [
    ["From", mail.from],
    ["To", mail.to],
    ["Reply to", mail.replyTo],
    ["Received", new Date(mail.receivedAt).toLocaleString("en-GB")],
    ["Key", mail.idempotencyKey],
  ];
  const known = facts.filter((fact): fact is [string, string] => fact[1] !== null);
  element("facts", HTMLElement).replaceChildren(...known.map(([name, value]) => pair(name, value)));
  element("frame", HTMLIFrameElement).src = `/inbox/mails/${encodeURIComponent(mail.id)}/html`;
  element("text", HTMLElement).textContent = mail.text ?? "This mail has no text.";
  const { html: _html, text: _text, ...details } = mail;
  element("details", HTMLElement).textContent = JSON.stringify(details, null, 2);
  showTab(mail.html === null && tab === "html" ? "text" : tab);
}

function showTab(name: Tab): void {
  for (const each of TABS) {
    const button = element(`tab-${each}`, HTMLButtonElement);
    button.setAttribute("aria-selected", String(each === name));
    button.tabIndex = each === name ? 0 : -1;
    element(`panel-${each}`, HTMLElement).hidden = each !== name;
  }
}

function step(offset: number): void {
  const buttons = [...list.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button.dataset["id"] === chosenId);
  const next = buttons[Math.min(Math.max(at + offset, 0), buttons.length - 1)];
  if (next?.dataset["id"] === undefined) return;
  next.focus();
  void choose(next.dataset["id"]);
}

function isArmed(switches: Switches): boolean {
  const { fail, loseReplies, delayMs, delivery, webhooks } = switches;
  return (
    fail !== null ||
    loseReplies !== null ||
    delayMs > 0 ||
    delivery !== null ||
    webhooks.copies > 1 ||
    webhooks.isReversed
  );
}

function field(name: string): HTMLInputElement | HTMLSelectElement {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`The form has no field ${name}.`);
}

function checkbox(name: string): HTMLInputElement {
  const found = field(name);
  if (found instanceof HTMLInputElement) return found;
  throw new Error(`The field ${name} is no checkbox.`);
}

function fillSwitches(switches: Switches): void {
  const { fail, loseReplies, delayMs, onlyMatching, delivery, webhooks } = switches;
  field("status").value = String(fail?.status ?? "");
  field("failRemaining").value = String(fail?.remaining ?? "");
  field("failShare").value = String((fail?.share ?? 1) * 100);
  field("retryAfter").value = String(fail?.retryAfterSeconds ?? 1);
  checkbox("lose").checked = loseReplies !== null;
  field("loseRemaining").value = String(loseReplies?.remaining ?? "");
  field("loseShare").value = String((loseReplies?.share ?? 1) * 100);
  field("delayMs").value = String(delayMs);
  field("onlyMatching").value = onlyMatching;
  field("outcome").value = delivery?.outcome ?? "";
  field("outcomeRemaining").value = String(delivery?.remaining ?? "");
  field("copies").value = String(webhooks.copies);
  checkbox("reversed").checked = webhooks.isReversed;
}

function readSwitches(): SwitchesChange {
  const optional = (name: string): number | null => Number(field(name).value) || null;
  const status = Number(field("status").value);
  const outcome = field("outcome").value;
  const isKnown = status === 422 || status === 429 || status === 500;
  return {
    fail: isKnown
      ? {
          status,
          remaining: optional("failRemaining"),
          share: Number(field("failShare").value) / 100,
          retryAfterSeconds: Number(field("retryAfter").value),
        }
      : null,
    loseReplies: checkbox("lose").checked
      ? { remaining: optional("loseRemaining"), share: Number(field("loseShare").value) / 100 }
      : null,
    delivery: isOutcome(outcome) ? { outcome, remaining: optional("outcomeRemaining") } : null,
    webhooks: {
      copies: Number(field("copies").value),
      isReversed: checkbox("reversed").checked,
    },
    delayMs: Number(field("delayMs").value),
    onlyMatching: field("onlyMatching").value,
  };
}

function isOutcome(text: string): text is NonNullable<Switches["delivery"]>["outcome"] {
  return ["bounced", "complained", "suppressed", "delayed"].includes(text);
}

function toggleSwitches(open: boolean): void {
  form.hidden = !open;
  showSwitches.setAttribute("aria-expanded", String(open));
  if (open) field("status").focus();
}

function onKey(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key === "Escape" && !form.hidden) {
    toggleSwitches(false);
    showSwitches.focus();
    return;
  }
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
    if (target === search && event.key === "ArrowDown") step(0);
    return;
  }
  if (target instanceof HTMLElement && target.role === "tab") {
    moveTab(event);
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    search.focus();
  }
  const offset = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (offset !== undefined && !(target instanceof HTMLPreElement)) {
    event.preventDefault();
    step(offset);
  }
}

function moveTab(event: KeyboardEvent): void {
  const offset = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (offset === undefined) return;
  tab = TABS[(TABS.indexOf(tab) + offset + TABS.length) % TABS.length] ?? "html";
  showTab(tab);
  element(`tab-${tab}`, HTMLButtonElement).focus();
}

async function send(method: "POST" | "DELETE", path: string, body?: unknown): Promise<void> {
  await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  await refresh();
}

for (const name of TABS) {
  element(`tab-${name}`, HTMLButtonElement).addEventListener("click", () => {
    tab = name;
    showTab(name);
  });
}
showSwitches.addEventListener("click", () => toggleSwitches(showSwitches.ariaExpanded !== "true"));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void send("POST", "/switches", readSwitches());
});
element("all-well", HTMLButtonElement).addEventListener("click", () => {
  form.reset();
  void send("DELETE", "/switches");
});
element("clear", HTMLButtonElement).addEventListener("click", () => {
  element("mail", HTMLElement).hidden = true;
  element("nothing", HTMLElement).hidden = false;
  chosenId = null;
  history.replaceState(null, "", location.pathname);
  void send("DELETE", "/inbox");
});
search.addEventListener("input", () => void refresh());
document.addEventListener("keydown", onKey);
setInterval(() => {
  if (!document.hidden) void refresh();
}, REFRESH_MS);
await refresh();
if (chosenId !== null) await choose(chosenId);

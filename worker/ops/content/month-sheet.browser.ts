import { type Platform, PLATFORM_KEYS, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { PLATFORM_RULES, problemsOf } from "#contracts/content/platforms.ts";
import { firstFrame } from "../../../web/src/lib/first-frame.ts";

// The month sheet and the day's table work without this script. It takes dropped files, says what networks refuse while words are typed, copies
// texts, and asks before typed words are lost.

const form = document.querySelector<HTMLFormElement>("form[data-files]");
if (form !== null) {
  takeFiles(form);
  checkWords(form);
}
keepTyped();
copyTexts();
drawFrames();

/** Each file is a request of its own; its row then names it in the form that is saved. */
function takeFiles(sheet: HTMLFormElement): void {
  document.querySelector<HTMLElement>("[data-drop]")?.removeAttribute("hidden");
  for (const input of sheet.querySelectorAll<HTMLInputElement>('input[type="file"]')) {
    input.addEventListener("change", () => {
      const row = input.closest<HTMLElement>("[data-draft]");
      if (row === null) return;
      for (const file of input.files ?? []) void upload(sheet, row, file);
      input.value = "";
    });
  }
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    void placeAll(sheet, [...(event.dataTransfer?.files ?? [])]);
  });
}

function rowsOf(sheet: HTMLElement): HTMLElement[] {
  return [...sheet.querySelectorAll<HTMLElement>("[data-draft]")];
}

/** A day or a row's number in a file's name decides; the other files go to the rows without files, in order. */
async function placeAll(sheet: HTMLFormElement, files: readonly File[]): Promise<void> {
  const rows = rowsOf(sheet);
  const named = (file: File) => {
    const [day] = /20\d\d-\d\d-\d\d/.exec(file.name) ?? [];
    const [, number] = /row[-_ ]?(\d+)/i.exec(file.name) ?? [];
    if (number !== undefined) return rows[Number(number) - 1];
    return day === undefined
      ? undefined
      : rows.find(
          (row) => row.querySelector<HTMLInputElement>('input[type="date"]')?.value === day,
        );
  };
  const taken = new Set(files.map(named));
  const free = rows.filter((row) => !taken.has(row) && row.querySelector(".draft-file") === null);
  for (const file of files.toSorted((a, b) =>
    a.name.localeCompare(b.name, "en", { numeric: true }),
  )) {
    const row = named(file) ?? free.shift() ?? rows.at(-1);
    if (row !== undefined) await upload(sheet, row, file);
  }
}

async function upload(sheet: HTMLFormElement, row: HTMLElement, file: File): Promise<void> {
  const id = row.dataset["draft"] ?? "";
  const box = document.createElement("div");
  box.className = "draft-file";
  const said = document.createElement("output");
  said.textContent = `${file.name}: uploading`;
  box.append(said);
  row.querySelector(".draft-files")?.prepend(box);
  const body = new FormData();
  body.set("csrf", sheet.querySelector<HTMLInputElement>('input[name="csrf"]')?.value ?? "");
  body.set("file", file);
  const poster = await firstFrame(file);
  if (poster !== null) body.set("poster", poster, "poster.jpg");
  try {
    const headers = { accept: "application/json" };
    const answer = await fetch(sheet.dataset["files"] ?? "", { method: "POST", body, headers });
    const added = (await answer.json()) as { id?: string; url?: string; error?: string };
    if (added.id === undefined) throw new Error(added.error ?? "It was not added.");
    const place = row.querySelectorAll(".draft-file").length;
    said.remove();
    box.append(
      ...(file.type.startsWith("image/") || poster !== null
        ? [picture(added.url ?? "")]
        : [text(file.name)]),
      field("What it shows", `${id}.alt.${added.id}`, ""),
      field("Place, blank for none", `${id}.place.${added.id}`, String(place)),
      hidden(`${id}.file`, added.id),
    );
    row.querySelector(".draft-add")?.before(box);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  } catch (error) {
    const why =
      error instanceof Error && !(error instanceof TypeError) && !(error instanceof SyntaxError)
        ? error.message
        : `${file.name}: it could not be sent. Try it again.`;
    said.className = "field-error";
    said.textContent = why;
  }
}

function picture(url: string): HTMLImageElement {
  const image = document.createElement("img");
  image.className = "thumb";
  image.alt = "";
  image.src = url;
  return image;
}

function text(words: string): HTMLElement {
  const span = document.createElement("span");
  span.className = "thumb quiet";
  span.textContent = words;
  return span;
}

function hidden(name: string, value: string): HTMLInputElement {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  return input;
}

function field(label: string, name: string, value: string): HTMLLabelElement {
  const box = document.createElement("label");
  const input = document.createElement("input");
  Object.assign(input, { name, value });
  box.append(label, input);
  if (label.startsWith("Place")) box.className = "place";
  return box;
}

/** A film's first frame, in the field of the form that is sent with it. */
function drawFrames(): void {
  for (const poster of document.querySelectorAll<HTMLInputElement>('input[name="poster"]')) {
    const input = poster.form?.querySelector<HTMLInputElement>('input[name="file"]');
    const draw = async () => {
      const [file] = input?.files ?? [];
      const frame = file === undefined ? null : await firstFrame(file);
      if (frame === null || input?.files?.[0] !== file) return;
      const carrier = new DataTransfer();
      carrier.items.add(new File([frame], "poster.jpg", { type: frame.type }));
      poster.files = carrier.files;
    };
    input?.addEventListener("change", () => void draw());
  }
}

/** Says how long the text is where a platform takes less, and what the networks say of it; the server says the rest once it is saved. */
function checkWords(sheet: HTMLFormElement): void {
  for (const row of rowsOf(sheet)) {
    const id = row.dataset["draft"] ?? "";
    const words = row.querySelector<HTMLTextAreaElement>(`[name="${id}.text"]`);
    const problems = row.querySelector("[data-problems]");
    if (words === null || problems === null) continue;
    const counter = document.createElement("span");
    counter.className = "hint";
    words.after(counter);
    const list = problems.querySelector("ul") ?? document.createElement("ul");
    list.className = "plain-list";
    problems.append(list);
    let said = problemsIn(row);
    const say = () => {
      counter.textContent = lengthsOf(postIn(row));
      const texts = new Set(said.map(({ text: sentence }) => sentence));
      for (const item of list.querySelectorAll("li"))
        if (texts.has(item.textContent)) item.remove();
      said = problemsIn(row);
      for (const { level, text: sentence } of said) {
        const item = document.createElement("li");
        item.className = level === "error" ? "field-error" : "quiet";
        item.textContent = sentence;
        list.append(item);
      }
    };
    row.addEventListener("input", say);
    counter.textContent = lengthsOf(postIn(row));
  }
}

function postIn(row: HTMLElement) {
  const id = row.dataset["draft"] ?? "";
  const valueOf = (name: string) =>
    row.querySelector<HTMLTextAreaElement>(`[name="${id}.${name}"]`)?.value.trim() ?? "";
  const isChecked = (name: string, value: string) =>
    row.querySelector(`[name="${id}.${name}"][value="${value}"]:checked`) !== null;
  const platforms = PLATFORM_KEYS.filter((platform) => isChecked("platform", platform));
  const texts: Partial<Record<Platform, string>> = {};
  for (const platform of platforms) {
    const own = valueOf(`text.${platform}`);
    if (own !== "") texts[platform] = own;
  }
  const format = isChecked("format", "reel") ? ("reel" as const) : ("post" as const);
  return { format, platforms, text: valueOf("text"), texts, firstComment: valueOf("comment") };
}

function problemsIn(row: HTMLElement) {
  return problemsOf(postIn(row), new Date().toISOString().slice(0, 10));
}

function lengthsOf({ platforms, text: words, texts }: ReturnType<typeof postIn>): string {
  const lengths = platforms.map((platform) => {
    const { count, text: limit } = PLATFORM_RULES[platform];
    const length = count(texts[platform] ?? words);
    return `${length > limit.value ? "✕ " : ""}${PLATFORMS[platform]} ${String(length)} of ${String(limit.value)}`;
  });
  return lengths.join(" · ");
}

/** Another form of the page, or a link, leaves behind what was typed: the browser asks first. */
function keepTyped(): void {
  const typed = new Set<Element | null>(document.querySelectorAll("form[data-unsaved]"));
  const formOf = ({ target }: Event) => (target as Element).closest("form");
  document.addEventListener("input", (event) => typed.add(formOf(event)));
  document.addEventListener("submit", (event) => typed.delete(formOf(event)));
  window.addEventListener("beforeunload", (event) => {
    if (typed.size > 0) event.preventDefault();
  });
}

function copyTexts(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const words = document.getElementById(button.dataset["copy"] ?? "")?.textContent ?? "";
      void copy(words.trim(), button);
    });
  }
}

async function copy(words: string, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(words);
  button.textContent = "Copied";
}

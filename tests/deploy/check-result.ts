/** Never holds a setting's value. */
export type CheckResult = {
  readonly about: string;
  /** `pending`: to do, but no reason to stop a deploy, which may do it. `note`: nothing to do. */
  readonly state: "ok" | "note" | "pending" | "failed";
  readonly what: string;
  readonly toDo?: string;
};

export const ok = (about: string, what: string): CheckResult => ({ about, state: "ok", what });
export const note = (about: string, what: string): CheckResult => ({ about, state: "note", what });
export const failed = (about: string, what: string, toDo: string): CheckResult => ({
  about,
  state: "failed",
  what,
  toDo,
});

export const isFailed = ({ state }: CheckResult): boolean => state === "failed";
export const isToDo = ({ state }: CheckResult): boolean =>
  state === "failed" || state === "pending";

/** In the order of the table: errors last. */
const MARKS = { ok: "✓", note: "·", pending: "→", failed: "✗" } as const;

export function renderResults(results: readonly CheckResult[]): string {
  const width = Math.max(0, ...results.map(({ about }) => about.length));
  const lines = Object.entries(MARKS).flatMap(([mark, sign]) =>
    results
      .filter(({ state }) => state === mark)
      .flatMap(({ about, what, toDo }) => [
        `  ${sign} ${about.padEnd(width)}  ${what}`,
        ...(toDo === undefined ? [] : [`    ${"".padEnd(width)}  → ${toDo}`]),
      ]),
  );
  const count = results.filter(isToDo).length;
  return [...lines, "", count === 0 ? "  All is well." : `  To do: ${count}.`].join("\n");
}

/** One result of a check. Never holds a setting's value. */
export type CheckResult = {
  readonly about: string;
  /** `pending`: a deploy fixes it. `note`: nothing to do. */
  readonly state: "ok" | "note" | "pending" | "fault";
  readonly what: string;
  readonly toDo?: string;
};

export const ok = (about: string, what: string): CheckResult => ({ about, state: "ok", what });
export const note = (about: string, what: string): CheckResult => ({ about, state: "note", what });
export const failed = (about: string, what: string, toDo: string): CheckResult => ({
  about,
  state: "fault",
  what,
  toDo,
});

const MARKS = { ok: "✓", note: "·", pending: "→", fault: "✗" } as const;

/**
 * Formats results as a table, errors last.
 *
 * @returns lines without line breaks
 */
export function renderResults(results: readonly CheckResult[]): string {
  const order: readonly CheckResult["state"][] = ["ok", "note", "pending", "fault"];
  const sorted = order.flatMap((state) => results.filter((found) => found.state === state));
  const width = Math.max(0, ...sorted.map(({ about }) => about.length));
  const lines = sorted.flatMap(({ about, state, what, toDo }) => [
    `  ${MARKS[state]} ${about.padEnd(width)}  ${what}`,
    ...(toDo === undefined ? [] : [`    ${"".padEnd(width)}  → ${toDo}`]),
  ]);
  const count = results.filter(({ state }) => state === "fault" || state === "pending").length;
  const sum = count === 0 ? "All is well." : `To do: ${count}.`;
  return [...lines, "", `  ${sum}`].join("\n");
}

const DAY_MS = 86_400_000;

export type NextReport = {
  /** ISO 8601. */
  readonly dueAt: string;
  /** Days until then, those that have begun included; never below 0. */
  readonly daysLeft: number;
  readonly daysPassed: number;
};

/**
 * When the next monthly report is due: at the next multiple of so many days after the account was made.
 *
 * @param since ISO 8601, when the account was made
 * @param now ISO 8601
 * @param everyDays days from one report to the next
 */
export function nextReport(since: string, now: string, everyDays: number): NextReport {
  const began = Date.parse(since);
  const period = everyDays * DAY_MS;
  // A browser's clock may be behind ours.
  const elapsed = Math.max(0, Date.parse(now) - began);
  const due = began + (Math.floor(elapsed / period) + 1) * period;
  const daysLeft = Math.max(0, Math.ceil((due - began - elapsed) / DAY_MS));
  return {
    dueAt: new Date(due).toISOString(),
    daysLeft,
    daysPassed: Math.max(0, everyDays - daysLeft),
  };
}

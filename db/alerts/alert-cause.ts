/**
 * What an alert is about. What `lasts` is told again while it goes on, and gets an all-clear; what `happens` is told once.
 * Some have a name after a colon: `effect:<name>:<error>`, `failing:<queue>`, `invariant:<name>`, `refused:<budget>`.
 */
export const ALERT_CAUSES = {
  /** Events that are published late. */
  outbox: "lasts",
  /** Effects of one queue that are retried. */
  failing: "lasts",
  /** The API refuses what the worker asks. */
  edge: "lasts",
  /** Events dead-lettered without effects. */
  event: "lasts",
  /** Dead-lettered with one error. */
  effect: "lasts",
  /** Violated. */
  invariant: "lasts",
  /** No worker has checked the invariants for hours. */
  unchecked: "lasts",
  /** A budget is spent. */
  refused: "happens",
  drift: "happens",
  /** The drift check is late. */
  check: "lasts",
  /** The drift check found customers whom we do not know. */
  unknown: "happens",
  /** Stripe refused an account's. */
  email: "happens",
  /** An email did not arrive. */
  bounce: "happens",
  /** A code by SMS or WhatsApp did not arrive. */
  text: "happens",
  /** Stripe did not finalize an invoice. */
  finalization: "happens",
  fraud: "happens",
  dispute: "happens",
  /** Evidence is due. */
  dispute_due: "lasts",
  /** A schedule failed, or failed for some rows. */
  schedule: "happens",
  /** A company signed a notification that we cannot read. */
  webhook: "happens",
  /** Stripe gives a status that is new to us. */
  status: "lasts",
  /** We cannot say what Stripe takes: another currency, interval or price, or no preview. */
  collection: "lasts",
  /** Late. */
  promise: "lasts",
  /** Known for a few months more. */
  holidays: "lasts",
  test: "happens",
} as const;
export type AlertCause = keyof typeof ALERT_CAUSES;

export const LASTING_CAUSES = Object.entries(ALERT_CAUSES).flatMap(([cause, duration]) =>
  duration === "lasts" ? [cause] : [],
);

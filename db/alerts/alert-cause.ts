/** Of `effect`, `invariant` and `refused` a name follows, after a colon. */
export const ALERT_CAUSES = [
  /** Events that are published late. */
  "outbox",
  /** Dead-lettered without effects. */
  "event",
  /** `effect:<name>`, dead-lettered. */
  "effect",
  /** `invariant:<name>`, violated. */
  "invariant",
  /** `refused:<budget>`, which is spent. */
  "refused",
  "drift",
  /** The drift check is late. */
  "check",
  /** The drift check found customers whom we do not know. */
  "unknown",
  /** Stripe refused an account's. */
  "email",
  /** An email did not arrive. */
  "bounce",
  /** Stripe did not finalize an invoice. */
  "finalization",
  "fraud",
  "dispute",
  /** Evidence is due. */
  "dispute_due",
  /** A schedule failed, or failed for some rows. */
  "schedule",
  /** Stripe gives a status that is new to us. */
  "status",
  /** We cannot say what Stripe takes: another currency, interval or price, or no preview. */
  "collection",
  /** Late. */
  "promise",
  /** Known for a few months more. */
  "holidays",
  "test",
] as const;
export type AlertCause = (typeof ALERT_CAUSES)[number];

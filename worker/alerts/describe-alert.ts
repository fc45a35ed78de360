import type { Alert } from "#db/alerts/claim-alerts.ts";

const CAUSES: Readonly<Record<string, (count: string) => string>> = {
  outbox: (count) => `${count} waiting to be published for more than five minutes`,
  drift: (count) => `${count}: a customer's rows are not what the payment provider has`,
  event: (count) => `${count} put aside as a whole: nothing of what should follow was done`,
  check: () => "no completed drift check for more than 26 hours",
  dispute: (count) => `${count} opened at the payment provider`,
};

const NOUNS: Readonly<Record<string, [one: string, many: string]>> = {
  outbox: ["event", "events"],
  drift: ["drift", "drifts"],
  event: ["event", "events"],
  dispute: ["dispute", "disputes"],
};

export function describeAlert({ cause, count }: Alert): string {
  const [one, many] = NOUNS[cause] ?? ["effect", "effects"];
  const counted = `${count} ${count === 1 ? one : many}`;
  const describe = CAUSES[cause];
  if (describe !== undefined) return describe(counted);
  const name = cause.replace(/^effect:/, "");
  return `${counted} “${name}” failed for good and ${count === 1 ? "needs" : "need"} a person`;
}

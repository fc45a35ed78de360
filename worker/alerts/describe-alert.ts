import type { Alert } from "#db/alerts/claim-alerts.ts";

const CAUSES: Readonly<Record<string, (count: string) => string>> = {
  outbox: (count) => `${count} waiting to be published for more than five minutes`,
  drift: (count) => `${count} found: a customer differs from Stripe`,
  event: (count) => `${count} dead-lettered before any effect`,
  check: () => "no completed drift check for more than 26 hours",
  dispute: (count) => `${count} opened at Stripe`,
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
  return `${counted} “${name}” dead-lettered`;
}

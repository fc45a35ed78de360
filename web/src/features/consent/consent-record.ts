import { fieldsOf } from "../../lib/json.ts";

/** Month of the policy's last change. Raising it asks every visitor again. */
export const POLICY_VERSION = "2026-11";

export const CONSENT_KEY = "cookieConsent";

const CHOICES = ["accepted", "rejected"] as const;

export type Choice = (typeof CHOICES)[number];

export type ConsentRecord = {
  readonly choice: Choice;
  readonly policyVersion: string;
  readonly decidedAt: string;
};

/** Null when it is invalid or from an older policy. */
export function parseConsent(value: unknown): ConsentRecord | null {
  const { choice, policyVersion, decidedAt } = fieldsOf(value);
  const known = CHOICES.find((name) => name === choice);
  if (known === undefined || policyVersion !== POLICY_VERSION) return null;
  return typeof decidedAt === "string" && decidedAt !== ""
    ? { choice: known, policyVersion, decidedAt }
    : null;
}

/**
 * Runs before the first paint, so that the prerendered question does not flash and shift the
 * page.
 */
export const MARK_DECIDED_SCRIPT =
  `try{JSON.parse(localStorage.getItem("${CONSENT_KEY}")).policyVersion==="${POLICY_VERSION}"` +
  `&&document.documentElement.setAttribute("data-cookies","decided")}catch{}`;

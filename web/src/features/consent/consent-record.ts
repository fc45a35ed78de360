/** Month of the policy's last change. Raising it asks every visitor again. */
export const POLICY_VERSION = "2026-11";

export const CONSENT_KEY = "cookieConsent";

export type Choice = "accepted" | "rejected";

export type ConsentRecord = {
  readonly choice: Choice;
  readonly policyVersion: string;
  readonly decidedAt: string;
};

/** Parses a stored choice; null when it is missing, invalid or from an older policy. */
export function parseConsent(stored: string | null): ConsentRecord | null {
  if (stored === null) return null;
  try {
    const record = JSON.parse(stored) as Partial<ConsentRecord> | null;
    const isOurs = /^(accept|reject)ed$/.test(String(record?.choice)) && record?.decidedAt;
    return isOurs && record.policyVersion === POLICY_VERSION ? (record as ConsentRecord) : null;
  } catch {
    return null;
  }
}

/**
 * Runs before the first paint, so that the prerendered question does not flash and shift the
 * page.
 */
export const MARK_DECIDED_SCRIPT =
  `try{JSON.parse(localStorage.getItem("${CONSENT_KEY}")).policyVersion==="${POLICY_VERSION}"` +
  `&&document.documentElement.setAttribute("data-cookies","decided")}catch{}`;

/** Version of the cookie policy: the month of its last change. Raising it asks every visitor again. */
export const POLICY_VERSION = "2026-11";

/** Where the choice is kept in the browser's local storage. */
export const CONSENT_KEY = "cookieConsent";

export type Choice = "accepted" | "rejected";

/** What a visitor decided about other companies' cookies, under which policy and when. */
export type ConsentRecord = {
  readonly choice: Choice;
  readonly policyVersion: string;
  /** ISO 8601. */
  readonly decidedAt: string;
};

/** Reads a stored choice; null when there is none, when it is not ours, or when the policy has changed since. */
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
 * A script that runs before the first paint and marks the document of a visitor who has decided. Every
 * prerendered page carries the question, and without the mark it would show for a moment and then take its
 * room away.
 */
export const MARK_DECIDED_SCRIPT =
  `try{JSON.parse(localStorage.getItem("${CONSENT_KEY}")).policyVersion==="${POLICY_VERSION}"` +
  `&&document.documentElement.setAttribute("data-cookies","decided")}catch{}`;

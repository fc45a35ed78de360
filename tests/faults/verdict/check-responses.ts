import type { CustomerAction } from "../clients/customer-actions.ts";
import type { DecisionAction } from "../clients/decision-clients.ts";
import { isCreated } from "../clients/enquiry-clients.ts";
import type { Attempt } from "../clients/http-client.ts";
import { type Violation, violation } from "./state.ts";

/** When the edge was down, by `performance.now()`. */
export interface Outage {
  readonly fromMs: number;
  readonly toMs: number;
}

type Response = Extract<Attempt, { readonly outcome: "response" }>;

const CONFLICT_CODES: ReadonlySet<string | null> = new Set([
  "amount_changed",
  "change_refused",
  "guarantee_over",
  "no_subscription",
  "offer_used",
  "payment_due",
  "refund_asked",
  "subscription_ending",
  // The previous attempt used the code, or a later email replaced it.
  "otp_expired",
  "email_not_confirmed",
  "over_email_send_rate_limit",
]);
const OUTAGE_CODES: ReadonlySet<string | null> = new Set([
  "unavailable",
  "service_unavailable",
  "payments_unavailable",
]);

/** Each enquiry got one id per key, or a clear error. */
export function checkEnquiryResponses(
  attempts: ReadonlyMap<string, readonly Attempt[]>,
  edgeOutages: readonly Outage[],
): Violation[] {
  const isAllowed = (response: Response): boolean =>
    (isCreated(response) && (response.status === 200 || response.status === 201)) ||
    (response.status === 503 && response.code === "unavailable");
  return [...attempts].flatMap(([key, list]) => {
    const created = list.filter((attempt) => isCreated(attempt));
    const ids = new Set(created.map(({ id }) => id)).size;
    return [
      ...(ids > 1 ? [violation("wrong", key, `one key was answered with ${ids} ids`)] : []),
      ...(created.filter(({ status }) => status === 201).length > 1
        ? [violation("wrong", key, "was answered 201 twice")]
        : []),
      ...checkAttempts(key, list, { isAllowed, edgeOutages }),
    ];
  });
}

export function checkActionResponses(
  actions: readonly CustomerAction[],
  edgeOutages: readonly Outage[],
): Violation[] {
  const isAllowed = ({ status, code }: Response): boolean =>
    (status >= 200 && status < 300) ||
    (status === 503 && OUTAGE_CODES.has(code)) ||
    (status >= 400 && status < 500 && CONFLICT_CODES.has(code));
  return actions.flatMap(({ email, kind, attempts }) =>
    checkAttempts(`${kind} of ${email}`, attempts, { isAllowed, edgeOutages }),
  );
}

export function checkDecisionResponses(
  actions: readonly DecisionAction[],
  edgeOutages: readonly Outage[],
): Violation[] {
  const isAllowed = ({ status, code }: Response): boolean =>
    status === 200 ||
    (status === 409 && code === "post_decided") ||
    (status === 503 && code === "unavailable");
  return actions.flatMap(({ postId, decision, attempts }) =>
    checkAttempts(`${decision} of ${postId}`, attempts, { isAllowed, edgeOutages }),
  );
}

function checkAttempts(
  about: string,
  attempts: readonly Attempt[],
  rules: { isAllowed: (response: Response) => boolean; edgeOutages: readonly Outage[] },
): Violation[] {
  return attempts.flatMap((attempt) => {
    if (attempt.outcome === "response") {
      if (rules.isAllowed(attempt)) return [];
      const code = attempt.code ?? "none";
      return violation("wrong", about, `was answered ${attempt.status} with code ${code}`);
    }
    const { sentMs, endedMs, reason } = attempt;
    const isExcused = rules.edgeOutages.some(
      ({ fromMs, toMs }) => sentMs <= toMs && endedMs >= fromMs,
    );
    if (isExcused) return [];
    const tookMs = Math.round(endedMs - sentMs);
    return violation(
      "wrong",
      about,
      `got no response in ${tookMs} ms while the edge ran: ${reason}`,
    );
  });
}

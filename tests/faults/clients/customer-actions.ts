import { setTimeout as delay } from "node:timers/promises";
import { type Attempt, createHttpClient, type HttpRequest } from "./http-client.ts";

export type ActionKind =
  | "sign-up"
  | "checkout"
  | "plan-change"
  | "withdraw"
  | "accept-offer"
  | "cancel"
  | "resume"
  | "refund"
  | "read";

export interface CustomerAction {
  readonly email: string;
  readonly kind: ActionKind;
  readonly subscriptionId: string | null;
  readonly attempts: readonly Attempt[];
  readonly isAccepted: boolean;
  readonly change: {
    readonly when: "now" | "period_end";
    readonly priceIds: readonly string[];
    readonly isCharged: boolean;
  } | null;
}

export type ActionRequest = HttpRequest & {
  readonly kind: ActionKind;
  readonly subscriptionId?: string | null;
  readonly change?: CustomerAction["change"];
  /** The first attempt is two clicks at once. */
  readonly isDoubled?: boolean;
};

/** An action whose result the client may still correct. */
type OpenAction = { -readonly [K in keyof CustomerAction]: CustomerAction[K] } & {
  readonly attempts: Attempt[];
};

interface Response {
  readonly status: number;
  readonly body: unknown;
}

export type ActionResponse = Response & { readonly action: OpenAction };

export type ActionSender = ReturnType<typeof createActionSender>;

// The edge calls Stripe up to three times with 8 s each.
const TIMEOUT_MS = 45_000;
const LOST_SHARE = 0.04;
const ATTEMPTS_AFTER_500_MAX = 6;

/** Sends requests until they have a response, with the same body and keys, and records their attempts. */
export function createActionSender(options: {
  readonly apiUrl: string;
  readonly anonKey: string;
  readonly random: () => number;
  readonly signal: AbortSignal;
}) {
  const { random, signal } = options;
  const client = createHttpClient({ ...options, connections: 64, timeoutMs: TIMEOUT_MS });
  client.loseResponses(LOST_SHARE);
  const actions: OpenAction[] = [];
  let serverErrors = 0;

  const pause = (fromMs: number, toMs: number) =>
    delay(fromMs + random() * (toMs - fromMs), undefined, { signal });

  /** Null when the customer got no response. */
  async function attempt(action: OpenAction, request: HttpRequest): Promise<Response | null> {
    const { attempt: ended, body } = await client.send(request);
    action.attempts.push(ended);
    if (ended.outcome === "no response") return null;
    if (ended.status >= 500) serverErrors += 1;
    return ended.wasHeard ? { status: ended.status, body } : null;
  }

  async function act(email: string, request: ActionRequest): Promise<ActionResponse> {
    const action: OpenAction = {
      email,
      kind: request.kind,
      subscriptionId: request.subscriptionId ?? null,
      attempts: [],
      isAccepted: false,
      change: request.change ?? null,
    };
    actions.push(action);
    for (let tries = 1; ; tries += 1) {
      const clicks = request.isDoubled === true && tries === 1 ? 2 : 1;
      const responses = await Promise.all(
        Array.from({ length: clicks }, () => attempt(action, request)),
      );
      const finalResponses = responses
        .filter((response) => response !== null)
        .filter(({ status }) => status < 500);
      const final = finalResponses.find(({ status }) => status < 300) ?? finalResponses[0];
      if (final !== undefined) {
        action.isAccepted = final.status < 300;
        return { ...final, action };
      }
      const isBroken = responses.some((response) => response?.status === 500);
      if (isBroken && tries > ATTEMPTS_AFTER_500_MAX) return { status: 500, body: null, action };
      await pause(400, 1_600);
    }
  }

  return {
    actions,
    act,
    pause,
    countWaiting: (ms: number) => client.countWaiting(ms),
    countServerErrors: () => serverErrors,
    close: () => client.close(),
  };
}

import { RETENTION_MESSAGES } from "#contracts/retention-messages.ts";
import { CallRefused } from "../session/call-function.ts";
import { RetentionFault } from "./retention-fault.ts";

/** What was asked for. */
export type Act = keyof typeof RETENTION_MESSAGES.failed;

/** What `fetch` throws without a connection, `import()` among it, and what the auth client makes of it. */
const NO_CONNECTION: ReadonlySet<string> = new Set(["TypeError", "AuthRetryableFetchError"]);

/** What to tell somebody whose wish to stay or to leave was not done. Source: the product specification, error catalogue. */
export function describeFault(act: Act, error: unknown): string {
  const words = RETENTION_MESSAGES.failed[act];
  if (error instanceof RetentionFault) {
    if (error.kind === "signed-out") return RETENTION_MESSAGES.signIn;
    if (error.kind === "no-subscription") return RETENTION_MESSAGES.noSubscription;
    return error.said ?? words.failed;
  }
  if (error instanceof CallRefused) return describeRefusal(act, error);
  const hasNoConnection = error instanceof Error && NO_CONNECTION.has(error.name);
  return hasNoConnection ? words.unreachable : words.tryAgain;
}

function describeRefusal(act: Act, { status, code, said, details }: CallRefused): string {
  const words = RETENTION_MESSAGES.failed[act];
  const reason = details ?? said ?? words.failed;
  switch (status) {
    case 400:
      return RETENTION_MESSAGES.refused(reason);
    case 401:
      return RETENTION_MESSAGES.unauthenticated;
    case 403:
      return words.forbidden;
    case 404:
      return words.noService;
    case 500:
      return RETENTION_MESSAGES.broken(reason);
    default:
      // With a code it is ours, and speaks to people.
      return code !== null && said !== null ? said : RETENTION_MESSAGES.other(status);
  }
}

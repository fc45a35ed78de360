import type { Actor } from "#contracts/events/envelope.ts";
import type { EmailChange } from "#db/accounts/change-account.ts";
import type { CodeChallenge } from "#db/accounts/pkce-flows.ts";
import type { EdgeConfig } from "../../config.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { newFlow, newMail } from "./new-token.ts";

/**
 * The new mailbox has to confirm and, if configured, the current one unless it is unreachable.
 *
 * @param change.from null for anonymous accounts
 */
export function newEmailChange(
  c: AppContext,
  deps: AuthDeps,
  actor: Actor,
  change: Pick<EmailChange, "to" | "seenSentAt"> & {
    from: string | null;
    challenge: CodeChallenge | null;
    redirectTo: string;
    isCurrentUnreachable?: boolean;
    isRepeat?: boolean;
  },
): EmailChange {
  const { config } = deps;
  const {
    from,
    to,
    seenSentAt,
    challenge,
    redirectTo,
    isCurrentUnreachable = false,
    isRepeat = false,
  } = change;
  const token = { isPkce: challenge !== null, redirectTo };
  const isAskedTwice = from !== null && !isCurrentUnreachable && isSecureChange(config);
  return {
    to,
    confirmations: [
      newMail(c, deps, actor, "email-change-new", {
        ...token,
        purpose: "email_change_new",
        address: to,
      }),
      ...(isAskedTwice
        ? [
            newMail(c, deps, actor, "email-change-current", {
              ...token,
              purpose: "email_change_current",
              address: from,
            }),
          ]
        : []),
    ],
    flow: newFlow(deps, challenge, "email_change", redirectTo),
    seenSentAt,
    event: null,
    isCurrentUnreachable,
    isRepeat,
  };
}

export function isSecureChange(config: EdgeConfig): boolean {
  return config.MAILER_SECURE_EMAIL_CHANGE_ENABLED && !config.MAILER_AUTOCONFIRM;
}

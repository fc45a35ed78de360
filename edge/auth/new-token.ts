import type { NewToken } from "#db/auth/insert-token.ts";
import type { AuthDeps } from "./deps.ts";

/**
 * A one-time token that is about to be issued.
 *
 * @param wanted.address the mailbox or phone that it goes to
 * @param wanted.isPkce whether its link leads to a code for the browser that asked
 */
export function newToken(
  { codes, config, makeUuid, now }: Pick<AuthDeps, "codes" | "config" | "makeUuid" | "now">,
  wanted: { purpose: NewToken["purpose"]; address: string; isPkce: boolean; redirectTo: string },
): NewToken {
  const id = makeUuid();
  const at = now();
  const codeLength = config.MAILER_OTP_LENGTH;
  return {
    id,
    purpose: wanted.purpose,
    codeHash: codes.codeHash(wanted.purpose, wanted.address, codes.code(id, codeLength)),
    linkHash: codes.linkHash(codes.linkToken(id, wanted.isPkce)),
    relatesTo: wanted.address,
    codeLength,
    isPkce: wanted.isPkce,
    redirectTo: wanted.redirectTo,
    at: at.toISOString(),
    expiresAt: new Date(at.getTime() + config.MAILER_OTP_EXP * 1_000).toISOString(),
  };
}

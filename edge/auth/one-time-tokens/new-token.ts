import type { NewToken } from "#db/accounts/one-time-tokens/insert-token.ts";
import type { OneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { ConfigDeps, NewRowDeps } from "../deps.ts";

type TokenDeps = ConfigDeps & NewRowDeps & { codes: OneTimeCodes };
export type TokenInput = {
  purpose: NewToken["purpose"];
  address: string;
  isPkce: boolean;
  redirectTo: string;
};

/**
 * @param input.address email or phone
 * @param input.isPkce whether the link leads to a PKCE code
 */
export function newToken(deps: TokenDeps, input: TokenInput): NewToken {
  const { MAILER_OTP_LENGTH: codeLength, MAILER_OTP_EXP: lifetimeS } = deps.config;
  return issue(deps, input, { codeLength, lifetimeS });
}

export function newSmsToken(
  deps: TokenDeps,
  { purpose, phone }: { purpose: NewToken["purpose"]; phone: string },
): NewToken {
  const { SMS_OTP_LENGTH: codeLength, SMS_OTP_EXP: lifetimeS, SITE_URL: redirectTo } = deps.config;
  const input = { purpose, address: phone, isPkce: false, redirectTo };
  return issue(deps, input, { codeLength, lifetimeS });
}

function issue(
  { codes, makeUuid, now }: TokenDeps,
  input: TokenInput,
  { codeLength, lifetimeS }: { codeLength: number; lifetimeS: number },
): NewToken {
  const id = makeUuid();
  const at = now();
  return {
    id,
    purpose: input.purpose,
    codeHash: codes.codeHash(input.purpose, input.address, codes.code(id, codeLength)),
    linkHash: codes.linkHash(codes.linkToken(id, input.isPkce)),
    relatesTo: input.address,
    codeLength,
    isPkce: input.isPkce,
    redirectTo: input.redirectTo,
    at: at.toISOString(),
    expiresAt: new Date(at.getTime() + lifetimeS * 1_000).toISOString(),
  };
}

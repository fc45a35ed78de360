import { redeemPhoneCode } from "#db/accounts/one-time-tokens/redeem-phone-code.ts";
import type { AppContext } from "../../http/env.ts";
import { readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { phoneExistsError, userBannedError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { recordCodeSuccess } from "../limits/require-allowed.ts";
import { requireRightCode } from "../one-time-tokens/require-right-code.ts";
import { newNotice, newSession } from "../sessions/new-session.ts";
import { BY_PHONE } from "../sessions/recent-sign-in.ts";
import { sessionResponse } from "../sessions/session-response.ts";

/** @throws {AuthError} `otp_expired` for a wrong, used or expired code, and for an unknown phone */
export async function verifyPhoneCode(
  c: AppContext,
  deps: AuthDeps,
  { type, phone: phoneText, token }: { type: "sms" | "phone_change"; phone: string; token: string },
): Promise<Response> {
  const phone = readPhoneToVerify(phoneText);
  const purpose = type === "sms" ? "phone_confirmation" : "phone_change";
  const codeHash = deps.codes.codeHash(purpose, phone, token.trim());
  await requireRightCode(c, deps, phone, [{ purpose, codeHash }]);
  const redeemed = await redeemPhoneCode(deps.db, {
    purpose,
    codeHash,
    session: newSession(c, deps, "otp", BY_PHONE),
    notice: newNotice(c),
  });
  switch (redeemed.outcome) {
    case "session":
      await recordCodeSuccess(c, deps, phone);
      return c.json(await sessionResponse(deps, redeemed.user, redeemed.session));
    case "taken":
      throw phoneExistsError();
    case "banned":
      throw userBannedError();
    case "not_found":
      throw new AuthError("otp_expired", "Token has expired or is invalid");
  }
}

function readPhoneToVerify(text: string): string {
  try {
    return readPhone(text);
  } catch (cause) {
    throw validationError("Invalid phone number format (E.164 required)", {
      status: 422,
      cause,
    });
  }
}

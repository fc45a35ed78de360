import type { Factor } from "@supabase/auth-js";
import { useState } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { failure, note, type Outcome } from "../../../lib/use-action.ts";
import { auth } from "../../session/load-auth-client.ts";
import { useSession } from "../../session/session.ts";
import { askAuth, throwIfError } from "../account-api.ts";
import { tooManyCodes } from "../code-refusal.ts";

export function useMfaChallenge() {
  const session = useSession();
  const known = "user" in session ? (session.user.factors ?? []) : [];
  const factors = known.filter(isUsable);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [smsChallenge, setSmsChallenge] = useState<{
    factorId: string;
    challengeId: string;
  } | null>(null);
  const factor = factors.find(({ id }) => id === chosenId) ?? factors[0];
  const isBySms = factor?.factor_type === "phone";
  const challengeId =
    isBySms && smsChallenge?.factorId === factor.id ? smsChallenge.challengeId : null;

  return {
    factors,
    factor,
    choose: setChosenId,
    isBySms,
    /** The phone of the chosen factor has no code yet. */
    mustSendFirst: isBySms && challengeId === null,
    hasRecoveryCodes: known.some(({ factor_type: type }) => type === "recovery_code"),

    async sendSms(factorId: string): Promise<Outcome> {
      const { id } = await askAuth((client) => client.mfa.challenge({ factorId }));
      setSmsChallenge({ factorId, challengeId: id });
      return note(ACCOUNT_MESSAGES.code.texted);
    },

    /** @returns why the code is refused; null when it is right */
    async verify(factorId: string, code: string): Promise<Outcome | null> {
      const client = await auth();
      const { error } =
        challengeId === null
          ? await client.mfa.challengeAndVerify({ factorId, code })
          : await client.mfa.verify({ factorId, challengeId, code });
      const refusal = tooManyCodes(error);
      if (refusal !== null) return failure(refusal);
      throwIfError(error);
      return null;
    },
  };
}

function isUsable({ status, factor_type }: Factor): boolean {
  return status === "verified" && (factor_type === "totp" || factor_type === "phone");
}

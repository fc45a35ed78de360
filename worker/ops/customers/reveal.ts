import type { Context } from "hono";
import { MINUTE_MS } from "#contracts/durations.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { decryptText, encryptText } from "../session/encrypted-param.ts";
import { signedInOf } from "../session/require-operator.ts";
import type { Sessions } from "../session/sessions.ts";

const REVEALED_FOR_MS = 15 * MINUTE_MS;

export type Reveal = ReturnType<typeof createReveal>;

/** The permission to see one customer's personal data is in the parameter `shown`, so links keep it. */
export function createReveal({ now }: Pick<OpsDeps, "now">, sessions: Sessions) {
  const keyOf = (c: Context<OpsEnv>) => sessions.encryptionKey(signedInOf(c).session, "reveal");

  return {
    /** The customer whose personal data this request may show. */
    async revealedCustomer(c: Context<OpsEnv>): Promise<string | null> {
      const permission = await decryptText(keyOf(c), c.req.query("shown") ?? "");
      const [customerKey = "", untilMs] = (permission ?? "").split(" ");
      return Number(untilMs) > now().getTime() ? customerKey : null;
    },
    permit: (c: Context<OpsEnv>, customerKey: string): Promise<string> =>
      encryptText(keyOf(c), `${customerKey} ${now().getTime() + REVEALED_FOR_MS}`),
  };
}

import * as z from "zod";
import type { ActionKind, ActionSender } from "./customer-actions.ts";
import { readInbox } from "./read-inbox.ts";

// How long a user waits for a code by email before asking for another.
const CODE_PATIENCE_MS = 5_000;
const MAIL_PATIENCE_MS = 20_000;
const PASSWORD = "low tide at six";

const Session = z.object({ access_token: z.string() });

/**
 * Signs up, and again while no code arrives.
 * @returns the access token
 */
export async function signUp(
  { act, pause }: ActionSender,
  customer: {
    readonly email: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly inbox: string;
    readonly signal: AbortSignal;
  },
): Promise<string> {
  const { email, headers } = customer;
  const auth = (kind: ActionKind, path: string, body: object) =>
    act(email, { kind, path: `/auth/v1/${path}`, body, headers });

  async function verify(token: string): Promise<string | null> {
    const { body } = await auth("read", "verify", { type: "signup", email, token });
    const verified = Session.safeParse(body);
    if (verified.success) return verified.data.access_token;
    // The attempt whose response was lost may have used the code.
    const credentials = { email, password: PASSWORD };
    const signedIn = await auth("read", "token?grant_type=password", credentials);
    return Session.safeParse(signedIn.body).data?.access_token ?? null;
  }

  const data = { first_name: "Ada", last_name: "Byron" };
  const request = () => auth("sign-up", "signup", { email, password: PASSWORD, data });
  let signedUp: Awaited<ReturnType<typeof request>>["action"] | null = null;
  let usedCode: string | null = null;
  let retryAtMs = 0;
  for (;;) {
    const code = await newestCode(customer);
    if (code !== null && code !== usedCode) {
      usedCode = code;
      const accessToken = await verify(code);
      if (accessToken !== null) {
        if (signedUp !== null) signedUp.isAccepted = true;
        return accessToken;
      }
    } else if (performance.now() > retryAtMs) {
      signedUp = (await request()).action;
      retryAtMs = performance.now() + (signedUp.isAccepted ? MAIL_PATIENCE_MS : CODE_PATIENCE_MS);
    } else {
      await pause(300, 800);
    }
  }
}

async function newestCode({
  email,
  inbox,
  signal,
}: {
  readonly email: string;
  readonly inbox: string;
  readonly signal: AbortSignal;
}): Promise<string | null> {
  signal.throwIfAborted();
  const texts = await readInbox(inbox, email, signal);
  return /\b\d{6}\b/.exec(texts.at(-1) ?? "")?.[0] ?? null;
}

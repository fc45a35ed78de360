import { z } from "zod";
import type { AuthService, SignInOutcome } from "../ops/auth-service.ts";

// A password takes the service a third of a second; a person who waits longer than this reads of it.
const ANSWER_LIMIT_MS = 10_000;

const Factor = z.object({ id: z.string(), status: z.string(), factor_type: z.string() });
const SignedIn = z.object({
  access_token: z.string(),
  user: z.object({
    id: z.string(),
    email: z.string(),
    app_metadata: z.looseObject({ role: z.optional(z.string()) }),
    factors: z.optional(z.array(Factor)),
  }),
});
type SignedIn = z.infer<typeof SignedIn>;

const Claims = z.object({ session_id: z.string(), aal: z.string() });
const Challenge = z.object({ id: z.string() });

/** As long as an event's actor may be called. */
const NAME_MAX = 100;

/**
 * Asks the authentication service at the edge.
 *
 * @param apiUrl the edge's address
 */
export function createEdgeAuth(apiUrl: string): AuthService {
  async function post(path: string, body: unknown, accessToken?: string): Promise<Response> {
    return fetch(`${apiUrl}/auth/v1${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
  }

  /** Nobody keeps a session that they may not use. */
  async function signOut(accessToken: string): Promise<void> {
    await post("/logout?scope=local", {}, accessToken);
  }

  async function judge(answer: SignedIn): Promise<SignInOutcome> {
    const { access_token: accessToken, user } = answer;
    if (user.app_metadata.role !== "ops") {
      await signOut(accessToken);
      return { outcome: "not_ops" };
    }
    const claims = readClaims(accessToken);
    const factor = (user.factors ?? []).find(
      ({ status, factor_type: type }) => status === "verified" && type === "totp",
    );
    if (factor !== undefined && claims.aal !== "aal2") {
      return { outcome: "second_step", step: { accessToken, factorId: factor.id } };
    }
    return {
      outcome: "signed_in",
      person: { userId: user.id, sessionId: claims.session_id, name: nameOf(user) },
    };
  }

  return {
    signIn: (email, password) =>
      unlessUnreachable(async () => {
        const response = await post("/token?grant_type=password", { email, password });
        return response.ok ? judge(SignedIn.parse(await response.json())) : refusal(response);
      }),
    prove: ({ accessToken, factorId }, code) =>
      unlessUnreachable(async () => {
        const asked = await post(`/factors/${factorId}/challenge`, {}, accessToken);
        if (!asked.ok) return refusal(asked);
        const { id } = Challenge.parse(await asked.json());
        const body = { challenge_id: id, code };
        const response = await post(`/factors/${factorId}/verify`, body, accessToken);
        return response.ok ? judge(SignedIn.parse(await response.json())) : refusal(response);
      }),
  };
}

async function unlessUnreachable(ask: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
  try {
    return await ask();
  } catch {
    // No connection, no answer in time, or one that is none of the service's.
    return { outcome: "unreachable" };
  }
}

function refusal(response: Response): SignInOutcome {
  if (response.status === 429) {
    const retryAfterS = Number(response.headers.get("retry-after"));
    return { outcome: "too_many", retryAfterS: Math.max(1, retryAfterS) };
  }
  return { outcome: response.status >= 500 ? "unreachable" : "refused" };
}

/** Comes from the service itself, so that its signature needs no check. */
function readClaims(accessToken: string): z.infer<typeof Claims> {
  const [, claims = ""] = accessToken.split(".");
  return Claims.parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
}

/**
 * How the audit log names somebody: by the address that they have proven, never by the name that they call themselves,
 * which may be a colleague's. By their id where there is no address, or one that is too long for a name.
 */
function nameOf({ id, email }: SignedIn["user"]): string {
  return email === "" || email.length > NAME_MAX ? id : email;
}

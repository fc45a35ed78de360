import * as z from "zod";
import { OPERATOR_ROLES } from "#db/ops/ops-session.ts";
import type { AuthService, MfaChallenge, SignInOutcome } from "../ports/auth-service.ts";

// The edge takes half a second to refuse a password; after 10 s the page shows an error.
const TIMEOUT_MS = 10_000;

const Factor = z.object({ id: z.string(), status: z.string(), factor_type: z.string() });
const SignedIn = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
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

/** The limit on an actor's name in events. */
const NAME_MAX = 100;

export function createEdgeAuth(apiUrl: string): AuthService {
  async function post(path: string, body: unknown, accessToken?: string): Promise<Response> {
    return fetch(`${apiUrl}/auth/v1${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  async function signOut(accessToken: string): Promise<void> {
    await post("/logout?scope=local", {}, accessToken);
  }

  async function readSignIn(response: Response): Promise<SignInOutcome> {
    if (!response.ok) return failureOf(response);
    const signedIn = SignedIn.parse(await response.json());
    const { access_token: accessToken, refresh_token: refreshToken, user } = signedIn;
    if (OPERATOR_ROLES.every((role) => role !== user.app_metadata.role)) {
      await signOut(accessToken);
      return { outcome: "not_ops" };
    }
    const claims = readClaims(accessToken);
    if (claims.aal === "aal2") {
      const name = nameOf(user);
      const operator = { userId: user.id, sessionId: claims.session_id, name, refreshToken };
      return { outcome: "signed_in", operator };
    }
    const challenge = challengeOf(signedIn);
    if (challenge !== null) return { outcome: "mfa_required", challenge };
    await signOut(accessToken);
    return { outcome: "no_authenticator" };
  }

  async function verifyCode(
    { accessToken, factorId }: MfaChallenge,
    code: string,
  ): Promise<SignInOutcome> {
    const challenge = await post(`/factors/${factorId}/challenge`, {}, accessToken);
    if (!challenge.ok) return failureOf(challenge);
    const { id } = Challenge.parse(await challenge.json());
    const body = { challenge_id: id, code };
    return readSignIn(await post(`/factors/${factorId}/verify`, body, accessToken));
  }

  /** A refused code leaves the token usable: the edge takes the one before the newest, too. */
  async function confirm(refreshToken: string, code: string): Promise<SignInOutcome> {
    const renewed = await post("/token?grant_type=refresh_token", { refresh_token: refreshToken });
    if (!renewed.ok) return failureOf(renewed);
    const challenge = challengeOf(SignedIn.parse(await renewed.json()));
    return challenge === null ? { outcome: "no_authenticator" } : verifyCode(challenge, code);
  }

  return {
    signIn: (email, password) =>
      unlessUnreachable(async () =>
        readSignIn(await post("/token?grant_type=password", { email, password })),
      ),
    verifyCode: (challenge, code) => unlessUnreachable(() => verifyCode(challenge, code)),
    confirm: (refreshToken, code) => unlessUnreachable(() => confirm(refreshToken, code)),
  };
}

async function unlessUnreachable(signIn: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
  try {
    return await signIn();
  } catch {
    return { outcome: "unreachable" };
  }
}

function failureOf(response: Response): SignInOutcome {
  if (response.status === 429) {
    const retryAfterS = Number(response.headers.get("retry-after"));
    return { outcome: "too_many", retryAfterS: Math.max(1, retryAfterS) };
  }
  return { outcome: response.status >= 500 ? "unreachable" : "refused" };
}

function challengeOf({ access_token: accessToken, user }: SignedIn): MfaChallenge | null {
  const factor = (user.factors ?? []).find(
    ({ status, factor_type: type }) => status === "verified" && type === "totp",
  );
  return factor === undefined ? null : { accessToken, factorId: factor.id };
}

/** Reads claims without verifying the signature: the token comes directly from the edge. */
function readClaims(accessToken: string): z.infer<typeof Claims> {
  const [, claims = ""] = accessToken.split(".");
  return Claims.parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
}

/** The confirmed address, never the name that the user chose, which may be a colleague's. */
function nameOf({ id, email }: SignedIn["user"]): string {
  return email === "" || email.length > NAME_MAX ? id : email;
}

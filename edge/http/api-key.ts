import { jwtVerify } from "jose";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { EdgeConfig } from "../config.ts";
import type { AppEnv } from "./env.ts";
import { type AuthKeys, createAuthKeys, issuerOf } from "../auth/sessions/signing-keys.ts";

/** What a token of ours says. The public keys name a role and nobody; a person's token names the person and a session. */
const Claims = z.object({
  role: z.string().min(1),
  /** Seconds since the epoch. */
  exp: z.number(),
  iat: z.optional(z.number()),
  sub: z.optional(z.string()),
  aud: z.optional(z.string()),
  email: z.optional(z.string()),
  session_id: z.optional(z.string()),
  aal: z.optional(z.enum(["aal1", "aal2"])),
  is_anonymous: z.optional(z.boolean()),
});
export type TokenClaims = z.infer<typeof Claims>;

// A token of ours is under 2 kB; what is far longer is not worth a signature check.
const TOKEN_MAX_CHARS = 8_192;

/** Clocks of servers differ by a little. */
const CLOCK_TOLERANCE_S = 5;

// Every client sends the same public key with every request, and checking its signature is a quarter of an enquiry's
// processor time. The tokens of people come and go, so that there must be an end to what is kept.
const REMEMBERED_MAX = 1_000;

/** What the public keys of the service that this one replaces name as their issuer. */
const ELDER_ISSUER = "supabase";

/** The roles of tokens that name nobody. A person may have any role: it is their name that counts. */
const NAMELESS_ROLES = new Set(["anon", "authenticated", "service_role", "supabase_admin"]);

/** Checks tokens that this service signed, with any of its current keys. */
export type VerifyToken = (token: string) => Promise<TokenClaims>;

/**
 * @param keys those of the authentication service
 * @returns a verifier, which remembers what it found valid until that expires
 * @throws the verifier throws jose's error or a ZodError for every token that is not one of ours and valid
 */
export function createTokenVerifier(
  config: Pick<EdgeConfig, "JWT_KEYS" | "API_URL" | "API_EXTERNAL_URL" | "JWT_ISSUER"> &
    Partial<Pick<EdgeConfig, "JWT_SECRET">>,
  now: () => Date,
  keys: AuthKeys = createAuthKeys(config),
): VerifyToken {
  const issuer = issuerOf(config);
  const remembered = new Map<string, TokenClaims>();
  return async function verifyToken(token) {
    const known = remembered.get(token);
    if (known !== undefined && now().getTime() < known.exp * 1_000) return known;
    if (token.length > TOKEN_MAX_CHARS) throw new Error("token too long");
    const { payload, protectedHeader } = await jwtVerify(
      token,
      ({ kid, alg }) => keys.verifying(kid, alg),
      {
        algorithms: ["ES256", "RS256", "HS256"],
        issuer: [issuer, ELDER_ISSUER],
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now(),
      },
    );
    const claims = Claims.parse(payload);
    if (claims.sub === undefined && !NAMELESS_ROLES.has(claims.role))
      throw new Error("unknown role");
    // The public keys that a site was built with stay good when it moves here; nobody's sign-in elsewhere counts.
    const isElderKey = protectedHeader.alg === "HS256" && claims.sub === undefined;
    if (payload.iss !== issuer && !isElderKey) throw new Error("unknown issuer");
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= REMEMBERED_MAX) remembered.delete(oldest);
    remembered.set(token, claims);
    return claims;
  };
}

/**
 * Demands the public key that every client of the API sends in `apikey` (or as bearer), and checks a bearer
 * token where one is sent.
 */
export function requireApiKey(verifyToken: VerifyToken): MiddlewareHandler<AppEnv> {
  return async function requireApiKey(c, next) {
    const bearer = /^bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const apiKey = c.req.header("apikey") ?? bearer;
    if (apiKey === undefined) {
      throw new AppError("unauthenticated", MESSAGES.refused.missingApiKey);
    }
    await verifyToken(apiKey).catch((cause: unknown) => {
      throw new AppError("unauthenticated", MESSAGES.refused.invalidApiKey, { cause });
    });
    if (bearer !== undefined && bearer !== apiKey) {
      await verifyToken(bearer).catch((cause: unknown) => {
        throw new AppError("unauthenticated", MESSAGES.refused.invalidToken, { cause });
      });
    }
    await next();
  };
}

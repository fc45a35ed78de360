import { jwtVerify } from "jose";
import * as z from "zod";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { EdgeConfig } from "../config.ts";
import type { AppMiddleware } from "./env.ts";
import { readBearerToken } from "./request-headers.ts";
import { type AuthKeys, createAuthKeys, issuerOf } from "./signing-keys.ts";

const Claims = z.object({
  role: z.string().min(1),
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

// Our tokens are below 2 kB.
const TOKEN_MAX_CHARS = 8_192;

const CLOCK_TOLERANCE_S = 5;

// Verifying a signature takes a quarter of an enquiry's CPU time, and every client sends the same
// public key.
const CACHE_MAX = 1_000;

/** An earlier Supabase project, whose public keys stay valid; its sessions do not. */
const PREVIOUS_ISSUER = "supabase";

const USERLESS_ROLES = new Set(["anon", "authenticated", "service_role", "supabase_admin"]);

export type VerifyToken = (token: string) => Promise<TokenClaims>;

/**
 * @returns a verifier that caches valid tokens until they expire
 * @throws jose's error or a ZodError for an invalid token
 */
export function createTokenVerifier(
  config: Pick<EdgeConfig, "JWT_KEYS" | "API_URL" | "API_EXTERNAL_URL" | "JWT_ISSUER"> &
    Partial<Pick<EdgeConfig, "JWT_SECRET">>,
  now: () => Date,
  keys: AuthKeys = createAuthKeys(config),
): VerifyToken {
  const issuer = issuerOf(config);
  const cache = new Map<string, TokenClaims>();
  return async function verifyToken(token) {
    const cached = cache.get(token);
    if (cached !== undefined && now().getTime() < cached.exp * 1_000) return cached;
    if (token.length > TOKEN_MAX_CHARS) throw new Error("token too long");
    const { payload, protectedHeader } = await jwtVerify(
      token,
      ({ kid, alg }) => keys.verifying(kid, alg),
      {
        algorithms: ["ES256", "RS256", "HS256"],
        issuer: [issuer, PREVIOUS_ISSUER],
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now(),
      },
    );
    const claims = Claims.parse(payload);
    if (claims.sub === undefined && !USERLESS_ROLES.has(claims.role)) {
      throw new Error("unknown role");
    }
    const isPreviousKey = protectedHeader.alg === "HS256" && claims.sub === undefined;
    if (payload.iss !== issuer && !isPreviousKey) throw new Error("unknown issuer");
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= CACHE_MAX) cache.delete(oldest);
    cache.set(token, claims);
    return claims;
  };
}

/** Requires the public key in `apikey` or as bearer, and verifies a bearer token. */
export function requireApiKey(verifyToken: VerifyToken): AppMiddleware {
  return async function requireApiKey(c, next) {
    const bearer = readBearerToken(c);
    const apiKey = c.req.header("apikey") ?? bearer;
    if (apiKey === undefined) throw new AppError("unauthenticated", MESSAGES.refused.missingApiKey);
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

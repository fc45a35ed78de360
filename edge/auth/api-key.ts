import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages.ts";
import type { EdgeConfig } from "../config.ts";
import type { AppEnv } from "../http/env.ts";

const Claims = z.object({ role: z.enum(["anon", "authenticated", "service_role"]) });

// A token of ours is under 2 kB; what is far longer is not worth a signature check.
const TOKEN_MAX_CHARS = 8_192;

/** Clocks of servers differ by a little. */
const CLOCK_TOLERANCE_S = 5;

/** Checks tokens that this service signed, with any of its current keys. */
export type VerifyToken = (token: string) => Promise<z.infer<typeof Claims>>;

/**
 * @returns a verifier
 * @throws the verifier throws jose's error or a ZodError for every token that is not one of ours and valid
 */
export function createTokenVerifier(config: Pick<EdgeConfig, "JWT_KEYS" | "API_URL">): VerifyToken {
  const keys: JSONWebKeySet = {
    keys: config.JWT_KEYS.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y, alg: "ES256" })),
  };
  const keySet = createLocalJWKSet(keys);
  return async function verifyToken(token) {
    if (token.length > TOKEN_MAX_CHARS) throw new Error("token too long");
    const { payload } = await jwtVerify(token, keySet, {
      algorithms: ["ES256"],
      issuer: `${config.API_URL}/auth/v1`,
      requiredClaims: ["exp"],
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    return Claims.parse(payload);
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

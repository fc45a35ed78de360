import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { createLogger } from "../http/logger.ts";
import { createAuthKeys } from "../http/signing-keys.ts";
import type { AuthDeps } from "./deps.ts";
import { createProviderClient } from "./oauth/client.ts";
import { createLeakedPasswords } from "./passwords/leaked-passwords.ts";
import { createAccessTokens, createRefreshTokens } from "./sessions/tokens.ts";

type AuthDepsInput = Pick<
  AuthDeps,
  | "config"
  | "db"
  | "verifyToken"
  | "defaultLimiter"
  | "limits"
  | "captcha"
  | "passwords"
  | "makeId"
  | "now"
> &
  Partial<Pick<AuthDeps, "providers">> & { writeLog: (line: string) => void };

export function createAuthDeps({ writeLog, ...input }: AuthDepsInput): AuthDeps {
  const { config, now } = input;
  const keys = createAuthKeys(config);
  return {
    providers: createProviderClient((request) => fetch(request), now),
    leakedPasswords: createLeakedPasswords(
      (request) => fetch(request),
      createLogger(config.LOG_LEVEL, {}, writeLog),
    ),
    ...input,
    makeUuid: () => crypto.randomUUID(),
    keys,
    accessTokens: createAccessTokens(config, keys, now),
    refreshTokens: createRefreshTokens(config.AUTH_TOKEN_SECRET),
    codes: createOneTimeCodes(config.AUTH_CODE_SECRET),
  };
}

import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { createLogger } from "../http/logger.ts";
import { createAuthKeys } from "../http/signing-keys.ts";
import type { AuthDeps, AuthDepsInput } from "./deps.ts";
import { createProviderClient } from "./oauth/client.ts";
import { createLeakedPasswords } from "./passwords/leaked-passwords.ts";
import { createAccessTokens, createRefreshTokens } from "./sessions/tokens.ts";

export function createAuthDeps(deps: AuthDepsInput): AuthDeps {
  const { config, now, writeLog } = deps;
  const keys = createAuthKeys(config);
  return {
    ...deps,
    providers: createProviderClient((request) => fetch(request), now),
    leakedPasswords: createLeakedPasswords(
      (request) => fetch(request),
      createLogger(config.LOG_LEVEL, {}, writeLog),
    ),
    makeUuid: () => crypto.randomUUID(),
    keys,
    accessTokens: createAccessTokens(config, keys, now),
    refreshTokens: createRefreshTokens(config.AUTH_TOKEN_SECRET),
    codes: createOneTimeCodes(config.AUTH_CODE_SECRET),
  };
}

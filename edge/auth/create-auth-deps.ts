import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { AuthDeps } from "./deps.ts";
import { createProviderClient } from "./oauth/client.ts";
import { createPasswords, SCRYPT } from "./passwords/hash.ts";
import { createAccessTokens } from "./sessions/access-token.ts";
import { createRefreshTokens } from "./sessions/refresh-token.ts";
import { createAuthKeys } from "./sessions/signing-keys.ts";

type AuthDepsInput = Pick<AuthDeps, "config" | "db" | "verifyToken" | "limits" | "makeId" | "now"> &
  Partial<Pick<AuthDeps, "passwords" | "providers">>;

export function createAuthDeps(input: AuthDepsInput): AuthDeps {
  const { config, now } = input;
  const keys = createAuthKeys(config);
  return {
    passwords: createPasswords(SCRYPT),
    providers: createProviderClient((request) => fetch(request), now),
    ...input,
    makeUuid: () => crypto.randomUUID(),
    keys,
    accessTokens: createAccessTokens(config, keys, now),
    refreshTokens: createRefreshTokens(config.AUTH_TOKEN_SECRET),
    codes: createOneTimeCodes(config.AUTH_CODE_SECRET),
  };
}

import type { MakeId } from "#contracts/ids.ts";
import { createOneTimeCodes, type OneTimeCodes } from "#db/accounts/one-time-code.ts";
import type { Db } from "#db/client.ts";
import type { Publish } from "../adapters/publish.ts";
import type { EdgeConfig } from "../config.ts";
import { type AccessTokens, createAccessTokens } from "./sessions/access-token.ts";
import type { VerifyToken } from "../http/api-key.ts";
import { type AuthKeys, createAuthKeys } from "./sessions/signing-keys.ts";
import type { Limits } from "./limits/limits.ts";
import { createPasswords, type Passwords, SCRYPT } from "./passwords/hash.ts";
import { createProviderClient, type ProviderClient } from "./oauth/client.ts";
import { createRefreshTokens, type RefreshTokens } from "./sessions/refresh-token.ts";

/** Dependencies of the auth routes. */
export type AuthDeps = {
  config: EdgeConfig;
  db: Db;
  publish: Publish;
  verifyToken: VerifyToken;
  limits: Limits;
  makeId: MakeId;
  makeUuid: () => string;
  now: () => Date;
  keys: AuthKeys;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  passwords: Passwords;
  codes: OneTimeCodes;
  providers: ProviderClient;
};

/** Dependencies from outside; the rest follows from the settings. */
export type AuthDepsInput = Pick<
  AuthDeps,
  "config" | "db" | "publish" | "verifyToken" | "limits" | "makeId" | "now"
> &
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

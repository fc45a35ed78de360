import type { MakeId } from "#contracts/ids.ts";
import type { OneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { Db } from "#db/client.ts";
import type { Captcha } from "../adapters/turnstile.ts";
import type { EdgeConfig } from "../config.ts";
import type { DefaultLimitDeps } from "../http/rate-limit.ts";
import type { AuthKeys } from "../http/signing-keys.ts";
import type { Limits } from "./limits/limits.ts";
import type { ProviderClient } from "./oauth/client.ts";
import type { Passwords } from "./passwords/hash.ts";
import type { LeakedPasswords } from "./passwords/leaked-passwords.ts";
import type { AccessTokens, RefreshTokens } from "./sessions/tokens.ts";

export type LimitDeps = { limits: Limits };

export type AuthDepsInput = DefaultLimitDeps &
  LimitDeps & {
    config: EdgeConfig;
    db: Db;
    now: () => Date;
    makeId: MakeId;
    passwords: Passwords;
    /** Null: no captcha is needed. */
    captcha: Captcha | null;
    writeLog: (line: string) => void;
  };

export type AuthDeps = AuthDepsInput & {
  makeUuid: () => string;
  keys: AuthKeys;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
  codes: OneTimeCodes;
  leakedPasswords: LeakedPasswords;
  providers: ProviderClient;
};

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

export type ConfigDeps = { config: EdgeConfig };

export type NewRowDeps = { makeUuid: () => string; now: () => Date };

export type CaptchaDeps = { captcha: Captcha | null };

export type LimitDeps = { limits: Limits };

export type BearerDeps = ConfigDeps & Pick<DefaultLimitDeps, "verifyToken">;

export type SessionDeps = ConfigDeps & { accessTokens: AccessTokens; refreshTokens: RefreshTokens };

export type AccountDeps = ConfigDeps &
  NewRowDeps &
  LimitDeps & { db: Db; makeId: MakeId; codes: OneTimeCodes };

export type StrengthDeps = ConfigDeps & { leakedPasswords: LeakedPasswords };

export type PasswordDeps = { passwords: Passwords };

export type OAuthDeps = ConfigDeps & NewRowDeps & { db: Db; providers: ProviderClient };

export type AuthDeps = BearerDeps &
  DefaultLimitDeps &
  SessionDeps &
  AccountDeps &
  PasswordDeps &
  StrengthDeps &
  OAuthDeps &
  CaptchaDeps & { keys: AuthKeys };

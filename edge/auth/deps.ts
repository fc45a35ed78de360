import type { MakeId } from "#contracts/ids.ts";
import type { OneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { Db } from "#db/client.ts";
import type { EdgeConfig } from "../config.ts";
import type { VerifyToken } from "../http/api-key.ts";
import type { Limits } from "./limits/limits.ts";
import type { ProviderClient } from "./oauth/client.ts";
import type { Passwords } from "./passwords/hash.ts";
import type { AccessTokens } from "./sessions/access-token.ts";
import type { RefreshTokens } from "./sessions/refresh-token.ts";
import type { AuthKeys } from "./sessions/signing-keys.ts";

export type ConfigDeps = { config: EdgeConfig };

/** To prepare a row: its id and time. */
export type NewRowDeps = { makeUuid: () => string; now: () => Date };

/** To count requests, attempts, mails and SMS. */
export type LimitDeps = { limits: Limits };

/** To check who asks. */
export type BearerDeps = ConfigDeps & { verifyToken: VerifyToken };

/** To respond with a session. */
export type SessionDeps = ConfigDeps & { accessTokens: AccessTokens; refreshTokens: RefreshTokens };

/** To write an account, a token and the events of both. */
export type AccountDeps = ConfigDeps &
  NewRowDeps &
  LimitDeps & { db: Db; makeId: MakeId; codes: OneTimeCodes };

export type OAuthDeps = NewRowDeps & { db: Db; providers: ProviderClient };

/** Dependencies of the auth routes. Helpers name the part that they use. */
export type AuthDeps = BearerDeps &
  SessionDeps &
  AccountDeps &
  OAuthDeps & { keys: AuthKeys; passwords: Passwords };

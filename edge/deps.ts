import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import type { Publish } from "./adapters/publish.ts";
import type { StripeGateway } from "./adapters/stripe-gateway.ts";
import type { Captcha } from "./adapters/turnstile.ts";
import type { Limits } from "./auth/limits/limits.ts";
import type { Passwords } from "./auth/passwords/hash.ts";
import type { EdgeConfig } from "./config.ts";
import type { Bucket } from "./content/objects.ts";
import type { DefaultLimitDeps, RateLimiter } from "./http/rate-limit.ts";

export type EdgeDeps = DefaultLimitDeps & {
  config: EdgeConfig;
  db: Db;
  publish: Publish;
  enquiryLimiter: RateLimiter;
  /** Null without a Stripe key. */
  payments: StripeGateway | null;
  apiLimiter: RateLimiter;
  authLimits: Limits;
  /** Null: no captcha is needed. */
  captcha: Captcha | null;
  passwords: Passwords;
  /** Material of the businesses. */
  bucket: Bucket;
  makeId: MakeId;
  now: () => Date;
  /** Names the trace on Cloudflare's own span of the request. */
  tagTrace: (traceId: string) => void;
  writeLog: (line: string) => void;
};

import type { Db } from "#db/client.ts";
import type { StripeGateway } from "./adapters/stripe-gateway.ts";
import type { Captcha } from "./adapters/turnstile.ts";
import type { Limits } from "./auth/limits/limits.ts";
import type { Passwords } from "./auth/passwords/hash.ts";
import type { EdgeConfig } from "./config.ts";
import type { DefaultLimitDeps, RateLimiter } from "./http/rate-limit.ts";
import type { RequestContextDeps } from "./http/request-context.ts";

export type Bucket = Pick<
  R2Bucket,
  "get" | "head" | "put" | "delete" | "list" | "createMultipartUpload" | "resumeMultipartUpload"
>;

export type EdgeDeps = DefaultLimitDeps &
  RequestContextDeps & {
    config: EdgeConfig;
    db: Db;
    enquiryLimiter: RateLimiter;
    /** Null without a Stripe key. */
    payments: StripeGateway | null;
    apiLimiter: RateLimiter;
    limits: Limits;
    /** Null: no captcha is needed. */
    captcha: Captcha | null;
    passwords: Passwords;
    /** Material of the businesses. */
    bucket: Bucket;
  };

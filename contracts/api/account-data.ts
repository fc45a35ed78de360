import * as z from "zod";
import { AuthUser } from "./auth.ts";

/** Longer than any password or code. */
const SECRET_MAX = 1_000;

/** `nonce` is a code of `GET /auth/v1/reauthenticate`. */
export const Reauthentication = z.object({
  password: z.string().max(SECRET_MAX).default(""),
  nonce: z.string().max(SECRET_MAX).default(""),
});

/**
 * Describes what the database stores about an account, by the names of its columns. Rows of Stripe's objects and of the
 * audit log are as they are stored.
 *
 * @param Time reads a moment
 */
export const accountRecords = <T extends z.ZodType>(Time: T) => ({
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: Time,
      refreshed_at: z.nullable(Time),
      user_agent: z.nullable(z.string()),
      ip: z.nullable(z.string()),
      aal: z.string(),
    }),
  ),
  passkeys: z.array(
    z.object({ friendly_name: z.string(), created_at: Time, last_used_at: z.nullable(Time) }),
  ),
  enquiries: z.array(
    z.object({ id: z.string(), created_at: Time, form: z.unknown(), conversion: z.unknown() }),
  ),
  subscriptions: z.array(z.unknown()),
  orders: z.array(z.unknown()),
  calls: z.array(
    z.object({ starts_at: Time, booked_at: z.nullable(Time), cancelled_at: z.nullable(Time) }),
  ),
  conversions: z.array(
    z.object({ created_at: Time, price_ids: z.array(z.string()), conversion: z.unknown() }),
  ),
  briefs: z.array(
    z.object({
      version: z.int(),
      saved_at: Time,
      submitted_at: z.nullable(Time),
      answers: z.unknown(),
    }),
  ),
  approvers: z.array(z.object({ name: z.string(), email: z.string(), created_at: Time })),
  material: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.nullable(z.string()),
      bytes: z.int(),
      state: z.string(),
      created_at: Time,
    }),
  ),
  posts: z.array(
    z.object({
      id: z.string(),
      withdrawn_at: z.nullable(Time),
      note: z.string(),
      versions: z.array(z.unknown()),
      publications: z.array(z.unknown()),
      comments: z.array(z.unknown()),
    }),
  ),
  drafts: z.array(z.unknown()),
  reports: z.array(
    z.object({
      number: z.int(),
      revision: z.int(),
      from_day: z.string(),
      until_day: z.string(),
      published_at: Time,
      words: z.string(),
      figures: z.unknown(),
    }),
  ),
  history: z.array(z.object({ at: Time, action: z.string(), data: z.unknown() })),
});

const Time = z.string();

export const AccountExport = z.object({
  exported_at: Time,
  account: AuthUser,
  undeliverable_addresses: z.array(
    z.object({ email: z.string().optional(), reason: z.string(), since: Time }),
  ),
  invoice_emails: z.array(z.string()),
  ...accountRecords(Time),
});
export type AccountExport = z.infer<typeof AccountExport>;

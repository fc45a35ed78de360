import type { Context } from "hono";
import type { CheckoutOwner } from "#db/billing/change-checkout-sessions.ts";
import { type CurrentUserDeps, readTokenUser } from "../http/current-user.ts";
import type { AppEnv } from "../http/env.ts";
import { readIdempotencyKey } from "../http/idempotency-key.ts";
import { visitorKey } from "../http/rate-limit.ts";

/** A guest is known by the key that the browser keeps. */
export async function readBuyer(c: Context<AppEnv>, deps: CurrentUserDeps): Promise<CheckoutOwner> {
  const currentUser = await readTokenUser(c, deps);
  if (currentUser !== null) return { kind: "account", ...currentUser };
  const guestKey = readIdempotencyKey(c, visitorKey(c.req.header("cf-connecting-ip")));
  return { kind: "guest", guestKey };
}

import type { Context } from "hono";
import * as z from "zod";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";

const Uuid = z.uuid();

/**
 * Reads the `Idempotency-Key` header; without it, makes a new key.
 *
 * @throws {AppError} `invalid_idempotency_key`
 */
export function readIdempotencyKey(c: Context): string {
  const header = c.req.header("idempotency-key");
  if (header === undefined) return crypto.randomUUID();
  const key = Uuid.safeParse(header.toLowerCase());
  if (key.success) return key.data;
  throw new AppError("invalid_idempotency_key", MESSAGES.refused.invalidIdempotencyKey);
}

import { hash } from "node:crypto";
import type { Context } from "hono";
import * as z from "zod";
import { IDEMPOTENCY_KEY_HEADER, IdempotencyKey } from "#contracts/api/idempotency-key.ts";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";

const Uuid = z.uuid();

/**
 * Reads the `Idempotency-Key` header as UUID; without it, makes a new key. Any key but a UUID is hashed with its sender: others
 * may choose the same, and what a client writes into it is not stored.
 *
 * @param sender a user's id, or a visitor's network
 * @throws {AppError} `invalid_idempotency_key`
 */
export function readIdempotencyKey(c: Context, sender: string): string {
  const header = c.req.header(IDEMPOTENCY_KEY_HEADER);
  if (header === undefined) return crypto.randomUUID();
  const uuid = Uuid.safeParse(header.toLowerCase());
  if (uuid.success) return uuid.data;
  const key = IdempotencyKey.safeParse(header);
  if (key.success) return uuidOf(JSON.stringify([sender, key.data]));
  throw new AppError("invalid_idempotency_key", MESSAGES.refused.invalidIdempotencyKey);
}

/** Version 8: RFC 9562 leaves its bits to the application. */
function uuidOf(text: string): string {
  const hex = hash("sha256", text);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return [...parts, hex.slice(20, 32)].join("-");
}

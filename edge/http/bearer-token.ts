import type { Context } from "hono";

/** Reads the token of an `Authorization: Bearer` header; undefined without one. */
export function readBearerToken(c: Context): string | undefined {
  return /^bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

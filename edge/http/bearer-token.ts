import type { Context } from "hono";

export function readBearerToken(c: Context): string | undefined {
  return /^bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

import type { Context } from "hono";

export function readBearerToken(c: Context): string | undefined {
  return /^bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

// Longer than any browser's user agent.
export const USER_AGENT_MAX = 500;

/** Meta's Conversions API requires it. */
export function readUserAgent(header: string | undefined): string {
  return header === undefined || header === "" ? "unknown" : header.slice(0, USER_AGENT_MAX);
}

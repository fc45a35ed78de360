import { isIP } from "node:net";
import type { TrustedProxy } from "../../config.ts";

/**
 * The visitor's address: the connection's, unless a trusted proxy names another. Whoever reaches the worker around that
 * proxy can name any.
 */
export function visitorAddress(
  header: (name: string) => string | undefined,
  connection: string | undefined,
  proxy: TrustedProxy | undefined,
): string {
  const named = proxy === undefined ? undefined : addressNamedBy(proxy, header)?.trim();
  return named !== undefined && isIP(named) !== 0 ? named : (connection ?? "unknown");
}

function addressNamedBy(
  proxy: TrustedProxy,
  header: (name: string) => string | undefined,
): string | undefined {
  switch (proxy) {
    case "cloudflare":
      return header("cf-connecting-ip");
    case "forwarded":
      // Earlier hops are what the visitor claims.
      return header("x-forwarded-for")?.split(",").at(-1);
  }
}

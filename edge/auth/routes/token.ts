import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { idTokenGrant } from "../grants/id-token.ts";
import { passwordGrant } from "../grants/password.ts";
import { pkceGrant } from "../grants/pkce.ts";
import { refreshTokenGrant } from "../grants/refresh-token.ts";
import { web3Grant } from "../grants/web3.ts";
import { AuthError } from "../http/auth-errors.ts";
import { requireAllowed } from "../limits/require-allowed.ts";

type GrantHandler = (c: Context<AppEnv>, deps: AuthDeps) => Promise<Response>;

const GRANTS: ReadonlyMap<string, GrantHandler> = new Map<string, GrantHandler>([
  ["password", passwordGrant],
  ["refresh_token", refreshTokenGrant],
  ["pkce", pkceGrant],
  ["id_token", idTokenGrant],
  ["web3", web3Grant],
]);

export function tokenRoutes(deps: AuthDeps) {
  return new Hono<AppEnv>().post("/token", async (c) => {
    const type = c.req.query("grant_type") ?? "";
    const grant = GRANTS.get(type);
    if (grant === undefined) throw new AuthError("invalid_credentials", "unsupported_grant_type");
    await requireAllowed(c, deps, type === "web3" ? "web3" : "token");
    return grant(c, deps);
  });
}

import { type AppContext, newRoutes } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { idTokenGrant } from "../grants/id-token.ts";
import { passwordGrant } from "../grants/password.ts";
import { pkceGrant } from "../grants/pkce.ts";
import { refreshTokenGrant } from "../grants/refresh-token.ts";
import { web3Grant } from "../grants/web3.ts";
import { AuthError } from "../http/auth-errors.ts";
import { requireAllowed } from "../limits/require-allowed.ts";
import type { LimitBucket } from "../limits/rules.ts";

type Grant = {
  handle: (c: AppContext, deps: AuthDeps) => Promise<Response>;
  /** Null where the handler counts the request. */
  bucket: LimitBucket | null;
};

const GRANTS: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  ["password", { handle: passwordGrant, bucket: null }],
  ["refresh_token", { handle: refreshTokenGrant, bucket: null }],
  ["pkce", { handle: pkceGrant, bucket: "token" }],
  ["id_token", { handle: idTokenGrant, bucket: "token" }],
  ["web3", { handle: web3Grant, bucket: "web3" }],
]);

export function tokenRoutes(deps: AuthDeps) {
  return newRoutes().post("/token", async (c) => {
    const grant = GRANTS.get(c.req.query("grant_type") ?? "");
    if (grant === undefined) throw new AuthError("invalid_credentials", "unsupported_grant_type");
    if (grant.bucket !== null) await requireAllowed(c, deps, grant.bucket);
    return grant.handle(c, deps);
  });
}

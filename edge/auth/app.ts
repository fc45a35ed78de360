import { Hono } from "hono";
import { cors } from "hono/cors";
import type { AppEnv } from "../http/env.ts";
import { limitAll } from "../http/rate-limit.ts";
import type { AuthDeps } from "./deps.ts";
import { authErrorResponse, API_VERSION_HEADER, AuthError } from "./http/auth-errors.ts";
import { refuseSimpleRequests } from "./http/refuse-simple-requests.ts";
import { uncountReserved } from "./limits/send-budget.ts";
import { absentFeatureRoutes } from "./routes/absent-features.ts";
import { adminLinkRoutes } from "./routes/admin-links.ts";
import { adminUserRoutes } from "./routes/admin-users.ts";
import { mailRoutes } from "./routes/emails.ts";
import { factorRoutes } from "./routes/factors.ts";
import { generalRoutes } from "./routes/general.ts";
import { identityRoutes } from "./routes/identities.ts";
import { logoutRoutes } from "./routes/logout.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { otpRoutes } from "./routes/otp.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { recoveryCodeRoutes } from "./routes/recovery-codes.ts";
import { signUpRoutes } from "./routes/sign-up.ts";
import { ssoRoutes } from "./routes/sso.ts";
import { tokenRoutes } from "./routes/token.ts";
import { userRoutes } from "./routes/user.ts";
import { verifyRoutes } from "./routes/verify.ts";

export function authApp(deps: AuthDeps) {
  const app = new Hono<AppEnv>();
  // Any origin: access depends on the token, not on cookies.
  app.use(
    cors({
      origin: "*",
      allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      exposeHeaders: ["X-Total-Count", "Link", API_VERSION_HEADER, "Retry-After", "X-Request-Id"],
      maxAge: 86_400,
    }),
  );
  app.use(refuseSimpleRequests());
  app.use(uncountReserved(deps));
  // Before the default limit: grants count by themselves, and clients end a session whose refresh is answered with 429.
  app.route("/", tokenRoutes(deps));
  app.use(
    limitAll(deps, () => new AuthError("over_request_rate_limit", "Request rate limit reached")),
  );
  app.route("/", generalRoutes(deps));
  app.route("/", signUpRoutes(deps));
  app.route("/", otpRoutes(deps));
  app.route("/", verifyRoutes(deps));
  app.route("/", mailRoutes(deps));
  app.route("/", userRoutes(deps));
  app.route("/", logoutRoutes(deps));
  app.route("/", oauthRoutes(deps));
  app.route("/", identityRoutes(deps));
  app.route("/", ssoRoutes(deps));
  // Before the routes with a factor's id in that place.
  app.route("/", recoveryCodeRoutes(deps));
  app.route("/", factorRoutes(deps));
  app.route("/", passkeyRoutes(deps));
  app.route("/", adminUserRoutes(deps));
  app.route("/", adminLinkRoutes(deps));
  app.route("/", absentFeatureRoutes());
  const methodsAt = createMethodsAt(app);
  app.all("*", (c) => {
    const methods = methodsAt(c.req.path);
    if (methods.length > 0) return c.body(null, 405, { Allow: methods.join(", ") });
    throw new AuthError("not_found", "There’s nothing at this address.");
  });
  app.onError(authErrorResponse);
  return app;
}

function createMethodsAt(app: Hono<AppEnv>): (path: string) => string[] {
  const routes = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(
        `^/auth/v1${path.replaceAll(".", "\\.").replaceAll(/:[^/]+/g, "[^/]+")}$`,
      ),
    }));
  return (path) => [
    ...new Set(routes.flatMap(({ method, pattern }) => (pattern.test(path) ? [method] : []))),
  ];
}

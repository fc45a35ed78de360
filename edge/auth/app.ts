import type { Hono } from "hono";
import { cors } from "hono/cors";
import { MESSAGES } from "#contracts/messages/common.ts";
import { type AppEnv, type AppMiddleware, newRoutes } from "../http/env.ts";
import { JSON_TYPE, mediaTypeOf } from "../http/json-body.ts";
import { limitAll } from "../http/rate-limit.ts";
import type { AuthDeps } from "./deps.ts";
import {
  authErrorResponse,
  API_VERSION_HEADER,
  AuthError,
  type AuthErrorCode,
} from "./http/auth-errors.ts";
import { uncountReserved } from "./limits/send-budget.ts";
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
  const app = newRoutes();
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
  // Grants stand before the default limit: they count by themselves, and clients end a session whose refresh is answered with 429.
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
  // These stand before the routes with a factor's id in that place.
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

const FEATURES: readonly [paths: readonly string[], code: AuthErrorCode, message: string][] = [
  [["/sso/saml/*"], "saml_provider_disabled", "SAML 2.0 is disabled"],
  [["/scim/*"], "feature_disabled", "SCIM server is disabled"],
  [["/oauth/*", "/admin/oauth/*", "/user/oauth/*"], "feature_disabled", "OAuth server is disabled"],
  [["/admin/custom-providers/*"], "feature_disabled", "Custom OAuth providers are disabled"],
];

/** GoTrue's features that we lack answer as those that are off. */
function absentFeatureRoutes() {
  const app = newRoutes();
  for (const [paths, code, message] of FEATURES) {
    app.on("ALL", [...paths], () => {
      throw new AuthError(code, message);
    });
  }
  return app;
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Any page can make its visitor's browser send a form or plain text here, and so mails. With a key
 * and JSON the browser asks first. Programs send no `Origin`; providers post forms to the callback.
 */
function refuseSimpleRequests(): AppMiddleware {
  return async function refuseSimpleRequests(c, next) {
    const isFromPage = c.req.header("origin") !== undefined && !SAFE_METHODS.has(c.req.method);
    if (isFromPage && !c.req.path.endsWith("/callback")) {
      if ((c.req.header("apikey") ?? "") === "") {
        throw new AuthError("no_authorization", MESSAGES.refused.missingApiKey);
      }
      const mediaType = mediaTypeOf(c);
      if (mediaType !== undefined && mediaType !== JSON_TYPE) {
        throw new AuthError("bad_json", MESSAGES.refused.unsupportedMediaType);
      }
    }
    await next();
  };
}

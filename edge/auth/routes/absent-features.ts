import { Hono } from "hono";
import type { AppEnv } from "../../http/env.ts";
import { AuthError, type AuthErrorCode } from "../http/auth-errors.ts";

const FEATURES: readonly [paths: readonly string[], code: AuthErrorCode, message: string][] = [
  [["/sso/saml/*"], "saml_provider_disabled", "SAML 2.0 is disabled"],
  [["/scim/*"], "feature_disabled", "SCIM server is disabled"],
  [["/oauth/*", "/admin/oauth/*", "/user/oauth/*"], "feature_disabled", "OAuth server is disabled"],
  [["/admin/custom-providers/*"], "feature_disabled", "Custom OAuth providers are disabled"],
];

/** GoTrue's features that we lack answer as those that are off. */
export function absentFeatureRoutes() {
  const app = new Hono<AppEnv>();
  for (const [paths, code, message] of FEATURES) {
    app.on("ALL", [...paths], () => {
      throw new AuthError(code, message);
    });
  }
  return app;
}

import { newRoutes } from "../../http/env.ts";
import { issuerOf } from "../../http/signing-keys.ts";
import type { AuthDeps } from "../deps.ts";
import { providersOn } from "../oauth/presets.ts";

/** Provider names that clients expect in `/settings`. */
const PROVIDERS = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "zoom",
] as const;

// Verifiers may cache a removed key for ten minutes.
const JWKS_CACHE = "public, max-age=600";

export function generalRoutes({ config, keys }: AuthDeps) {
  const on: ReadonlySet<string> = new Set(providersOn(config));
  return newRoutes()
    .get("/health", (c) =>
      c.json({
        version: "tidepost",
        name: "GoTrue",
        description: "A user registration and authentication API",
      }),
    )
    .get("/settings", (c) =>
      c.json({
        external: {
          ...Object.fromEntries(PROVIDERS.map((name) => [name, on.has(name)])),
          anonymous_users: config.EXTERNAL_ANONYMOUS_USERS_ENABLED,
          email: config.EXTERNAL_EMAIL_ENABLED,
          phone: config.EXTERNAL_PHONE_ENABLED,
        },
        disable_signup: config.DISABLE_SIGNUP,
        mailer_autoconfirm: config.MAILER_AUTOCONFIRM,
        phone_autoconfirm: config.SMS_AUTOCONFIRM,
        sms_provider: "",
        // Clients read it as "SSO available"; ours is OIDC.
        saml_enabled: config.SSO_PROVIDERS.length > 0,
        saml_private_key_next_configured: false,
        passkeys_enabled: config.PASSKEY_ENABLED,
      }),
    )
    .get("/.well-known/openid-configuration", (c) => {
      const base = `${config.API_EXTERNAL_URL ?? config.API_URL}/auth/v1`;
      c.header("Cache-Control", JWKS_CACHE);
      return c.json({
        issuer: issuerOf(config),
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        userinfo_endpoint: `${base}/user`,
        jwks_uri: `${base}/.well-known/jwks.json`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: [...new Set(keys.jwks.keys.map(({ alg }) => alg))],
        code_challenge_methods_supported: ["S256"],
      });
    })
    .get("/.well-known/jwks.json", (c) => {
      c.header("Cache-Control", JWKS_CACHE);
      return c.json(keys.jwks);
    });
}

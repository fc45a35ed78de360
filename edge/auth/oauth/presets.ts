import { createHmac } from "node:crypto";
import { importPKCS8, SignJWT } from "jose";
import type { AuthorizationServer } from "oauth4webapi";
import { isUuid } from "#contracts/uuid.ts";
import type { EdgeConfig } from "../../config.ts";
import {
  PROVIDER_NAMES,
  type ProviderName,
  type SsoProvider,
} from "../../settings/oauth-settings.ts";
import { AuthError } from "../http/auth-errors.ts";
import {
  appleProfile,
  azureProfile,
  facebookProfile,
  githubProfile,
  googleProfile,
  type IdClaims,
  oidcProfile,
  type ProviderProfile,
} from "./profile.ts";

type ProfileSource = {
  /** Null without an id token. */
  claims: IdClaims | null;
  /** Apple's form field `user`. */
  postedUser: string | null;
  accessToken: string;
  /** Calls the provider with the user's access token. */
  getJson: (url: string) => Promise<unknown>;
};

export type Provider = {
  /** `google`, `sso:<id>`. */
  name: string;
  clientId: string;
  secret: () => Promise<string>;
  audiences: readonly string[];
  redirectUri: string;
  scopes: readonly string[];
  usesFormPost: boolean;
  /** An issuer with discovery, or its metadata. */
  authorizationServer: string | AuthorizationServer;
  isIssuer: (claims: { iss?: string | undefined; tid?: unknown }, issuer: string) => boolean;
  hasIdTokens: boolean;
  skipsNonceCheck: boolean;
  isEmailOptional: boolean;
  readProfile: (source: ProfileSource) => Promise<ProviderProfile>;
};

type Preset = Pick<Provider, "scopes" | "authorizationServer" | "readProfile"> &
  Partial<Pick<Provider, "usesFormPost" | "isIssuer" | "hasIdTokens">>;

export function isProviderName(name: string): name is ProviderName {
  return PROVIDER_NAMES.some((known) => known === name);
}

export function providersOn(config: EdgeConfig): ProviderName[] {
  return PROVIDER_NAMES.filter((name) => findProvider(config, name) !== null);
}

/** @returns null when disabled */
export function findProvider(config: EdgeConfig, name: ProviderName): Provider | null {
  const of = settingsOf(config, name);
  const [clientId] = of.audiences;
  if (!of.isEnabled || clientId === undefined || of.secret === undefined) return null;
  if (name === "keycloak" && of.url === undefined) return null;
  const { secret } = of;
  const preset = PRESETS[name](of.url, secret);
  return {
    name,
    clientId,
    secret:
      name === "apple" ? appleSecret(config, clientId, secret) : () => Promise.resolve(secret),
    audiences: of.audiences,
    redirectUri: of.redirectUri ?? callbackOf(config),
    usesFormPost: false,
    isIssuer: (claims, issuer) => claims.iss === issuer,
    hasIdTokens: true,
    skipsNonceCheck: of.skipsNonceCheck,
    isEmailOptional: of.isEmailOptional,
    ...preset,
  };
}

/** An organisation's own users have verified emails. */
export function ssoProvider(config: EdgeConfig, organisation: SsoProvider): Provider {
  return {
    name: `${SSO_PREFIX}${organisation.id}`,
    clientId: organisation.client_id,
    secret: () => Promise.resolve(organisation.client_secret),
    audiences: [organisation.client_id],
    redirectUri: callbackOf(config),
    scopes: OPENID_SCOPES,
    usesFormPost: false,
    authorizationServer: organisation.issuer,
    isIssuer: (claims, issuer) => claims.iss === issuer,
    hasIdTokens: true,
    skipsNonceCheck: false,
    isEmailOptional: false,
    readProfile: async (source) => {
      const profile = oidcProfile(requireClaims(source));
      const isEmailVerified = profile.email !== null;
      return {
        ...profile,
        isEmailVerified,
        data: { ...profile.data, email_verified: isEmailVerified },
      };
    },
  };
}

const SSO_PREFIX = "sso:";

export function ssoProviderIdOf(providerName: string): string | null {
  return providerName.startsWith(SSO_PREFIX) ? providerName.slice(SSO_PREFIX.length) : null;
}

/** @throws {AuthError} `provider_disabled` when it was disabled since the flow began */
export function providerOfFlow(config: EdgeConfig, name: string | null): Provider {
  const ssoProviderId = ssoProviderIdOf(name ?? "");
  const organisation = config.SSO_PROVIDERS.find(({ id }) => id === ssoProviderId);
  if (organisation !== undefined) return ssoProvider(config, organisation);
  const provider = name !== null && isProviderName(name) ? findProvider(config, name) : null;
  if (provider !== null) return provider;
  throw new AuthError("provider_disabled", "Unsupported provider: provider is not enabled");
}

const OPENID_SCOPES = ["openid", "email", "profile"];

const PRESETS: Record<ProviderName, (url: string | undefined, secret: string) => Preset> = {
  apple: (url) => ({
    scopes: ["name", "email"],
    // Apple requires it for scopes name and email.
    usesFormPost: true,
    authorizationServer: url ?? "https://appleid.apple.com",
    readProfile: async (source) => appleProfile(requireClaims(source), source.postedUser),
  }),
  azure: (url = "https://login.microsoftonline.com/common") => ({
    scopes: OPENID_SCOPES,
    // Discovery does not do: the common tenant names an issuer that no token has.
    authorizationServer: {
      issuer: `${url}/v2.0`,
      authorization_endpoint: `${url}/oauth2/v2.0/authorize`,
      token_endpoint: `${url}/oauth2/v2.0/token`,
      jwks_uri: `${url}/discovery/v2.0/keys`,
    },
    isIssuer: (claims) => isAzureIssuer(claims, new URL(url)),
    readProfile: async (source) => azureProfile(requireClaims(source)),
  }),
  facebook: (url, secret) => ({
    scopes: ["email"],
    authorizationServer: {
      issuer: url ?? "https://www.facebook.com",
      authorization_endpoint: `${url ?? "https://www.facebook.com"}/dialog/oauth`,
      token_endpoint: `${url ?? "https://graph.facebook.com"}/oauth/access_token`,
    },
    hasIdTokens: false,
    readProfile: async ({ getJson, accessToken }) => {
      const me = new URL(`${url ?? "https://graph.facebook.com"}/me`);
      me.searchParams.set("fields", "id,name,first_name,last_name,email,picture");
      // Facebook's `appsecret_proof` protects against stolen tokens.
      const proof = createHmac("sha256", secret).update(accessToken).digest("hex");
      me.searchParams.set("appsecret_proof", proof);
      return facebookProfile(await getJson(me.href));
    },
  }),
  github: (url) => {
    const api = url === undefined ? "https://api.github.com" : `${url}/api/v3`;
    return {
      scopes: ["user:email"],
      authorizationServer: {
        issuer: url ?? "https://github.com",
        authorization_endpoint: `${url ?? "https://github.com"}/login/oauth/authorize`,
        token_endpoint: `${url ?? "https://github.com"}/login/oauth/access_token`,
      },
      hasIdTokens: false,
      readProfile: async ({ getJson }) => {
        const [user, emails] = await Promise.all([
          getJson(`${api}/user`),
          getJson(`${api}/user/emails`),
        ]);
        return githubProfile(user, emails, api);
      },
    };
  },
  google: (url = "https://accounts.google.com") => ({
    scopes: OPENID_SCOPES,
    authorizationServer: url,
    // Google's Android tokens leave the scheme out.
    isIssuer: ({ iss }, issuer) => iss === issuer || `https://${iss}` === issuer,
    readProfile: async (source) => googleProfile(requireClaims(source)),
  }),
  keycloak: (url = "") => ({
    scopes: OPENID_SCOPES,
    authorizationServer: url,
    readProfile: async (source) => oidcProfile(requireClaims(source)),
  }),
};

function callbackOf(config: EdgeConfig): string {
  return `${config.API_EXTERNAL_URL ?? config.API_URL}/auth/v1/callback`;
}

function settingsOf(config: EdgeConfig, name: ProviderName) {
  const prefix = `EXTERNAL_${name.toUpperCase() as Uppercase<ProviderName>}` as const;
  return {
    isEnabled: config[`${prefix}_ENABLED`],
    audiences: config[`${prefix}_CLIENT_ID`],
    secret: config[`${prefix}_SECRET`],
    url: config[`${prefix}_URL`],
    redirectUri: config[`${prefix}_REDIRECT_URI`],
    skipsNonceCheck: config[`${prefix}_SKIP_NONCE_CHECK`],
    isEmailOptional: config[`${prefix}_EMAIL_OPTIONAL`],
  };
}

function requireClaims({ claims }: ProfileSource): IdClaims {
  if (claims === null) throw new Error("the provider gave no id token");
  return claims;
}

const SHARED_TENANTS = new Set(["common", "organizations", "consumers"]);

/** A token names its own tenant, also for multi-tenant URLs. */
function isAzureIssuer(
  { iss, tid }: { iss?: string | undefined; tid?: unknown },
  { origin, pathname }: URL,
): boolean {
  if (typeof tid !== "string" || !isUuid(tid.toLowerCase())) return false;
  const parts = pathname.split("/");
  const tenant = parts.at(-1) ?? "";
  if (!SHARED_TENANTS.has(tenant) && tenant !== tid) return false;
  return iss === `${origin}${[...parts.slice(0, -1), tid].join("/")}/v2.0`;
}

// Apple allows half a year; we use it at once.
const APPLE_SECRET_LIFETIME = "5m";

/** A finished token, or one signed here with the team's key. */
function appleSecret(config: EdgeConfig, clientId: string, secret: string): () => Promise<string> {
  const { EXTERNAL_APPLE_KEY_ID: kid, EXTERNAL_APPLE_TEAM_ID: teamId } = config;
  if (kid === undefined || teamId === undefined) return () => Promise.resolve(secret);
  return async () =>
    new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience("https://appleid.apple.com")
      .setIssuedAt()
      .setExpirationTime(APPLE_SECRET_LIFETIME)
      // One-line settings write line breaks as \n.
      .sign(await importPKCS8(secret.replaceAll("\\n", "\n"), "ES256"));
}

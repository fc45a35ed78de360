import { createHash } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import * as z from "zod";
import { BadIdToken, ProviderRejection, ProviderUnavailableError } from "./oauth-errors.ts";
import type { Provider } from "./presets.ts";
import { type ProviderProfile, readIdClaims } from "./profile.ts";
import { type Fetch, ProviderServers } from "./provider-servers.ts";

type AuthorizationState = { state: string; nonce: string; verifier: string };

/** A provider, what discovery says of its server, and the cache that fetches from it. */
type DiscoveredProvider = {
  servers: ProviderServers;
  server: oauth.AuthorizationServer;
  provider: Provider;
};

/** The provider's tokens, passed on to the client. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null };

export type ProviderClient = {
  /**
   * @param options.scopes besides the provider's default ones
   * @param options.parameters the client's own; those of the protocol are ignored
   * @throws {ProviderUnavailableError} when discovery fails
   */
  authorizationUrl(
    provider: Provider,
    flow: AuthorizationState,
    options: { scopes: readonly string[]; parameters: URLSearchParams },
  ): Promise<string>;
  /**
   * @throws {ProviderRejection} when the provider or the user declined
   * @throws {ProviderUnavailableError} when a response is missing or invalid
   */
  redeem(
    provider: Provider,
    flow: AuthorizationState,
    response: URLSearchParams,
  ): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }>;
  /**
   * Verifies signature, issuer, time and `at_hash`. The caller checks audience and nonce.
   *
   * @throws {BadIdToken}
   * @throws {ProviderUnavailableError} when the keys are unavailable
   */
  readIdToken(
    provider: Provider,
    idToken: string,
    accessToken: string | null,
  ): Promise<{ claims: JWTPayload; profile: ProviderProfile }>;
};

const CLOCK_TOLERANCE_S = 30;

const ID_TOKEN_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"];

const OWN_PARAMETERS = new Set([
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
]);

const TokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.optional(z.string().min(1)).catch(undefined),
  id_token: z.optional(z.string().min(1)),
});

export function createProviderClient(fetch: Fetch, now: () => Date): ProviderClient {
  const servers = new ProviderServers(fetch, now);

  async function discover(provider: Provider): Promise<DiscoveredProvider> {
    return { servers, server: await servers.find(provider), provider };
  }

  return {
    async authorizationUrl(provider, flow, options) {
      return authorizationUrl(provider, await servers.find(provider), flow, options);
    },

    async redeem(provider, flow, response) {
      const error = response.get("error");
      if (error !== null) {
        throw new ProviderRejection(error, response.get("error_description") ?? "");
      }
      const discovered = await discover(provider);
      const tokens = await exchangeCode(discovered, flow, response);
      const claims = provider.hasIdTokens
        ? await verifyOwnIdToken(discovered, flow, tokens.id_token, now())
        : null;
      const accessToken = tokens.access_token;
      try {
        const profile = await provider.readProfile({
          claims:
            claims === null
              ? null
              : readIdClaims(await withUserinfo(discovered, claims, accessToken)),
          postedUser: response.get("user"),
          accessToken,
          getJson: (url) => servers.getJson(url, accessToken),
        });
        return { profile, tokens: { accessToken, refreshToken: tokens.refresh_token ?? null } };
      } catch (cause) {
        throw new ProviderUnavailableError("profile", cause);
      }
    },

    async readIdToken(provider, idToken, accessToken) {
      const { claims, alg } = await verifyIdToken(await discover(provider), idToken, now());
      const hash = claims["at_hash"];
      if (accessToken !== null && hash !== undefined && hash !== halfHash(accessToken, alg)) {
        throw new BadIdToken("issued for another access token");
      }
      try {
        const profile = await provider.readProfile({
          claims: readIdClaims(claims),
          postedUser: null,
          accessToken: "",
          getJson: () => Promise.reject(new Error("Bug: no access token")),
        });
        return { claims, profile };
      } catch (cause) {
        throw new BadIdToken("no usable subject", { cause });
      }
    },
  };
}

async function authorizationUrl(
  provider: Provider,
  { authorization_endpoint: endpoint }: oauth.AuthorizationServer,
  { state, nonce, verifier }: AuthorizationState,
  { scopes, parameters }: { scopes: readonly string[]; parameters: URLSearchParams },
): Promise<string> {
  if (endpoint === undefined) throw new ProviderUnavailableError("discovery", "no endpoint");
  const url = new URL(endpoint);
  for (const [name, value] of parameters) {
    if (!OWN_PARAMETERS.has(name)) url.searchParams.set(name, value);
  }
  const protocolParameters = {
    client_id: provider.clientId,
    redirect_uri: provider.redirectUri,
    response_type: "code",
    ...(provider.usesFormPost ? { response_mode: "form_post" } : {}),
    scope: [...new Set([...provider.scopes, ...scopes])].join(" "),
    state,
    ...(provider.hasIdTokens ? { nonce } : {}),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(protocolParameters)) url.searchParams.set(name, value);
  return url.href;
}

async function exchangeCode(
  { servers, server, provider }: DiscoveredProvider,
  { state, verifier }: AuthorizationState,
  response: URLSearchParams,
): Promise<z.infer<typeof TokenResponse>> {
  const validated = validateResponse(server, provider.clientId, response, state);
  try {
    const secret = await provider.secret();
    const tokens = await oauth.authorizationCodeGrantRequest(
      server,
      { client_id: provider.clientId },
      takesSecretInBody(server) ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret),
      validated,
      provider.redirectUri,
      verifier,
      servers.requestOptions(server.token_endpoint ?? server.issuer),
    );
    return TokenResponse.parse(await tokens.json());
  } catch (cause) {
    throw new ProviderUnavailableError("exchange", cause);
  }
}

async function verifyOwnIdToken(
  discovered: DiscoveredProvider,
  { nonce }: AuthorizationState,
  idToken: string | undefined,
  now: Date,
): Promise<JWTPayload> {
  if (idToken === undefined) throw new ProviderUnavailableError("exchange", "no id token");
  const { claims } = await verifyIdToken(discovered, idToken, now);
  if (!isIssuedTo(claims, [discovered.provider.clientId]) || claims["nonce"] !== nonce) {
    throw new BadIdToken("issued for another client or flow");
  }
  return claims;
}

async function verifyIdToken(
  { servers, server: { issuer, jwks_uri: jwksUri }, provider }: DiscoveredProvider,
  idToken: string,
  now: Date,
): Promise<{ claims: JWTPayload; alg: string }> {
  if (jwksUri === undefined) throw new ProviderUnavailableError("discovery", "no keys");
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, servers.keys(jwksUri), {
      algorithms: ID_TOKEN_ALGORITHMS,
      requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now,
    });
    if (provider.isIssuer(payload, issuer)) return { claims: payload, alg: protectedHeader.alg };
  } catch (cause) {
    if (isAboutKeys(cause)) throw new ProviderUnavailableError("id_token", cause);
    throw new BadIdToken("invalid", { cause });
  }
  throw new BadIdToken("unknown issuer");
}

/** Some issuers return the email only from userinfo. */
async function withUserinfo(
  { servers, server: { userinfo_endpoint: endpoint } }: DiscoveredProvider,
  claims: JWTPayload,
  accessToken: string,
): Promise<JWTPayload> {
  if (claims["email"] !== undefined || endpoint === undefined) return claims;
  const info = z
    .looseObject({ sub: z.string() })
    .parse(await servers.getJson(endpoint, accessToken));
  if (info.sub !== claims.sub) throw new Error("userinfo of another user");
  return { ...info, ...claims };
}

export function isIssuedTo(claims: JWTPayload, clientIds: readonly string[]): boolean {
  const audiences = typeof claims.aud === "string" ? [claims.aud] : (claims.aud ?? []);
  const party = claims["azp"];
  return (
    audiences.some((audience) => clientIds.includes(audience)) &&
    // The client that the token was issued to. Source: OpenID Connect Core, 3.1.3.7.
    (party === undefined || (typeof party === "string" && clientIds.includes(party)))
  );
}

function validateResponse(
  server: oauth.AuthorizationServer,
  clientId: string,
  response: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, { client_id: clientId }, response, state);
  } catch (cause) {
    throw new ProviderUnavailableError("answer", cause);
  }
}

function takesSecretInBody(server: oauth.AuthorizationServer): boolean {
  return server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ?? true;
}

/** Key errors are the provider's fault; all others the token's. */
function isAboutKeys(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  return !(error instanceof errors.JOSEError) || error.code === "ERR_JOSE_GENERIC";
}

/** `at_hash` (OpenID Connect Core, 3.1.3.6). */
function halfHash(accessToken: string, alg: string): string {
  const bits = /\d{3}$/.exec(alg)?.[0] ?? "512";
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

import { createHash } from "node:crypto";
import {
  createRemoteJWKSet,
  customFetch as joseFetch,
  errors,
  type JWTPayload,
  jwtVerify,
} from "jose";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { type ProviderProfile, readIdClaims } from "./profile.ts";
import type { Provider } from "./presets.ts";

export type Ask = (request: Request) => Promise<Response>;

/** `state`, nonce and PKCE verifier of an OAuth flow. */
export type AuthorizationState = { state: string; nonce: string; verifier: string };

/** The provider's tokens, passed on to the client. */
export type ProviderTokens = { accessToken: string; refreshToken: string | null };

export type ProviderClient = {
  /**
   * @param options.scopes on top of the usual ones
   * @param options.parameters the client's own; what belongs to the protocol is ignored
   * @returns where the browser goes
   * @throws {ProviderUnavailableError} when the provider does not say where that is
   */
  authorizationUrl(
    provider: Provider,
    visit: AuthorizationState,
    options: { scopes: readonly string[]; parameters: URLSearchParams },
  ): Promise<string>;
  /**
   * Takes what a browser brought back from a provider.
   *
   * @throws {ProviderRejection} when the provider or the person said no
   * @throws {ProviderUnavailableError} when its answer is not what it should be
   */
  redeem(
    provider: Provider,
    visit: AuthorizationState,
    answer: URLSearchParams,
  ): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }>;
  /**
   * Checks an id token that an app got by itself: signature, issuer, time, and its access token if there is one. Audience
   * and nonce are for the caller to judge.
   *
   * @throws {BadIdToken} when it is none of the provider's
   * @throws {ProviderUnavailableError} when the provider's keys cannot be had
   */
  readIdToken(
    provider: Provider,
    idToken: string,
    accessToken: string | null,
  ): Promise<{ claims: JWTPayload; profile: ProviderProfile }>;
};

/** The provider or the user declined, in OAuth's terms. */
export class ProviderRejection extends Error {
  override readonly name = "ProviderRejection";
  readonly error: string;
  readonly description: string;

  constructor(error: string, description: string) {
    super("the provider refused");
    this.error = error;
    this.description = description;
  }
}

/** The provider is unavailable or its response is invalid. */
export class ProviderUnavailableError extends Error {
  override readonly name = "ProviderUnavailableError";
  readonly step: "discovery" | "answer" | "exchange" | "id_token" | "profile";

  constructor(step: ProviderUnavailableError["step"], cause: unknown) {
    super(`the provider failed: ${step}`, { cause });
    this.step = step;
  }
}

export class BadIdToken extends Error {
  override readonly name = "BadIdToken";
}

/** The user waits, and there may be three requests in a row. */
const REQUEST_LIMIT_MS = 5_000;
/** Providers hardly ever move. */
const DISCOVERY_KEPT_MS = 60 * 60 * 1_000;
/** An unknown `kid` refetches the keys, at most this often. */
const KEYS_COOLDOWN_MS = 10_000;
const KEYS_KEPT_MS = 10 * 60 * 1_000;
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

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.optional(z.string().min(1)).catch(undefined),
  id_token: z.optional(z.string().min(1)),
});

/** OAuth client with time limits; caches discovery documents and keys. */
export function createProviderClient(ask: Ask, now: () => Date): ProviderClient {
  // Values, never promises: a Worker request cannot wait for another request's fetch.
  const servers = new Map<string, { server: oauth.AuthorizationServer; untilMs: number }>();
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

  async function serverOf({ place }: Provider): Promise<oauth.AuthorizationServer> {
    if (typeof place !== "string") return place;
    const known = servers.get(place);
    if (known !== undefined && now().getTime() < known.untilMs) return known.server;
    try {
      const issuer = new URL(place);
      const response = await oauth.discoveryRequest(issuer, requestOptions(place));
      const server = await oauth.processDiscoveryResponse(issuer, response);
      servers.set(place, { server, untilMs: now().getTime() + DISCOVERY_KEPT_MS });
      return server;
    } catch (cause) {
      throw new ProviderUnavailableError("discovery", cause);
    }
  }

  function requestOptions(url: string) {
    return {
      [oauth.customFetch]: fetchThrough(ask),
      [oauth.allowInsecureRequests]: isOnThisMachine(url),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    };
  }

  function keysOf(jwksUri: string): ReturnType<typeof createRemoteJWKSet> {
    const known = keySets.get(jwksUri);
    if (known !== undefined) return known;
    const keys = createRemoteJWKSet(new URL(jwksUri), {
      [joseFetch]: fetchThrough(ask),
      timeoutDuration: REQUEST_LIMIT_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
      cacheMaxAge: KEYS_KEPT_MS,
    });
    keySets.set(jwksUri, keys);
    return keys;
  }

  async function verify(
    provider: Provider,
    server: oauth.AuthorizationServer,
    idToken: string,
  ): Promise<{ claims: JWTPayload; alg: string }> {
    const { jwks_uri: jwksUri } = server;
    if (jwksUri === undefined) throw new ProviderUnavailableError("discovery", "no keys");
    try {
      const { payload, protectedHeader } = await jwtVerify(idToken, keysOf(jwksUri), {
        algorithms: ID_TOKEN_ALGORITHMS,
        requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now(),
      });
      if (provider.isIssuer(payload, server.issuer)) {
        return { claims: payload, alg: protectedHeader.alg };
      }
    } catch (cause) {
      if (isAboutKeys(cause)) throw new ProviderUnavailableError("id_token", cause);
      throw new BadIdToken("it cannot be verified", { cause });
    }
    throw new BadIdToken("its issuer is another");
  }

  async function exchange(
    provider: Provider,
    server: oauth.AuthorizationServer,
    visit: AuthorizationState,
    answer: URLSearchParams,
  ): Promise<z.infer<typeof TokenAnswer>> {
    try {
      const secret = await provider.secret();
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        { client_id: provider.clientId },
        takesSecretInBody(server)
          ? oauth.ClientSecretPost(secret)
          : oauth.ClientSecretBasic(secret),
        answer,
        provider.redirectUri,
        visit.verifier,
        requestOptions(server.token_endpoint ?? server.issuer),
      );
      return TokenAnswer.parse(await response.json());
    } catch (cause) {
      throw new ProviderUnavailableError("exchange", cause);
    }
  }

  async function askAs(accessToken: string, url: string): Promise<unknown> {
    const headers = new Headers({ accept: "application/json" });
    const response = await oauth.protectedResourceRequest(
      accessToken,
      "GET",
      new URL(url),
      headers,
      null,
      requestOptions(url),
    );
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response.json();
  }

  /** Some issuers return the email only from userinfo. */
  async function withUserinfo(
    claims: JWTPayload,
    server: oauth.AuthorizationServer,
    accessToken: string,
  ): Promise<JWTPayload> {
    const { userinfo_endpoint: endpoint } = server;
    if (claims["email"] !== undefined || endpoint === undefined) return claims;
    const info = z.looseObject({ sub: z.string() }).parse(await askAs(accessToken, endpoint));
    if (info.sub !== claims.sub) throw new Error("the provider speaks of somebody else");
    return { ...info, ...claims };
  }

  return {
    async authorizationUrl(provider, visit, { scopes, parameters }) {
      const server = await serverOf(provider);
      const { authorization_endpoint: endpoint } = server;
      if (endpoint === undefined) throw new ProviderUnavailableError("discovery", "no endpoint");
      const url = new URL(endpoint);
      for (const [name, value] of parameters) {
        if (!OWN_PARAMETERS.has(name)) url.searchParams.set(name, value);
      }
      const own = {
        client_id: provider.clientId,
        redirect_uri: provider.redirectUri,
        response_type: "code",
        ...(provider.postsItsAnswer ? { response_mode: "form_post" } : {}),
        scope: [...new Set([...provider.scopes, ...scopes])].join(" "),
        state: visit.state,
        ...(provider.hasIdTokens ? { nonce: visit.nonce } : {}),
        code_challenge: await oauth.calculatePKCECodeChallenge(visit.verifier),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
      return url.href;
    },

    async redeem(provider, visit, answer) {
      const refusal = answer.get("error");
      if (refusal !== null) {
        throw new ProviderRejection(refusal, answer.get("error_description") ?? "");
      }
      const server = await serverOf(provider);
      const tokens = await exchange(
        provider,
        server,
        visit,
        validAnswer(server, provider.clientId, answer, visit.state),
      );
      let claims: JWTPayload | null = null;
      if (provider.hasIdTokens) {
        if (tokens.id_token === undefined)
          throw new ProviderUnavailableError("exchange", "no id token");
        ({ claims } = await verify(provider, server, tokens.id_token));
        if (!isFor(claims, [provider.clientId]) || claims["nonce"] !== visit.nonce) {
          throw new BadIdToken("it was made for another purpose");
        }
      }
      try {
        const accessToken = tokens.access_token;
        const profile = await provider.readProfile({
          claims:
            claims === null ? null : readIdClaims(await withUserinfo(claims, server, accessToken)),
          postedUser: answer.get("user"),
          accessToken,
          ask: (url) => askAs(accessToken, url),
        });
        return { profile, tokens: { accessToken, refreshToken: tokens.refresh_token ?? null } };
      } catch (cause) {
        throw new ProviderUnavailableError("profile", cause);
      }
    },

    async readIdToken(provider, idToken, accessToken) {
      const { claims, alg } = await verify(provider, await serverOf(provider), idToken);
      if (accessToken !== null && claims["at_hash"] !== undefined) {
        if (claims["at_hash"] !== halfHash(accessToken, alg)) {
          throw new BadIdToken("it belongs to another access token");
        }
      }
      try {
        const profile = await provider.readProfile({
          claims: readIdClaims(claims),
          postedUser: null,
          accessToken: "",
          ask: () => Promise.reject(new Error("Bug: there is no access token to ask with")),
        });
        return { claims, profile };
      } catch (cause) {
        throw new BadIdToken("it names nobody", { cause });
      }
    },
  };
}

export function isFor(claims: JWTPayload, clientIds: readonly string[]): boolean {
  const audiences = typeof claims.aud === "string" ? [claims.aud] : (claims.aud ?? []);
  return audiences.some((audience) => clientIds.includes(audience));
}

function validAnswer(
  server: oauth.AuthorizationServer,
  clientId: string,
  answer: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return oauth.validateAuthResponse(server, { client_id: clientId }, answer, state);
  } catch (cause) {
    throw new ProviderUnavailableError("answer", cause);
  }
}

function takesSecretInBody(server: oauth.AuthorizationServer): boolean {
  return server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ?? true;
}

type FetchOptions = Pick<RequestInit, "headers" | "method" | "redirect"> & {
  body?: RequestInit["body"] | undefined;
  signal?: AbortSignal | undefined;
};

function fetchThrough(ask: Ask): (url: string, options: FetchOptions) => Promise<Response> {
  return (url, { body = null, signal = null, ...options }) =>
    ask(new Request(url, { ...options, body, signal }));
}

/** The stand-in may do without TLS. */
function isOnThisMachine(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

/** Key errors are the provider's; all others the token's. */
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

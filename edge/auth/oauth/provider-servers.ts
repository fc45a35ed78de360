import { createRemoteJWKSet, customFetch as joseFetch } from "jose";
import * as oauth from "oauth4webapi";
import { HOUR_MS } from "#contracts/durations.ts";
import { isLoopback } from "../http/allowed-redirects.ts";
import { ProviderUnavailableError } from "./oauth-errors.ts";
import type { Provider } from "./presets.ts";

export type Fetch = (request: Request) => Promise<Response>;

/** The user waits, and there may be three requests in a row. */
const REQUEST_LIMIT_MS = 5_000;
/** Providers hardly ever move. */
const DISCOVERY_KEPT_MS = HOUR_MS;
/** An unknown `kid` refetches the keys, at most this often. */
const KEYS_COOLDOWN_MS = 10_000;
const KEYS_KEPT_MS = 10 * 60 * 1_000;

/** Caches discovery documents and keys. */
export class ProviderServers {
  readonly #fetch: Fetch;
  readonly #now: () => Date;
  // Values, never promises: a Worker request cannot wait for another request's fetch.
  readonly #servers = new Map<string, { server: oauth.AuthorizationServer; untilMs: number }>();
  readonly #keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

  constructor(fetch: Fetch, now: () => Date) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** @throws {ProviderUnavailableError} when discovery fails */
  async find({ authorizationServer }: Provider): Promise<oauth.AuthorizationServer> {
    if (typeof authorizationServer !== "string") return authorizationServer;
    const known = this.#servers.get(authorizationServer);
    if (known !== undefined && this.#now().getTime() < known.untilMs) return known.server;
    try {
      const issuer = new URL(authorizationServer);
      const response = await oauth.discoveryRequest(
        issuer,
        this.requestOptions(authorizationServer),
      );
      const server = await oauth.processDiscoveryResponse(issuer, response);
      this.#servers.set(authorizationServer, {
        server,
        untilMs: this.#now().getTime() + DISCOVERY_KEPT_MS,
      });
      return server;
    } catch (cause) {
      throw new ProviderUnavailableError("discovery", cause);
    }
  }

  keys(jwksUri: string): ReturnType<typeof createRemoteJWKSet> {
    const known = this.#keySets.get(jwksUri);
    if (known !== undefined) return known;
    const keys = createRemoteJWKSet(new URL(jwksUri), {
      [joseFetch]: fetchThrough(this.#fetch),
      timeoutDuration: REQUEST_LIMIT_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
      cacheMaxAge: KEYS_KEPT_MS,
    });
    this.#keySets.set(jwksUri, keys);
    return keys;
  }

  async getJson(url: string, accessToken: string): Promise<unknown> {
    const response = await oauth.protectedResourceRequest(
      accessToken,
      "GET",
      new URL(url),
      new Headers({ accept: "application/json" }),
      null,
      this.requestOptions(url),
    );
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  }

  requestOptions(url: string) {
    return {
      [oauth.customFetch]: fetchThrough(this.#fetch),
      // The emulator of a provider has no TLS.
      [oauth.allowInsecureRequests]: isLoopback(new URL(url)),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    };
  }
}

type FetchOptions = Pick<RequestInit, "headers" | "method" | "redirect"> & {
  body?: RequestInit["body"] | undefined;
  signal?: AbortSignal | undefined;
};

function fetchThrough(fetch: Fetch): (url: string, options: FetchOptions) => Promise<Response> {
  return (url, { body = null, signal = null, ...options }) =>
    fetch(new Request(url, { ...options, body, signal }));
}

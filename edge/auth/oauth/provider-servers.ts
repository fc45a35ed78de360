import { createRemoteJWKSet, customFetch as joseFetch } from "jose";
import * as oauth from "oauth4webapi";
import { HOUR_MS } from "#contracts/durations.ts";
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
  async find({ place }: Provider): Promise<oauth.AuthorizationServer> {
    if (typeof place !== "string") return place;
    const known = this.#servers.get(place);
    if (known !== undefined && this.#now().getTime() < known.untilMs) return known.server;
    try {
      const issuer = new URL(place);
      const response = await oauth.discoveryRequest(issuer, this.requestOptions(place));
      const server = await oauth.processDiscoveryResponse(issuer, response);
      this.#servers.set(place, { server, untilMs: this.#now().getTime() + DISCOVERY_KEPT_MS });
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
      [oauth.allowInsecureRequests]: isOnThisMachine(url),
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

/** A stand-in for a provider has no TLS. */
function isOnThisMachine(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

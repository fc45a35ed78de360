import { randomUUID } from "node:crypto";
import {
  createOneTimeCodes,
  type OneTimeCodes,
} from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { Limits } from "../../edge/auth/limits/limits.ts";
import { type AuthService, type Settings, test as base } from "./auth-service.ts";

export type AuthAnswer = Awaited<ReturnType<AuthService["call"]>>;

export type AuthCall = { body?: unknown; token?: string | undefined; ip?: string };

export type SignedIn = { userId: string; email: string; token: string; refreshToken: string };

/** The auth service for tests of single calls, with a clock that moves only on request. */
export type AuthEdge = {
  call: (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    call?: AuthCall,
  ) => Promise<AuthAnswer>;
  /** For an address of the API beside the auth service. */
  fetch: (request: Request) => Promise<Response>;
  codes: OneTimeCodes;
  log: AuthService["log"];
  now: () => Date;
  wait: (seconds: number) => void;
  signUp: () => Promise<SignedIn>;
  /** Signs in with the password of {@link signUp}. */
  signIn: (email: string) => Promise<AuthAnswer>;
  refresh: (refreshToken: string) => Promise<AuthAnswer>;
};

/**
 * Test with an auth service that confirms new accounts automatically; `edgeWith(settings)`
 * overrides settings.
 */
export const test = base.extend<{
  edgeWith: (settings?: Settings, limits?: Limits) => AuthEdge;
  edge: AuthEdge;
}>({
  edgeWith: async ({ serviceWith }, use) => {
    await use((settings = {}, limits) => edgeOf(serviceWith({ ...SETTINGS, ...settings }, limits)));
  },
  edge: async ({ edgeWith }, use) => {
    await use(edgeWith());
  },
});

const SETTINGS = { AUTH_CODE_SECRET: "q".repeat(32), MAILER_AUTOCONFIRM: "true" };

export const PASSWORD = "low tide at six";

function edgeOf(service: AuthService): AuthEdge {
  const { clock, log, wait } = service;
  clock.now = new Date("2026-11-20T12:00:00.000Z");
  const call: AuthEdge["call"] = (method, path, { body, token, ip = "203.0.113.7" } = {}) =>
    service.call(method, path, body, {
      "cf-connecting-ip": ip,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    });
  return {
    call,
    fetch: async (request) =>
      service.request(request.url, {
        method: request.method,
        headers: request.headers,
        body: await request.text(),
      }),
    codes: createOneTimeCodes(SETTINGS.AUTH_CODE_SECRET),
    log,
    now: () => clock.now,
    wait,
    async signUp() {
      const email = `ada-${randomUUID()}@shop.example`;
      const { status, body } = await call("POST", "/signup", {
        body: { email, password: PASSWORD },
      });
      if (status !== 200) throw new Error(`sign-up was refused: ${JSON.stringify(body)}`);
      return { email, ...signedIn(body) };
    },
    signIn: async (email) =>
      call("POST", "/token?grant_type=password", { body: { email, password: PASSWORD } }),
    refresh: async (refreshToken) =>
      call("POST", "/token?grant_type=refresh_token", { body: { refresh_token: refreshToken } }),
  };
}

export function signedIn(body: AuthAnswer["body"]): Omit<SignedIn, "email"> {
  const {
    user,
    access_token: token,
    refresh_token: refreshToken,
  } = body as {
    user: { id: string };
    access_token: string;
    refresh_token: string;
  };
  return { userId: user.id, token, refreshToken };
}

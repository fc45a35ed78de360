import { describe, expect, test } from "vitest";
import { freshAccount } from "../support/account.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { countRoundTrips, freshAddress } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

type Refusal = { status: number; body: Record<string, unknown>; retryAfterS: number };

function newVisitor() {
  const ip = freshIp();
  return async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const { api, anonKey } = thisStack();
    const response = await fetch(`${api}/auth/v1${path}`, {
      method: "POST",
      headers: {
        apikey: anonKey,
        "cf-connecting-ip": ip,
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    const retryAfterS = Number(response.headers.get("retry-after") ?? Number.NaN);
    return { status: response.status, body: answer, retryAfterS } satisfies Refusal;
  };
}

type Visitor = ReturnType<typeof newVisitor>;

const signIn = (visitor: Visitor, email: string, password: string) =>
  visitor("/token?grant_type=password", { email, password });

async function guessesUntilRefused(visitor: Visitor, email: string): Promise<number> {
  for (let guesses = 0; guesses < 30; guesses++) {
    const { status } = await signIn(visitor, email, "a wrong guess");
    if (status === 429) return guesses;
  }
  throw new Error("nobody ever refused");
}

describe("requests of one visitor", () => {
  test("/otp over its limit, with a forged X-Forwarded-For each: rejected before any database query", async () => {
    const visitor = newVisitor();
    const body = { email: "no address" };
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, i) =>
        visitor("/otp", body, { "x-forwarded-for": `192.0.2.${i}` }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // On a slow machine the limit refills for one or two more requests.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(10);
    expect(refused[0]).toMatchObject({
      body: { code: "over_request_rate_limit", message: "Request rate limit reached" },
    });
    expect(refused[0]?.retryAfterS).toBeGreaterThanOrEqual(1);
    await expect
      .poll(() => countRoundTrips(() => visitor("/otp", body)))
      .toMatchObject({ roundTrips: 0 });
    expect((await newVisitor()("/otp", body)).status).not.toBe(429);
  });
});

describe("wrong passwords", () => {
  test("of one visitor on many accounts: refused after twenty, right ones not counted; a user who has signed in there still can", async () => {
    const [{ email, password }, stranger] = [await freshAccount(), await freshAccount()];
    const visitor = newVisitor();
    for (let i = 0; i < 4; i++) expect((await signIn(visitor, email, password)).status).toBe(200);
    const guess = () => signIn(visitor, freshAddress(), "a wrong guess");
    const answers = await Promise.all(Array.from({ length: 24 }, guess));
    const checked = answers.filter(({ status }) => status === 400).length;
    expect(checked).toBeGreaterThanOrEqual(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(24 - checked);
    expect(checked).toBeLessThan(24);
    expect((await signIn(visitor, email, password)).status).toBe(200);
    expect((await signIn(visitor, stranger.email, stranger.password)).status).toBe(429);
  });

  test("slowed down for existing and unknown accounts alike; the user can still sign in, from a known or new network", async () => {
    expect(await guessesUntilRefused(newVisitor(), freshAddress())).toBeGreaterThanOrEqual(5);
    const { email, password } = await freshAccount();
    const home = newVisitor();
    expect((await signIn(home, email, password)).status).toBe(200);
    const stranger = newVisitor();
    expect(await guessesUntilRefused(stranger, email)).toBeGreaterThanOrEqual(5);
    const refused = await signIn(stranger, email, password);
    expect(refused).toMatchObject({ status: 429, body: { code: "over_request_rate_limit" } });
    expect(refused.retryAfterS).toBeGreaterThanOrEqual(1);
    expect((await signIn(home, email, password)).status).toBe(200);
    expect((await signIn(newVisitor(), email, password)).status).toBe(200);
  });
});

import { Pool } from "undici";
import * as z from "zod";
import type { StackUrls } from "../stack/settings.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";

const PASSWORD = "low tide at six";

const Stats = z.object({ roundTrips: z.number(), statements: z.number() });

export type RoundTrips = { what: string; expected: number } & z.infer<typeof Stats>;

/** No other client may use the edge meanwhile. */
export async function countRoundTrips(urls: StackUrls, bridge: string): Promise<RoundTrips[]> {
  const pool = new Pool(urls.api);
  const db = new Pool(bridge);
  const headers = makeHeaders(urls);
  const body = JSON.stringify(makeForm());
  const path = "/rest/v1/form_submissions";
  const cases = [
    { what: "an enquiry", expected: 1, request: { method: "POST", path, headers, body } },
    { what: "its repeat", expected: 1, request: { method: "POST", path, headers, body } },
    {
      what: "a refused enquiry",
      expected: 0,
      request: { method: "POST", path, headers, body: "{}" },
    },
    {
      what: "a sign-up",
      expected: 1,
      request: {
        method: "POST",
        path: "/auth/v1/signup",
        headers,
        body: JSON.stringify({ email: makeForm().email, password: PASSWORD }),
      },
    },
    {
      what: "a refused sign-in",
      expected: 1,
      request: {
        method: "POST",
        path: "/auth/v1/token?grant_type=password",
        headers,
        body: JSON.stringify({ email: makeForm().email, password: PASSWORD }),
      },
    },
    { what: "/readyz", expected: 1, request: { method: "GET", path: "/readyz" } },
  ] as const;
  const counted: RoundTrips[] = [];
  try {
    // The edge may save its counts after this one, and then not again for ten seconds.
    await (await pool.request({ method: "GET", path: "/rest/v1/user_orders" })).body.dump();
    for (const { what, expected, request } of cases) {
      await (await db.request({ method: "POST", path: "/stats/reset" })).body.dump();
      await (await pool.request(request)).body.dump();
      const stats = await db.request({ method: "GET", path: "/stats" });
      counted.push({ what, expected, ...Stats.parse(await stats.body.json()) });
    }
  } finally {
    await pool.close();
    await db.close();
  }
  return counted;
}

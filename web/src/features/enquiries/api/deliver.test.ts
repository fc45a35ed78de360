import { describe, expect, test } from "vitest";
import type { EnquiryForm } from "#contracts/api/enquiry.ts";
import { createDeliver } from "./deliver.ts";

const CONFIG = { siteUrl: "https://site.test", apiUrl: "https://api.test", anonKey: "anon-key" };
const KEY = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const TRACEPARENT = /^00-0b8c2f6e6f0a4a349d0a6a2a5f0e7c11-[0-9a-f]{16}-01$/;
const FORM: EnquiryForm = {
  form_type: "free-trial",
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.co.uk",
};

const captchaNeeded = () =>
  Response.json({ code: "captcha_failed", message: "Are you human?" }, { status: 400 });

function deliverTo(
  answer: () => Response | Promise<Response>,
  { config = CONFIG, tokens = [] }: { config?: typeof CONFIG; tokens?: (string | null)[] } = {},
) {
  const requests: Request[] = [];
  const deliver = createDeliver({
    config,
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return answer();
    },
    solveCaptcha: () => Promise.resolve(tokens.shift() ?? null),
  });
  return { deliver, requests };
}

describe("deliver", () => {
  test("posts with the public key and the idempotency key", async () => {
    const { deliver, requests } = deliverTo(() => Response.json({ id: "frm_1" }, { status: 201 }));
    expect(await deliver(FORM, KEY)).toEqual({ outcome: "delivered", id: "frm_1" });
    const [request] = requests;
    expect(request?.url).toBe("https://api.test/rest/v1/form_submissions");
    expect(request?.headers.get("apikey")).toBe("anon-key");
    expect(request?.headers.get("authorization")).toBe("Bearer anon-key");
    expect(request?.headers.get("idempotency-key")).toBe(KEY);
    expect(request?.headers.get("traceparent")).toMatch(TRACEPARENT);
    expect(await request?.json()).toEqual(FORM);
  });

  test("repeated row: delivered", async () => {
    const { deliver } = deliverTo(() => Response.json({ id: "frm_1" }, { status: 200 }));
    expect((await deliver(FORM, KEY)).outcome).toBe("delivered");
  });

  test.each([400, 413, 422])("status %i: refused, no retry", async (status) => {
    const { deliver } = deliverTo(() => Response.json({ message: "No." }, { status }));
    expect(await deliver(FORM, KEY)).toMatchObject({ outcome: "refused", message: "No." });
  });

  test("captcha needed: sent again with the token, the same key and the same trace", async () => {
    const answers = [captchaNeeded(), Response.json({ id: "frm_1" }, { status: 201 })];
    const { deliver, requests } = deliverTo(() => answers.shift() ?? Response.error(), {
      tokens: ["a-token"],
    });
    expect(await deliver(FORM, KEY)).toEqual({ outcome: "delivered", id: "frm_1" });
    expect(
      requests.map(({ headers }) => [headers.get("captcha-token"), headers.get("idempotency-key")]),
    ).toEqual([
      [null, KEY],
      ["a-token", KEY],
    ]);
    for (const { headers } of requests) expect(headers.get("traceparent")).toMatch(TRACEPARENT);
  });

  test.each([
    ["given up", [null], 1],
    ["token refused", ["a-token", "another"], 2],
  ] as const)("captcha %s: refused, and not asked again", async (_, tokens, sent) => {
    const { deliver, requests } = deliverTo(captchaNeeded, { tokens: [...tokens] });
    expect(await deliver(FORM, KEY)).toMatchObject({ outcome: "refused" });
    expect(requests).toHaveLength(sent);
  });

  test.each([401, 403, 404, 429, 500, 503])("status %i: failed, retried later", async (status) => {
    const { deliver } = deliverTo(() => new Response("busy", { status }));
    expect(await deliver(FORM, KEY)).toEqual({
      outcome: "failed",
      note: `HTTP ${status}`,
      retryAfterMs: null,
    });
  });

  test("Retry-After: returned as pause", async () => {
    const { deliver } = deliverTo(
      () => new Response("{}", { status: 429, headers: { "retry-after": "60" } }),
    );
    expect(await deliver(FORM, KEY)).toMatchObject({ retryAfterMs: 60_000 });
  });

  test("answer without a row: failed", async () => {
    const { deliver } = deliverTo(() => new Response("<html>", { status: 200 }));
    expect((await deliver(FORM, KEY)).outcome).toBe("failed");
  });

  test("network error: failed, does not throw", async () => {
    const { deliver } = deliverTo(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await deliver(FORM, KEY)).toMatchObject({
      outcome: "failed",
      note: "Failed to fetch",
    });
  });

  test("backend not configured: sends nothing", async () => {
    const { deliver, requests } = deliverTo(() => Response.json({}), {
      config: { ...CONFIG, apiUrl: "" },
    });
    expect((await deliver(FORM, KEY)).outcome).toBe("failed");
    expect(requests).toEqual([]);
  });
});

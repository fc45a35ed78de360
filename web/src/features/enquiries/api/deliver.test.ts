import { describe, expect, test } from "vitest";
import type { EnquiryForm } from "#contracts/api/enquiry.ts";
import { createDeliver } from "./deliver.ts";

const CONFIG = { siteUrl: "https://site.test", apiUrl: "https://api.test", anonKey: "anon-key" };
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
    expect(await deliver(FORM, "key-1")).toEqual({ outcome: "delivered", id: "frm_1" });
    const [request] = requests;
    expect(request?.url).toBe("https://api.test/rest/v1/form_submissions");
    expect(request?.headers.get("apikey")).toBe("anon-key");
    expect(request?.headers.get("authorization")).toBe("Bearer anon-key");
    expect(request?.headers.get("idempotency-key")).toBe("key-1");
    expect(await request?.json()).toEqual(FORM);
  });

  test("repeated row: delivered", async () => {
    const { deliver } = deliverTo(() => Response.json({ id: "frm_1" }, { status: 200 }));
    expect((await deliver(FORM, "key-1")).outcome).toBe("delivered");
  });

  test.each([400, 413, 422])("status %i: refused, no retry", async (status) => {
    const { deliver } = deliverTo(() => Response.json({ message: "No." }, { status }));
    expect(await deliver(FORM, "key-1")).toMatchObject({ outcome: "refused", message: "No." });
  });

  test("captcha needed: sent again with the token and the same key", async () => {
    const answers = [captchaNeeded(), Response.json({ id: "frm_1" }, { status: 201 })];
    const { deliver, requests } = deliverTo(() => answers.shift() ?? Response.error(), {
      tokens: ["a-token"],
    });
    expect(await deliver(FORM, "key-1")).toEqual({ outcome: "delivered", id: "frm_1" });
    expect(
      requests.map(({ headers }) => [headers.get("captcha-token"), headers.get("idempotency-key")]),
    ).toEqual([
      [null, "key-1"],
      ["a-token", "key-1"],
    ]);
  });

  test.each([
    ["given up", [null], 1],
    ["token refused", ["a-token", "another"], 2],
  ] as const)("captcha %s: refused, and not asked again", async (_, tokens, sent) => {
    const { deliver, requests } = deliverTo(captchaNeeded, { tokens: [...tokens] });
    expect(await deliver(FORM, "key-1")).toMatchObject({ outcome: "refused" });
    expect(requests).toHaveLength(sent);
  });

  test.each([401, 403, 404, 429, 500, 503])("status %i: failed, retried later", async (status) => {
    const { deliver } = deliverTo(() => new Response("busy", { status }));
    expect(await deliver(FORM, "key-1")).toEqual({
      outcome: "failed",
      note: `HTTP ${status}`,
      retryAfterMs: null,
    });
  });

  test("Retry-After: returned as pause", async () => {
    const { deliver } = deliverTo(
      () => new Response("{}", { status: 429, headers: { "retry-after": "60" } }),
    );
    expect(await deliver(FORM, "key-1")).toMatchObject({ retryAfterMs: 60_000 });
  });

  test("answer without a row: failed", async () => {
    const { deliver } = deliverTo(() => new Response("<html>", { status: 200 }));
    expect((await deliver(FORM, "key-1")).outcome).toBe("failed");
  });

  test("network error: failed, does not throw", async () => {
    const { deliver } = deliverTo(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await deliver(FORM, "key-1")).toMatchObject({
      outcome: "failed",
      note: "Failed to fetch",
    });
  });

  test("backend not configured: sends nothing", async () => {
    const { deliver, requests } = deliverTo(() => Response.json({}), {
      config: { ...CONFIG, apiUrl: "" },
    });
    expect((await deliver(FORM, "key-1")).outcome).toBe("failed");
    expect(requests).toEqual([]);
  });
});

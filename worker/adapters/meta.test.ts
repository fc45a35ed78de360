import { createHash } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import { describe, expect } from "vitest";
import { createMetaEmulator, type ReceivedConversion } from "../../tests/stack/meta/app.ts";
import type { Handler } from "../../tests/support/serve.ts";
import { failureOf, PATIENCE_MS, test as base } from "../../tests/support/serving.ts";
import { ConversionRejected, type ConversionReport } from "../ports/conversion-reporter.ts";
import { createMetaReporter, createReporter, type MetaConfig } from "./meta.ts";

const ACCOUNT = { pixelId: "100000000000001", accessToken: "token-1" };
const NOW = new Date("2026-11-20T12:00:05Z");

const REPORT: ConversionReport = {
  name: "Lead",
  content: { name: "Contact Form", category: "Contact" },
  value: 0,
  currency: "GBP",
  person: { email: " John_Smith@gmail.com", firstName: "Mary", lastName: "Valéry" },
  occurredAt: "2026-11-20T12:00:00.500Z",
  conversion: {
    event_id: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
    consent_version: "2026-11",
    consented_at: "2026-11-20T11:59:00.000Z",
    page_url: "https://tidepost.example/contact",
    fbp: "fb.1.1596403881668.1116446470",
    user_agent: "Mozilla/5.0",
  },
};

const test = base.extend<{ emulatorUrl: string }>({
  emulatorUrl: async ({ serving }, use) => {
    const listener = getRequestListener(createMetaEmulator(ACCOUNT, () => NOW).fetch);
    await use(await serving((request, response) => void listener(request, response)));
  },
});

const reporterAt = (baseUrl: string, change: Partial<MetaConfig> = {}) =>
  createMetaReporter({ ...ACCOUNT, baseUrl, timeoutMs: PATIENCE_MS, ...change });

const answers =
  (status: number, body: unknown): Handler =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

describe("Meta conversion report", () => {
  test("personal data is hashed; time and place are included", async ({ emulatorUrl }) => {
    const { externalId } = await reporterAt(emulatorUrl).report(REPORT);
    expect(externalId).toMatch(/^[\w-]+$/);
    const received = await (await fetch(`${emulatorUrl}/conversions`)).json();
    expect(received).toEqual([
      {
        event_name: "Lead",
        event_id: REPORT.conversion.event_id,
        event_time: 1_795_176_000,
        action_source: "website",
        event_source_url: "https://tidepost.example/contact",
        user_data: {
          // Examples from Meta's documentation.
          em: ["62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f"],
          fn: ["6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec"],
          ln: [createHash("sha256").update("valéry").digest("hex")],
          client_user_agent: "Mozilla/5.0",
          fbp: "fb.1.1596403881668.1116446470",
        },
        custom_data: {
          content_name: "Contact Form",
          content_category: "Contact",
          value: 0,
          currency: "GBP",
        },
        reports: 1,
      },
    ]);
  });

  test("purchase: includes only the customer data that is known", async ({ emulatorUrl }) => {
    const purchase: ConversionReport = {
      ...REPORT,
      name: "Purchase",
      content: { name: "Plus Package", type: "product" },
      value: 175,
      person: { email: null },
      conversion: { ...REPORT.conversion, event_id: "purchase-in_1" },
    };
    await reporterAt(emulatorUrl).report(purchase);
    const received = await (await fetch(`${emulatorUrl}/conversions`)).json();
    expect(received).toMatchObject([
      {
        event_name: "Purchase",
        event_id: "purchase-in_1",
        user_data: {
          client_user_agent: "Mozilla/5.0",
          fbp: "fb.1.1596403881668.1116446470",
        },
        custom_data: {
          content_name: "Plus Package",
          content_type: "product",
          value: 175,
          currency: "GBP",
        },
      },
    ]);
    expect(Object.keys((received as ReceivedConversion[])[0]?.user_data ?? {}).toSorted()).toEqual([
      "client_user_agent",
      "fbp",
    ]);
  });

  test("repeated report: counted once", async ({ emulatorUrl }) => {
    await reporterAt(emulatorUrl).report(REPORT);
    await reporterAt(emulatorUrl).report(REPORT);
    const received = (await (
      await fetch(`${emulatorUrl}/conversions`)
    ).json()) as ReceivedConversion[];
    expect(received.map((conversion) => conversion.reports)).toEqual([2]);
  });

  test("malformed report: rejected permanently", async ({ emulatorUrl }) => {
    const conversion = { ...REPORT.conversion, user_agent: "" };
    const failure = await failureOf(reporterAt(emulatorUrl).report({ ...REPORT, conversion }));
    expect(failure).toBeInstanceOf(ConversionRejected);
    expect(failure.message).toBe("Meta: 100/2804050 (400)");
  });

  test("report older than a week: rejected permanently", async ({ emulatorUrl }) => {
    const oldReport = { ...REPORT, occurredAt: "2026-11-13T11:00:00Z" };
    const failure = await failureOf(reporterAt(emulatorUrl).report(oldReport));
    expect(failure.message).toBe("Meta: 100/2804003 (400)");
  });

  test("expired access token: retried until the token is renewed", async ({ emulatorUrl }) => {
    const failure = await failureOf(reporterAt(emulatorUrl, { accessToken: "old" }).report(REPORT));
    expect(failure).not.toBeInstanceOf(ConversionRejected);
    expect(failure.message).toBe("Meta: 190 (400)");
  });

  test.for([
    ["an outage", 503, null, false, "Meta: no code (503)"],
    ["a limit", 400, { error: { code: 4 } }, false, "Meta: 4 (400)"],
    ["a limit by status", 429, {}, false, "Meta: no code (429)"],
    [
      "an error that Meta calls transient",
      400,
      { error: { code: 100, is_transient: true } },
      false,
      "Meta: 100 (400)",
    ],
    ["an unknown pixel", 404, "not found", true, "Meta: no code (404)"],
    [
      "an answer without a receipt",
      200,
      {},
      false,
      "Meta answered with something that is no receipt",
    ],
  ] as const)(
    "%s: retried or rejected permanently, as the status and code say",
    async ([, status, body, isRejected, message], { serving }) => {
      const failure = await failureOf(
        reporterAt(await serving(answers(status, body))).report(REPORT),
      );
      expect(failure.message).toBe(message);
      expect(failure instanceof ConversionRejected).toBe(isRejected);
    },
  );

  test("no response: times out, and the error holds no personal data", async ({ serving }) => {
    const reporter = reporterAt(await serving(() => undefined), { timeoutMs: 20 });
    const failure = await failureOf(reporter.report(REPORT));
    expect(failure.message).toBe("Meta did not answer in time");
  });

  test("redirect: not followed", async ({ serving }) => {
    const url = await serving((_, response) => {
      response.writeHead(307, { location: "http://127.0.0.1:1/" });
      response.end();
    });
    const failure = await failureOf(reporterAt(url).report(REPORT));
    expect(failure.message).toBe("Meta could not be reached");
  });
});

describe("configuration", () => {
  const META_BASE_URL = undefined;

  test("without a pixel there is no reporter", () => {
    const config = { META_PIXEL_ID: undefined, META_ACCESS_TOKEN: undefined, META_BASE_URL };
    expect(createReporter(config)).toBeNull();
  });

  test.each([
    ["META_ACCESS_TOKEN", { META_PIXEL_ID: "100000000000001", META_ACCESS_TOKEN: undefined }],
    ["META_PIXEL_ID", { META_PIXEL_ID: undefined, META_ACCESS_TOKEN: "token-1" }],
  ])("partly configured: throws an error that names %s", (missing, given) => {
    expect(() => createReporter({ ...given, META_BASE_URL })).toThrow(missing);
  });
});

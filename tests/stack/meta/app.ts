import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod";

// Meta rejects events older than seven days.
const OLDEST_MS = 7 * 24 * 60 * 60 * 1_000;

const hash = z.array(z.string().regex(/^[0-9a-f]{64}$/)).length(1);

const ServerEvent = z.strictObject({
  event_name: z.enum(["Lead", "Purchase", "CompleteRegistration"]),
  event_id: z.string().min(1),
  event_time: z.int().positive(),
  action_source: z.literal("website"),
  event_source_url: z.url(),
  user_data: z.strictObject({
    em: hash.optional(),
    fn: hash.optional(),
    ln: hash.optional(),
    client_user_agent: z.string().min(1),
    fbp: z.string().startsWith("fb.").optional(),
    fbc: z.string().startsWith("fb.").optional(),
  }),
  custom_data: z.strictObject({
    content_name: z.string().min(1),
    content_category: z.string().min(1).optional(),
    content_type: z.literal("product").optional(),
    value: z.number().min(0),
    currency: z.literal("GBP"),
  }),
});

const Report = z.strictObject({
  data: z.array(ServerEvent).min(1),
  access_token: z.string(),
});

export type ReceivedConversion = z.infer<typeof ServerEvent> & {
  readonly reports: number;
};

interface MetaAccount {
  readonly pixelId: string;
  readonly accessToken: string;
}

/** Meta's Conversions API for one pixel. Rejects every field that the worker does not send. */
export function createMetaEmulator(account: MetaAccount, now: () => Date): Hono {
  const received = new Map<string, ReceivedConversion>();
  const app = new Hono();

  app.post("/:version{v\\d+\\.\\d}/:pixel/events", async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const refuse = (message: string, code: number, subcode?: number): Response =>
      c.json({ error: { message, type: "OAuthException", code, error_subcode: subcode } }, 400);
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .catch({ access_token: "" })
      .parse(body);
    if (token !== account.accessToken) return refuse("Invalid OAuth access token.", 190);
    if (c.req.param("pixel") !== account.pixelId) {
      return refuse("Object does not exist or permissions are missing.", 100, 33);
    }
    const report = Report.safeParse(body);
    if (!report.success) return refuse(z.prettifyError(report.error), 100, 2_804_050);
    const { data } = report.data;
    if (data.some((event) => event.event_time * 1_000 < now().getTime() - OLDEST_MS)) {
      return refuse("Event timestamp too old.", 100, 2_804_003);
    }
    for (const event of data) {
      const key = `${event.event_name} ${event.event_id}`;
      const known = received.get(key);
      received.set(
        key,
        known === undefined ? { ...event, reports: 1 } : { ...known, reports: known.reports + 1 },
      );
    }
    return c.json({
      events_received: data.length,
      messages: [],
      fbtrace_id: randomBytes(16).toString("base64url"),
    });
  });

  app.get("/:version{v\\d+\\.\\d}/:pixel", (c) => {
    const refuse = (message: string, code: number): Response =>
      c.json({ error: { message, type: "OAuthException", code } }, 400);
    if (c.req.header("authorization") !== `Bearer ${account.accessToken}`) {
      return refuse("Invalid OAuth access token.", 190);
    }
    if (c.req.param("pixel") !== account.pixelId) return refuse("Object does not exist.", 100);
    return c.json({ id: account.pixelId });
  });

  app.get("/conversions", (c) => c.json([...received.values()]));
  return app;
}

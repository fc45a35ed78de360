import { createHmac, randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { API, type AuthService, SECRET, test as base } from "../../tests/support/auth-service.ts";
import { refusal } from "../../tests/support/refusal.ts";
import { UNLIMITED } from "../../tests/support/unlimited.ts";

const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`;
const OLD = newSecret();
const NEW = newSecret();

const EVENT_ID = "evt_01KAHX2J3V7W8R9T0A1B2C3D4E";
const MINUTE_S = 60;

const email = (type: string, more: object = {}) => ({
  type,
  created_at: "2026-11-20T12:00:00.000Z",
  data: {
    created_at: "2026-11-20T11:59:59.000Z",
    email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
    message_id: "<1@tidepost.example>",
    from: "Tidepost <hello@tidepost.example>",
    to: ["ada@shop.example"],
    subject: "Ada, your code",
    tags: { template: "account", event: EVENT_ID, effect: "send-billing-mail" },
    ...more,
  },
});
const bounced = (type: string, subType: string) =>
  email("email.bounced", { bounce: { type, subType, message: "550 ada@shop.example unknown" } });
const suppression = (type: string, createdAt: string, origin = "bounce") => ({
  type,
  created_at: createdAt,
  data: { id: "1", email: "Ada@Shop.example", origin, source_id: null, created_at: createdAt },
});

type Options = { id?: string; secret?: string; ageS?: number; signature?: string };
type Answer = { status: number; body: Record<string, unknown> };

const test = base.extend<{
  notify: (event: unknown, options?: Options) => Promise<Answer>;
  marked: () => Promise<string | null>;
  edge: AuthService;
}>({
  edge: async ({ serviceWith }, use) => {
    await use(serviceWith({ RESEND_WEBHOOK_SECRETS: `${NEW}, ${OLD}` }));
  },
  notify: async ({ edge }, use) => {
    await use(async (event, options = {}) => {
      const payload = typeof event === "string" ? event : JSON.stringify(event);
      const id = options.id ?? `msg_${randomBytes(6).toString("hex")}`;
      const at = Math.floor(Date.now() / 1_000) - (options.ageS ?? 0);
      const response = await edge.request(`${API}/webhooks/resend`, {
        method: "POST",
        headers: {
          "svix-id": id,
          "svix-timestamp": String(at),
          "svix-signature": options.signature ?? sign(options.secret ?? NEW, id, at, payload),
        },
        body: payload,
      });
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
      };
    });
  },
  marked: async ({ database }, use) => {
    await use(async () => {
      const { rows } = await database.query(
        "select reason from undeliverable_addresses where address_hash = $1",
        [createAddressHash(SECRET).of("ada@shop.example")],
      );
      return (rows[0] as { reason: string | null } | undefined)?.reason ?? null;
    });
  },
});

function sign(secret: string, id: string, at: number, payload: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${at}.${payload}`).digest("base64")}`;
}

const TAKEN = { status: 200, body: { received: true } };

describe("POST /webhooks/resend", () => {
  test("bounce: stores ids and kind of bounce, marks the address, keeps no personal data", async ({
    notify,
    marked,
    database,
    edge,
  }) => {
    expect(await notify(bounced("Permanent", "NoEmail"), { id: "msg_1" })).toEqual(TAKEN);
    const { rows } = await database.query("select * from resend_events");
    expect(rows).toMatchObject([
      {
        id: "msg_1",
        type: "email.bounced",
        email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
        event_id: EVENT_ID,
        effect: "send-billing-mail",
        bounce_type: "Permanent",
        bounce_sub_type: "NoEmail",
      },
    ]);
    expect(await marked()).toBe("bounced");
    const { rows: marks } = await database.query("select * from undeliverable_addresses");
    // A hash may hold the letters of a name.
    expect(JSON.stringify([rows, marks, edge.log])).not.toMatch(/"ada|ada@|shop\.example/i);
  });

  test("same webhook ten times concurrently: one row, ten times 200", async ({
    notify,
    database,
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => notify(email("email.delivered"), { id: "msg_1" })),
    );
    expect(answers).toEqual(answers.map(() => TAKEN));
    expect((await database.query("select id from resend_events")).rows).toHaveLength(1);
  });

  test("temporary bounce, delay, failure to send, complaint of one of two: marks no address", async ({
    notify,
    database,
  }) => {
    const events: [string, unknown][] = [
      ["temporary bounce", bounced("Transient", "MailboxFull")],
      ["delay", email("email.delivery_delayed")],
      ["failure before sending", email("email.failed", { failed: { reason: "quota" } })],
      ["complaint of one of two", email("email.complained", { to: ["a@b", "c@d"] })],
    ];
    for (const [what, event] of events) {
      expect(await notify(event), what).toEqual(TAKEN);
      const { rows } = await database.query("select reason from undeliverable_addresses");
      expect(rows, what).toEqual([]);
    }
  });

  test.for<[string, string, unknown]>([
    ["complaint", "complained", email("email.complained")],
    ["email to a suppressed address", "suppressed", email("email.suppressed")],
    [
      "entry that the team added",
      "suppressed",
      suppression("suppression.added", "2026-11-20T12:00:00Z", "manual"),
    ],
  ])("%s: marks the address as %s", async ([, reason, event], { notify, marked }) => {
    expect(await notify(event)).toEqual(TAKEN);
    expect(await marked()).toBe(reason);
  });

  test("webhooks out of order: the newest about the address counts, a complaint most", async ({
    notify,
    marked,
  }) => {
    await notify(suppression("suppression.removed", "2026-11-20T13:00:00Z"));
    await notify(bounced("Permanent", "General"));
    expect(await marked()).toBeNull();
    await notify(suppression("suppression.added", "2026-11-20T14:00:00Z", "complaint"));
    await notify(suppression("suppression.added", "2026-11-20T15:00:00Z", "bounce"));
    await notify(suppression("suppression.removed", "2026-11-20T13:30:00Z"));
    expect(await marked()).toBe("complained");
    await notify(suppression("suppression.removed", "2026-11-20T16:00:00Z"));
    expect(await marked()).toBeNull();
  });

  test("secret rotation: accepts either secret and a second signature, no foreign one", async ({
    notify,
  }) => {
    const event = email("email.delivered");
    expect(await notify(event, { secret: OLD })).toEqual(TAKEN);
    const at = Math.floor(Date.now() / 1_000);
    const right = sign(NEW, "msg_2", at, JSON.stringify(event));
    const signature = `v1,${Buffer.alloc(32).toString("base64")} v1a,x ${right}`;
    expect(await notify(event, { id: "msg_2", signature })).toEqual(TAKEN);
    expect(refusal(await notify(event, { secret: newSecret() }))).toEqual([
      400,
      "signature_invalid",
    ]);
  });

  test("signature that is missing, malformed, old or of a later time: rejected, nothing stored", async ({
    notify,
    database,
  }) => {
    const signatures: [string, Options][] = [
      ["none", { signature: "" }],
      ["without its version", { signature: "abc" }],
      ["from six minutes ago", { ageS: 6 * MINUTE_S }],
      ["from in six minutes", { ageS: -6 * MINUTE_S }],
    ];
    for (const [what, options] of signatures) {
      expect(refusal(await notify(email("email.complained"), options)), what).toEqual([
        400,
        "signature_invalid",
      ]);
    }
    expect((await database.query("select id from resend_events")).rows).toEqual([]);
  });

  test("signed event that cannot be read: 200, and an event names the fields", async ({
    notify,
    database,
  }) => {
    const type = "email.delivered";
    const events: [string, unknown, string | null, string][] = [
      ["no JSON", "{", null, ""],
      ["no type", {}, null, ""],
      ["an email without an id", email(type, { email_id: undefined }), type, "data.email_id"],
      ["a time that is none", { ...email(type), created_at: "yesterday" }, type, "created_at"],
      ["a control character", email(type, { email_id: "a\u0000b" }), type, "data.email_id"],
    ];
    for (const [what, event, notification, field] of events) {
      expect(await notify(event), what).toEqual(TAKEN);
      const { rows } = await database.query(
        "delete from outbox_events where type = 'WebhookUnread' and aggregate_id = 'resend' returning payload",
      );
      const objectId = expect.any(String);
      expect(rows, what).toEqual([
        { payload: { webhook: "resend", notification, objectId, fields: [field] } },
      ]);
    }
    expect((await database.query("select id from resend_events")).rows).toEqual([]);
  });

  test("types that we do not read, and tags that are not ours: 200", async ({
    notify,
    database,
  }) => {
    expect(await notify(email("email.opened"))).toEqual(TAKEN);
    expect(await notify(email("email.delivered", { tags: { event: "drop table" } }))).toEqual(
      TAKEN,
    );
    const { rows } = await database.query("select type, event_id, effect from resend_events");
    expect(rows).toEqual([{ type: "email.delivered", event_id: null, effect: null }]);
  });

  test("no secret: 500 that says so", async ({ serviceWith }) => {
    const response = await serviceWith().request(`${API}/webhooks/resend`, { method: "POST" });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "webhook_not_configured" });
  });

  test("wrong signatures from one address: 429 before the body is read", async ({
    serviceWith,
  }) => {
    const { request } = serviceWith(
      { RESEND_WEBHOOK_SECRETS: NEW },
      { ...UNLIMITED, take: () => Promise.resolve({ allowed: false, retryAfterS: 1 }) },
    );
    const response = await request(`${API}/webhooks/resend`, { method: "POST", body: "{}" });
    expect(response.status).toBe(429);
  });
});

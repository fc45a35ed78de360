import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { createCalendlyEmulator } from "../../tests/stack/calendly/app.ts";
import { API, type AuthService, test as base } from "../../tests/support/auth-service.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/customer-rows.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { seedEnquiry, seedIds } from "../../tests/support/seed-event.ts";

const NEW = "a new signing key of Calendly";
const OLD = "an old signing key of Calendly";
const URI = "https://api.calendly.com/scheduled_events/EAAAA/invitees/AAAA";
const STARTS_AT = "2026-12-01T14:30:00.000000Z";

type Notify = (
  event: string,
  options?: {
    id?: string;
    email?: string;
    startsAt?: string;
    body?: string;
    secret?: string;
    ageS?: number;
    signature?: string;
  },
) => Promise<{ status: number; code: unknown }>;

const test = base.extend<{ edge: AuthService; notify: Notify }>({
  edge: async ({ serviceWith }, use) => {
    await use(serviceWith({ CALENDLY_WEBHOOK_SECRETS: `${NEW},${OLD}` }));
  },
  notify: async ({ edge }, use) => {
    await use(async (event, { id = "AAAA", email = "grace@navy.example", ...options } = {}) => {
      const written = JSON.stringify({
        event,
        created_at: "2026-11-20T12:00:00.000000Z",
        payload: {
          uri: `https://api.calendly.com/scheduled_events/E${id}/invitees/${id}`,
          email,
          name: "Grace Hopper",
          scheduled_event: { start_time: options.startsAt ?? STARTS_AT },
        },
      });
      const body = options.body ?? written;
      const time = Math.floor(Date.now() / 1_000) - (options.ageS ?? 0);
      const mac = createHmac("sha256", options.secret ?? NEW).update(`${time}.${body}`);
      const response = await edge.request(`${API}/webhooks/calendly`, {
        method: "POST",
        headers: {
          "calendly-webhook-signature":
            options.signature ?? `t=${String(time)},v1=${mac.digest("hex")}`,
        },
        body,
      });
      const answer = (await response.json()) as Record<string, unknown>;
      return { status: response.status, code: answer["code"] };
    });
  },
});

const BOOKED = "invitee.created";
const CANCELLED = "invitee.canceled";

describe("a booked call", () => {
  for (const { title, deliveries, events, promise } of [
    {
      title: "booked, delivered twice",
      deliveries: [BOOKED, BOOKED],
      events: ["CallBooked"],
      promise: [{ isOpen: true }],
    },
    {
      title: "booked, then cancelled, each delivered twice",
      deliveries: [BOOKED, CANCELLED, CANCELLED, BOOKED],
      events: ["CallBooked", "CallCancelled"],
      promise: [{ isOpen: false }],
    },
    {
      title: "cancelled before its booking arrives",
      deliveries: [CANCELLED, BOOKED],
      events: [],
      promise: [],
    },
  ]) {
    test(`${title}: its events and its promise, once`, async ({ notify, database }) => {
      for (const event of deliveries) expect(await notify(event)).toMatchObject({ status: 200 });
      const { rows } = await database.query<{ type: string }>(
        "select type from outbox_events order by type",
      );
      expect(rows.map(({ type }) => type)).toEqual(events);
      const { rows: promises } = await database.query(
        `select released_at is null as "isOpen" from promises where rule = 'hold-call' and subject_id = 'call_AAAA'
           and warn_at <= '2026-12-01T12:30:00Z' and due_at = '2026-12-01T16:30:00Z'`,
      );
      expect(promises).toEqual(promise);
    });
  }

  test("is a row at the person whom its address belongs to, and holds neither name nor address", async ({
    notify,
    db,
    database,
  }) => {
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    await insertCustomer(db, { id: "cus_1", email: "guest@shop.example" });
    await seedEnquiry(db, { last: "A", email: "asks@shop.example" });
    const callers = [
      ["Ada@shop.example", "user", userId],
      ["guest@shop.example", "customer", "cus_1"],
      ["asks@shop.example", "form_submission", seedIds("A").submissionId],
      ["nobody@shop.example", "call", "call_C3"],
    ] as const;
    for (const [index, [email]] of callers.entries()) {
      await notify(BOOKED, { id: `C${String(index)}`, email });
    }
    const { rows } = await database.query<{ kind: string; id: string }>(
      "select aggregate_type as kind, aggregate_id as id from outbox_events order by payload->>'callId'",
    );
    expect(rows).toEqual(callers.map(([, kind, id]) => ({ kind, id })));
    const { rows: stored } = await database.query(
      `select coalesce((select jsonb_agg(to_jsonb(event)) from outbox_events event), '[]')::text
         || coalesce((select jsonb_agg(to_jsonb(call)) from booked_calls call), '[]')::text as text`,
    );
    expect(JSON.stringify(stored)).not.toMatch(/grace|hopper|@/i);
  });
});

test.for([
  { title: "of another key", options: { secret: "a foreign signing key long enough" } },
  { title: "missing", options: { signature: "" } },
  { title: "without a time", options: { signature: `v1=${"0".repeat(64)}` } },
  { title: "of six minutes ago", options: { ageS: 360 } },
  { title: "of six minutes ahead", options: { ageS: -360 } },
])("signature $title: 400, and nothing is written", async ({ options }, { notify, database }) => {
  expect(await notify(BOOKED, options)).toEqual({ status: 400, code: "signature_invalid" });
  const { rows } = await database.query("select from booked_calls");
  expect(rows).toEqual([]);
});

test("rotation: both keys are taken; another kind of event is received and writes nothing", async ({
  notify,
  database,
}) => {
  expect(await notify(BOOKED, { secret: OLD })).toMatchObject({ status: 200 });
  expect(await notify("invitee_no_show.created", { id: "BBBB" })).toMatchObject({ status: 200 });
  const { rows } = await database.query("select id from booked_calls");
  expect(rows).toEqual([{ id: "call_AAAA" }]);
});

test.for([
  {
    title: "with an id of another form",
    options: { id: "x y" },
    unread: { notification: BOOKED, objectId: null, fields: ["payload.uri"] },
  },
  {
    title: "of a call whose time is none",
    options: { startsAt: "soon" },
    unread: { notification: BOOKED, objectId: URI, fields: ["payload.scheduled_event.start_time"] },
  },
  {
    title: "that is no JSON",
    options: { body: "{" },
    unread: { notification: null, objectId: null, fields: [""] },
  },
  {
    title: "without an event",
    options: { body: "{}" },
    unread: { notification: null, objectId: null, fields: ["event", "payload"] },
  },
])(
  "signed, $title: 200, so that Calendly goes on, and an event says where to look",
  async ({ options, unread }, { notify, database }) => {
    expect(await notify(BOOKED, options)).toMatchObject({ status: 200 });
    const { rows } = await database.query(
      "select type, aggregate_id as of, payload, (select count(*)::int from booked_calls) as calls from outbox_events",
    );
    expect(rows).toEqual([
      {
        type: "WebhookUnread",
        of: "calendly",
        payload: { webhook: "calendly", ...unread },
        calls: 0,
      },
    ]);
  },
);

test("emulator: signs as Calendly does, and tells again what was refused, doubled or in reverse", async ({
  edge,
  database,
}) => {
  const emulator = createCalendlyEmulator({
    webhook: { url: `${API}/webhooks/calendly`, secret: NEW },
    now: () => new Date(),
    wait: async () => {
      await emulator.request("/calendly/switches", { method: "DELETE" });
    },
    send: async (request) =>
      edge.request(request.url, {
        method: "POST",
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      }),
  });
  const tell = async (path: string, body: object = {}) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const answer = await emulator.request(`/calendly/${path}`, init);
    return (await answer.json()) as { id: string };
  };
  const call = { email: "a@b.example", name: "A", startsAt: "2026-12-01T14:30:00Z" };
  const statusesOf = (given: string) =>
    eventually("the deliveries have ended", async () => {
      const all = await (await emulator.request("/calendly/deliveries")).json();
      const own = (all as { callId: string; statuses: number[] }[]).filter(
        ({ callId }) => callId === given,
      );
      return own.every(({ statuses }) => statuses.includes(200)) && own.map((one) => one.statuses);
    });
  const typesOf = async (callId: string) => {
    const { rows } = await database.query<{ type: string }>(
      "select type from outbox_events where payload->>'callId' = $1 order by type",
      [`call_${callId}`],
    );
    return rows.map(({ type }) => type);
  };

  await tell("switches", { isForeign: true });
  const { id: refused } = await tell("calls", call);
  expect(await statusesOf(refused)).toEqual([[400, 200]]);
  await tell(`calls/${refused}/cancel`);
  expect(await statusesOf(refused)).toEqual([[400, 200], [200]]);
  expect(await typesOf(refused)).toEqual(["CallBooked", "CallCancelled"]);

  await tell("switches", { isReversed: true, copies: 2 });
  const { id: reversed } = await tell("calls", call);
  await tell(`calls/${reversed}/cancel`);
  await tell("switches", { isReversed: false });
  expect(await statusesOf(reversed)).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect(await typesOf(reversed)).toEqual([]);
});

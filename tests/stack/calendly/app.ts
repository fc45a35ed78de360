import { createHmac, randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod";
import type { CALENDLY_EVENT_TYPES } from "../../../edge/calls/calendly-webhook.ts";
import { withChanges } from "../failure-switches.ts";

const Booking = z.object({ email: z.string(), name: z.string(), startsAt: z.iso.datetime() });

const Switches = z.strictObject({
  copies: z.number().int().min(1).max(5),
  /** While it is on nothing is delivered; afterwards the newest comes first. */
  isReversed: z.boolean(),
  /** Signs with a key of somebody else. */
  isForeign: z.boolean(),
});
const ALL_WELL: z.infer<typeof Switches> = { copies: 1, isReversed: false, isForeign: false };

interface Delivery {
  readonly event: (typeof CALENDLY_EVENT_TYPES)[number];
  readonly callId: string;
  readonly body: string;
  /** The status of each attempt in turn; 0 without an answer. */
  readonly statuses: number[];
}

interface CalendlyOptions {
  readonly webhook: { url: string; secret: string } | null;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  readonly send?: (request: Request) => Promise<Response>;
}

/** Short first for interactive use. Calendly tries for a day, less and less often, then disables the webhook. */
const PAUSES_MS = [500, 2_000, 5_000, 30_000, 300_000, 1_800_000];
const TIMEOUT_MS = 15_000;

/**
 * Calendly's side of a booking: `POST /calendly/calls` books one, `POST /calendly/calls/:id/cancel` cancels it. Each tells the webhook,
 * signed, again until it is taken; `GET /calendly/deliveries` lists the attempts, `POST` and `DELETE /calendly/switches` make them fail.
 */
export function createCalendlyEmulator(options: CalendlyOptions): Hono {
  const { webhook, now, wait, send = fetch } = options;
  const calls = new Map<string, z.infer<typeof Booking>>();
  const deliveries: Delivery[] = [];
  const held: Delivery[] = [];
  let switches = ALL_WELL;

  async function post({ url, secret }: { url: string; secret: string }, body: string) {
    const time = Math.floor(now().getTime() / 1_000);
    const key = switches.isForeign ? `not ${secret}` : secret;
    const mac = createHmac("sha256", key).update(`${time}.${body}`).digest("hex");
    try {
      const answer = await send(
        new Request(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "calendly-webhook-signature": `t=${time},v1=${mac}`,
          },
          body,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        }),
      );
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 0;
    }
  }

  async function deliver({ body, statuses }: Delivery): Promise<void> {
    if (webhook === null) return;
    for (const pause of PAUSES_MS) {
      const copies = Array.from({ length: switches.copies }, () => post(webhook, body));
      const answers = await Promise.all(copies);
      statuses.push(...answers);
      if (answers.some((status) => status >= 200 && status < 300)) return;
      await wait(pause);
    }
  }

  function tell(event: Delivery["event"], callId: string): void {
    const call = calls.get(callId);
    if (call === undefined) return;
    const meeting = `https://api.calendly.com/scheduled_events/${callId}`;
    const body = JSON.stringify({
      event,
      created_at: now().toISOString(),
      created_by: "https://api.calendly.com/users/AAAA",
      payload: {
        uri: `${meeting}/invitees/${callId}`,
        email: call.email,
        name: call.name,
        status: event === "invitee.created" ? "active" : "canceled",
        rescheduled: false,
        questions_and_answers: [],
        scheduled_event: { uri: meeting, name: "Discovery call", start_time: call.startsAt },
      },
    });
    const delivery: Delivery = { event, callId, body, statuses: [] };
    deliveries.push(delivery);
    if (switches.isReversed) held.push(delivery);
    else void deliver(delivery);
  }

  async function release(): Promise<void> {
    for (const delivery of held.splice(0).toReversed()) await deliver(delivery);
  }

  return new Hono()
    .post("/calendly/calls", async (c) => {
      const id = randomUUID();
      calls.set(id, Booking.parse(await c.req.json()));
      tell("invitee.created", id);
      return c.json({ id }, 201);
    })
    .post("/calendly/calls/:id/cancel", (c) => {
      tell("invitee.canceled", c.req.param("id"));
      return c.json({}, calls.has(c.req.param("id")) ? 200 : 404);
    })
    .get("/calendly/deliveries", (c) =>
      c.json(deliveries.map(({ callId, statuses }) => ({ callId, statuses }))),
    )
    .post("/calendly/switches", async (c) => {
      switches = withChanges(switches, Switches.partial().parse(await c.req.json()));
      if (!switches.isReversed) void release();
      return c.json(switches);
    })
    .delete("/calendly/switches", (c) => {
      switches = ALL_WELL;
      void release();
      return c.json(switches);
    });
}

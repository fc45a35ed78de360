import { createHmac, randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as z from "zod";

const Booking = z.object({ email: z.string(), name: z.string(), startsAt: z.iso.datetime() });

/**
 * Calendly's side of a booking: `POST /calendly/calls` books one, `POST /calendly/calls/:id/cancel` cancels it. Each tells the webhook,
 * signed, and answers with the status that the webhook gave.
 */
export function createCalendlyEmulator(
  webhook: { url: string; secret: string } | null,
  now: () => Date,
  send: (request: Request) => Promise<Response> = fetch,
): Hono {
  const calls = new Map<string, z.infer<typeof Booking>>();

  async function tell(event: "invitee.created" | "invitee.canceled", id: string) {
    const call = calls.get(id);
    if (webhook === null || call === undefined) return null;
    const meeting = `https://api.calendly.com/scheduled_events/${id}`;
    const body = JSON.stringify({
      event,
      created_at: now().toISOString(),
      created_by: "https://api.calendly.com/users/AAAA",
      payload: {
        uri: `${meeting}/invitees/${id}`,
        email: call.email,
        name: call.name,
        status: event === "invitee.created" ? "active" : "canceled",
        rescheduled: false,
        questions_and_answers: [],
        scheduled_event: { uri: meeting, name: "Discovery call", start_time: call.startsAt },
      },
    });
    const time = Math.floor(now().getTime() / 1_000);
    const mac = createHmac("sha256", webhook.secret).update(`${time}.${body}`).digest("hex");
    const answer = await send(
      new Request(webhook.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "calendly-webhook-signature": `t=${time},v1=${mac}`,
        },
        body,
      }),
    );
    return answer.status;
  }

  return new Hono()
    .post("/calendly/calls", async (c) => {
      const id = randomUUID();
      calls.set(id, Booking.parse(await c.req.json()));
      return c.json({ id, status: await tell("invitee.created", id) });
    })
    .post("/calendly/calls/:id/cancel", async (c) =>
      c.json({ status: await tell("invitee.canceled", c.req.param("id")) }),
    );
}

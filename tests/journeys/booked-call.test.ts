import { afterEach, expect, test } from "vitest";
import { DAY_MS } from "#contracts/durations.ts";
import { formatLondonTime } from "../../worker/ops/layout/format-time.ts";
import { cookieOf } from "../support/cookie-of.ts";
import { eventually } from "../support/eventually.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { freshOperator, sendCode } from "../support/operator.ts";
import { contactForm, freshAddress, postEnquiry, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { api, inbox, ops } = thisStack();
const STARTS_AT = new Date(Date.now() + 3 * DAY_MS).toISOString();

const tell = (path: string, body: object = {}, method = "POST") =>
  fetch(new URL(`/calendly/${path}`, inbox), { method, body: JSON.stringify(body) });

afterEach(async () => {
  await tell("switches", {}, "DELETE");
});

async function book(email: string): Promise<string> {
  const answer = await tell("calls", { email, name: "Grace Hopper", startsAt: STARTS_AT });
  return ((await answer.json()) as { id: string }).id;
}

/** Statuses of the attempts of each webhook about a call, once one of each was taken. */
const taken = (callId: string, count: number) =>
  eventually(`${count} webhooks are taken`, async () => {
    const answer = await fetch(new URL("/calendly/deliveries", inbox));
    const all = (await answer.json()) as { callId: string; statuses: number[] }[];
    const own = all.filter((one) => one.callId === callId).map(({ statuses }) => statuses);
    return own.length === count && own.every((statuses) => statuses.includes(200)) && own;
  });

const eventsOf = (callId: string) =>
  queryStack(
    "select type, aggregate_id, completed_at is not null as done from outbox_events where payload->>'callId' = $1 order by id",
    [`call_${callId}`],
  );
const promiseOf = (callId: string) =>
  queryStack("select rule, released_at is null as open from promises where subject_id = $1", [
    `call_${callId}`,
  ]);

test("call of somebody who enquired: a promise and a row at the person, both over once it is cancelled", async () => {
  const address = freshAddress();
  const enquiry = (await (await postEnquiry(contactForm(address))).json()) as { id: string };
  const cookie = cookieOf(await sendCode(await freshOperator()));
  const read = async (path: string) =>
    (await fetch(`${ops}${path}`, { headers: { cookie } })).text();

  const callId = await book(address.toUpperCase());
  expect(await taken(callId, 1)).toEqual([[200]]);
  expect(await promiseOf(callId)).toEqual([{ rule: "hold-call", open: true }]);
  const booked = { type: "CallBooked", aggregate_id: enquiry.id, done: true };
  await eventually("the worker has seen it", async () => (await eventsOf(callId))[0]?.["done"]);
  expect(await eventsOf(callId)).toEqual([booked]);
  const person = await read(`/customers/${enquiry.id}`);
  expect(person).toContain("Booked a call");
  expect(person).toContain(`for ${formatLondonTime(STARTS_AT)}`);
  expect(await read("/promises")).toContain(`href="/ops/customers/${enquiry.id}"`);

  await tell(`calls/${callId}/cancel`);
  await taken(callId, 2);
  expect(await promiseOf(callId)).toEqual([{ rule: "hold-call", open: false }]);
  expect(await eventsOf(callId)).toMatchObject([booked, { type: "CallCancelled" }]);
  expect(await read(`/customers/${enquiry.id}`)).toContain("Booked call cancelled");
});

test("webhook with a foreign signature: refused, and taken when it comes again with ours", async () => {
  const forged = await fetch(`${api}/webhooks/calendly`, {
    method: "POST",
    headers: {
      "cf-connecting-ip": freshIp(),
      "calendly-webhook-signature": `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}`,
    },
    body: JSON.stringify({ event: "invitee.created" }),
  });
  expect(forged.status).toBe(400);
  expect(await forged.json()).toMatchObject({ code: "signature_invalid" });

  await tell("switches", { isForeign: true });
  const callId = await book(freshAddress());
  await eventually("one attempt is refused", async () => {
    const answer = await fetch(new URL("/calendly/deliveries", inbox));
    const all = (await answer.json()) as { callId: string; statuses: number[] }[];
    return all.find((one) => one.callId === callId)?.statuses[0] === 400;
  });
  expect(await eventsOf(callId)).toEqual([]);
  await tell("switches", {}, "DELETE");
  await taken(callId, 1);
  expect(await eventsOf(callId)).toMatchObject([{ type: "CallBooked" }]);
});

test("webhooks twice each, in order and in reverse: one event of each kind, or none of a call that was over", async () => {
  await tell("switches", { copies: 2 });
  const ordered = await book(freshAddress());
  await taken(ordered, 1);
  await tell(`calls/${ordered}/cancel`);
  await taken(ordered, 2);
  expect(await eventsOf(ordered)).toMatchObject([
    { type: "CallBooked" },
    { type: "CallCancelled" },
  ]);

  await tell("switches", { isReversed: true });
  const reversed = await book(freshAddress());
  await tell(`calls/${reversed}/cancel`);
  await tell("switches", { isReversed: false });
  expect(await taken(reversed, 2)).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect(await eventsOf(reversed)).toEqual([]);
  expect(await promiseOf(reversed)).toEqual([]);
  expect(
    await queryStack(
      "select num_nonnulls(booked_at, cancelled_at) as known from booked_calls where id = $1",
      [`call_${reversed}`],
    ),
  ).toEqual([{ known: 2 }]);
});

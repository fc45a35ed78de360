import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { ROOT } from "../stack/paths.ts";
import { eventually } from "../support/eventually.ts";
import { freshIp } from "../support/fresh-ip.ts";
import {
  contactForm,
  countRoundTrips,
  freshAddress,
  mailsAbout,
  postEnquiry,
  queryStack,
  switchMail,
} from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const completed = async (submissionId: string) => {
  const [event] = await queryStack(
    "select id, publish_count, completed_at from outbox_events where aggregate_id = $1",
    [submissionId],
  );
  return event !== undefined && event["completed_at"] !== null && event;
};

const reportsAbout = (submissionId: string) =>
  queryStack(
    `select report.effect, report.type, report.bounce_type from resend_events report
     join outbox_events event on event.id = report.event_id
     where event.aggregate_id = $1 order by report.effect`,
    [submissionId],
  );

// `support/global-stack.ts` looks for what visitors typed in all logs, events and queues.
describe("one enquiry through all processes", () => {
  test("creates a row, a team notification, an auto-reply and three audit rows", async () => {
    const address = freshAddress();
    const response = await postEnquiry(contactForm(address));
    expect(response.status).toBe(201);
    const row = (await response.json()) as { id: string };
    const requestId = response.headers.get("x-request-id");
    await eventually("the event is completed", () => completed(row.id));

    const mails = await mailsAbout(address);
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(
      [address, "team@tidepost.example"].toSorted(),
    );
    const autoReply = mails.find((mail) => mail.to === address);
    expect(autoReply?.text).not.toContain("What would 20 posts cost?");
    const audit = await queryStack(
      "select action, data->>'correlationId' as request from audit_log where subject_id = $1 order by action",
      [row.id],
    );
    expect(audit).toEqual(
      ["effect.audit", "effect.send-auto-reply", "effect.send-team-notification"].map((action) => ({
        action,
        request: requestId,
      })),
    );
  });

  test("one effect runs again on a developer's machine, with a key of its own", async () => {
    const address = freshAddress();
    const response = await postEnquiry(contactForm(address));
    const { id } = (await response.json()) as { id: string };
    const event = await eventually("the event is completed", () => completed(id));
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, "worker/bin/run-effect.ts"), ...words], {
        env: { ...process.env, STACK_DIR: dirname(thisStack().logs) },
      });
    const eventId = String(event["id"]);
    expect((await run(eventId)).stdout).toMatch(
      /^ContactSubmitted \w+ has the effects .*send-auto-reply.*; audit ran/m,
    );
    const { stdout } = await run(eventId, "send-team-notification");
    expect(stdout).toMatch(/^\{"externalId":"[\w-]+"/m);
    expect(await mailsAbout(address)).toHaveLength(3);
  });

  test("email that bounces: its effect says so; a code that is asked for is tried once more", async () => {
    const address = freshAddress();
    await switchMail({ delivery: { outcome: "bounced" }, onlyMatching: address });
    const { id } = (await (await postEnquiry(contactForm(address))).json()) as { id: string };
    await eventually("both emails are reported", async () => {
      const reports = await reportsAbout(id);
      return reports.length === 2 && reports;
    }).then((reports) =>
      expect(reports).toEqual([
        { effect: "send-auto-reply", type: "email.bounced", bounce_type: "Permanent" },
        { effect: "send-team-notification", type: "email.delivered", bounce_type: null },
      ]),
    );
    const suppressed = () => fetch(new URL("/inbox/suppressed", thisStack().inbox));
    expect(await (await suppressed()).json()).toContain(address);

    await switchMail({ delivery: null, onlyMatching: "" });
    const { api, anonKey } = thisStack();
    const client = createClient(api, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { "cf-connecting-ip": freshIp() } },
    });
    await client.auth.signInWithOtp({ email: address });
    await eventually("the code arrives", async () =>
      (await mailsAbout(address)).some(({ text }) => /\b\d{6}\b/.test(text ?? "")),
    );
    expect(await (await suppressed()).json()).not.toContain(address);
  });

  test("costs the edge one round trip with one statement", async () => {
    await expect
      .poll(() => countRoundTrips(() => postEnquiry(contactForm(freshAddress()))))
      .toEqual({ roundTrips: 1, statements: 1 });
  });

  test("Redis queue: the edge publishes the event itself", async ({ skip }) => {
    if (thisStack().redisUrl === null) skip("the queue is PostgreSQL: there is no redis-server");
    const address = freshAddress();
    const response = await postEnquiry(contactForm(address));
    const { id } = (await response.json()) as { id: string };
    const event = await eventually("the event is completed", () => completed(id));
    expect(event["publish_count"]).toBe(0);
  });

  test("sent with unmodified supabase-js: accepted, and an invalid one rejected", async () => {
    const { api, anonKey } = thisStack();
    const client = createClient(api, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { "cf-connecting-ip": freshIp() } },
    });
    const address = freshAddress();
    const { data, error } = await client
      .from("form_submissions")
      .insert(contactForm(address))
      .select()
      .single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ id: expect.stringMatching(/^sub_/), email: address });
    const rejected = await client
      .from("form_submissions")
      .insert({ form_type: "contact" })
      .select();
    expect(rejected.error).toMatchObject({ code: "invalid_input" });
    expect(rejected.status).toBe(400);
  });

  test("eleventh enquiry in a minute from one address: rejected", async () => {
    const headers = { "cf-connecting-ip": `2001:db8:${Date.now().toString(16).slice(-4)}::1` };
    const statuses: number[] = [];
    // The limiter counts by clock minutes, and a new minute may start during the test.
    while (statuses.length < 21 && statuses.at(-1) !== 429) {
      statuses.push((await postEnquiry("{", headers)).status);
    }
    const allowed = statuses.slice(0, -1);
    expect(allowed.length).toBeGreaterThanOrEqual(10);
    expect(allowed).toEqual(allowed.map(() => 400));
    expect(statuses.at(-1)).toBe(429);
  });

  test.each([
    ["invalid JSON", "{", 400],
    // Ends its connection, which the next request may have taken: the next one is a GET, and repeated.
    ["a body past 64 KiB", " ".repeat(64 * 1024 + 1), 413],
  ])("%s: rejected in workerd as in the unit tests", async (_, body, status) => {
    expect((await postEnquiry(body)).status).toBe(status);
  });
});

describe("health and metrics", () => {
  test.each(["/healthz", "/readyz"])("%s: answers on edge and worker", async (path) => {
    const { api, ops } = thisStack();
    const ask = () => Promise.all([fetch(`${api}${path}`), fetch(new URL(path, ops))]);
    // A server may close a connection that stood idle in the moment in which it is used again.
    const answers = await eventually("both answer", () => ask().catch(() => false as const));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  });

  test("worker metrics: report backlog, queues and outcomes of effects", async () => {
    const response = await postEnquiry(contactForm(freshAddress()));
    const { id } = (await response.json()) as { id: string };
    await eventually("the event is completed", () => completed(id));
    const read = async () => (await fetch(new URL("/metrics", thisStack().ops))).text();
    // The worker counts after the statement that completes the event.
    await eventually("the event is counted", async () => /"good"\} [1-9]/.test(await read()));
    const metrics = await read();
    for (const line of [
      /^tidepost_outbox_oldest_open_seconds \d/m,
      /^tidepost_outbox_open \d/m,
      /^tidepost_effects_total\{effect="send-team-notification",outcome="completed"\} [1-9]/m,
      /^tidepost_slo_events_total\{slo="enquiry",outcome="good"\} [1-9]/m,
      /^tidepost_dependency_up\{dependency="edge"\} 1/m,
      /^tidepost_queue_jobs\{queue="email",state="waiting"\} \d/m,
      /^tidepost_effect_latency_seconds_bucket\{le="\+Inf",effect="send-auto-reply"\} [1-9]/m,
    ]) {
      expect(metrics).toMatch(line);
    }
  });
});

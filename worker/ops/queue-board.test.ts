import { describe, expect } from "vitest";
import { test as base } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { OPS_ORIGIN, openOpsConsole } from "../../tests/support/ops-client.ts";
import {
  BACKEND_KINDS,
  type BackendKind,
  submitTestEnquiry,
  openBackend,
  recordingMailer,
  startWorker,
  stateOf,
  skipReason,
} from "../../tests/support/pipeline.ts";
import type { QueueBackend } from "../pipeline/queue-backend.ts";
import { MailRejected } from "../ports/mailer.ts";

type Fixtures = {
  backend: QueueBackend;
  opsConsole: ReturnType<typeof openOpsConsole>;
  mails: ReturnType<typeof recordingMailer>;
  worker: ReturnType<typeof startWorker>;
};

function testOn(kind: BackendKind) {
  return base.extend<Fixtures>({
    backend: async ({ database }, use) => {
      const backend = openBackend(kind, database);
      await use(backend);
      await backend.close();
    },
    opsConsole: async ({ db, backend }, use) =>
      use(openOpsConsole({ db, queues: Object.values(backend.queues) })),
    // oxlint-disable-next-line no-empty-pattern
    mails: async ({}, use) => use(recordingMailer()),
    worker: async ({ database, backend, mails }, use) => {
      const worker = startWorker(database, backend, { mailer: mails.mailer });
      await use(worker);
      await worker.stopRelay();
      await worker.stopConsumers();
    },
  });
}

async function deadLetterBothMails({
  backend,
  mails,
  worker,
  database,
}: Pick<Fixtures, "backend" | "mails" | "worker"> & {
  database: Parameters<typeof submitTestEnquiry>[0];
}): Promise<string> {
  mails.failWith(() => new MailRejected("invalid_from"));
  const eventId = await submitTestEnquiry(database);
  await eventually("both mails are dead-lettered", async () => {
    const { state } = await stateOf(database, eventId);
    return state === "dead_lettered" && (await backend.queues.email.getFailedCount()) === 2;
  });
  await worker.stopConsumers();
  return eventId;
}

const JOB = { eventId: "evt_1", effect: "send-team-notification" };
const API = "/ops/queues/api/queues";

describe.each(BACKEND_KINDS)("queue dashboard on %s", (kind) => {
  const test = testOn(kind);

  test.beforeEach(({ skip }) => {
    const reason = skipReason(kind);
    if (reason !== null) skip(reason);
  });

  test("shows the queues, and says where failed effects are replayed", async ({
    backend,
    opsConsole,
  }) => {
    await backend.queues.email.add("send-team-notification", JOB, {
      jobId: "evt_1.send-team-notification",
    });
    const { get } = await opsConsole.signIn();
    const answer = await get("/ops/queues");
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('read-only: replay failed effects at <a href="/ops/events">Events</a>');
    expect(html).toContain('<h1 id="queues">Queues</h1>');
    expect(html).toContain('<base href="/ops/queues/"');
    expect((await get("/ops/queues/")).headers.get("location")).toBe("/ops/queues");
    expect(html).toContain('<a href="/ops/overview">Overview</a>');
    expect(html).not.toContain("https://fonts");
    const [, script = ""] = /src="(static\/js\/main[^"]+)"/.exec(html) ?? [];
    expect((await get(`/ops/queues/${script}`)).status).toBe(200);
    const list = await (await get(`${API}?activeQueue=email&status=waiting&page=1`)).json();
    expect(list).toMatchObject({
      queues: expect.arrayContaining([
        expect.objectContaining({
          name: "email",
          counts: expect.objectContaining({ waiting: 1 }),
          jobs: [
            expect.objectContaining({
              externalUrl: { displayText: "Event", href: "/ops/events/evt_1" },
            }),
          ],
        }),
      ]),
    });
    expect((await get("/ops/queues/api/redis/stats")).status).toBe(403);
  });

  test("counts the same failures as the ops console, until they are ignored", async ({
    backend,
    opsConsole,
    mails,
    worker,
    database,
  }) => {
    const eventId = await deadLetterBothMails({ backend, mails, worker, database });
    await backend.queues.billing.add("apply-subscription-request", JOB, {
      jobId: "evt_2.apply-subscription-request",
      priority: 1,
    });
    await backend.queues.sms.add("text", JOB, { jobId: "evt_3.text", delay: 60_000 });
    const { get, send } = await opsConsole.signIn();

    async function overviewCounts() {
      const html = await (await get("/ops/overview")).text();
      const rows = html.matchAll(/<th scope="row">(\w+)<\/th>((?:<td>\d+<\/td>){4})/g);
      return Object.fromEntries(
        [...rows].map(([, name, cells = ""]) => [name, cells.match(/\d+/g)?.map(Number)]),
      );
    }

    async function boardCounts() {
      const { queues } = (await (await get(API)).json()) as {
        queues: { name: string; counts: Record<string, number> }[];
      };
      return Object.fromEntries(
        queues.map(({ name, counts }) => [
          name,
          [
            (counts["waiting"] ?? 0) + (counts["prioritized"] ?? 0),
            ...["active", "delayed", "failed"].map((state) => counts[state]),
          ],
        ]),
      );
    }

    const counts = await overviewCounts();
    expect(counts).toMatchObject({
      email: [0, 0, 0, 2],
      billing: [1, 0, 0, 0],
      sms: [0, 0, 1, 0],
    });
    expect(await boardCounts()).toEqual(counts);
    expect(await (await get("/ops/overview")).text()).toContain(
      "Email to the team about an enquiry",
    );

    await send(`/ops/events/${eventId}/ignore`, [["reason", "the sender was a test"]]);
    const after = await overviewCounts();
    expect(after).toMatchObject({ email: [0, 0, 0, 0], billing: [1, 0, 0, 0] });
    expect(await boardCounts()).toEqual(after);
    expect(await (await get("/ops/overview")).text()).not.toContain(
      "Email to the team about an enquiry",
    );
  });

  test("every change is rejected, a retry too, and the response says where to replay", async ({
    backend,
    opsConsole,
    mails,
    worker,
    database,
  }) => {
    const eventId = await deadLetterBothMails({ backend, mails, worker, database });
    await backend.queues.email.add("send-team-notification", JOB, {
      jobId: "evt_1.send-team-notification",
    });
    const before = await backend.queues.email.getJobCounts();
    const { cookie, get } = await opsConsole.signIn();
    const headers = { cookie, origin: OPS_ORIGIN };
    const routes = opsConsole.routes
      .filter(
        ({ method, path }) => path.startsWith("/queues/") && /PUT|POST|PATCH|DELETE/.test(method),
      )
      .map(({ method, path }) => ({
        method,
        path: `/ops${path}`
          .replace(":queueName", "email")
          .replace(":queueStatus", "failed")
          .replace(":jobId", `${eventId}.send-team-notification`)
          .replace(":schedulerId", "x"),
      }));
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        `PUT ${API}/email/retry/failed`,
        `PUT ${API}/email/${eventId}.send-team-notification/retry`,
        `PUT ${API}/email/clean/failed`,
      ]),
    );
    for (const { method, path } of routes) {
      const answer = await opsConsole.request(path, { method, headers, body: "{}" });
      expect(answer.status, `${method} ${path}`).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
      expect(await answer.text()).toContain("replay failed effects at /ops/events");
    }
    expect(await backend.queues.email.getJobCounts()).toEqual(before);
    expect(await backend.queues.email.isPaused()).toBe(false);
    const { queues } = (await (await get(API)).json()) as { queues: unknown[] };
    expect(queues).toHaveLength(Object.keys(backend.queues).length);
    for (const queue of queues) {
      expect(queue).toMatchObject({ readOnlyMode: true, allowRetries: false });
    }
  });

  test("retry and replay of a rejected email: it arrives once", async ({
    opsConsole,
    mails,
    worker,
    database,
  }) => {
    expect(worker).toBeDefined();
    mails.failWith((mail) =>
      mail.template === "team-notification" ? new MailRejected("invalid_from") : null,
    );
    const eventId = await submitTestEnquiry(database);
    await eventually(
      "the event is dead-lettered",
      async () => (await stateOf(database, eventId)).state === "dead_lettered",
    );
    mails.failWith(() => null);

    const { get, send } = await opsConsole.signIn();
    const preview = await (await get(`/ops/events/${eventId}/replay`)).text();
    const [, choice = ""] = /name="effect" value="([^"]+)" checked/.exec(preview) ?? [];
    const fields: [string, string][] = [
      ["effect", choice],
      ["reason", "the sender is verified now"],
    ];
    await send(`/ops/events/${eventId}/replay`, fields);
    await send(`/ops/events/${eventId}/replay`, fields);

    await eventually(
      "the event is completed",
      async () => (await stateOf(database, eventId)).state === "completed",
    );
    expect([...mails.sent.values()].map((mail) => mail.template).toSorted()).toEqual([
      "auto-reply",
      "team-notification",
    ]);
    expect(mails.calls.filter((key) => key.endsWith("send-auto-reply"))).toHaveLength(1);
    expect((await stateOf(database, eventId)).audit).toEqual(
      expect.arrayContaining([
        "effect.send-team-notification",
        "exhausted.send-team-notification",
        "replay.requested",
      ]),
    );
  });
});

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, inject, onTestFinished, test } from "vitest";
import { RESEND_EVENT_TYPES } from "../../edge/emails/resend-event-types.ts";
import { checkDatabase, checkMigrations, checkStatementLimit } from "./check-database.ts";
import { type CheckResult, failed, note } from "./check-result.ts";
import {
  checkMail,
  checkClusterInfo,
  checkMailAnswer,
  checkReportEndpoint,
  checkMetaAnswer,
  checkRedis,
  checkRedisInfo,
  checkSenderRecords,
  checkTwilio,
  rejected,
} from "./check-services.ts";
import { checkStripe } from "./check-stripe.ts";

const brief = (results: readonly CheckResult[]) =>
  results.map(({ about, state }) => `${state} ${about}`);

const MIGRATIONS = [
  { hash: "a", tag: "0000_start" },
  { hash: "b", tag: "0001_more" },
];

test.each([
  { applied: ["a", "b"], state: "ok", what: "all 2 are applied" },
  { applied: ["a"], state: "pending", what: "not applied yet: 0001_more" },
  { applied: [], state: "pending", what: "not applied yet: 0000_start, 0001_more" },
  { applied: ["a", "b", "c"], state: "failed", what: "the schema is newer" },
  { applied: ["a", "c"], state: "failed", what: "the schema is foreign" },
  { applied: ["c"], state: "failed", what: "the schema is foreign" },
])("database with the migrations $applied: $state", ({ applied, state, what }) => {
  expect(checkMigrations(MIGRATIONS, applied)).toMatchObject({ state, what });
});

test.each([
  ["noeviction", "ok"],
  ["allkeys-lru", "failed"],
])("Redis with %s: %s", (policy, state) => {
  expect(checkRedisInfo(`# Memory\r\nmaxmemory_policy:${policy}\r\n`).state).toBe(state);
});

test("Redis that hides its policy: a note, because several hosts do", () => {
  expect(checkRedisInfo("# Memory\r\nused_memory:1\r\n").state).toBe("note");
});

test.each([
  [1, false, ["failed REDIS_CLUSTER"]],
  [1, true, []],
  [0, false, []],
])("Redis with cluster_enabled:%i, known as a cluster %s: %j", (enabled, isCluster, expected) => {
  const info = `# Cluster\r\ncluster_enabled:${enabled}\r\n`;
  expect(brief(checkClusterInfo(info, isCluster))).toEqual(expected);
});

test.each([
  ["0", failed, ["failed DATABASE_POOL_URL (worker)"]],
  ["0", note, ["note DATABASE_POOL_URL (worker)"]],
  ["5s", failed, []],
])("address whose statements end after %s: told", (limit, found, expected) => {
  expect(brief(checkStatementLimit("DATABASE_POOL_URL (worker)", limit, found))).toEqual(expected);
});

const VERIFIED = { data: [{ name: "site.test", status: "verified" }] };
test.each<[string, Parameters<typeof checkMailAnswer>[1], readonly string[]]>([
  ["knows key and domain", { status: 200, body: VERIFIED }, ["ok RESEND_API_KEY", "ok MAIL_FROM"]],
  [
    "waits for the domain",
    { status: 200, body: { data: [{ name: "site.test", status: "pending" }] } },
    ["ok RESEND_API_KEY", "failed MAIL_FROM"],
  ],
  [
    "lacks the domain",
    { status: 200, body: { data: [] } },
    ["ok RESEND_API_KEY", "failed MAIL_FROM"],
  ],
  [
    "lets the key send only",
    { status: 401, body: { name: "restricted_api_key" } },
    ["ok RESEND_API_KEY", "note MAIL_FROM"],
  ],
  [
    "rejects the key",
    { status: 403, body: { name: "invalid_api_key" } },
    ["failed RESEND_API_KEY"],
  ],
  ["is down", { status: 503, body: null }, ["failed RESEND_API_KEY"]],
  ["does not answer", null, ["failed RESEND_API_KEY"]],
])("Resend %s: reported as such", (_, answer, expected) => {
  expect(brief(checkMailAnswer("Tidepost <hello@Site.test>", answer))).toEqual(expected);
});

const RECORDS: Readonly<Record<string, string>> = {
  "send.mail.site.test": "v=spf1 include:amazonses.com ~all",
  "resend._domainkey.mail.site.test": "p=MIGfMA0GCSqGSIb3",
  "_dmarc.site.test": "v=DMARC1; p=none;",
};
const lookUpIn = (records: Readonly<Record<string, string>>) => async (name: string) => {
  const found = records[name];
  if (found === undefined) throw Object.assign(new Error(name), { code: "ENOTFOUND" });
  // The DNS hands out long texts in pieces.
  return [["google-site-verification=x"], [found.slice(0, 4), found.slice(4)]];
};

test.each<[string, Parameters<typeof checkSenderRecords>[1], readonly string[]]>([
  ["are there, DMARC's at the domain above", lookUpIn(RECORDS), ["ok", "ok", "ok"]],
  ["lack DMARC's", lookUpIn({ ...RECORDS, "_dmarc.site.test": "" }), ["ok", "ok", "failed"]],
  ["are missing", lookUpIn({}), ["failed", "failed", "failed"]],
  [
    "cannot be looked up",
    () => Promise.reject(Object.assign(new Error("no answer"), { code: "ETIMEOUT" })),
    ["note", "note", "note"],
  ],
])("records of SPF, DKIM and DMARC that %s: reported as such", async (_, lookUp, expected) => {
  const found = await checkSenderRecords("Tidepost <hello@mail.site.test>", lookUp);
  expect(found.map(({ about }) => about.split(" ")[0])).toEqual(["SPF", "DKIM", "DMARC"]);
  expect(found.map(({ state }) => state)).toEqual(expected);
});

const ENDPOINT = {
  endpoint: "https://api.site.test/webhooks/resend",
  status: "enabled",
  events: RESEND_EVENT_TYPES,
};
test.each([
  ["reports all", ENDPOINT, "ok"],
  ["is of another target", { ...ENDPOINT, endpoint: "https://api.other.test/" }, "failed"],
  ["is disabled", { ...ENDPOINT, status: "disabled" }, "failed"],
  ["reports no bounces", { ...ENDPOINT, events: ["email.delivered"] }, "failed"],
])("endpoint at Resend %s: reported as such", (_, endpoint, state) => {
  const answer = { status: 200, body: { data: [endpoint] } };
  expect(checkReportEndpoint(ENDPOINT.endpoint, answer).state).toBe(state);
});

test.each([
  { answer: { status: 200, body: { id: "1" } }, state: "ok" },
  { answer: { status: 403, body: { error: { code: 200 } } }, state: "note" },
  { answer: { status: 400, body: { error: { code: 190 } } }, state: "failed" },
  { answer: null, state: "failed" },
])("Meta answers $answer: $state", ({ answer, state }) => {
  expect(checkMetaAnswer(answer).state).toBe(state);
});

test("wrong database password: reported without the password", async () => {
  const url = new URL(inject("databaseUrl"));
  url.password = "not-the-password";
  const results = await checkDatabase({}, { DATABASE_URL: url.href });
  expect(brief(results)).toEqual(["failed DATABASE_URL (worker)"]);
  expect(JSON.stringify(results)).not.toContain("not-the-password");
});

test("worker with a pooled database URL: rejected", async () => {
  const results = await checkDatabase(
    {},
    { DATABASE_URL: "postgres://role:word@ep-x-pooler.eu.test/db" },
  );
  expect(brief(results)).toEqual(["failed DATABASE_URL (worker)"]);
});

test("database: reports that it answers and its migration state", async () => {
  expect(brief(await checkDatabase({}, { DATABASE_URL: inject("databaseUrl") }))).toEqual([
    "ok DATABASE_URL (worker)",
    "ok migrations",
  ]);
});

test("worker whose pooled address is another database: rejected", async () => {
  const pooled = new URL(inject("databaseUrl"));
  pooled.pathname = "/postgres";
  const results = await checkDatabase(
    {},
    { DATABASE_URL: inject("databaseUrl"), DATABASE_POOL_URL: pooled.href },
  );
  expect(brief(results)).toContain("failed DATABASE_POOL_URL (worker)");
});

test("unreachable Redis: reported", async () => {
  const results = await checkRedis({}, { REDIS_URL: "redis://127.0.0.1:1" });
  expect(results).toMatchObject([
    { about: "REDIS_URL", state: "failed", what: "cannot be reached (ECONNREFUSED)" },
  ]);
});

test("Redis that rejects the password: told apart from an unreachable one", async () => {
  const server = createTcpServer((socket) => {
    // One reply for each command, or the client waits for the others.
    socket.on("data", (commands) => {
      for (const _ of String(commands).matchAll(/^\*/gm)) {
        socket.write("-NOAUTH Authentication required.\r\n");
      }
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const results = await checkRedis({}, { REDIS_URL: `redis://127.0.0.1:${String(port)}` });
  expect(results).toMatchObject([{ state: "failed", what: "does not let us in (NOAUTH)" }]);
});

test("unreachable database: reported", async () => {
  const results = await checkDatabase({}, { DATABASE_URL: "postgres://role@127.0.0.1:1/db" });
  expect(results).toMatchObject([
    { about: "DATABASE_URL (worker)", what: "cannot be reached (ECONNREFUSED)" },
  ]);
});

test("rejected API keys: reported, using reads only", async () => {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(String(request.method));
    response.writeHead(401, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = await Promise.all([
    checkMail({}, { RESEND_API_KEY: "re_wrong", RESEND_BASE_URL: base }),
    checkTwilio({ TWILIO_ACCOUNT_SID: "AC0", TWILIO_AUTH_TOKEN: "wrong", TWILIO_BASE_URL: base }),
    checkStripe({}, { STRIPE_SECRET_KEY: "sk_test_wrong", STRIPE_API_BASE: base }),
  ]);
  expect(brief(found.flat())).toEqual([
    "failed RESEND_API_KEY",
    "failed TWILIO_AUTH_TOKEN",
    "failed STRIPE_SECRET_KEY (worker)",
  ]);
  expect(new Set(methods)).toEqual(new Set(["GET"]));
});

test("runbook: quotes what the doctor says of a company", () => {
  const runbook = readFileSync(new URL("../../worker/RUNBOOK.md", import.meta.url), "utf8");
  for (const [company, answer] of [
    ["Stripe", { status: 500 }],
    ["Stripe", null],
    ["Stripe", { status: 401 }],
    ["Resend", { status: 401 }],
  ] as const) {
    expect(runbook).toContain(`"${rejected("", company, answer).what}"`);
  }
});

import { resolveTxt } from "node:dns/promises";
import { Redis } from "ioredis";
import * as z from "zod";
import { clusterOf } from "#contracts/events/queue.ts";
import type { Env } from "#db/bin/target.ts";
import { RESEND_EVENT_TYPES } from "../../edge/emails/resend-event-types.ts";
import { GRAPH_API_VERSION, META_API } from "../../worker/adapters/meta.ts";
import { RESEND_API } from "../../worker/adapters/resend.ts";
import { TWILIO_API } from "../../worker/adapters/twilio.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { type Answer, ask } from "./ask.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { describeRejection } from "./describe-rejection.ts";

const RESPONSE_LIMIT_MS = 8_000;

type AnswerPart = Pick<Answer, "status" | "body">;

export async function checkRedis(edge: Env, worker: Env): Promise<CheckResult[]> {
  const asked = new Map<string, boolean>();
  for (const { REDIS_URL, REDIS_CLUSTER } of [edge, worker]) {
    if (REDIS_URL === undefined) continue;
    const isCluster = clusterOf(REDIS_URL, REDIS_CLUSTER === "true") !== null;
    for (const url of REDIS_URL.split(",")) asked.set(url, (asked.get(url) ?? true) && isCluster);
  }
  return (await Promise.all([...asked].map((one) => askRedis(...one)))).flat();
}

async function askRedis(url: string, isCluster: boolean): Promise<CheckResult[]> {
  const about = "REDIS_URL";
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: RESPONSE_LIMIT_MS,
    commandTimeout: RESPONSE_LIMIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let heard: Error | null = null;
  // The failing command only says that there is no connection.
  redis.on("error", (error: Error) => (heard ??= error));
  try {
    await redis.connect();
    return [
      ok(about, "answers"),
      checkRedisInfo(await redis.info("memory")),
      ...checkClusterInfo(await redis.info("cluster"), isCluster),
    ];
  } catch (error) {
    return [failed(about, describeRejection(heard ?? error), "check address, password and TLS")];
  } finally {
    redis.disconnect();
  }
}

/** @param info the output of `INFO memory` */
export function checkRedisInfo(info: string): CheckResult {
  const about = "Redis maxmemory-policy";
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  if (policy === undefined) {
    return note(about, "is not told by this host: look it up there, it has to be noeviction");
  }
  return policy === "noeviction"
    ? ok(about, "is noeviction")
    : failed(about, `is ${policy}: a full Redis would forget jobs`, "set it to noeviction");
}

/** @param info the output of `INFO cluster` */
export function checkClusterInfo(info: string, isCluster: boolean): CheckResult[] {
  if (isCluster || !/^cluster_enabled:1/m.test(info)) return [];
  const what = "is one address of a cluster: queues on other nodes would fail with MOVED";
  return [failed("REDIS_CLUSTER", what, "set REDIS_CLUSTER=true at edge and worker")];
}

export async function checkMail(edge: Env, worker: Env): Promise<CheckResult[]> {
  const { RESEND_API_KEY: key, RESEND_BASE_URL: base = RESEND_API } = worker;
  if (worker["MAIL_TRANSPORT"] === "emailjs") {
    return [note("EMAILJS_USER_ID", "EmailJS has no call that only reads: send an enquiry to try")];
  }
  if (key === undefined) return [];
  const from = WorkerConfig.shape.MAIL_FROM.parse(worker["MAIL_FROM"]);
  const headers = { authorization: `Bearer ${key}` };
  const [domains, webhooks] = await Promise.all([
    ask(`${base}/domains`, { headers }),
    ask(`${base}/webhooks`, { headers }),
  ]);
  const api = edge["API_URL"]?.replace(/\/$/, "");
  return [
    ...checkMailAnswer(from, domains),
    // An emulator sends nothing that anybody would check.
    ...(base === RESEND_API ? await checkSenderRecords(from, resolveTxt) : []),
    // `checkMailAnswer` reports a rejected key.
    ...(webhooks?.status === 200 && api !== undefined
      ? [checkReportEndpoint(`${api}/webhooks/resend`, webhooks)]
      : []),
  ];
}

const Webhooks = z.object({
  data: z.array(
    z.object({ endpoint: z.string(), status: z.string(), events: z.nullable(z.array(z.string())) }),
  ),
});

/** @param answer to `GET /webhooks` */
export function checkReportEndpoint(url: string, answer: AnswerPart): CheckResult {
  const about = "Resend's webhook";
  const toDo = `add ${url} at Resend with the events ${RESEND_EVENT_TYPES.join(", ")}`;
  const endpoint = Webhooks.safeParse(answer.body).data?.data.find((one) => one.endpoint === url);
  if (endpoint === undefined) return failed(about, "is missing: no bounce is heard of", toDo);
  if (endpoint.status !== "enabled") return failed(about, "is disabled", "enable it at Resend");
  const { events } = endpoint;
  const missing = RESEND_EVENT_TYPES.filter((type) => events?.includes(type) === false);
  return missing.length === 0
    ? ok(about, "reports what becomes of emails")
    : failed(about, `does not report ${missing.join(", ")}`, toDo);
}

const Domains = z.object({ data: z.array(z.object({ name: z.string(), status: z.string() })) });
const ResendError = z.object({ name: z.string() });

type SenderRecord = { readonly kind: string; readonly at: string; readonly mark: RegExp };

/** What Gmail and Yahoo ask of a sender; those of SPF and DKIM are at the names that Resend gives them. */
const SENDER_RECORDS: readonly SenderRecord[] = [
  { kind: "SPF", at: "send", mark: /^v=spf1\b/i },
  { kind: "DKIM", at: "resend._domainkey", mark: /\bp=\S/ },
  { kind: "DMARC", at: "_dmarc", mark: /^v=DMARC1\b/i },
];

/** A domain without a record of its own has the DMARC record of the domain above it. */
function namesOf({ kind, at }: SenderRecord, domain: string): string[] {
  const labels = domain.split(".");
  const above = kind === "DMARC" ? labels.length - 1 : 1;
  return Array.from({ length: above }, (_, index) => `${at}.${labels.slice(index).join(".")}`);
}

type LookUp = (name: string) => Promise<string[][]>;

/** Asks the DNS whether mail providers can tell that an email is ours. "Verified" at Resend does not include DMARC. */
export async function checkSenderRecords(from: string, lookUp: LookUp): Promise<CheckResult[]> {
  const domain = domainOf(from);
  if (domain === undefined) return [];
  return Promise.all(SENDER_RECORDS.map((record) => checkRecord(record, domain, lookUp)));
}

async function checkRecord(
  record: SenderRecord,
  domain: string,
  lookUp: LookUp,
): Promise<CheckResult> {
  const about = `${record.kind} of ${domain}`;
  const names = namesOf(record, domain);
  try {
    for (const name of names) {
      const found = await lookUp(name).catch(noneIfMissing);
      if (found.some((parts) => record.mark.test(parts.join(""))))
        return ok(about, "is in the DNS");
    }
  } catch (error) {
    return note(about, `was not looked up: ${describeRejection(error)}`);
  }
  return failed(
    about,
    "is missing: Gmail, Yahoo and Outlook refuse or hide such emails",
    `set the TXT record ${names[0]}; see "Mail" in tests/deploy/README.md`,
  );
}

function noneIfMissing(error: unknown): string[][] {
  if (["ENOTFOUND", "ENODATA"].includes(String((error as { code?: unknown }).code))) return [];
  throw error;
}

function domainOf(from: string): string | undefined {
  return /@([^\s>]+)>?$/.exec(from)?.[1]?.toLowerCase();
}

/** @param answer to `GET /domains` */
export function checkMailAnswer(from: string, answer: AnswerPart | null): CheckResult[] {
  const about = "RESEND_API_KEY";
  if (ResendError.safeParse(answer?.body).data?.name === "restricted_api_key") {
    return [
      ok(about, "is known to Resend, and may only send"),
      note("MAIL_FROM", "is not checked: the key may not read domains"),
    ];
  }
  if (answer?.status !== 200) return [rejected(about, "Resend", answer)];
  const domain = domainOf(from);
  const status = Domains.safeParse(answer.body).data?.data.find(
    ({ name }) => name === domain,
  )?.status;
  return [
    ok(about, "is known to Resend"),
    status === "verified"
      ? ok("MAIL_FROM", "its domain is verified at Resend")
      : failed(
          "MAIL_FROM",
          `its domain is ${status ?? "missing"} at Resend`,
          "add the domain at Resend and set the DNS records that it shows",
        ),
  ];
}

const TwilioAccount = z.object({ status: z.string() });

export async function checkTwilio(worker: Env): Promise<CheckResult[]> {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = worker;
  const { TWILIO_BASE_URL: base = TWILIO_API } = worker;
  if (sid === undefined || token === undefined) return [];
  const about = "TWILIO_AUTH_TOKEN";
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`;
  const answer = await ask(`${base}/2010-04-01/Accounts/${sid}.json`, {
    headers: { authorization },
  });
  if (answer?.status !== 200) return [rejected(about, "Twilio", answer)];
  const state = TwilioAccount.safeParse(answer.body).data?.status ?? "unknown";
  return [
    state === "active"
      ? ok(about, "opens an active account")
      : failed(about, `opens an account that is ${state}`, "resolve it in Twilio's console"),
  ];
}

export async function checkMeta(worker: Env): Promise<CheckResult[]> {
  const { META_PIXEL_ID: pixel, META_ACCESS_TOKEN: token } = worker;
  const { META_BASE_URL: base = META_API } = worker;
  if (pixel === undefined || token === undefined) return [];
  const headers = { authorization: `Bearer ${token}` };
  return [
    checkMetaAnswer(await ask(`${base}/${GRAPH_API_VERSION}/${pixel}?fields=id`, { headers })),
  ];
}

const MetaError = z.object({ error: z.object({ code: z.number() }) });

export function checkMetaAnswer(answer: AnswerPart | null): CheckResult {
  const about = "META_ACCESS_TOKEN";
  if (answer?.status === 200) return ok(about, "opens the pixel");
  const code = MetaError.safeParse(answer?.body).data?.error.code;
  // Permission errors: a token for reporting only cannot read.
  return code === 10 || code === 200
    ? note(about, "is known, and may only report: send an enquiry with consent to try")
    : rejected(about, "Meta", answer);
}

/** @param answer null without a response */
export function rejected(
  about: string,
  service: string,
  answer: { status: number } | null,
): CheckResult {
  if (answer === null) return failed(about, `${service} does not answer`, "try again later");
  const { status } = answer;
  return status === 429 || status >= 500
    ? failed(about, `${service} answers ${status}`, "try again later")
    : failed(about, `${service} rejects it (${status})`, `make a new one at ${service}`);
}

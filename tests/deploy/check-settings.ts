import { scryptSync } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type * as z from "zod";
import { QueuePrefix } from "#contracts/events/queue.ts";
import type { Env, Target } from "#db/bin/target.ts";
import { EdgeConfig } from "../../edge/config.ts";
import { isPublishableKey } from "../../web/src/lib/payment-config.ts";
import { createMailer } from "../../worker/adapters/create-mailer.ts";
import { createReporter } from "../../worker/adapters/meta.ts";
import { createSmsSender } from "../../worker/adapters/twilio.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { checkProduction } from "./check-production.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import type { PartSettings } from "./part-settings.ts";

/** Settings whose schema has the mark. */
const marked = (mark: "isLocal" | "isSecret") =>
  Object.entries({ ...WorkerConfig.shape, ...EdgeConfig.shape })
    .filter(([, schema]) => schema.meta()?.[mark] === true)
    .map(([name]) => name);

export const LOCAL_ONLY = marked("isLocal");
const SHARED = ["AUTH_CODE_SECRET", "SITE_URL", "API_URL", "QUEUE_PREFIX"];
const DEFAULTS: Env = { QUEUE_PREFIX: QueuePrefix.parse(undefined) };
const SECRETS = marked("isSecret");
const SECRET_BITS = 128;
const NEW_SECRET = "take another: openssl rand -hex 32";

/** Checks settings without calling any service. */
export function checkSettings(given: PartSettings): CheckResult[] {
  return [
    ...checkSchema("edge", EdgeConfig, given.edge),
    ...checkSchema("worker", WorkerConfig, given.worker),
    ...given.unread.map((name) =>
      failed(name, "is read by no part", "correct the name, or remove it from the file"),
    ),
    ...checkAgreement(given),
    ...checkSecrets(given),
    ...checkTransports(given),
    ...checkTexts(given),
    ...checkReports(given),
    ...checkPayments(given),
    ...checkCaptcha(given),
    ...(given.target === "local" ? [] : checkDeployed(given)),
    ...(given.target === "production"
      ? checkProduction(usableSettings("edge", given.edge), usableSettings("worker", given.worker))
      : []),
  ];
}

/** The settings that pass their schema. */
export function usableSettings(part: "edge" | "worker", env: Env): Env {
  const parsed = (part === "edge" ? EdgeConfig : WorkerConfig).safeParse(env);
  const wrong = new Set(parsed.error?.issues.map(({ path }) => String(path[0])));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name)));
}

/**
 * Lets two people compare a secret without showing it: 32 bits of a slow hash. The secrets are
 * long and random, so it reveals nothing.
 */
export function fingerprint(target: Target, name: string, value: string): string {
  return scryptSync(value, `tidepost ${target} ${name}`, 4).toString("hex");
}

function checkSchema(part: "edge" | "worker", schema: z.ZodType, env: Env): CheckResult[] {
  const parsed = schema.safeParse(env);
  if (parsed.success) return [ok(`settings (${part})`, "complete and well-formed")];
  return parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const what = env[name] === undefined ? "is missing" : `is wrong: ${message}`;
    return failed(`${name} (${part})`, what, `see ${part}/config.ts`);
  });
}

function* checkAgreement({ target, edge, worker }: PartSettings): Generator<CheckResult> {
  for (const name of SHARED) {
    const byDefault = DEFAULTS[name];
    const [atEdge = byDefault, atWorker = byDefault] = [edge[name], worker[name]];
    if (atEdge !== undefined && atEdge === atWorker) {
      const mark = SECRETS.includes(name)
        ? ` (fingerprint ${fingerprint(target, name, atEdge)})`
        : "";
      yield ok(name, `is the same at edge and worker${mark}`);
      continue;
    }
    // The schemas report what is missing.
    if (atEdge === undefined || atWorker === undefined) continue;
    yield failed(name, "is not the same at edge and worker", "give both the same");
  }
  const [queueOfEdge, queueOfWorker] = [edge["REDIS_URL"], worker["REDIS_URL"]];
  if (queueOfEdge === undefined) {
    yield queueOfWorker === undefined
      ? note("REDIS_URL", "is left out: the queue is in PostgreSQL")
      : note("REDIS_URL (edge)", "is left out: the relay publishes every event");
  } else if (queueOfWorker === undefined) {
    const what = "is missing: the edge publishes to a Redis that no worker reads";
    yield failed("REDIS_URL (worker)", what, "set it for the worker as well");
  }
}

function* checkSecrets({ edge, worker }: PartSettings): Generator<CheckResult> {
  const nameOf = new Map<string, string>();
  for (const name of SECRETS) {
    const value = edge[name] ?? worker[name];
    if (value === undefined) continue;
    const other = nameOf.get(value);
    if (other !== undefined) {
      yield failed(name, `is the same as ${other}`, NEW_SECRET);
    }
    if (varietyOf(value) < SECRET_BITS) {
      yield failed(name, `has less than ${SECRET_BITS} bits of variety`, NEW_SECRET);
    }
    nameOf.set(value, name);
  }
}

/** An upper bound, in bits: digits alone hold less than letters, and repetition holds nothing. */
function varietyOf(secret: string): number {
  const perCharacter = Math.log2(/^\d+$/.test(secret) ? 10 : 16);
  return Math.min(secret.length * perCharacter, deflateRawSync(secret).length * 8);
}

/** Each transport reports its missing settings. */
function* checkTransports({ edge, worker }: PartSettings): Generator<CheckResult> {
  const config = WorkerConfig.partial().safeParse(usableSettings("worker", worker));
  if (!config.success) return;
  const settings = config.data as WorkerConfig;
  for (const create of [createMailer, createSmsSender, createReporter]) {
    try {
      create(settings);
    } catch (error) {
      const [what, toDo = ""] = (error as Error).message.split(": ");
      const [name] = /[A-Z]+(?:_[A-Z]+)+/.exec(toDo) ?? ["settings"];
      yield failed(`${name} (worker)`, `is missing: ${what}`, toDo);
    }
  }
  const { EXTERNAL_PHONE_ENABLED } = EdgeConfig.shape;
  const hasPhones = EXTERNAL_PHONE_ENABLED.safeParse(edge["EXTERNAL_PHONE_ENABLED"]).data;
  if (hasPhones === true && settings.SMS_TRANSPORT === undefined) {
    const what = "is missing, but users may sign in by phone";
    yield failed("SMS_TRANSPORT (worker)", what, "set it, or turn EXTERNAL_PHONE_ENABLED off");
  }
}

/** Twilio accepts what it does not deliver, and reports it to the edge. */
function* checkTexts({ edge, worker }: PartSettings): Generator<CheckResult> {
  if (worker["SMS_TRANSPORT"] === undefined) return;
  for (const name of ["TWILIO_AUTH_TOKEN", "TWILIO_WHATSAPP_CONTENT_SID"]) {
    if (edge[name] === worker[name]) continue;
    yield failed(name, "is not the same at edge and worker", "give both the same");
  }
}

/** EmailJS reports nothing. */
function* checkReports({ edge, worker }: PartSettings): Generator<CheckResult> {
  if (worker["MAIL_TRANSPORT"] === "emailjs" || edge["RESEND_WEBHOOK_SECRETS"] !== undefined) {
    return;
  }
  yield failed(
    "RESEND_WEBHOOK_SECRETS (edge)",
    "is missing: nobody learns whether an email arrived",
    "add the endpoint /webhooks/resend at Resend and set its signing secret",
  );
}

/** Live keys in production and nowhere else. */
function* checkPayments({ target, edge, worker, site }: PartSettings): Generator<CheckResult> {
  const mode = target === "production" ? "live" : "test";
  const toDo = `take the ${mode} mode key of the target's Stripe account`;
  const secret = new RegExp(`^[a-z]+_${mode}_`);
  for (const [part, env] of Object.entries({ edge, worker })) {
    const [about, key] = [`STRIPE_SECRET_KEY (${part})`, env["STRIPE_SECRET_KEY"]];
    if (key === undefined) yield failed(about, "is missing: nobody can pay", toDo);
    else if (!secret.test(key)) yield failed(about, `is no key of ${mode} mode`, toDo);
  }
  const [about, key] = ["STRIPE_PUBLISHABLE_KEY (site)", site["STRIPE_PUBLISHABLE_KEY"]];
  if (key === undefined) yield failed(about, "is missing: the site sells nothing", toDo);
  else if (!isPublishableKey(key)) yield failed(about, "is no publishable key", toDo);
  else if (!secret.test(key)) yield failed(about, `is no key of ${mode} mode`, toDo);
  const webhookSecrets = edge["STRIPE_WEBHOOK_SECRETS"];
  const isSecret = (text: string) => text.trim().startsWith("whsec_");
  if (webhookSecrets?.split(",").every(isSecret) !== true) {
    yield failed(
      "STRIPE_WEBHOOK_SECRETS (edge)",
      webhookSecrets === undefined
        ? "is missing: the edge rejects all webhooks"
        : "has something in it that is no webhook secret",
      "set the secret that `npm run billing:sync` showed once; two with a comma during a rotation",
    );
  }
}

function* checkCaptcha({ edge, site, target }: PartSettings): Generator<CheckResult> {
  const hasSecret = edge["SECURITY_CAPTCHA_SECRET"] !== undefined;
  const hasWidget = site["TURNSTILE_SITE_KEY"] !== undefined;
  if (!hasSecret && !hasWidget && target !== "local") {
    yield note(
      "SECURITY_CAPTCHA_SECRET (edge)",
      "is missing: ten networks can use up the hour's mails to new addresses, and nobody else can sign up",
    );
  }
  if (hasSecret === hasWidget) return;
  yield hasSecret
    ? failed(
        "TURNSTILE_SITE_KEY (site)",
        "is missing: without the widget nobody can sign up or send an enquiry",
        "set the key of the same widget, or remove SECURITY_CAPTCHA_SECRET",
      )
    : failed(
        "SECURITY_CAPTCHA_SECRET (edge)",
        "is missing: the site's captcha protects nothing",
        "set the secret of the same widget, or remove TURNSTILE_SITE_KEY",
      );
}

function* checkDeployed({ edge, worker, site, vars }: PartSettings): Generator<CheckResult> {
  for (const name of LOCAL_ONLY) {
    if ((edge[name] ?? worker[name]) !== undefined) {
      yield failed(name, "is for local stacks only", "remove it");
    }
  }
  for (const [part, env] of Object.entries({ edge, worker })) {
    for (const [name, value] of Object.entries(env)) {
      if (/_UR[IL]$/.test(name) && /(?:^|,)(?:http|redis):/.test(value)) {
        yield failed(`${name} (${part})`, "is not encrypted", "take an https: or rediss: address");
      }
    }
  }
  for (const name of ["SITE_URL", "API_URL"]) {
    if (vars[name] === undefined) {
      yield failed(`${name} (wrangler.toml)`, "is missing", "add it to the target's vars");
    }
  }
  if (site["PIXEL_ID"] !== undefined && site["PIXEL_ID"] !== worker["META_PIXEL_ID"]) {
    const toDo = "give both the same, or Meta counts twice";
    yield failed("PIXEL_ID (site)", "is not the META_PIXEL_ID of the worker", toDo);
  }
}

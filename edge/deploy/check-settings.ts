import { scryptSync } from "node:crypto";
import type { z } from "zod";
import { isPublishableKey } from "../../web/src/lib/publishable-key.ts";
import { createMailer } from "../../worker/adapters/mailer.ts";
import { createReporter } from "../../worker/adapters/meta.ts";
import { createSmsSender } from "../../worker/adapters/twilio.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { EdgeConfig } from "../config.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import type { Env, Given, Target } from "./target.ts";

/** Base URLs for stand-ins, valid in a local stack only. */
const LOCAL_ONLY = [
  "NEON_FETCH_ENDPOINT",
  "STRIPE_API_BASE",
  "RESEND_BASE_URL",
  "EMAILJS_BASE_URL",
  "TWILIO_BASE_URL",
  "META_BASE_URL",
] as const;

/** Must be equal at the edge and the worker. */
const SHARED = ["AUTH_CODE_SECRET", "SITE_URL", "API_URL", "QUEUE_PREFIX"] as const;

const SECRETS = [
  "AUTH_CODE_SECRET",
  "AUTH_TOKEN_SECRET",
  "AUTH_SEAL_SECRET",
  "OPS_SECRET",
  "JWT_SECRET",
] as const;

/** Live keys in production and nowhere else. */
const STRIPE_MODE: Readonly<Record<Target, "live" | "test">> = {
  local: "test",
  staging: "test",
  production: "live",
};

/** Checks settings without calling any service. */
export function checkSettings(given: Given): CheckResult[] {
  return [
    ...checkSchema("edge", EdgeConfig, given.edge),
    ...checkSchema("worker", WorkerConfig, given.worker),
    ...checkNames(given),
    ...checkAgreement(given),
    ...checkSecrets(given),
    ...checkTransports(given),
    ...checkPayments(given),
    ...(given.target === "local" ? [] : checkDeployed(given)),
  ];
}

/**
 * The settings that pass their schema.
 *
 * @param half whose schema
 */
export function isUsable(half: "edge" | "worker", env: Env): Env {
  const parsed = (half === "edge" ? EdgeConfig : WorkerConfig).safeParse(env);
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

function checkSchema(half: "edge" | "worker", schema: z.ZodType, env: Env): CheckResult[] {
  const parsed = schema.safeParse(env);
  if (parsed.success) return [ok(`settings (${half})`, "complete and of the right form")];
  return parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const isResourceMissing = env[name] === undefined;
    return failed(
      `${name} (${half})`,
      isResourceMissing ? "is missing" : `is wrong: ${message}`,
      `set it for the ${half}; ${half}/config.ts says what it is`,
    );
  });
}

function checkNames({ unread }: Given): CheckResult[] {
  return unread.map((name) =>
    failed(
      name,
      "nobody reads a setting of this name",
      "mend its name, or take it out of the file",
    ),
  );
}

function checkAgreement({ target, edge, worker }: Given): CheckResult[] {
  const agreed = SHARED.flatMap((name): CheckResult[] => {
    const [atEdge, atWorker] = [edge[name], worker[name]];
    // Defaults are equal; the schema reports missing settings.
    if (atEdge === undefined && atWorker === undefined) return [];
    if (atEdge === atWorker) {
      const marked = name === "AUTH_CODE_SECRET" && atEdge !== undefined;
      const shown = marked ? ` (fingerprint ${fingerprint(target, name, atEdge)})` : "";
      return [ok(name, `is the same at edge and worker${shown}`)];
    }
    const isResourceMissing = atEdge === undefined || atWorker === undefined;
    if (isResourceMissing && name !== "QUEUE_PREFIX") return [];
    return [
      failed(
        name,
        "is not the same at edge and worker",
        name === "AUTH_CODE_SECRET"
          ? "give both the same, or every mailed code and link is refused"
          : "give both the same",
      ),
    ];
  });
  const [queueOfEdge, queueOfWorker] = [edge["REDIS_URL"], worker["REDIS_URL"]];
  if (queueOfEdge !== undefined && queueOfWorker === undefined) {
    agreed.push(
      failed(
        "REDIS_URL (worker)",
        "is missing: the edge hands events to a Redis that no worker reads",
        "set it for the worker as well",
      ),
    );
  }
  if (queueOfEdge === undefined && queueOfWorker !== undefined) {
    agreed.push(note("REDIS_URL (edge)", "is left out: the relay publishes every event"));
  }
  if (queueOfEdge === undefined && queueOfWorker === undefined) {
    agreed.push(note("REDIS_URL", "is left out: the queue is in PostgreSQL"));
  }
  return agreed;
}

function checkSecrets({ edge, worker }: Given): CheckResult[] {
  const values = new Map<string, string>();
  const results: CheckResult[] = [];
  for (const name of SECRETS) {
    const value = edge[name] ?? worker[name];
    if (value === undefined) continue;
    const other = values.get(value);
    values.set(value, name);
    if (other === undefined) continue;
    results.push(
      failed(
        name,
        `is the same as ${other}`,
        "give each a secret of its own: openssl rand -hex 32",
      ),
    );
  }
  return results;
}

/** Each transport reports its missing settings. */
function checkTransports({ edge, worker }: Given): CheckResult[] {
  const config = WorkerConfig.partial().safeParse(isUsable("worker", worker));
  if (!config.success) return [];
  const settings = config.data as WorkerConfig;
  const results = [createMailer, createSmsSender, createReporter].flatMap((create) => {
    try {
      create(settings);
      return [];
    } catch (error) {
      const [what, toDo] = (error as Error).message.split(": ");
      const [name] = /[A-Z]+(?:_[A-Z]+)+/.exec(String(toDo)) ?? ["settings"];
      return [failed(`${name} (worker)`, `is missing: ${what}`, String(toDo))];
    }
  });
  const wantsTexts = EdgeConfig.shape.EXTERNAL_PHONE_ENABLED.safeParse(
    edge["EXTERNAL_PHONE_ENABLED"],
  ).data;
  if (wantsTexts === true && settings.SMS_TRANSPORT === undefined) {
    results.push(
      failed(
        "SMS_TRANSPORT (worker)",
        "is missing, while the edge lets people sign in by phone",
        "set it, or turn EXTERNAL_PHONE_ENABLED off",
      ),
    );
  }
  return results;
}

function checkPayments({ target, edge, worker, site }: Given): CheckResult[] {
  const results: CheckResult[] = [];
  const halves = { edge, worker } as const;
  for (const [half, env] of Object.entries(halves)) {
    const key = env["STRIPE_SECRET_KEY"];
    const about = `STRIPE_SECRET_KEY (${half})`;
    if (key === undefined) {
      results.push(
        failed(
          about,
          "is missing: nothing can be paid",
          "set a key of the target's Stripe account",
        ),
      );
    } else if (!new RegExp(`^[a-z]+_${STRIPE_MODE[target]}_`).test(key)) {
      results.push(
        failed(
          about,
          `is no key of ${STRIPE_MODE[target]} mode`,
          `${target} takes a key of ${STRIPE_MODE[target]} mode and no other`,
        ),
      );
    }
  }
  const publishable = site["STRIPE_PUBLISHABLE_KEY"];
  if (publishable === undefined || !isPublishableKey(publishable)) {
    results.push(
      failed(
        "STRIPE_PUBLISHABLE_KEY (site)",
        publishable === undefined
          ? "is missing: the site says that nothing can be bought"
          : "is no publishable key: the site says that nothing can be bought",
        "set the publishable key of the target's Stripe account",
      ),
    );
  } else if (!publishable.startsWith(`pk_${STRIPE_MODE[target]}_`)) {
    results.push(
      failed(
        "STRIPE_PUBLISHABLE_KEY (site)",
        `is no key of ${STRIPE_MODE[target]} mode`,
        `${target} takes a key of ${STRIPE_MODE[target]} mode and no other`,
      ),
    );
  }
  const secrets = (edge["STRIPE_WEBHOOK_SECRETS"] ?? "").split(",").map((text) => text.trim());
  if (!secrets.every((secret) => secret.startsWith("whsec_"))) {
    results.push(
      failed(
        "STRIPE_WEBHOOK_SECRETS (edge)",
        edge["STRIPE_WEBHOOK_SECRETS"] === undefined
          ? "is missing: what Stripe tells is refused"
          : "has something in it that is no webhook secret",
        "set the secret that `npm run billing:sync` showed once; two with a comma while one replaces the other",
      ),
    );
  }
  return results;
}

/** Rules for deployed environments. */
function checkDeployed({ edge, worker, site, vars }: Given): CheckResult[] {
  const results: CheckResult[] = [];
  for (const name of LOCAL_ONLY) {
    if ((edge[name] ?? worker[name]) === undefined) continue;
    results.push(
      failed(name, "points away from the provider", "take it out: it is for local stacks"),
    );
  }
  for (const [half, env] of Object.entries({ edge, worker })) {
    for (const name of ["SITE_URL", "API_URL", "OPS_URL", "REDIS_URL"]) {
      const value = env[name];
      const safe = name === "REDIS_URL" ? "rediss:" : "https:";
      if (value === undefined || value.startsWith(safe)) continue;
      results.push(
        failed(`${name} (${half})`, "is not encrypted", `give it an address of ${safe}//`),
      );
    }
  }
  for (const name of ["SITE_URL", "API_URL"]) {
    if (vars[name] !== undefined) continue;
    results.push(
      failed(
        `${name} (wrangler.toml)`,
        "is missing",
        "add it to the target's vars in wrangler.toml",
      ),
    );
  }
  const [pixel, reported] = [site["PIXEL_ID"], worker["META_PIXEL_ID"]];
  if (pixel !== undefined && pixel !== reported) {
    results.push(
      failed(
        "PIXEL_ID (site)",
        "is not the META_PIXEL_ID of the worker",
        "give both the same, or the advertiser counts twice",
      ),
    );
  }
  return results;
}

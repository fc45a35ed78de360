import { DAY_MS } from "#contracts/durations.ts";
import type { Env } from "#db/bin/target.ts";
import { EdgeConfig } from "../../edge/config.ts";
import { createTokenVerifier } from "../../edge/http/api-key.ts";
import { createAuthKeys } from "../../edge/http/signing-keys.ts";
import { type Answer, ask, describeAnswer } from "./ask.ts";
import { type CheckResult, failed, ok } from "./check-result.ts";
import { usableSettings } from "./check-settings.ts";
import type { PartSettings } from "./part-settings.ts";

/** Checks the running API, its keys, the stamped site and the worker. */
export async function checkLive(given: PartSettings): Promise<CheckResult[]> {
  const edge = usableSettings("edge", given.edge);
  const worker = usableSettings("worker", given.worker);
  const found = await Promise.all([
    checkApi(edge),
    checkSite(given.site, edge),
    checkWorker(worker),
  ]);
  return found.flat();
}

async function checkApi({ API_URL, JWT_KEYS }: Env): Promise<CheckResult[]> {
  if (API_URL === undefined) return [];
  const [ready, jwks] = await Promise.all([
    ask(at(API_URL, "/readyz")),
    ask(at(API_URL, "/auth/v1/.well-known/jwks.json")),
  ]);
  return [
    answers("API /readyz", ready, "npm run deploy, or read the edge's log (`wrangler tail`)"),
    ...checkKeys(JWT_KEYS, jwks?.status === 200 ? jwks.text : null),
  ];
}

/** @param published the API's key set; null without a response */
export function checkKeys(setting: string | undefined, published: string | null): CheckResult[] {
  const keys = EdgeConfig.shape.JWT_KEYS.safeParse(setting);
  if (!keys.success) return [];
  if (published === null) return [failed("API key set", "cannot be read", "deploy the edge")];
  const missing = createAuthKeys({ JWT_KEYS: keys.data })
    .jwks.keys.filter((key) => !published.includes(JSON.stringify(key)))
    .map(({ kid }) => kid);
  if (missing.length === 0) return [ok("JWT_KEYS", "are the keys that the API publishes")];
  const toDo = "`wrangler secret put JWT_KEYS` with these settings, and wait a minute";
  return [failed("JWT_KEYS", `the API does not publish ${missing.join(", ")}`, toDo)];
}

async function checkSite(site: Env, edge: Env): Promise<CheckResult[]> {
  const { SITE_URL, API_URL } = edge;
  if (SITE_URL === undefined || API_URL === undefined) return [];
  const page = await ask(at(SITE_URL, "/"));
  const answer = answers("site", page, "npm run deploy, or look at the project at Cloudflare");
  if (page?.status !== 200) return [answer];
  const stamped = readStamps(page.text);
  const wanted = {
    "site-url": at(SITE_URL, ""),
    "api-url": at(API_URL, ""),
    "stripe-key": site["STRIPE_PUBLISHABLE_KEY"] ?? "",
    "pixel-id": site["PIXEL_ID"] ?? "",
    "turnstile-site-key": site["TURNSTILE_SITE_KEY"] ?? "",
  };
  return [
    answer,
    ...checkStamps(stamped, wanted),
    checkSecurityFile(await ask(at(SITE_URL, "/.well-known/security.txt")), new Date()),
    await checkAnonKey(stamped.get("anon-key") ?? "", edge),
  ];
}

export function readStamps(html: string): ReadonlyMap<string, string> {
  const metas = html.matchAll(/<meta name="tidepost:([\w-]+)" content="([^"]*)"/g);
  return new Map([...metas].map(([, name, value]) => [String(name), String(value)]));
}

export function checkStamps(
  stamped: ReadonlyMap<string, string>,
  wanted: Readonly<Record<string, string>>,
): CheckResult[] {
  return Object.entries(wanted).map(([name, value]) =>
    (stamped.get(name) ?? "") === value
      ? ok(`site ${name}`, "is as in the settings")
      : failed(`site ${name}`, "differs from the settings", "deploy the site again"),
  );
}

/** Days to deploy in, before the file lapses. */
const SECURITY_FILE_DAYS_MIN = 30;

export function checkSecurityFile(
  answer: Pick<Answer, "status" | "text"> | null,
  now: Date,
): CheckResult {
  const about = "site security.txt";
  const [, expires = ""] = /^Expires: (.+)$/m.exec(answer?.status === 200 ? answer.text : "") ?? [];
  const days = (Date.parse(expires) - now.getTime()) / DAY_MS;
  return days > SECURITY_FILE_DAYS_MIN
    ? ok(about, `expires in ${Math.floor(days)} days`)
    : failed(
        about,
        expires === "" ? "is missing" : `expires on ${expires}`,
        "deploy the site again",
      );
}

const VerifierSettings = EdgeConfig.pick({
  JWT_KEYS: true,
  API_URL: true,
  API_EXTERNAL_URL: true,
  JWT_ISSUER: true,
  JWT_SECRET: true,
});

async function checkAnonKey(key: string, edge: Env): Promise<CheckResult> {
  const about = "site anon-key";
  const settings = VerifierSettings.safeParse(edge);
  const claims = settings.success
    ? await createTokenVerifier(settings.data, () => new Date())(key).catch(() => null)
    : null;
  return claims?.role === "anon"
    ? ok(about, "is accepted by the API")
    : failed(about, "is not accepted by the API", "deploy the site again, which signs one");
}

async function checkWorker({ OPS_URL }: Env): Promise<CheckResult[]> {
  if (OPS_URL === undefined) return [];
  const ready = await ask(at(OPS_URL, "/readyz"));
  return [answers("worker /readyz", ready, "start a worker, or read its log")];
}

function answers(about: string, answer: Answer | null, toDo: string): CheckResult {
  return answer?.status === 200
    ? ok(about, "answers")
    : failed(about, describeAnswer(answer), toDo);
}

function at(base: string, path: string): string {
  return base.replace(/\/$/, "") + path;
}

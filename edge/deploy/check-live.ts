import { EdgeConfig } from "../config.ts";
import { createTokenVerifier } from "../http/api-key.ts";
import { createAuthKeys } from "../auth/sessions/signing-keys.ts";
import { type CheckResult, failed, ok } from "./check-result.ts";
import type { Given } from "./target.ts";
import { isUsable } from "./check-settings.ts";

const ANSWER_LIMIT_MS = 8_000;

/** Checks the running API, its keys, the stamped site and the worker. */
export async function checkLive(given: Given): Promise<CheckResult[]> {
  const edge = isUsable("edge", given.edge);
  const worker = isUsable("worker", given.worker);
  const found = await Promise.all([checkApi(edge), checkSite(given, edge), checkWorker(worker)]);
  return found.flat();
}

async function checkApi(edge: Given["edge"]): Promise<CheckResult[]> {
  const api = edge["API_URL"]?.replace(/\/$/, "");
  if (api === undefined) return [];
  const [ready, jwks] = await Promise.all([
    read(`${api}/readyz`),
    read(`${api}/auth/v1/.well-known/jwks.json`),
  ]);
  return [
    ready?.status === 200
      ? ok("API /readyz", "is ready")
      : failed(
          "API /readyz",
          ready === null ? "cannot be reached" : `answers ${ready.status}`,
          "npm run deploy, or look into the edge's log (`wrangler tail`)",
        ),
    ...checkKeys(edge["JWT_KEYS"], jwks?.status === 200 ? jwks.text : null),
  ];
}

/**
 * Compares the public keys that the API serves with the settings.
 *
 * @param shown the JWKS; null without a response
 */
export function checkKeys(setting: string | undefined, shown: string | null): CheckResult[] {
  const about = "JWT_KEYS";
  const keys = EdgeConfig.shape.JWT_KEYS.safeParse(setting);
  if (!keys.success) return [];
  if (shown === null)
    return [failed("API key set", "cannot be read", "look at /readyz first; then deploy the edge")];
  const wanted = createAuthKeys({ JWT_KEYS: keys.data }).jwks.keys;
  const has = (key: object) => shown.includes(JSON.stringify(key));
  const missing = wanted.filter((key) => !has(key)).map(({ kid }) => kid);
  return missing.length === 0
    ? [ok(about, "are the keys that the API shows")]
    : [
        failed(
          about,
          `the API does not show ${missing.join(", ")}`,
          "`wrangler secret put JWT_KEYS` with these settings, and wait a minute",
        ),
      ];
}

async function checkSite({ site }: Given, edge: Given["edge"]): Promise<CheckResult[]> {
  const { SITE_URL, API_URL } = edge;
  if (SITE_URL === undefined || API_URL === undefined) return [];
  const address = SITE_URL.replace(/\/$/, "");
  const page = await read(`${address}/`);
  if (page?.status !== 200) {
    return [
      failed(
        "site",
        page === null ? "cannot be reached" : `answers ${page.status}`,
        "npm run deploy, or look at the project's page at Cloudflare",
      ),
    ];
  }
  const stamped = readStamps(page.text);
  return [
    ok("site", "is there"),
    ...checkStamps(stamped, {
      "site-url": address,
      "api-url": API_URL.replace(/\/$/, ""),
      "stripe-key": site["STRIPE_PUBLISHABLE_KEY"] ?? "",
      "pixel-id": site["PIXEL_ID"] ?? "",
    }),
    await judgeAnonKey(stamped.get("anon-key") ?? "", edge),
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
    stamped.get(name) === value
      ? ok(`site ${name}`, "is stamped as the settings say")
      : failed(`site ${name}`, "is another than the settings say", "deploy the site again"),
  );
}

async function judgeAnonKey(key: string, edge: Given["edge"]): Promise<CheckResult> {
  const about = "site anon-key";
  const config = EdgeConfig.pick({
    JWT_KEYS: true,
    API_URL: true,
    API_EXTERNAL_URL: true,
    JWT_ISSUER: true,
    JWT_SECRET: true,
  }).safeParse(edge);
  const claims = config.success
    ? await createTokenVerifier(config.data, () => new Date())(key).catch(() => null)
    : null;
  return claims?.role === "anon"
    ? ok(about, "is a key that the API takes")
    : failed(
        about,
        "is no public key that the API takes",
        "deploy the site again, which signs one",
      );
}

async function checkWorker(worker: Given["worker"]): Promise<CheckResult[]> {
  const ops = worker["OPS_URL"]?.replace(/\/$/, "");
  if (ops === undefined) return [];
  const ready = await read(`${ops}/readyz`);
  return [
    ready?.status === 200
      ? ok("worker /readyz", "is ready")
      : failed(
          "worker /readyz",
          ready === null ? "cannot be reached" : `answers ${ready.status}`,
          "start a worker, or look into its log",
        ),
  ];
}

async function read(url: string): Promise<{ status: number; text: string } | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

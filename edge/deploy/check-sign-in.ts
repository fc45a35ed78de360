import { z } from "zod";
import { WorkerConfig } from "../../worker/config.ts";
import { findProvider, type Provider, ssoProvider } from "../auth/oauth/presets.ts";
import { PROVIDER_NAMES, type ProviderName } from "../auth/oauth/oauth-settings.ts";
import { EdgeConfig } from "../config.ts";
import { isUsable } from "./check-settings.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import type { Env, Given } from "./target.ts";

const ANSWER_LIMIT_MS = 8_000;

const SECRET_UNKNOWN = "its secret is tried by the first who signs in with it";

/** Checks OAuth settings without calling anyone. */
export function checkSignIn({ target, edge: given }: Given): CheckResult[] {
  const edge = isUsable("edge", given);
  const config = configOf(edge);
  const results = PROVIDER_NAMES.flatMap((name): CheckResult[] => {
    const prefix = prefixOf(name);
    if (!config[`${prefix}_ENABLED`]) {
      return edge[`${prefix}_SECRET`] === undefined
        ? []
        : [note(`${prefix}_SECRET`, "is set, and nobody can sign in with it: it is not enabled")];
    }
    const wanted = ["CLIENT_ID", "SECRET", ...(name === "keycloak" ? ["URL"] : [])];
    return wanted
      .filter((part) => edge[`${prefix}_${part}`] === undefined)
      .map((part) =>
        failed(
          `${prefix}_${part} (edge)`,
          "is missing: sign-in with it stays off",
          `set it, or take ${prefix}_ENABLED out`,
        ),
      );
  });
  if (isPrivateKey(edge["EXTERNAL_APPLE_SECRET"])) {
    for (const about of ["EXTERNAL_APPLE_TEAM_ID", "EXTERNAL_APPLE_KEY_ID"]) {
      if (edge[about] !== undefined) continue;
      results.push(
        failed(`${about} (edge)`, "is missing beside the private key", "set it as Apple shows it"),
      );
    }
  }
  return target === "local" ? results : [...results, ...checkEncrypted(edge, config)];
}

/** Checks `ALERT_WEBHOOK_URL` without calling it. */
export function checkAlertAddress({ target, worker }: Given): CheckResult[] {
  const address = isUsable("worker", worker)["ALERT_WEBHOOK_URL"];
  if (target === "local" || address === undefined || address.startsWith("https:")) return [];
  return [
    failed("ALERT_WEBHOOK_URL (worker)", "is not encrypted", "give it an address of https://"),
  ];
}

/** Fetches discovery documents of OAuth issuers. Sends no secret. */
export async function checkProviders(edge: Env): Promise<CheckResult[]> {
  const config = configOf(edge);
  const found = await Promise.all([
    ...PROVIDER_NAMES.flatMap((name) => {
      const provider = findProvider(config, name);
      return provider === null ? [] : [checkProvider(`${prefixOf(name)}_SECRET`, provider)];
    }),
    ...config.SSO_PROVIDERS.map((organisation, index) =>
      checkProvider(`SSO_PROVIDERS[${index}]`, ssoProvider(config, organisation)),
    ),
  ]);
  return found.flat();
}

async function checkProvider(about: string, provider: Provider): Promise<CheckResult[]> {
  try {
    // Apple's secret is signed with the key.
    await provider.secret();
  } catch {
    return [failed(about, "is no private key that can sign", "set the key as it was downloaded")];
  }
  const { place } = provider;
  if (typeof place === "string") {
    return [
      checkIssuer(about, place, await read(`${place}/.well-known/openid-configuration`, "GET")),
    ];
  }
  const answer =
    place.jwks_uri === undefined
      ? await read(place.issuer, "HEAD")
      : await read(place.jwks_uri, "GET");
  const isThere = answer !== null && (place.jwks_uri === undefined || answer.status === 200);
  return [isThere ? there(about) : away(about, answer)];
}

const Discovered = z.object({ issuer: z.string() });

/**
 * Checks an issuer's discovery document.
 *
 * @param answer null without a response
 */
export function checkIssuer(about: string, issuer: string, answer: Answer | null): CheckResult {
  if (answer?.status !== 200) return away(about, answer);
  const named = Discovered.safeParse(answer.body).data?.issuer;
  return named === issuer || named === `${issuer}/`
    ? there(about)
    : failed(
        about,
        "its issuer calls itself something else, so that its tokens are refused",
        "set the address that its openid-configuration names as issuer",
      );
}

/** Sends HEAD to the chat webhook: no message. */
export async function checkAlertChannel(worker: Env): Promise<CheckResult[]> {
  const address = WorkerConfig.shape.ALERT_WEBHOOK_URL.safeParse(worker["ALERT_WEBHOOK_URL"]).data;
  if (address === undefined) return [];
  const about = "ALERT_WEBHOOK_URL";
  const answer = await read(address, "HEAD");
  return [
    answer === null
      ? failed(about, "cannot be reached", "look at the address, and whether its service is there")
      : ok(about, "is reached; whether it takes a message is seen with the first alert"),
  ];
}

function checkEncrypted(edge: Env, config: EdgeConfig): CheckResult[] {
  const named = PROVIDER_NAMES.flatMap((name) =>
    (["URL", "REDIRECT_URI"] as const).map((part) => `${prefixOf(name)}_${part}` as const),
  )
    .filter((name) => edge[name]?.startsWith("http:") === true)
    .map((name) => `${name} (edge)`);
  const issuers = config.SSO_PROVIDERS.flatMap(({ issuer }, index) =>
    issuer.startsWith("http:") ? [`SSO_PROVIDERS[${index}].issuer (edge)`] : [],
  );
  return [...named, ...issuers].map((about) =>
    failed(about, "is not encrypted", "give it an address of https://"),
  );
}

const there = (about: string): CheckResult => ok(about, `its issuer is there; ${SECRET_UNKNOWN}`);

const away = (about: string, answer: Answer | null): CheckResult =>
  failed(
    about,
    answer === null ? "its issuer cannot be reached" : `its issuer answers ${answer.status}`,
    "look at its address, and whether it has an outage",
  );

function configOf(edge: Env): EdgeConfig {
  // The schema reports what else is missing.
  return EdgeConfig.partial().parse(edge) as EdgeConfig;
}

const prefixOf = (name: ProviderName) =>
  `EXTERNAL_${name.toUpperCase() as Uppercase<ProviderName>}` as const;

function isPrivateKey(secret: string | undefined): boolean {
  return secret?.includes("PRIVATE KEY") === true;
}

type Answer = { readonly status: number; readonly body: unknown };

async function read(url: string, method: "GET" | "HEAD"): Promise<Answer | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const answer = await fetch(url, { method, signal, redirect: "manual" });
    const body: unknown = await answer.json().catch(() => null);
    return { status: answer.status, body };
  } catch {
    return null;
  }
}

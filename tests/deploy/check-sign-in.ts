import * as z from "zod";
import type { Env } from "#db/bin/target.ts";
import { findProvider, type Provider, ssoProvider } from "../../edge/auth/oauth/presets.ts";
import { EdgeConfig } from "../../edge/config.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../edge/settings/oauth-settings.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { type Answer, ask, describeAnswer } from "./ask.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { usableSettings } from "./check-settings.ts";
import type { PartSettings } from "./part-settings.ts";

/** Checks OAuth settings without calling anyone. */
export function* checkSignIn({ target, edge: given }: PartSettings): Generator<CheckResult> {
  const edge = usableSettings("edge", given);
  const config = configOf(edge);
  for (const name of PROVIDER_NAMES) {
    const prefix = prefixOf(name);
    if (config[`${prefix}_ENABLED`]) {
      for (const part of ["CLIENT_ID", "SECRET", ...(name === "keycloak" ? ["URL"] : [])]) {
        if (edge[`${prefix}_${part}`] !== undefined) continue;
        const toDo = `set it, or remove ${prefix}_ENABLED`;
        yield failed(`${prefix}_${part} (edge)`, "is missing: this sign-in stays off", toDo);
      }
    } else if (edge[`${prefix}_SECRET`] !== undefined) {
      yield note(`${prefix}_SECRET`, "is set, but its provider is not enabled");
    }
  }
  if (edge["EXTERNAL_APPLE_SECRET"]?.includes("PRIVATE KEY") === true) {
    for (const about of ["EXTERNAL_APPLE_TEAM_ID", "EXTERNAL_APPLE_KEY_ID"]) {
      if (edge[about] !== undefined) continue;
      yield failed(`${about} (edge)`, "is missing beside the private key", "copy it from Apple");
    }
  }
  if (target === "local") return;
  for (const [index, { issuer }] of config.SSO_PROVIDERS.entries()) {
    if (!issuer.startsWith("http:")) continue;
    const about = `SSO_PROVIDERS[${index}].issuer (edge)`;
    yield failed(about, "is not encrypted", "take an https: address");
  }
}

/** Fetches discovery documents of OAuth issuers. Sends no secret. */
export async function checkProviders(edge: Env): Promise<CheckResult[]> {
  const config = configOf(edge);
  return Promise.all([
    ...PROVIDER_NAMES.flatMap((name) => {
      const provider = findProvider(config, name);
      return provider === null ? [] : [checkProvider(`${prefixOf(name)}_SECRET`, provider)];
    }),
    ...config.SSO_PROVIDERS.map((organisation, index) =>
      checkProvider(`SSO_PROVIDERS[${index}]`, ssoProvider(config, organisation)),
    ),
  ]);
}

async function checkProvider(
  about: string,
  { authorizationServer, secret }: Provider,
): Promise<CheckResult> {
  try {
    // Apple's secret is signed with the key.
    await secret();
  } catch {
    return failed(about, "is no private key that can sign", "set the key as it was downloaded");
  }
  if (typeof authorizationServer === "string") {
    return checkIssuer(
      about,
      authorizationServer,
      await ask(`${authorizationServer}/.well-known/openid-configuration`),
    );
  }
  // GitHub publishes no keys.
  if (authorizationServer.jwks_uri === undefined) {
    const answer = await ask(authorizationServer.issuer, { method: "HEAD" });
    return answer === null ? issuerFailed(about, answer) : issuerAnswers(about);
  }
  const answer = await ask(authorizationServer.jwks_uri);
  return answer?.status === 200 ? issuerAnswers(about) : issuerFailed(about, answer);
}

const Discovered = z.object({ issuer: z.string() });

/** @param answer its discovery document */
export function checkIssuer(
  about: string,
  issuer: string,
  answer: Pick<Answer, "status" | "body"> | null,
): CheckResult {
  if (answer?.status !== 200) return issuerFailed(about, answer);
  const named = Discovered.safeParse(answer.body).data?.issuer;
  if (named === issuer || named === `${issuer}/`) return issuerAnswers(about);
  const toDo = "set the issuer that its openid-configuration names";
  return failed(about, "its issuer has another name, so its tokens would be rejected", toDo);
}

/** Sends HEAD to the chat webhook: no message. */
export async function checkAlertChannel(worker: Env): Promise<CheckResult[]> {
  const address = WorkerConfig.shape.ALERT_WEBHOOK_URL.safeParse(worker["ALERT_WEBHOOK_URL"]).data;
  if (address === undefined) return [];
  const about = "ALERT_WEBHOOK_URL";
  const answer = await ask(address, { method: "HEAD" });
  return [
    answer === null
      ? failed(about, "cannot be reached", "check the address, and whether its service is up")
      : ok(about, "can be reached; `npm run alert:test` shows whether it accepts messages"),
  ];
}

const issuerAnswers = (about: string) =>
  ok(about, "its issuer answers; the first sign-in tries its secret");

const issuerFailed = (about: string, answer: Pick<Answer, "status"> | null) =>
  failed(about, `its issuer ${describeAnswer(answer)}`, "check its address, and whether it is up");

function configOf(edge: Env): EdgeConfig {
  // The schema's own check reports missing settings.
  return EdgeConfig.partial().parse(edge) as EdgeConfig;
}

const prefixOf = (name: ProviderName) =>
  `EXTERNAL_${name.toUpperCase() as Uppercase<ProviderName>}` as const;

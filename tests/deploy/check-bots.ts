import * as z from "zod";
import { type Answer, ask } from "./ask.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";

const CLOUDFLARE_API = "https://api.cloudflare.com/client/v4";

const Zones = z.object({ result: z.array(z.object({ id: z.string() })) });
const Bots = z.object({
  result: z.object({
    fight_mode: z.optional(z.boolean()),
    sbfm_definitely_automated: z.optional(z.string()),
    sbfm_likely_automated: z.optional(z.string()),
  }),
});
const Level = z.object({ result: z.object({ value: z.string() }) });
const Rules = z.object({
  result: z.object({
    rules: z
      .array(
        z.object({
          action: z.string(),
          enabled: z.optional(z.boolean()),
          expression: z.string(),
          action_parameters: z.optional(z.object({ phases: z.optional(z.array(z.string())) })),
        }),
      )
      .default([]),
  }),
});

/**
 * Reads whether Cloudflare would challenge those who call the API and are no browsers: Stripe, Resend, Twilio, Calendly
 * and our own worker.
 */
export async function checkBots(
  apiUrl: string | undefined,
  token: string,
  base = CLOUDFLARE_API,
): Promise<CheckResult[]> {
  if (apiUrl === undefined) return [];
  const about = "Cloudflare's bot settings";
  const host = new URL(apiUrl).hostname;
  const get = (path: string) =>
    ask(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const zoneId = await findZone(host, get);
  if (zoneId === null) {
    return [note(about, `are not read: the token sees no zone of ${host} (Zone, Read)`)];
  }
  const at = `/zones/${zoneId}`;
  const [bots, level, rules] = await Promise.all([
    get(`${at}/bot_management`),
    get(`${at}/settings/security_level`),
    get(`${at}/rulesets/phases/http_request_firewall_custom/entrypoint`),
  ]);
  return judgeBots(host, { bots, level, rules });
}

/** The zone of a host is that of the longest of its endings. */
async function findZone(
  host: string,
  get: (path: string) => Promise<Answer | null>,
): Promise<string | null> {
  const labels = host.split(".");
  for (let from = 0; from < labels.length - 1; from++) {
    const answer = await get(`/zones?name=${labels.slice(from).join(".")}`);
    const [zone] = Zones.safeParse(answer?.body).data?.result ?? [];
    if (zone !== undefined) return zone.id;
  }
  return null;
}

type Answers = Record<"bots" | "level" | "rules", Pick<Answer, "body"> | null>;

/** @param answers of Cloudflare's API; one that it refuses is no reason to stop a deploy */
export function judgeBots(host: string, answers: Answers): CheckResult[] {
  const about = "Cloudflare's bot settings";
  const bots = Bots.safeParse(answers.bots?.body).data?.result;
  const level = Level.safeParse(answers.level?.body).data?.result.value;
  const rules = Rules.safeParse(answers.rules?.body).data?.result.rules ?? [];
  const isSkipped = rules.some(
    ({ action, enabled, expression, action_parameters: parameters }) =>
      action === "skip" &&
      enabled !== false &&
      expression.includes(`"${host}"`) &&
      parameters?.phases?.includes("http_request_sbfm") === true,
  );
  const challenges = [bots?.sbfm_definitely_automated, bots?.sbfm_likely_automated].some(
    (action) => action !== undefined && action !== "allow",
  );
  const found = [
    bots === undefined &&
      note(about, "are not read: the token may not (Zone, Bot Management, Read)"),
    bots?.fight_mode === true &&
      failed(
        "Bot Fight Mode",
        `is on: it challenges webhooks and our worker at ${host}, and no rule exempts them`,
        "turn it off at Cloudflare under Security, Settings, Bot traffic",
      ),
    challenges &&
      !isSkipped &&
      failed(
        "Super Bot Fight Mode",
        `challenges webhooks and our worker at ${host}`,
        `add a custom rule: http.host eq "${host}", Skip, All Super Bot Fight Mode rules`,
      ),
    level === "under_attack" &&
      failed(
        "Under Attack mode",
        "is on: webhooks and our worker are challenged",
        `turn it off at Cloudflare, or let a configuration rule except ${host}`,
      ),
  ].filter((result) => result !== false);
  return found.length > 0 ? found : [ok(about, `let webhooks and our worker reach ${host}`)];
}

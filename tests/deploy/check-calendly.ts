import * as z from "zod";
import { CALENDLY_EVENT_TYPES } from "../../edge/calls/calendly-webhook.ts";
import { ask } from "./ask.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { rejected } from "./check-services.ts";
import type { PartSettings } from "./part-settings.ts";

const CALENDLY_API = "https://api.calendly.com";

const Me = z.object({ resource: z.object({ current_organization: z.url() }) });
const Subscriptions = z.object({
  collection: z.array(
    z.object({ callback_url: z.string(), state: z.string(), events: z.array(z.string()) }),
  ),
});

/**
 * Asks Calendly whether it tells us of every booked call; source: https://developer.calendly.com/api-docs/calendly-api.
 *
 * @param token of an owner or admin, whom alone it shows the organisation's webhooks
 */
export async function checkCalendly(
  { CALENDLY_WEBHOOK_SECRETS: secrets, API_URL: apiUrl }: PartSettings["edge"],
  token: string | undefined,
  base = CALENDLY_API,
): Promise<CheckResult[]> {
  if (secrets === undefined || apiUrl === undefined) return [];
  const about = "Calendly's webhook";
  if (!token) return [note(about, "is not looked up: CALENDLY_TOKEN is not in the environment")];
  const get = (path: string) =>
    ask(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const me = await get("/users/me");
  const organization = Me.safeParse(me?.body).data?.resource.current_organization;
  if (organization === undefined) return [rejected("CALENDLY_TOKEN", "Calendly", me)];
  const query = new URLSearchParams({ organization, scope: "organization", count: "100" });
  const answer = await get(`/webhook_subscriptions?${query.toString()}`);
  const found = Subscriptions.safeParse(answer?.body).data?.collection;
  if (found === undefined) return [rejected("CALENDLY_TOKEN", "Calendly", answer)];

  const url = `${apiUrl.replace(/\/$/, "")}/webhooks/calendly`;
  const toDo = `POST /webhook_subscriptions for ${url}: "Once, by hand" in tests/deploy/README.md`;
  const ours = found.filter(({ callback_url: to }) => to === url);
  if (ours.length === 0) return [failed(about, "is missing: no booked call is heard of", toDo)];
  // It does so after a day without an answer, and a disabled one starts no more.
  const active = ours.filter(({ state }) => state === "active");
  if (active.length === 0) return [failed(about, "is disabled", `delete it, then ${toDo}`)];
  const missing = CALENDLY_EVENT_TYPES.filter((type) =>
    active.every(({ events }) => !events.includes(type)),
  );
  return missing.length === 0
    ? [ok(about, "reports booked and cancelled calls")]
    : [failed(about, `does not report ${missing.join(", ")}`, `delete it, then ${toDo}`)];
}

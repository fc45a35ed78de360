import type { Actor } from "#contracts/events/envelope.ts";
import type { NoticeEvent } from "#db/accounts/insert-security-notice.ts";
import type { NewSession } from "#db/accounts/sessions/open-session.ts";
import type { AppContext } from "../../http/env.ts";
import { USER_AGENT_MAX } from "../../http/request-headers.ts";
import type { AuthDeps } from "../deps.ts";

/** @param method its `amr` method */
export function newSession(
  c: AppContext,
  { config, makeUuid, now }: AuthDeps,
  method: string,
  provider?: string,
): NewSession {
  const at = now();
  const entry: NewSession["amr"][number] = { method, timestamp: Math.floor(at.getTime() / 1_000) };
  return {
    id: makeUuid(),
    amr: [provider === undefined ? entry : { ...entry, provider }],
    aal: "aal1",
    factorId: null,
    ip: c.req.header("cf-connecting-ip") ?? null,
    userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_MAX) ?? null,
    provider: provider ?? null,
    at: at.toISOString(),
    notAfter:
      config.SESSIONS_TIMEBOX === undefined
        ? null
        : new Date(at.getTime() + config.SESSIONS_TIMEBOX * 1_000).toISOString(),
    notice: newNotice(c),
  };
}

/** @param actor null for the account itself */
export function newNotice(c: AppContext, actor: Actor | null = null): NoticeEvent {
  const { makeId, correlationId, traceparent = null, now } = c.var.events;
  const id = makeId("event");
  return { id, correlationId: correlationId ?? id, traceparent, at: now().toISOString(), actor };
}

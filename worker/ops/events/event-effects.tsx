/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import * as z from "zod";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { Attempt, EventEffect, EventRecord } from "#db/ops/find-events.ts";
import { effectLabel } from "../../event-labels.ts";
import { EffectStatusBadge, Fact, TimeFact, TimeLabel } from "../layout/badges.tsx";
import { emailReportLabel } from "../layout/email-report.ts";
import { Id } from "../layout/id.tsx";
import { AttemptList } from "./attempts.tsx";

/** This worker leaves it to those that are being deployed. */
export const isOfNewerVersion = ({ type, version }: { type: string; version: number }): boolean =>
  version > ((EVENT_VERSIONS as Readonly<Record<string, number>>)[type] ?? 0);

export const EventEffects: FC<{ record: EventRecord }> = ({ record }) => (
  <section>
    <h2>Effects</h2>
    {record.effects.length === 0 ? (
      <p>
        {record.event.state === "failed"
          ? "None: the event was dead-lettered before its effects were created."
          : isOfNewerVersion(record.event)
            ? "None yet: the event is of a newer version, and waits for a newer worker."
            : "None yet: the event waits for dispatch."}
      </p>
    ) : (
      <ol class="timeline">
        {record.effects.map((effect) => (
          <EffectEntry
            key={effect.effect}
            effect={effect}
            attempts={record.attempts.filter((attempt) => attempt.effect === effect.effect)}
            skipped={skipReason(record, effect.effect)}
          />
        ))}
      </ol>
    )}
  </section>
);

const Skipped = z.object({ outcome: z.literal("skipped"), reason: z.string() });

export function skipReason({ audit }: EventRecord, effect: string): string | null {
  const row = audit.find(({ action }) => action === `effect.${effect}`);
  const skipped = Skipped.safeParse(row?.data);
  return skipped.success ? skipped.data.reason.replaceAll("_", " ") : null;
}

const EffectEntry: FC<{
  effect: EventEffect;
  attempts: readonly Attempt[];
  skipped: string | null;
}> = ({ effect, attempts, skipped }) => (
  <li class={effect.status}>
    <h3>
      {effectLabel(effect.effect)} <EffectStatusBadge status={effect.status} />
    </h3>
    <dl class="facts figures">
      <Fact name="Effect">
        <code>{effect.effect}</code>
      </Fact>
      {attempts.length > 0 ? null : (
        <>
          <Fact name="Attempts">{String(effect.attempts)}</Fact>
          <TimeFact name="First attempt" iso={effect.firstAttemptAt} />
          <TimeFact name="Completed" iso={effect.completedAt} />
        </>
      )}
      {skipped === null ? null : <Fact name="Outcome">{`skipped: ${skipped}`}</Fact>}
      {effect.emailReports.map(({ type, at, bounce }) => (
        <Fact key={type} name={emailReportLabel(type)}>
          <TimeLabel iso={at} />
          {bounce === null ? null : ` (${bounce})`}
        </Fact>
      ))}
      {effect.externalId === null ? null : (
        <Fact name="External id">
          <Id id={effect.externalId} />
        </Fact>
      )}
    </dl>
    {effect.lastError === null || attempts.length > 0 ? null : (
      <p class="error">
        <code>{effect.lastError}</code>
      </p>
    )}
    <AttemptList effect={effect} attempts={attempts} />
  </li>
);

import type { PlatformFigures } from "#contracts/content/report-figures.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { publishReport, saveReport } from "#db/ops/write-report.ts";
import { newId } from "./pipeline.ts";

export const FIGURES: readonly PlatformFigures[] = [
  {
    platform: "instagram",
    source: "Business Suite export, 3 December",
    days: 28,
    metrics: [
      { metric: "reach", value: 12_400, previous: 9_920 },
      { metric: "views", value: 40, previous: 20 },
      { metric: "link_clicks", value: null, previous: 12 },
    ],
  },
];

export const REPORT = {
  number: 1,
  fromDay: "2026-10-25",
  untilDay: "2026-11-23",
  words: "More people than ever saw your fig rolls. We make more of them.",
  figures: FIGURES,
};

type Saved = Partial<
  Pick<
    Parameters<typeof saveReport>[1],
    "number" | "revision" | "saves" | "words" | "figures" | "fromDay" | "untilDay"
  >
>;

export function saveDraft(db: Db, userId: string, saved: Saved = {}) {
  return saveReport(db, {
    ...REPORT,
    revision: 1,
    saves: 0,
    ...saved,
    userId,
    ids: { business: newId("business"), report: newId("report") },
    by: "Ada",
    at: "2026-11-24T09:00:00.000Z",
  });
}

type Published = {
  id: string;
  saves: number;
  revision?: number;
  at?: string;
  mayBeEarly?: boolean;
};

export function publishDraft(db: Db, userId: string, draft: Published) {
  const { id, saves, revision = 1, at = "2026-11-24T10:00:00.000Z", mayBeEarly = false } = draft;
  const event = newEvent(
    { makeId: newId, now: () => new Date(at), correlationId: null },
    "ReportPublished",
    { kind: "ops", name: "Ada" },
    { userId, subscriptionId: null, reportId: id, number: REPORT.number, revision },
  );
  return publishReport(db, { saves, mayBeEarly, event });
}

/** @returns its id */
export async function publishedReport(db: Db, userId: string, at?: string): Promise<string> {
  const draft = await saveDraft(db, userId);
  if (draft === null) throw new Error("the user has this report already");
  await publishDraft(db, userId, { ...draft, ...(at === undefined ? {} : { at }) });
  return draft.id;
}

import { EVENT_STATES } from "#db/ops/event-state.ts";
import type { EventSearch } from "#db/ops/list-events.ts";
import { type EventListQuery, eventListUrl } from "../../ops-links.ts";
import { paths } from "../paths.ts";
import { decryptText } from "../session/encrypted-param.ts";

/**
 * Ids hold a digit, hyphen or underscore; a text without any may be a name and stays out of URLs.
 */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\s.'’-]*$/u;

const TELEPHONE = /^\+?[\d\s().-]{6,}$/;

export function isPersonalData(text: string | null): text is string {
  return text !== null && (text.includes("@") || NAME.test(text) || TELEPHONE.test(text));
}

/** `unreadable`: encrypted in another session. */
export type SearchInput = EventSearch | null | "unreadable";

export async function readSearch(query: EventListQuery, key: Buffer): Promise<SearchInput> {
  if (query.sender !== null) {
    const text = await decryptText(key, query.sender);
    if (text === null) return "unreadable";
    if (text.includes("@")) return { kind: "email", email: text };
    return NAME.test(text) ? { kind: "name", name: text } : { kind: "id", id: text };
  }
  if (query.q !== null) return { kind: "id", id: query.q };
  switch (query.view) {
    case null:
      return null;
    case "refunds":
      return { kind: "undecided_refunds" };
    case "replayed":
      return { kind: "replayed" };
  }
}

const VIEWS = ["refunds", "replayed"] as const;
const TEXT_MAX = 300;
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;
const CURSOR = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(.{1,100})$/;

/** Ignores unknown values, so that old bookmarks still work. */
export function parseEventListQuery(query: Readonly<Record<string, string>>): EventListQuery {
  const text = (name: string) => {
    const value = query[name]?.trim() ?? "";
    return value === "" || value.length > TEXT_MAX ? null : value;
  };
  const [, occurredAt, id] = CURSOR.exec(query["before"] ?? "") ?? [];
  return {
    view: VIEWS.find((view) => view === query["view"]) ?? null,
    state: EVENT_STATES.find((state) => state === query["state"]) ?? null,
    type: text("type"),
    effect: text("effect"),
    error: text("error"),
    from: day(query["from"]),
    to: day(query["to"]),
    q: text("q"),
    sender: text("sender"),
    routine: query["routine"] === "shown" ? "shown" : null,
    before:
      occurredAt !== undefined && id !== undefined && isTimestamp(occurredAt)
        ? { occurredAt, id }
        : null,
  };
}

function day(text: string | undefined): string | null {
  return text !== undefined && DAY.test(text) && isTimestamp(`${text}T00:00:00.000Z`) ? text : null;
}

/** PostgreSQL rejects year 0 and 31 February. */
function isTimestamp(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
}

export const bulkReplayUrl = (query: Partial<EventListQuery>): string =>
  eventListUrl(
    { ...query, view: null, state: null, routine: null, before: null },
    paths.bulkReplay,
  );

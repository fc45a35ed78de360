import { EVENT_STATES, type EventState } from "#db/ops/event-state.ts";
import type { EventCursor } from "#db/ops/list-events.ts";
import { paths } from "./paths.ts";

/** What the address of the events list says. */
export type ListAddress = {
  state: EventState | null;
  type: string | null;
  /** An id to look for. */
  q: string | null;
  /** An e-mail address to look for, sealed for this session. */
  sender: string | null;
  before: EventCursor | null;
};

export const WHOLE_LIST: ListAddress = {
  state: null,
  type: null,
  q: null,
  sender: null,
  before: null,
};

const TEXT_MAX = 300;
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(.{1,100})$/;

/** Reads an address; what is not understood is left out, so that an old bookmark still shows the list. */
export function readListAddress(query: Readonly<Record<string, string>>): ListAddress {
  const text = (name: string) => {
    const value = query[name]?.trim() ?? "";
    return value === "" || value.length > TEXT_MAX ? null : value;
  };
  const [, occurredAt, id] = CURSOR.exec(query["before"] ?? "") ?? [];
  return {
    state: EVENT_STATES.find((state) => state === query["state"]) ?? null,
    type: text("type"),
    q: text("q"),
    sender: text("sender"),
    before:
      occurredAt !== undefined && id !== undefined && !Number.isNaN(Date.parse(occurredAt))
        ? { occurredAt, id }
        : null,
  };
}

/** Writes an address. */
export function listAddress(address: Partial<ListAddress>): string {
  const { before, ...texts } = { ...WHOLE_LIST, ...address };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) {
    if (value !== null) query.set(name, value);
  }
  if (before !== null) query.set("before", `${before.occurredAt}~${before.id}`);
  return query.size === 0 ? paths.events : `${paths.events}?${String(query)}`;
}

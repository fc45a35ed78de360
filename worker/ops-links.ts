import type { EventConditions, EventCursor } from "#db/ops/list-events.ts";

export const OPS_BASE = "/ops";

const CONTENT = `${OPS_BASE}/content`;
const CUSTOMERS = `${OPS_BASE}/customers`;
const EVENTS = `${OPS_BASE}/events`;
const PROMISES = `${OPS_BASE}/promises`;

/** Pages of the ops console to which mails and alerts lead; the console has more. */
export const opsLinks = {
  overview: `${OPS_BASE}/overview`,
  alerts: `${OPS_BASE}/overview#alerts`,
  disputes: `${OPS_BASE}/disputes`,
  promises: PROMISES,
  promise: (id: number) => `${PROMISES}/${String(id)}`,
  content: CONTENT,
  publishUntil: (day: string) => `${CONTENT}/today?until=${day}`,
  customerContent: (userId: string) => `${CONTENT}/${encodeURIComponent(userId)}`,
  post: (id: string) => `${CONTENT}/posts/${encodeURIComponent(id)}`,
  customers: CUSTOMERS,
  customer: (key: string) => `${CUSTOMERS}/${encodeURIComponent(key)}`,
  events: EVENTS,
  event: (id: string) => `${EVENTS}/${encodeURIComponent(id)}`,
} as const;

export type EventListQuery = Omit<EventConditions, "search"> & {
  view: "refunds" | "replayed" | null;
  q: string | null;
  sender: string | null;
  routine: "shown" | null;
  before: EventCursor | null;
};

export const EMPTY_QUERY: EventListQuery = {
  view: null,
  state: null,
  type: null,
  effect: null,
  error: null,
  from: null,
  to: null,
  q: null,
  sender: null,
  routine: null,
  before: null,
};

export function eventListUrl(query: Partial<EventListQuery>, path: string = EVENTS): string {
  const { before, ...texts } = { ...EMPTY_QUERY, ...query };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(texts)) {
    if (value !== null) params.set(name, value);
  }
  if (before !== null) params.set("before", `${before.occurredAt}~${before.id}`);
  return params.size === 0 ? path : `${path}?${String(params)}`;
}

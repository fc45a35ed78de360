export const OPS_BASE = "/ops";

const PEOPLE = `${OPS_BASE}/customers`;
const person = (key: string) => `${PEOPLE}/${encodeURIComponent(key)}`;
const QUEUES = `${OPS_BASE}/queues`;
const EVENTS = `${OPS_BASE}/events`;
const event = (id: string) => `${EVENTS}/${encodeURIComponent(id)}`;

export const paths = {
  signIn: `${OPS_BASE}/sign-in`,
  signInCode: `${OPS_BASE}/sign-in/code`,
  signOut: `${OPS_BASE}/sign-out`,
  stylesheet: `${OPS_BASE}/ops.css`,
  overview: `${OPS_BASE}/overview`,
  queues: QUEUES,
  retention: `${OPS_BASE}/retention`,
  people: PEOPLE,
  searchCustomers: `${PEOPLE}/find`,
  person,
  unmask: (key: string) => `${person(key)}/unmask`,
  mailCopy: (key: string, eventId: string, effect: string) =>
    `${person(key)}/mails/${encodeURIComponent(eventId)}/${encodeURIComponent(effect)}`,
  events: EVENTS,
  search: `${EVENTS}/search`,
  bulkReplay: `${EVENTS}/replay-many`,
  event,
  replay: (id: string) => `${event(id)}/replay`,
  ignore: (id: string) => `${event(id)}/ignore`,
  decideRefund: (id: string, decision: "approve" | "decline") => `${event(id)}/refund/${decision}`,
} as const;

/** @param wanted used only if it is a page of the ops console */
export function safeReturnPath(wanted: string | null | undefined, origin: string): string {
  if (wanted == null || !URL.canParse(wanted, origin)) return paths.events;
  const url = new URL(wanted, origin);
  const ours = url.origin === origin && url.pathname.startsWith(`${OPS_BASE}/`);
  return ours && !url.pathname.startsWith(paths.signIn) ? url.pathname + url.search : paths.events;
}

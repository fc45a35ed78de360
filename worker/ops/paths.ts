import { OPS_BASE, opsLinks } from "../ops-links.ts";

const { customers: CUSTOMERS, events: EVENTS } = opsLinks;
const { content: CONTENT, customer, customerContent, event, post, promise } = opsLinks;
const TEAM = `${OPS_BASE}/team`;
const REPORTS = `${OPS_BASE}/reports`;
const report = (userId: string, number: number) =>
  `${REPORTS}/${encodeURIComponent(userId)}/${String(number)}`;
const bulkReplay = (id: string) => `${EVENTS}/replay-many/${encodeURIComponent(id)}`;

export const paths = {
  ...opsLinks,
  signIn: `${OPS_BASE}/sign-in`,
  signInCode: `${OPS_BASE}/sign-in/code`,
  signOut: `${OPS_BASE}/sign-out`,
  stylesheet: `${OPS_BASE}/ops.css`,
  fonts: `${OPS_BASE}/fonts/`,
  acknowledgeAlert: `${OPS_BASE}/overview/acknowledge`,
  queues: `${OPS_BASE}/queues`,
  retention: `${OPS_BASE}/retention`,
  revenue: `${OPS_BASE}/revenue`,
  revenueCsv: `${OPS_BASE}/revenue/export.csv`,
  keepPromise: (id: number) => `${promise(id)}/keep`,
  releasePromise: (id: number) => `${promise(id)}/release`,
  team: TEAM,
  saveProfile: `${TEAM}/profile`,
  savePhoto: `${TEAM}/photo`,
  assignManager: (userId: string) => `${TEAM}/customers/${encodeURIComponent(userId)}`,
  sheetScript: `${OPS_BASE}/month-sheet.js`,
  publishDay: `${CONTENT}/today`,
  /** @param month for example `2026-12` */
  sheet: (key: string, month: string) => `${customerContent(key)}?month=${month}`,
  saveSheet: (key: string) => `${customerContent(key)}/save`,
  saveAndLook: (key: string) => `${customerContent(key)}/look`,
  /** @param ids of drafts; none for all of the month */
  look: (key: string, month: string, ids: readonly string[]) => {
    const params = new URLSearchParams({ month });
    for (const id of ids) params.append("draft", id);
    return `${customerContent(key)}/look?${String(params)}`;
  },
  saveAndAct: (key: string) => `${customerContent(key)}/act`,
  /** @param chosen `ticks`: none for all of the month */
  act: (
    key: string,
    { act, month, ticks = [] }: { act: string; month: string; ticks?: readonly string[] },
  ) => {
    const params = new URLSearchParams({ act, month });
    for (const tick of ticks) params.append("tick", tick);
    return `${customerContent(key)}/act?${String(params)}`;
  },
  runAct: (key: string) => `${customerContent(key)}/run`,
  proposeDrafts: (key: string) => `${customerContent(key)}/propose`,
  pasteMonth: (key: string) => `${customerContent(key)}/paste`,
  library: (key: string) => `${customerContent(key)}/files`,
  addFile: (key: string) => `${customerContent(key)}/files`,
  removeFile: (key: string, mediaId: string) =>
    `${customerContent(key)}/files/${encodeURIComponent(mediaId)}/remove`,
  calendarCsv: (key: string, month: string) =>
    `${customerContent(key)}/calendar.csv?month=${month}`,
  calendarIcs: (key: string, month: string) =>
    `${customerContent(key)}/calendar.ics?month=${month}`,
  publishPost: (id: string) => `${post(id)}/publish`,
  schedulePost: (id: string) => `${post(id)}/schedule`,
  stopPost: (id: string) => `${post(id)}/stop`,
  commentOnPost: (id: string) => `${post(id)}/comment`,
  /** @param act `hide` or `show` */
  hideComment: (id: string, commentId: string, act: "hide" | "show") =>
    `${post(id)}/comments/${encodeURIComponent(commentId)}/${act}`,
  restorePost: (id: string) => `${post(id)}/restore`,
  withdrawPost: (id: string) => `${post(id)}/withdraw`,
  reports: REPORTS,
  report,
  saveReport: (userId: string, number: number) => `${report(userId, number)}/save`,
  searchCustomers: `${CUSTOMERS}/find`,
  reveal: (key: string) => `${customer(key)}/reveal`,
  startRefund: (key: string, subscriptionId: string) =>
    `${customer(key)}/refund/${encodeURIComponent(subscriptionId)}`,
  removeSecondStep: (key: string, factorId: string) =>
    `${customer(key)}/second-step/${encodeURIComponent(factorId)}`,
  resumeEmails: (key: string) => `${customer(key)}/resume-emails`,
  mailCopy: (key: string, eventId: string, effect: string) =>
    `${customer(key)}/mails/${encodeURIComponent(eventId)}/${encodeURIComponent(effect)}`,
  searchEvents: `${EVENTS}/search`,
  bulkReplay: `${EVENTS}/replay-many`,
  bulkReplayProgress: bulkReplay,
  stopBulkReplay: (id: string) => `${bulkReplay(id)}/stop`,
  trace: (id: string) => `${event(id)}/trace`,
  replay: (id: string) => `${event(id)}/replay`,
  restoreEvent: (id: string) => `${event(id)}/restore`,
  ignore: (id: string) => `${event(id)}/ignore`,
  decideRefund: (id: string, decision: "approve" | "decline") => `${event(id)}/refund/${decision}`,
} as const;

/** Falls back to the overview, so that `next` cannot lead to another site. */
export function safeReturnPath(next: string | null | undefined, origin: string): string {
  if (next == null || !URL.canParse(next, origin)) return paths.overview;
  const url = new URL(next, origin);
  const isOps = url.origin === origin && url.pathname.startsWith(`${OPS_BASE}/`);
  return isOps && !url.pathname.startsWith(paths.signIn)
    ? url.pathname + url.search
    : paths.overview;
}

import { OPS_BASE, opsLinks } from "../ops-links.ts";

const { customers: CUSTOMERS, events: EVENTS } = opsLinks;
const { customer, customerContent, event, post, promise } = opsLinks;
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
  proposePosts: (userId: string) => `${customerContent(userId)}/propose`,
  checkMonth: (key: string) => `${customerContent(key)}/month`,
  proposeMonth: (key: string) => `${customerContent(key)}/month/propose`,
  changePost: (id: string) => `${post(id)}/change`,
  postMedia: (id: string) => `${post(id)}/media`,
  postFiles: (id: string) => `${post(id)}/files`,
  publishPost: (id: string) => `${post(id)}/publish`,
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

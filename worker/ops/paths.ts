export const OPS_BASE = "/ops";

const CUSTOMERS = `${OPS_BASE}/customers`;
const EVENTS = `${OPS_BASE}/events`;
const PROMISES = `${OPS_BASE}/promises`;
const CONTENT = `${OPS_BASE}/content`;
const TEAM = `${OPS_BASE}/team`;
const customerContent = (userId: string) => `${CONTENT}/${encodeURIComponent(userId)}`;
const REPORTS = `${OPS_BASE}/reports`;
const report = (userId: string, number: number) =>
  `${REPORTS}/${encodeURIComponent(userId)}/${String(number)}`;
const post = (id: string) => `${CONTENT}/posts/${encodeURIComponent(id)}`;
const promise = (id: number) => `${PROMISES}/${String(id)}`;
const customer = (key: string) => `${CUSTOMERS}/${encodeURIComponent(key)}`;
const event = (id: string) => `${EVENTS}/${encodeURIComponent(id)}`;

const bulkReplay = (id: string) => `${EVENTS}/replay-many/${encodeURIComponent(id)}`;

export const paths = {
  signIn: `${OPS_BASE}/sign-in`,
  signInCode: `${OPS_BASE}/sign-in/code`,
  signOut: `${OPS_BASE}/sign-out`,
  stylesheet: `${OPS_BASE}/ops.css`,
  fonts: `${OPS_BASE}/fonts/`,
  overview: `${OPS_BASE}/overview`,
  alerts: `${OPS_BASE}/overview#alerts`,
  acknowledgeAlert: `${OPS_BASE}/overview/acknowledge`,
  queues: `${OPS_BASE}/queues`,
  retention: `${OPS_BASE}/retention`,
  revenue: `${OPS_BASE}/revenue`,
  revenueCsv: `${OPS_BASE}/revenue/export.csv`,
  disputes: `${OPS_BASE}/disputes`,
  promises: PROMISES,
  promise,
  keepPromise: (id: number) => `${promise(id)}/keep`,
  releasePromise: (id: number) => `${promise(id)}/release`,
  team: TEAM,
  saveProfile: `${TEAM}/profile`,
  savePhoto: `${TEAM}/photo`,
  assignManager: (userId: string) => `${TEAM}/customers/${encodeURIComponent(userId)}`,
  content: CONTENT,
  customerContent,
  proposePosts: (userId: string) => `${customerContent(userId)}/propose`,
  checkMonth: (key: string) => `${customerContent(key)}/month`,
  proposeMonth: (key: string) => `${customerContent(key)}/month/propose`,
  post,
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
  customers: CUSTOMERS,
  searchCustomers: `${CUSTOMERS}/find`,
  customer,
  reveal: (key: string) => `${customer(key)}/reveal`,
  startRefund: (key: string, subscriptionId: string) =>
    `${customer(key)}/refund/${encodeURIComponent(subscriptionId)}`,
  removeSecondStep: (key: string, factorId: string) =>
    `${customer(key)}/second-step/${encodeURIComponent(factorId)}`,
  resumeEmails: (key: string) => `${customer(key)}/resume-emails`,
  mailCopy: (key: string, eventId: string, effect: string) =>
    `${customer(key)}/mails/${encodeURIComponent(eventId)}/${encodeURIComponent(effect)}`,
  events: EVENTS,
  searchEvents: `${EVENTS}/search`,
  bulkReplay: `${EVENTS}/replay-many`,
  bulkReplayProgress: bulkReplay,
  stopBulkReplay: (id: string) => `${bulkReplay(id)}/stop`,
  event,
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

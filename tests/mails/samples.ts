import { SAMPLE_MONTH_CONSENT } from "#contracts/api/enquiry-subjects.ts";
import type { StoredForm } from "#contracts/api/enquiry.ts";
import { buildRemovalLink } from "#contracts/api/removal-link.ts";
import { changedParts } from "#contracts/content/changed-parts.ts";
import type { PostDecision } from "#contracts/content/posts.ts";
import type { ReminderKind } from "#contracts/content/reminders.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { NamedPromise } from "#db/promises/named-promises-sql.ts";
import type { AccountMailKind } from "../../worker/mail/account-content.ts";
import type { AccountMailInput } from "../../worker/mail/account-mail.ts";
import type { ApprovalMailInput, AskedPost } from "../../worker/mail/approval-mail.ts";
import type {
  CommentsMailInput,
  CommentsNotificationInput,
} from "../../worker/mail/comments-mail.ts";
import type { ContentNotificationInput } from "../../worker/mail/content-notification.ts";
import type { DecisionMailInput } from "../../worker/mail/decision-mail.ts";
import type { ReminderMailInput } from "../../worker/mail/reminder-mail.ts";
import type { ReportMailInput } from "../../worker/mail/report-mail.ts";
import type {
  ErasedStopAlertInput,
  StopAlertInput,
  StoppedMailInput,
} from "../../worker/mail/stop-mail.ts";
import type {
  EnquiryDigestInput,
  TeamNotificationInput,
} from "../../worker/mail/team-notification.ts";
import type {
  PromiseAlertInput,
  MorningWorkInput,
  WeekendWorkInput,
} from "../../worker/mail/work-lists.ts";

export const SAMPLE_FORMS = {
  contact: {
    form_type: "contact",
    first_name: "Amelia",
    last_name: "Hart",
    email: "amelia@harbour-and-finch.example",
    company: "Harbour & Finch",
    subject: "Custom Package",
    message:
      "We run two restaurants in Whitby and a third opens in March.\n\nCould one package cover all three, with reels for the opening? We would like the same person on our account throughout.",
    source: "Contact Us Page",
  },
  "free-trial": {
    form_type: "free-trial",
    first_name: "Idris",
    last_name: "Okafor",
    email: "idris@tallow-street-barbers.example",
    phone: "+44 20 7946 0123",
    company: "Tallow Street Barbers",
    website: "https://tallow-street-barbers.example",
    business_type: "Health and beauty",
    preferred_platform: "Instagram",
    goals: "More weekday bookings, and a page that looks like the shop does.",
    source: "Free Trial Page",
  },
  "free-trial, little given": {
    form_type: "free-trial",
    first_name: "Siân",
    last_name: "Llewellyn",
    email: "sian@example.com",
    source: "Free Trial Page",
  },
  demo: {
    form_type: "demo",
    first_name: "Noor",
    last_name: "Rahman",
    email: "noor@northlight-legal.example",
    company: "Northlight Legal",
    message: "Could you show us what you have made for other firms of solicitors?",
    source: "Schedule Demo Page",
  },
  "contact, hostile": {
    form_type: "contact",
    first_name: '<script>alert("1")</script>',
    last_name: "O’Brien & \"Sons\" 'Ltd' 👩🏽‍🚀",
    email: "stranger@example.com",
    company: "{{company}} ${company} %s $& <!--[if mso]> שלום عالم",
    subject: "General Inquiry",
    message:
      "</td></tr></table><img src=x onerror=alert(1)>\n<outlook-open></outlook-open>\nمرحبا، أريد باقة لثلاثة مطاعم.\n{{message}} &amp; &lt;b&gt;\nOpen this enquiry: https://elsewhere.example/ops\n" +
      "w".repeat(120),
    source: "Contact Us Page",
  },
} as const satisfies Record<string, StoredForm>;

export const SAMPLE_MONTH_FORM = {
  form_type: "sample-month",
  email: "baker@old-harbour.example",
  company: "Old Harbour Bakery",
  town: "Whitby",
  business_type: "Baker",
  consent: SAMPLE_MONTH_CONSENT,
  source: "Your Month",
} as const satisfies StoredForm;

export const SAMPLE_FACTS = {
  to: "team@tidepost.example",
  siteUrl: "https://tidepost.example",
  opsUrl: "https://ops.tidepost.example",
  eventId: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  correlationId: "req_01KAHX2J3V0000000000000000",
  occurredAt: "2026-11-20T23:13:00.000Z",
} as const satisfies TeamNotificationInput;

export const SAMPLE_ENQUIRY_DIGEST: EnquiryDigestInput = {
  ...SAMPLE_FACTS,
  enquiries: Object.values(SAMPLE_FORMS).map((payload) => ({
    payload,
    createdAt: SAMPLE_FACTS.occurredAt,
  })),
  hasMore: true,
};

const CONFIRM = "https://tidepost.example/confirm#token_hash=0123456789abcdef&type=signup";

function accountSample(
  kind: AccountMailKind,
  secrets: Pick<AccountMailInput, "secrets" | "newAddress" | "removal"> = {},
): AccountMailInput {
  return {
    kind,
    to: "amelia@harbour-and-finch.example",
    firstName: "Amelia",
    siteUrl: SAMPLE_FACTS.siteUrl,
    correlationId: SAMPLE_FACTS.correlationId,
    ...secrets,
  };
}

const REMOVAL = {
  removal: buildRemovalLink("https://tidepost.example", {
    event: SAMPLE_FACTS.eventId,
    token: "0123456789abcdef",
  }),
};
const CODE = { secrets: { code: "042917", link: null, validForS: 86_400 } };
const CODE_AND_LINK = { secrets: { ...CODE.secrets, link: CONFIRM } };
const EMAIL_CHANGE = { ...CODE_AND_LINK, newAddress: "amelia@finch.example" };

export const SAMPLE_ACCOUNT_MAILS: Record<AccountMailKind, AccountMailInput> = {
  "confirm-sign-up": accountSample("confirm-sign-up", CODE_AND_LINK),
  "magic-link": accountSample("magic-link", CODE_AND_LINK),
  recovery: accountSample("recovery", CODE_AND_LINK),
  invite: accountSample("invite", CODE_AND_LINK),
  "email-change-current": accountSample("email-change-current", EMAIL_CHANGE),
  "email-change-new": accountSample("email-change-new", EMAIL_CHANGE),
  reauthentication: accountSample("reauthentication", CODE),
  "account-erased": accountSample("account-erased"),
  "purchase-claimed": accountSample("purchase-claimed"),
  "password-changed": accountSample("password-changed"),
  "email-changed": accountSample("email-changed"),
  "email-removed": accountSample("email-removed"),
  "phone-changed": accountSample("phone-changed", REMOVAL),
  "phone-removed": accountSample("phone-removed"),
  "factor-added": accountSample("factor-added", REMOVAL),
  "factor-removed": accountSample("factor-removed"),
  "recovery-codes-made": accountSample("recovery-codes-made", REMOVAL),
  "recovery-codes-removed": accountSample("recovery-codes-removed"),
  "recovery-code-used": accountSample("recovery-code-used"),
  "passkey-added": accountSample("passkey-added", REMOVAL),
  "sign-up-repeated": accountSample("sign-up-repeated"),
  "passkey-removed": accountSample("passkey-removed"),
  "identity-added": accountSample("identity-added", REMOVAL),
  "identity-removed": accountSample("identity-removed"),
  "password-removed": accountSample("password-removed"),
  "sign-in-methods-removed": accountSample("sign-in-methods-removed"),
  "new-sign-in": accountSample("new-sign-in"),
};

const { to, siteUrl, opsUrl } = SAMPLE_FACTS;
const TEAM = { to, siteUrl, opsUrl };

const PROMISES = [
  {
    id: 41,
    rule: "arrange-call",
    dueAt: "2026-11-20T12:00:00.000Z",
    who: "Harbour & Finch",
  },
  {
    id: 42,
    rule: "answer-enquiry",
    dueAt: "2026-11-20T17:00:00.000Z",
    who: "Grace Hopper",
  },
  { id: 43, rule: "contact-after-payment", dueAt: "2026-11-20T17:30:00.000Z", who: null },
] as const satisfies readonly NamedPromise[];
const WORK_READER = { ...TEAM, correlationId: SAMPLE_FACTS.correlationId };

export const SAMPLE_PROMISE_ALERTS: Readonly<Record<string, PromiseAlertInput>> = {
  due: { ...WORK_READER, now: "2026-11-20T15:00:30.000Z", promises: [PROMISES[1]] },
  missed: { ...WORK_READER, now: "2026-11-20T12:00:30.000Z", promises: [PROMISES[0]] },
  several: { ...WORK_READER, now: "2026-11-20T15:30:30.000Z", promises: PROMISES },
};

const POST_TO_DO = {
  id: "pst_01KAHX2J3V7W8R9T0A1B2C3D4E",
  who: "Harbour & Finch",
  plannedOn: "2026-11-20",
  plannedTime: "18:00",
};

export const SAMPLE_MORNING_WORK: MorningWorkInput = {
  ...WORK_READER,
  work: {
    stop: { total: 0, rows: [] },
    due: { total: 2, rows: PROMISES.slice(0, 2) },
    changes: { total: 1, rows: [POST_TO_DO] },
    publish: { total: 21, rows: [POST_TO_DO] },
    call: { total: 1, rows: [POST_TO_DO] },
    waiting: { total: 0, rows: [] },
    reports: {
      total: 1,
      rows: [{ id: 44, rule: "send-report", dueAt: "2026-11-24T23:59:59.000Z", who: "Byron & Co" }],
    },
  },
};

export const SAMPLE_WEEKEND_WORK: WeekendWorkInput = {
  ...WORK_READER,
  daysOff: { from: "2026-11-28", until: "2026-11-29" },
  work: {
    schedule: { total: 2, rows: [POST_TO_DO, { ...POST_TO_DO, who: null }] },
    unanswered: { total: 1, rows: [POST_TO_DO] },
    changes: { total: 0, rows: [] },
    drafts: { total: 4, customers: ["Byron & Co", "Harbour & Finch"] },
  },
};

const USER_ID = "6f1c2b1e-6a5e-4c55-9b59-1f1c36c0d7aa";
const BRIEF: EventOf<"BriefSubmitted"> = {
  id: SAMPLE_FACTS.eventId,
  type: "BriefSubmitted",
  version: 1,
  occurredAt: "2026-11-20T12:00:00.000Z",
  actor: { kind: "user", userId: USER_ID },
  correlationId: SAMPLE_FACTS.correlationId,
  data: { businessId: "bus_01KAHX2J3V7W8R9T0A1B2C3D4E", userId: USER_ID, version: 1 },
};
const CUSTOMER_EMAIL = "amelia@harbour-and-finch.example";

export const SAMPLE_CONTENT_NOTIFICATIONS: Readonly<Record<string, ContentNotificationInput>> = {
  brief: { ...TEAM, customerEmail: CUSTOMER_EMAIL, changes: null, event: BRIEF },
  "brief-changed": {
    ...TEAM,
    customerEmail: null,
    changes: null,
    event: { ...BRIEF, data: { ...BRIEF.data, version: 2 } },
  },
  "changes-requested": {
    ...TEAM,
    customerEmail: CUSTOMER_EMAIL,
    changes: {
      words: "Less sugar, please.\nAnd name the flour.",
      format: "post",
      platforms: ["instagram", "facebook"],
      plannedOn: "2026-11-27",
      plannedTime: "18:00",
    },
    event: {
      ...BRIEF,
      type: "PostChangesRequested",
      data: {
        userId: USER_ID,
        postId: "pst_01KAHX2J3V7W8R9T0A1B2C3D4E",
        version: 1,
        contentHash: "a".repeat(64),
        approverId: null,
        via: "calendar",
      },
    },
  },
};

const READER = {
  to: "amelia@harbour-and-finch.example",
  siteUrl: SAMPLE_FACTS.siteUrl,
  correlationId: SAMPLE_FACTS.correlationId,
} as const;

const ONE_COMMENT = { count: 1, postIds: ["pst_01KAHX2J3V7W8R9T0A1B2C3D4E"], names: [] };
const THREE_COMMENTS = {
  count: 3,
  postIds: ["pst_01KAHX2J3V7W8R9T0A1B2C3D4E", "pst_01KAHX2J3V7W8R9T0A1B2C3D4F"],
  names: ["Grace"],
};

const { correlationId } = SAMPLE_FACTS;
const CUSTOMER = { to: CUSTOMER_EMAIL, siteUrl, correlationId };
const ABOUT = { customerKey: USER_ID, correlationId };

export const MANAGER = {
  name: "Grace",
  hours: "Monday to Friday, 9 am to 6 pm",
  whatsApp: "+447700900142",
  photo: "pho_01KAHX2J3V7W8R9T0A1B2C3D4E",
};
export const API_URL = "https://api.tidepost.example";

export const SAMPLE_COMMENTS: Readonly<Record<string, CommentsMailInput>> = {
  comment: {
    comments: ONE_COMMENT,
    firstName: null,
    accountManager: null,
    token: "k".repeat(43),
    apiUrl: API_URL,
    ...CUSTOMER,
  },
  comments: {
    comments: THREE_COMMENTS,
    firstName: "Amelia",
    accountManager: MANAGER,
    token: null,
    apiUrl: API_URL,
    ...CUSTOMER,
  },
};

export const SAMPLE_COMMENT_NOTIFICATIONS: Readonly<Record<string, CommentsNotificationInput>> = {
  comment: { ...TEAM, comments: ONE_COMMENT, customerEmail: CUSTOMER_EMAIL, ...ABOUT },
  comments: { ...TEAM, comments: THREE_COMMENTS, customerEmail: null, ...ABOUT },
};

const FIGS = {
  id: "pst_01KAHX2J3V7W8R9T0A1B2C3D4E",
  format: "post",
  text: "Fig rolls, warm from the oven at eight.\nThe first tray is gone by nine.",
  platforms: ["instagram", "facebook"],
  plannedOn: "2026-11-27",
  plannedTime: "18:00",
  picture: { url: `${API_URL}/mail-pictures/a/b/c`, alt: "A tray of fig rolls" },
  isFilm: false,
  isChange: false,
  changes: [],
  hasOtherFiles: false,
  wasAskedFor: false,
} as const satisfies AskedPost;

export const SAMPLE_REPORTS: Readonly<Record<"report" | "corrected", ReportMailInput>> = {
  report: reportSample("Amelia", false),
  corrected: reportSample(null, true),
};

function reportSample(firstName: string | null, isCorrection: boolean): ReportMailInput {
  return {
    to: "amelia@harbour-and-finch.example",
    firstName,
    accountManager: firstName === null ? null : MANAGER,
    apiUrl: API_URL,
    period: { fromDay: "2026-10-22", untilDay: "2026-11-20" },
    isCorrection,
    best: isCorrection
      ? null
      : { platform: "instagram", metric: "reach", value: 12_400, previous: 9_920 },
    bestPost: isCorrection
      ? null
      : {
          name: "Harbour & Finch",
          label: "3,204 people reached on Instagram",
          card: { ...FIGS, line: "Thursday 12 November · Instagram" },
        },
    link: `${SAMPLE_FACTS.siteUrl}/reports#rep_01KAHX2J3V7W8R9T0A1B2C3D4E.${"a".repeat(43)}`,
    siteUrl: SAMPLE_FACTS.siteUrl,
    correlationId: SAMPLE_FACTS.correlationId,
  };
}

const LOAVES = {
  ...FIGS,
  id: "pst_01KAHX2J3V7W8R9T0A1B2C3D4F",
  format: "reel",
  text: "What is left at four o’clock goes to the night shelter.",
  platforms: ["tiktok"],
  plannedOn: "2026-12-01",
  plannedTime: "12:30",
  picture: null,
  isFilm: true,
} as const satisfies AskedPost;
const WORDS_ALONE = {
  ...FIGS,
  id: "pst_01KAHX2J3V7W8R9T0A1B2C3D4G",
  text: "Closed on Monday. ".repeat(20).trim(),
  platforms: ["facebook"],
  picture: null,
} as const satisfies AskedPost;
const CHANGED_FIGS: AskedPost = {
  ...FIGS,
  isChange: true,
  wasAskedFor: true,
  changes: changedParts({ ...FIGS, text: "Fig rolls.", plannedTime: "17:00" }, FIGS),
};

const REQUEST = {
  ...READER,
  apiUrl: API_URL,
  token: "a".repeat(43),
  businessName: "Harbour & Finch",
} as const;

export const SAMPLE_APPROVAL_MAILS: Readonly<Record<string, ApprovalMailInput>> = {
  owner: {
    ...REQUEST,
    posts: [FIGS, LOAVES, WORDS_ALONE, ...Array.from({ length: 5 }, () => FIGS)],
    name: "Amelia",
    isOwner: true,
    hasCalendar: true,
    accountManager: MANAGER,
  },
  changed: {
    ...REQUEST,
    posts: [CHANGED_FIGS],
    name: "Amelia",
    isOwner: true,
    hasCalendar: true,
    accountManager: { ...MANAGER, photo: null },
  },
  trial: {
    ...REQUEST,
    posts: [FIGS],
    name: null,
    isOwner: true,
    hasCalendar: false,
    accountManager: null,
  },
  approver: {
    ...REQUEST,
    posts: [FIGS, LOAVES],
    name: "Sam Okafor",
    isOwner: false,
    hasCalendar: false,
    accountManager: null,
  },
};

const REMINDED = {
  ...REQUEST,
  firstName: "Amelia",
  hasCalendar: true,
  accountManager: MANAGER,
  posts: [
    {
      format: "post",
      platforms: ["instagram", "facebook"],
      plannedOn: "2026-11-27",
      plannedTime: "18:00",
    },
    { format: "reel", platforms: ["tiktok"], plannedOn: "2026-12-01", plannedTime: "12:30" },
  ],
} as const;

export const SAMPLE_REMINDERS: Readonly<Record<ReminderKind, ReminderMailInput>> = {
  decide: { ...REMINDED, kind: "decide" },
  decide_again: { ...REMINDED, kind: "decide_again", posts: REMINDED.posts.slice(0, 1) },
  missed: { ...REMINDED, kind: "missed", hasCalendar: false, accountManager: null },
  late: { ...REMINDED, kind: "late", posts: REMINDED.posts.slice(0, 1) },
};

export const SAMPLE_STOP_ALERT: StopAlertInput = {
  ...TEAM,
  correlationId: SAMPLE_FACTS.correlationId,
  post: {
    ...REMINDED.posts[0],
    id: "pst_01KAHX2J3V7W8R9T0A1B2C3D4E",
    who: "Harbour & Finch",
    scheduled: ["instagram", "facebook"],
  },
};

export const SAMPLE_ERASED_STOP_ALERT: ErasedStopAlertInput = {
  ...TEAM,
  correlationId: SAMPLE_FACTS.correlationId,
  scheduled: [
    { platform: "instagram", goesLiveAt: "2026-12-03T18:00:00.000Z" },
    { platform: "facebook", goesLiveAt: "2026-12-05T09:00:00.000Z" },
  ],
};

const STOPPED = {
  ...READER,
  firstName: "Amelia",
  hasCalendar: true,
  post: REMINDED.posts[0],
};

export const SAMPLE_STOPPED_MAILS: Readonly<Record<string, StoppedMailInput>> = {
  stopped: { ...STOPPED, isLive: false },
  live: { ...STOPPED, isLive: true },
};

const WEEK = ["2026-11-27", "2026-12-01"] as const;
const decided = (decision: PostDecision) =>
  WEEK.map((plannedOn) => ({
    decision,
    format: "post" as const,
    plannedOn,
    plannedTime: "18:00",
    platforms: ["instagram", "facebook"] as const,
  }));

export const SAMPLE_DECISION_MAILS: Readonly<Record<string, DecisionMailInput>> = {
  yours: {
    ...READER,
    firstName: "Amelia",
    decidedBy: null,
    hasCalendar: true,
    decisions: decided("approved"),
  },
  "of-an-approver": {
    ...READER,
    firstName: "Amelia",
    decidedBy: "Sam Okafor",
    hasCalendar: true,
    decisions: decided("changes_requested"),
  },
  "without-an-account": {
    ...READER,
    firstName: "Sam",
    decidedBy: null,
    hasCalendar: false,
    decisions: [...decided("approved"), ...decided("changes_requested")],
  },
};

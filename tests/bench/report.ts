import { surplusOf } from "../support/statements.ts";
import type { AccountFigures } from "./accounts.ts";
import type { WorkerFigures } from "./backlog.ts";
import type { BillingFigures } from "./billing.ts";
import type { Cost } from "./costs.ts";
import type { EdgeFigures } from "./edge-rounds.ts";
import { ENQUIRIES, type Latency } from "./latency.ts";
import type { RoundTrips } from "./round-trips.ts";
import { CONNECTIONS } from "./rounds.ts";
import type { Section } from "./table.ts";

/** Targets, as shares of the bare counterpart's throughput in the same run. */
const ENQUIRY_SHARE = { off: 0.8, on: 0.6 } as const;
const WORKER_SHARE = 0.5;
const SIGN_INS_TO_SCRYPT = 4;
const ENQUIRY_TO_SCRYPT = 0.25;
const AUDIT_P50_MS = 150;

export function describeEdge(publishing: "on" | "off", edge: EdgeFigures): Section {
  const share = ENQUIRY_SHARE[publishing];
  return {
    title: `Edge, publishing ${publishing} (${CONNECTIONS} connections)`,
    lines: [
      { what: "bare Hono hello", ...edge.hello },
      { what: "bare Hono insert", ...edge.insert },
      {
        what: "enquiry",
        ...edge.enquiry,
        compared: compareEdge(edge.enquiry),
        target: { text: `≥ ${share} of the insert`, met: edge.enquiry.toInsert >= share },
      },
      {
        what: "enquiry, counted by Miniflare",
        ...edge.enquiryOnMiniflare,
        compared: compareEdge(edge.enquiryOnMiniflare),
      },
    ],
  };
}

function compareEdge({ toInsert, toHello }: EdgeFigures["enquiry"]): string {
  return `${toInsert.toFixed(2)} of the insert, ${toHello.toFixed(2)} of the hello`;
}

export function describeAccounts(figures: AccountFigures): Section {
  const { hash, signIn, signInWithScrypt, enquiryP95Ms, statement, refresh } = figures;
  const enquiryShare = enquiryP95Ms.signIn / enquiryP95Ms.signInWithScrypt;
  return {
    title: `Accounts (${CONNECTIONS} people at once)`,
    lines: [
      { what: "one password hashed, nothing else", ...hash },
      {
        what: "sign-in with a password",
        ...signIn,
        compared: `${signIn.toHash.toFixed(2)} of the hash, ${signIn.toScrypt.toFixed(1)} × scrypt`,
        target: {
          text: `≥ ${SIGN_INS_TO_SCRYPT} × scrypt`,
          met: signIn.toScrypt >= SIGN_INS_TO_SCRYPT,
        },
      },
      { what: "sign-in with scrypt, as before Argon2id", ...signInWithScrypt },
      {
        what: "enquiry beside ten sign-ins, p95",
        compared: `${enquiryP95Ms.signIn.toFixed(0)} ms, with scrypt ${enquiryP95Ms.signInWithScrypt.toFixed(0)} ms`,
        target: {
          text: `≤ ${ENQUIRY_TO_SCRYPT} of scrypt's`,
          met: enquiryShare <= ENQUIRY_TO_SCRYPT,
        },
      },
      { what: "one row changed, nothing else", ...statement },
      {
        what: "refresh of a session",
        ...refresh,
        compared: `${refresh.toStatement.toFixed(2)} of the row`,
      },
    ],
  };
}

export function describeBilling({ insert, webhook, reading, sync }: BillingFigures): Section {
  return {
    title: `Billing (${CONNECTIONS} at once)`,
    lines: [
      { what: "bare Hono insert", ...insert },
      {
        what: "webhook, until its event is stored",
        ...webhook,
        compared: `${webhook.toInsert.toFixed(2)} of the insert`,
      },
      { what: "customer read, nothing else", ...reading },
      {
        what: "customer read and saved",
        ...sync,
        compared: `${sync.toReading.toFixed(2)} of reading`,
      },
    ],
  };
}

export function describeLatency(
  queue: string,
  publishing: "on" | "off",
  { audit, all }: Latency,
): Section {
  return {
    title: `From enquiry to effect, idle, queue in ${queue}, publishing ${publishing} (${ENQUIRIES} enquiries)`,
    lines: [
      {
        what: "audit row",
        ...audit,
        target: { text: `p50 ≤ ${AUDIT_P50_MS} ms`, met: audit.p50Ms <= AUDIT_P50_MS },
      },
      { what: "all three effects", ...all },
    ],
  };
}

export function describeWorker(queue: string, worker: WorkerFigures): Section {
  return {
    title: `Worker, queue in ${queue} (backlog of ${worker.events} events, three effects each)`,
    lines: [
      { what: "BullMQ jobs that do nothing", perSecond: worker.noopPerSecond },
      { what: "jobs that only post the mails", perSecond: worker.mailsOnlyPerSecond },
      {
        what: "effects",
        perSecond: worker.effectsPerSecond,
        compared: `${worker.toNoop.toFixed(2)} of doing nothing, ${worker.toMailsOnly.toFixed(2)} of only posting`,
        target: {
          text: `≥ ${WORKER_SHARE} of only posting`,
          met: worker.toMailsOnly >= WORKER_SHARE,
        },
      },
    ],
  };
}

export function describeRoundTrips(counted: readonly RoundTrips[]): Section {
  return {
    title: "Asked of the database by one request",
    lines: counted.map(({ what, roundTrips, statements, expected }) => ({
      what,
      compared: `${count(roundTrips, "round trip")}, ${count(statements, "statement")}`,
      target: { text: count(expected, "round trip"), met: roundTrips === expected },
    })),
  };
}

/** Multiples of a plain GET's processor time at the edge. */
const COST_MAX = 12;
const HASHES = "hashes a password";
/** Which count in Durable Objects, here in the same process. */
const MAILS = "five limits of mails";
const DEARER: Readonly<Record<string, string>> = {
  "POST /auth/v1/signup": HASHES,
  "POST /auth/v1/token": HASHES,
  "POST /auth/v1/admin/users": HASHES,
  "PUT /auth/v1/user": HASHES,
  "POST /functions/v1/account/reauthenticate": HASHES,
  "POST /auth/v1/otp": MAILS,
  "POST /auth/v1/magiclink": MAILS,
  "POST /auth/v1/recover": MAILS,
};

export function describeCosts(costs: readonly Cost[]): Section {
  return {
    title: "One request, in plain GETs of the edge's processor time, and its statements",
    lines: costs.map(({ operation, toPlain, statements, status }) => ({
      what: `${operation} (${status})`,
      compared: `${toPlain.toFixed(1)} ×, ${count(Math.round(statements * 10) / 10, "statement")}`,
      target: {
        text: DEARER[operation] ?? `≤ ${COST_MAX} ×`,
        met:
          (operation in DEARER || toPlain <= COST_MAX) &&
          surplusOf(operation, Math.floor(statements)) === null,
      },
    })),
  };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

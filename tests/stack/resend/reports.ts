import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { COMPANY } from "#contracts/company.ts";
import { RESEND_EVENT_TYPES } from "../../../edge/emails/resend-event-types.ts";
import type { DeliveryOutcome, Switches } from "./switches.ts";

type ReportType = (typeof RESEND_EVENT_TYPES)[number];

interface ReportedEmail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly tags: Readonly<Record<string, string>>;
}

const Report = z.object({
  id: z.string(),
  type: z.enum(RESEND_EVENT_TYPES),
  emailId: z.string().nullable(),
  address: z.string(),
  body: z.string(),
});
type Report = z.infer<typeof Report>;

const Line = z.union([Report, z.object({ taken: z.string() })]);

export interface Reports {
  /** Null without an endpoint, as while no edge runs. */
  readonly endpoint: { url: string; events: readonly string[] } | null;
  /** Reports what became of an email, and suppresses its address if Resend would. */
  tell(email: ReportedEmail, outcome: DeliveryOutcome, webhooks: Switches["webhooks"]): void;
  /** The type of the last report, by email. */
  lastOf(emailId: string): string | null;
  suppressed(): string[];
  /** Removes an entry of the suppression list; false when there is none. */
  unsuppress(address: string): boolean;
}

interface ReportsOptions {
  /** Append-only, so that a kill loses no webhook. */
  readonly file: string;
  readonly endpoint: { url: string; secret: string } | null;
  readonly now: () => Date;
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

// Delivery takes a moment. Then short first for interactive use; Svix takes 5 s, 5 min, 30 min and longer.
const DELIVERY_MS = 150;
const PAUSES_MS = [500, 2_000, 5_000, 30_000, 300_000, 1_800_000];
const TIMEOUT_MS = 15_000;
const MOST_AT_ONCE = 8;

export function openReports({ file, endpoint, now, random, wait }: ReportsOptions): Reports {
  const open = new Map<string, Report>();
  const last = new Map<string, ReportType>();
  const suppressed = new Set<string>();
  const waiting: (() => void)[] = [];
  let underWay = 0;

  function remember(report: Report): void {
    open.set(report.id, report);
    if (report.emailId !== null) last.set(report.emailId, report.type);
    if (report.type === "suppression.added") suppressed.add(report.address);
    if (report.type === "suppression.removed") suppressed.delete(report.address);
  }

  for (const text of existsSync(file) ? readFileSync(file, "utf8").split("\n") : []) {
    if (text === "") continue;
    const line = Line.safeParse(parseLine(text)).data;
    if (line === undefined) continue;
    if ("taken" in line) open.delete(line.taken);
    else remember(line);
  }
  for (const report of open.values()) void deliver(report, 1);

  const write = (line: unknown) =>
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });

  async function deliver(report: Report, copies: number): Promise<void> {
    if (endpoint === null) return;
    await wait(DELIVERY_MS * random());
    for (const pause of PAUSES_MS) {
      await takePlace();
      const answers = Array.from({ length: copies }, () => post(endpoint, report));
      const isTaken = (await Promise.all(answers)).includes(true);
      leavePlace();
      if (isTaken) {
        open.delete(report.id);
        write({ taken: report.id });
        return;
      }
      await wait(pause);
    }
  }

  async function post({ url, secret }: { url: string; secret: string }, report: Report) {
    const at = String(Math.floor(now().getTime() / 1_000));
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const signature = createHmac("sha256", key)
      .update(`${report.id}.${at}.${report.body}`)
      .digest("base64");
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "svix-id": report.id,
          "svix-timestamp": at,
          "svix-signature": `v1,${signature}`,
        },
        body: report.body,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  async function takePlace(): Promise<void> {
    if (underWay >= MOST_AT_ONCE) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    underWay += 1;
  }

  function leavePlace(): void {
    underWay -= 1;
    waiting.shift()?.();
  }

  function add(
    reports: readonly Pick<Report, "type" | "emailId" | "address">[],
    dataOf: (type: ReportType) => object,
    { copies, isReversed }: Switches["webhooks"],
  ): void {
    const atMs = now().getTime();
    const made = reports.map((report, index): Report => {
      // Each happens after the one before.
      const createdAt = new Date(atMs + index).toISOString();
      const body = { type: report.type, created_at: createdAt, data: dataOf(report.type) };
      return {
        ...report,
        id: `msg_${randomBytes(12).toString("hex")}`,
        body: JSON.stringify(body),
      };
    });
    for (const report of made) {
      write(report);
      remember(report);
    }
    void deliverInTurn(isReversed ? made.toReversed() : made, copies);
  }

  async function deliverInTurn(reports: readonly Report[], copies: number): Promise<void> {
    for (const report of reports) await deliver(report, copies);
  }

  return {
    endpoint: endpoint === null ? null : { url: endpoint.url, events: RESEND_EVENT_TYPES },
    tell(email, wanted, webhooks) {
      const address = addressOf(email.to[0] ?? "");
      const outcome = suppressed.has(address) ? "suppressed" : wanted;
      const isNewEntry = outcome !== "delivered" && !suppressed.has(address);
      const reports = TYPES_OF[outcome]
        .filter((type) => type !== "suppression.added" || isNewEntry)
        .map((type) => ({
          type,
          emailId: type.startsWith("suppression.") ? null : email.id,
          address,
        }));
      add(reports, (type) => dataOf(type, email, address, outcome, now()), webhooks);
    },
    lastOf: (emailId) => last.get(emailId) ?? null,
    suppressed: () => [...suppressed],
    unsuppress(address) {
      if (!suppressed.has(address)) return false;
      const type = "suppression.removed";
      add([{ type, emailId: null, address }], () => entryOf(address, "bounced", now()), {
        copies: 1,
        isReversed: false,
      });
      return true;
    },
  };
}

const TYPES_OF: Readonly<Record<DeliveryOutcome, readonly ReportType[]>> = {
  delivered: ["email.delivered"],
  delayed: ["email.delivery_delayed", "email.delivered"],
  bounced: ["email.bounced", "suppression.added"],
  complained: ["email.delivered", "email.complained", "suppression.added"],
  suppressed: ["suppression.added", "email.suppressed"],
};

function dataOf(
  type: ReportType,
  email: ReportedEmail,
  address: string,
  outcome: DeliveryOutcome,
  at: Date,
): object {
  if (type.startsWith("suppression.")) return entryOf(address, outcome, at);
  return {
    created_at: at.toISOString(),
    email_id: email.id,
    message_id: `<${email.id}@${COMPANY.domain}>`,
    from: email.from,
    to: email.to,
    subject: email.subject,
    tags: email.tags,
    ...(type === "email.bounced" && {
      bounce: { message: `550 no mailbox ${address}`, type: "Permanent", subType: "NoEmail" },
    }),
    ...(type === "email.suppressed" && {
      suppressed: {
        message: `${address} is on the suppression list`,
        type: "OnAccountSuppressionList",
      },
    }),
  };
}

function entryOf(address: string, outcome: DeliveryOutcome, at: Date): object {
  const origin =
    outcome === "complained" ? "complaint" : outcome === "bounced" ? "bounce" : "manual";
  return {
    id: randomUUID(),
    email: address,
    origin,
    source_id: null,
    created_at: at.toISOString(),
  };
}

export function addressOf(recipient: string): string {
  return (/<([^>]+)>/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}

/** A kill may cut the last line. */
function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { createHash, randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { COMPANY } from "#contracts/company.ts";
import { countDown, decideOutcome, type RequestOutcome, withChanges } from "../failure-switches.ts";
import { readJson } from "../read-json.ts";
import { type EmailJsAccount, parseEmailJsRequest } from "./emailjs-request.ts";
import { addInboxPage } from "./inbox-page.ts";
import type { Mail, Mailbox, MailSummary } from "./mailbox.ts";
import { addressOf, type Reports } from "./reports.ts";
import {
  checkApiKey,
  checkIdempotencyKey,
  isResendError,
  parseSendRequest,
  refusal,
  type ResendError,
  type SendRequest,
} from "./send-request.ts";
import { ALL_WELL, type DeliveryOutcome, type Switches, SwitchesChange } from "./switches.ts";

const PAGE_LENGTH = 100;

const OWN_DOMAIN = { id: "d-own", name: COMPANY.domain, status: "verified" } as const;

export interface MailStats {
  readonly requests: number;
  readonly accepted: number;
  readonly replays: number;
  readonly failures: number;
  readonly injectedFailures: number;
  readonly lostReplies: number;
}

const NO_STATS: MailStats = {
  requests: 0,
  accepted: 0,
  replays: 0,
  failures: 0,
  injectedFailures: 0,
  lostReplies: 0,
};

export interface ResendEmulatorDeps {
  readonly mailbox: Mailbox;
  readonly reports: Reports;
  readonly resendApiKey: string;
  readonly emailJs: EmailJsAccount;
  readonly now: () => Date;
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

type Env = { Bindings: HttpBindings };
type Outcome = RequestOutcome<NonNullable<Switches["fail"]>>;

export function createResendEmulator(deps: ResendEmulatorDeps): Hono<Env> {
  const { mailbox, reports } = deps;
  const inProgress = new Set<string>();
  let switches: Switches = ALL_WELL;
  let stats: MailStats = NO_STATS;

  const count = (name: keyof MailStats): void => {
    stats = { ...stats, [name]: stats[name] + 1 };
  };
  const refuse = (c: Context<Env>, error: ResendError): Response => {
    count("failures");
    return c.json(error, error.statusCode as 400);
  };
  const decide = async (mail: { to: string; subject: string }): Promise<Outcome> => {
    const text = `${mail.subject}\n${mail.to}`;
    const { outcome, after } = decideOutcome(switches, text, deps.random());
    switches = { ...switches, ...after };
    if (outcome.delayMs > 0) await deps.wait(outcome.delayMs);
    if (outcome.fail !== null) count("injectedFailures");
    return outcome;
  };
  const decideDelivery = (mail: { to: string; subject: string }): DeliveryOutcome => {
    const { delivery, onlyMatching } = switches;
    const text = `${mail.subject}\n${mail.to}`.toLowerCase();
    if (delivery === null || !text.includes(onlyMatching.toLowerCase())) return "delivered";
    if (deps.random() >= delivery.share) return "delivered";
    switches = { ...switches, delivery: countDown(delivery) };
    return delivery.outcome;
  };
  const answer = (c: Context<Env>, { loseReply }: Outcome, reply: () => Response): Response => {
    if (!loseReply) return reply();
    count("lostReplies");
    c.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  };

  async function sendEmail(
    c: Context<Env>,
    body: string,
    key: string | undefined,
  ): Promise<Response> {
    const mail = parseSendRequest(body);
    if (isResendError(mail)) return refuse(c, mail);
    const bodyHash = createHash("sha256").update(body).digest("base64");
    const known = key === undefined ? null : mailbox.findKey(key);
    if (known !== null && known.bodyHash !== bodyHash) {
      return refuse(
        c,
        refusal(
          409,
          "invalid_idempotent_request",
          "Same idempotency key used with a different request payload.",
        ),
      );
    }
    const outcome = await decide({ to: mail.to.join(", "), subject: mail.subject });
    if (outcome.fail !== null) {
      if (outcome.fail.status === 429)
        c.header("retry-after", String(outcome.fail.retryAfterSeconds));
      return refuse(c, injectedError(outcome.fail.status));
    }
    if (known !== null) {
      count("replays");
      return answer(c, outcome, () => c.json({ id: known.mailId }));
    }
    const id = randomUUID();
    const at = deps.now();
    const taken = mailFrom(mail, { id, key: key ?? null, at });
    mailbox.add(taken, key === undefined ? null : { key, bodyHash, mailId: id, at: at.getTime() });
    reports.tell({ ...taken, to: mail.to }, decideDelivery(taken), switches.webhooks);
    count("accepted");
    return answer(c, outcome, () => c.json({ id }));
  }

  const app = new Hono<Env>();

  app.post("/emails", async (c) => {
    count("requests");
    const key = c.req.header("idempotency-key");
    const refused =
      checkApiKey(c.req.header("authorization"), deps.resendApiKey) ?? checkIdempotencyKey(key);
    if (refused !== null) return refuse(c, refused);
    if (key === undefined) return sendEmail(c, await c.req.text(), key);
    if (inProgress.has(key)) {
      return refuse(
        c,
        refusal(
          409,
          "concurrent_idempotent_requests",
          "Same idempotency key used while original request is still in progress.",
        ),
      );
    }
    inProgress.add(key);
    try {
      return await sendEmail(c, await c.req.text(), key);
    } finally {
      inProgress.delete(key);
    }
  });

  // Newest first; what Resend's list leaves out, as the tags, its single email has.
  const atResend = () =>
    mailbox
      .list()
      .filter(({ transport }) => transport === "resend")
      .toReversed();
  app.get("/emails", (c) => {
    const refused = checkApiKey(c.req.header("authorization"), deps.resendApiKey);
    if (refused !== null) return refuse(c, refused);
    const limit = Number(c.req.query("limit") ?? 20);
    if (!(limit >= 1 && limit <= 100)) {
      return refuse(c, refusal(422, "validation_error", "The limit must be between 1 and 100."));
    }
    const all = atResend();
    const after = c.req.query("after");
    const rest = all.slice(after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1);
    const data = rest.slice(0, limit).map((mail) => emailAtResend(mail, reports));
    return c.json({ object: "list", has_more: rest.length > limit, data });
  });
  app.get("/emails/:id", (c) => {
    const refused = checkApiKey(c.req.header("authorization"), deps.resendApiKey);
    if (refused !== null) return refuse(c, refused);
    const mail = mailbox.read(c.req.param("id"));
    if (mail?.transport !== "resend")
      return refuse(c, refusal(404, "not_found", "Email not found"));
    const { html, text } = mail;
    const tags = Object.entries(mail.tags).map(([name, value]) => ({ name, value }));
    return c.json({ object: "email", ...emailAtResend(mail, reports), html, text, tags });
  });

  app.get("/domains", (c) => {
    const refused = checkApiKey(c.req.header("authorization"), deps.resendApiKey);
    if (refused !== null) return refuse(c, refused);
    return c.json({ object: "list", has_more: false, data: [OWN_DOMAIN] });
  });

  app.get("/webhooks", (c) => {
    const refused = checkApiKey(c.req.header("authorization"), deps.resendApiKey);
    if (refused !== null) return refuse(c, refused);
    const endpoints = reports.endpoint === null ? [] : [reports.endpoint];
    return c.json({
      object: "list",
      has_more: false,
      data: endpoints.map(({ url, events }) => ({
        id: "w-own",
        endpoint: url,
        created_at: "2026-11-23T00:00:00.000Z",
        status: "enabled",
        events,
      })),
    });
  });
  app.delete("/suppressions/:address", (c) => {
    const refused = checkApiKey(c.req.header("authorization"), deps.resendApiKey);
    if (refused !== null) return refuse(c, refused);
    const address = addressOf(c.req.param("address"));
    if (!reports.unsuppress(address)) {
      return refuse(c, refusal(404, "not_found", "Suppression not found"));
    }
    return c.json({ object: "suppression", id: address, deleted: true });
  });
  app.get("/inbox/suppressed", (c) => c.json(reports.suppressed()));
  app.delete("/inbox/suppressed/:address", (c) =>
    reports.unsuppress(addressOf(c.req.param("address")))
      ? c.body(null, 204)
      : c.json({ message: "not suppressed" }, 404),
  );

  app.post("/api/v1.0/email/send", async (c) => {
    count("requests");
    const mail = parseEmailJsRequest(await c.req.text(), deps.emailJs);
    if ("status" in mail) {
      count("failures");
      return c.text(mail.text, mail.status);
    }
    const outcome = await decide(mail);
    if (outcome.fail !== null) {
      count("failures");
      if (outcome.fail.status === 429)
        c.header("retry-after", String(outcome.fail.retryAfterSeconds));
      return c.text(injectedError(outcome.fail.status).message, outcome.fail.status);
    }
    const { libVersion, ...content } = mail;
    mailbox.add(
      {
        ...content,
        id: randomUUID(),
        idempotencyKey: null,
        headers: { "x-emailjs-lib-version": libVersion },
        tags: {},
        transport: "emailjs",
        receivedAt: deps.now().toISOString(),
      },
      null,
    );
    count("accepted");
    return answer(c, outcome, () => c.text("OK"));
  });

  app.get("/inbox", async (c, next) => {
    if (c.req.header("accept")?.includes("application/json") === true) return inboxAsJson(c);
    return next();
  });
  addInboxPage(app, (id) => mailbox.read(id)?.html ?? null);
  app.get("/inbox.json", inboxAsJson);
  app.delete("/inbox", (c) => {
    mailbox.clear();
    return c.body(null, 204);
  });
  app.get("/inbox/view", (c) => {
    const wanted = (c.req.query("q") ?? "").toLowerCase();
    const found = mailbox
      .list()
      .filter((mail) => `${mail.to}\n${mail.from}\n${mail.subject}`.toLowerCase().includes(wanted));
    return c.json({
      total: found.length,
      mails: found
        .slice(-PAGE_LENGTH)
        .toReversed()
        .map((mail) => ({ ...mail, report: reports.lastOf(mail.id) })),
      suppressed: reports.suppressed(),
      switches,
      stats,
    });
  });
  app.get("/inbox/mails/:id", (c) => {
    const mail = mailbox.read(c.req.param("id"));
    return mail === null ? c.json({ message: "no such mail" }, 404) : c.json(mail);
  });
  app.get("/switches", (c) => c.json(switches));
  app.post("/switches", async (c) => {
    switches = withChanges(switches, await readJson(c, SwitchesChange));
    return c.json(switches);
  });
  app.delete("/switches", (c) => {
    switches = ALL_WELL;
    return c.json(switches);
  });

  app.get("/stats", (c) => c.json(stats));
  app.post("/stats/reset", (c) => {
    stats = NO_STATS;
    return c.json(stats);
  });
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/", (c) => c.redirect("/inbox"));
  app.all("/emails", (c) =>
    refuse(c, refusal(405, "method_not_allowed", "Method is not allowed for the requested path.")),
  );
  app.notFound((c) =>
    c.json(refusal(404, "not_found", "The requested endpoint does not exist."), 404),
  );

  function inboxAsJson(c: Context<Env>): Response {
    const filter = { to: c.req.query("to"), about: c.req.query("about") };
    if (c.req.query("bodies") === "no") return c.json(mailbox.list(filter));
    return c.body(mailbox.readAllAsJson(filter), 200, { "content-type": "application/json" });
  }

  return app;
}

function injectedError(status: 422 | 429 | 500): ResendError {
  const errors = {
    422: refusal(422, "validation_error", "Rejected by the emulator's switch."),
    429: refusal(
      429,
      "rate_limit_exceeded",
      "Too many requests. You can only make 2 requests per second.",
    ),
    500: refusal(500, "application_error", "An unexpected error occurred."),
  };
  return errors[status];
}

function mailFrom(request: SendRequest, sent: { id: string; key: string | null; at: Date }): Mail {
  return {
    id: sent.id,
    to: request.to.join(", "),
    from: request.from,
    replyTo: request.reply_to?.join(", ") ?? null,
    subject: request.subject,
    html: request.html ?? null,
    text: request.text ?? null,
    idempotencyKey: sent.key,
    headers: request.headers ?? {},
    tags: Object.fromEntries((request.tags ?? []).map(({ name, value }) => [name, value])),
    template: null,
    transport: "resend",
    receivedAt: sent.at.toISOString(),
  };
}

function emailAtResend(mail: MailSummary, reports: Reports) {
  const { id, to, from, replyTo, subject, receivedAt } = mail;
  return {
    id,
    to: to.split(", "),
    from,
    created_at: receivedAt.replace("Z", "+00:00"),
    subject,
    bcc: null,
    cc: null,
    reply_to: replyTo === null ? null : [replyTo],
    last_event: reports.lastOf(id)?.replace("email.", "") ?? "sent",
    scheduled_at: null,
  };
}

import { COMPANY } from "#contracts/company.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { PROMISES } from "#contracts/promises.ts";
import { paths } from "../ops/paths.ts";
import { toLine } from "./billing-labels.ts";
import { formatBritishTime } from "./british-time.ts";
import { composeMail } from "./compose-mail.tsx";
import { DetailRows } from "./detail-rows.tsx";
import type { Mail } from "./mailer.ts";
import { Action, Headline, Paragraph } from "./typography.tsx";

export type PromiseAlertInput = {
  event: EventOf<"PromiseDue"> | EventOf<"PromiseMissed">;
  to: string;
  siteUrl: string;
  opsUrl: string;
};

/** The schedule runs each minute. */
const LATE_MS = 600_000;
const OPEN_PROMISE = "Open this promise";

export function promiseAlert({ event, to, siteUrl, opsUrl }: PromiseAlertInput): Mail {
  const { data, correlationId } = event;
  const { text } = PROMISES[data.rule];
  const due = formatBritishTime(data.dueAt);
  const isMissed = event.type === "PromiseMissed";
  const kicker = isMissed ? "Alert, promise missed" : "Promise due soon";
  const subject = `${kicker}: ${text}`;
  const headline = isMissed ? "We missed a promise." : "A promise is due soon.";
  const message = `${text}${isMissed ? ": it was due" : " by"} ${due}. Record it in the ops console once it is done.`;
  const rows = [
    { label: "Promise", value: text },
    { label: "Since", value: formatBritishTime(data.startedAt) },
    { label: "Due", value: due },
  ];
  const lines = rows.map(toLine);
  const late = lateNote(event);
  const url = `${opsUrl}${paths.promise(data.promiseId)}`;
  return composeMail({
    template: "account",
    to,
    replyTo: COMPANY.email,
    subject,
    preview: message,
    kicker,
    body: (
      <>
        <Headline>{headline}</Headline>
        <Paragraph>{message}</Paragraph>
        <DetailRows rows={rows} />
        {late !== "" && <Paragraph marginTop={14}>{late}</Paragraph>}
        <Action href={url}>{OPEN_PROMISE}</Action>
      </>
    ),
    paragraphs: [
      headline,
      message,
      lines.join("\n"),
      ...(late === "" ? [] : [late]),
      `${OPEN_PROMISE}: ${url}`,
    ],
    reason: `Sent to the team about promises to customers. Request ${correlationId}.`,
    params: {
      to_email: to,
      subject,
      headline,
      message: [message, ...lines, ...(late === "" ? [] : [late])].join("\n"),
      link: url,
      code: "",
      note: "",
    },
    siteUrl,
    correlationId,
  });
}

function lateNote(event: PromiseAlertInput["event"]): string {
  if (event.type === "PromiseMissed") {
    return event.data.isWarned ? "" : "There was no warning, because no worker ran in time.";
  }
  const isLate = Date.parse(event.occurredAt) - Date.parse(event.data.warnAt) > LATE_MS;
  return isLate ? "This warning comes late, because no worker ran in time." : "";
}

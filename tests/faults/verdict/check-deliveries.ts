import { isAlert } from "./check-effects.ts";
import {
  countBy,
  expectOne,
  type Records,
  type SentMail,
  type Violation,
  violation,
} from "./state.ts";

const DELAYED = "email.delivery_delayed";
const TYPES: ReadonlySet<string> = new Set(["email.delivered", DELAYED]);

/** Each email has one final report, which is its delivery; each address gets further emails. */
export function checkDeliveries(
  { reports, undeliverable }: Pick<Records, "reports" | "undeliverable">,
  mails: readonly SentMail[],
): Violation[] {
  const delivered = countBy(
    reports.filter(({ type }) => type !== DELAYED),
    ({ emailId }) => emailId,
  );
  const sent = new Set(mails.map(({ id }) => id));
  return [
    ...mails
      .filter(({ idempotencyKey }) => !isAlert(idempotencyKey))
      .flatMap(({ id }) => expectOne(`email ${id}`, delivered.get(id) ?? 0, "delivery")),
    ...reports
      .filter(({ emailId, type }) => !sent.has(emailId) || !TYPES.has(type))
      .map(({ emailId, type }) =>
        violation("wrong", `email ${emailId}`, `has a report that Resend never sent: ${type}`),
      ),
    ...undeliverable.map(({ reason }) =>
      violation("wrong", "an address", `gets no more email (${reason}), although none bounced`),
    ),
  ];
}

export function doubtDeliveries({ reports }: Pick<Records, "reports">): string[] {
  return reports.some(({ type }) => type === DELAYED)
    ? []
    : ["no delivery was delayed, so no report came out of order"];
}

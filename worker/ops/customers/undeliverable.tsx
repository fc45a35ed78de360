/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { UndeliverableReason } from "#contracts/undeliverable-reasons.ts";
import type { CustomerHistory } from "#db/ops/find-customer-history.ts";
import { type OpsContext, useSignedIn } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { ConfirmForm, type ReasonInput } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { redactEmail } from "./redact.ts";

/** https://resend.com/docs/dashboard/emails/email-suppressions */
const SUPPRESSIONS_URL = "https://resend.com/emails/suppressions";

const REASONS: Readonly<Record<UndeliverableReason, string>> = {
  bounced: "emails to it bounced",
  complained: "its reader reported our email as spam",
  suppressed: "Resend suppresses it",
};

export type Undeliverable = {
  email: string;
  hash: string;
  reason: UndeliverableReason;
  since: string;
};

/** Says which addresses of a customer get no email, and how that ends. */
export const UndeliverableAddresses: FC<{
  customerKey: string;
  addresses: readonly Undeliverable[];
  isRevealed: boolean;
}> = ({ customerKey, addresses, isRevealed }) => (
  <section>
    <h2>No email arrives</h2>
    {addresses.map(({ email, reason, since }) => (
      <p key={email} class="error">
        <code>{isRevealed ? email : redactEmail(email)}</code> gets no email: {REASONS[reason]},{" "}
        <TimeLabel iso={since} />.
      </p>
    ))}
    <p>
      Ask the customer for another address, by phone if there is a number. A subscriber’s dashboard
      asks, too. Emails go to the new address once it is confirmed.
    </p>
    {useSignedIn().mayAct ? (
      <a class="button plain" href={paths.resumeEmails(customerKey)}>
        Send emails again…
      </a>
    ) : null}
  </section>
);

export function resumeEmailsPage(c: OpsContext, _: CustomerHistory, reason: ReasonInput) {
  const { key = "" } = c.req.param();
  return (
    <Page
      narrow
      title="Send emails again"
      current="customers"
      kicker={<a href={paths.customer(key)}>Back to the customer</a>}
    >
      <p>
        First remove the address from <a href={SUPPRESSIONS_URL}>Resend’s suppression list</a>:
        until then Resend skips every email to it. Resend’s webhook then tells us by itself. Confirm
        here only if the customer’s page still says that no email arrives.
      </p>
      <p>After a complaint, do so only for a customer who asked for our emails.</p>
      <ConfirmForm
        action={paths.resumeEmails(key)}
        reason={reason}
        submit="Send emails again"
        cancelUrl={paths.customer(key)}
      />
    </Page>
  );
}

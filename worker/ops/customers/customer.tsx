/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { itemNames, toldItems } from "#contracts/billing/item-names.ts";
import { collectionOf } from "#contracts/billing/upcoming-payments.ts";
import { ContactSubmitted } from "#contracts/events/enquiries.ts";
import { formatGbp } from "#contracts/money.ts";
import { paymentsOf } from "#db/billing/subscription-facts.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import type { CustomerEvent, CustomerHistory } from "#db/ops/find-customer-history.ts";
import type { SecondStep } from "#db/ops/list-second-steps.ts";
import { DisputeTable } from "../disputes/disputes.tsx";
import { type OpsContext, signedInOf, useSignedIn } from "../env.ts";
import { Fact, TimeFact, TimeLabel } from "../layout/badges.tsx";
import { FlashMessage } from "../layout/flash-message.tsx";
import { ActionForm, ReasonField, type ReasonInput } from "../layout/forms.tsx";
import { Id } from "../layout/id.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { REFUND_FLASH_TEXTS } from "../refunds/start-refund.tsx";
import { Brief } from "./brief.tsx";
import { displayName, redactEmail } from "./redact.ts";
import { SECOND_STEP_FLASH_TEXTS, SECOND_STEP_LABELS } from "./second-step.tsx";
import { Timeline } from "./timeline.tsx";
import { type Undeliverable, UndeliverableAddresses } from "./undeliverable.tsx";

export function customerPage(
  c: OpsContext,
  key: string,
  record: CustomerHistory,
  {
    isRevealed,
    reason,
    now,
    managerName,
    undeliverable,
    secondSteps,
  }: {
    isRevealed: boolean;
    reason: ReasonInput;
    now: Date;
    managerName: string | null;
    undeliverable: readonly Undeliverable[];
    secondSteps: readonly SecondStep[];
  },
  status: 200 | 422 = 200,
) {
  c.status(status);
  return c.render(
    <Page
      title="Customer"
      current="customers"
      kicker={<a href={paths.customers}>Customers</a>}
      heading={displayName(record.person, { isRevealed })}
    >
      <FlashMessage texts={{ ...REFUND_FLASH_TEXTS, ...SECOND_STEP_FLASH_TEXTS }} />
      <div class="columns">
        <div class="aside">
          <Facts
            customerKey={key}
            record={record}
            isRevealed={isRevealed}
            managerName={managerName}
            secondSteps={secondSteps}
          />
          {isRevealed || !signedInOf(c).mayAct ? null : (
            <section>
              <h2>Reveal personal data</h2>
              <p class="quiet">
                Shows the name, the email address, the brief, enquiries and the emails that were
                sent.
              </p>
              <ActionForm class="stack" action={paths.reveal(key)}>
                <ReasonField reason={reason} />
                <button type="submit">Reveal for 15 minutes</button>
              </ActionForm>
            </section>
          )}
        </div>
        <div>
          {undeliverable.length === 0 ? null : (
            <UndeliverableAddresses
              customerKey={key}
              addresses={undeliverable}
              isRevealed={isRevealed}
            />
          )}
          {record.disputes.length === 0 ? null : (
            <section>
              <h2>Disputes</h2>
              <DisputeTable disputes={record.disputes} now={now} />
            </section>
          )}
          {record.brief === null ? null : <Brief brief={record.brief} isRevealed={isRevealed} />}
          <section>
            <h2>History</h2>
            {record.signIns.length === 0 ? null : (
              <p class="quiet">
                Lists devices that are still signed in, and the last sign-in of the others.
              </p>
            )}
            <Timeline record={record} revealedKey={isRevealed ? key : null} />
          </section>
        </div>
      </div>
    </Page>,
  );
}

const Facts: FC<{
  record: CustomerHistory;
  isRevealed: boolean;
  managerName: string | null;
  customerKey: string;
  secondSteps: readonly SecondStep[];
}> = ({ secondSteps, record, isRevealed, managerName, customerKey }) => {
  const { mayAct } = useSignedIn();
  const { person: profile, subscriptions, invoiceEmails } = record;
  return (
    <section>
      <h2>Details</h2>
      <dl class="facts figures">
        {profile.email === null ? null : (
          <Fact name="Email address">
            <code>{isRevealed ? profile.email : redactEmail(profile.email)}</code>
          </Fact>
        )}
        {invoiceEmails.map((email) => (
          <Fact key={email} name="Invoices also to">
            <code>{isRevealed ? email : redactEmail(email)}</code>
          </Fact>
        ))}
        <Fact name="Account">
          {profile.userId === null ? "none" : <code>{profile.userId}</code>}
        </Fact>
        {profile.userId === null ? null : (
          <Fact name="Content">
            <a href={paths.customerContent(profile.userId)}>Posts</a>
          </Fact>
        )}
        {record.events.flatMap(trialOf).map((enquiryId) => (
          <Fact key={enquiryId} name="Free trial">
            <a href={paths.customerContent(enquiryId)}>Posts of the trial</a>
          </Fact>
        ))}
        {profile.userId === null ? null : (
          <Fact name="Account manager">
            <a href={paths.assignManager(profile.userId)}>{managerName ?? "nobody"}</a>
          </Fact>
        )}
        {secondSteps.map(({ id, type, at }) => (
          <Fact key={id} name="Second step">
            {SECOND_STEP_LABELS[type]}, added <TimeLabel iso={at} />
            {mayAct ? (
              <>
                {" "}
                <RowLink href={paths.removeSecondStep(customerKey, id)} id={id}>
                  Remove…
                </RowLink>
              </>
            ) : null}
          </Fact>
        ))}
        {profile.customerIds.map((id) => (
          <Fact key={id} name="Stripe customer">
            <Id id={id} />
          </Fact>
        ))}
        <TimeFact name="Since" iso={profile.since} />
        <TimeFact name="Last signed in" iso={profile.lastSignInAt} />
        {subscriptions.map((subscription) => (
          <Fact key={subscription.id} name="Subscription">
            {itemNames(toldItems(subscription.items))}, {subscription.status}
            {subscription.isEnding ? ", ending" : ""}
            {subscription.currentPeriodEnd === null ? null : (
              <>
                , until <TimeLabel iso={subscription.currentPeriodEnd} />
              </>
            )}
            {subscription.isOpen && collectionOf(subscription) !== "usual" ? (
              <>
                , <strong>payments {collectionOf(subscription)}</strong>
                {subscription.pause?.resumesAt == null ? null : (
                  <>
                    {" until "}
                    <TimeLabel iso={subscription.pause.resumesAt} />
                  </>
                )}
              </>
            ) : null}
            {paymentsOf(subscription).map(({ at, pence }, index) => (
              <>
                {index === 0 ? ", next payment " : ", then "}
                {formatGbp(pence)} on <TimeLabel iso={at} />
              </>
            ))}
            <span class="why">
              <Id id={subscription.id} />
              {mayAct && record.orders.some(({ collectedPence }) => collectedPence > 0) ? (
                <>
                  {" · "}
                  <RowLink
                    href={paths.startRefund(customerKey, subscription.id)}
                    id={subscription.id}
                  >
                    Refund…
                  </RowLink>
                </>
              ) : null}
            </span>
            {subscription.second === null ? null : (
              <>
                {" "}
                <strong>Needs attention:</strong> the same address or card also pays for{" "}
                <a href={paths.customer(subscription.second.customerKey)}>
                  <code>{subscription.second.id}</code>
                </a>
              </>
            )}
          </Fact>
        ))}
      </dl>
    </section>
  );
};

/** The enquiry of a free trial. */
function trialOf(event: CustomerEvent): string[] {
  const parsed = ContactSubmitted.safeParse(toDomainShape(event));
  return parsed.success && parsed.data.data.formType === "free-trial"
    ? [parsed.data.data.submissionId]
    : [];
}

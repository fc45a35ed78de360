/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { StoredForm } from "#contracts/api/enquiry.ts";
import { ContactSubmitted } from "#contracts/events/enquiries.ts";
import { listEnquiries } from "#db/enquiries/find-enquiries.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import type { EventRecord } from "#db/ops/find-events.ts";
import { teamNotificationParams } from "../../mail/enquiry-params.ts";
import { details, freeTexts } from "../../mail/team-notification.ts";
import { isRevealed } from "../customers/reveal.ts";
import { type OpsContext, type OpsDeps, useSignedIn } from "../env.ts";
import { Fact } from "../layout/badges.tsx";
import { ActionForm, NO_REASON, ReasonField } from "../layout/forms.tsx";
import { paths } from "../paths.ts";

type EnquiryOfEvent = {
  event: { id: string; occurredAt: string };
  customerKey: string;
  /** Null while personal data is redacted. */
  form: StoredForm | null;
};

/** @returns null when the event is about no enquiry, or about one that was erased */
export async function findEnquiryOfEvent(
  c: OpsContext,
  { db }: Pick<OpsDeps, "db">,
  { event }: EventRecord,
  customerKey: string | null,
): Promise<EnquiryOfEvent | null> {
  const parsed = ContactSubmitted.safeParse(toDomainShape(event));
  if (!parsed.success || customerKey === null) return null;
  const { id, occurredAt, data } = parsed.data;
  const found = { event: { id, occurredAt }, customerKey, form: null };
  if (!isRevealed(c, customerKey)) return found;
  const [enquiry] = await listEnquiries(db, [data.submissionId]);
  return enquiry === undefined ? null : { ...found, form: enquiry.payload };
}

export const Enquiry: FC<{ enquiry: EnquiryOfEvent }> = ({
  enquiry: { event, customerKey, form },
}) => {
  const { mayAct } = useSignedIn();
  return (
    <section>
      <h2>Enquiry</h2>
      {form !== null ? (
        <Form form={form} occurredAt={event.occurredAt} />
      ) : mayAct ? (
        <>
          <p class="quiet">Reveal personal data to read it.</p>
          <ActionForm class="stack" action={paths.reveal(customerKey)} seen={{ event: event.id }}>
            <ReasonField reason={NO_REASON} />
            <button type="submit">Reveal for 15 minutes</button>
          </ActionForm>
        </>
      ) : (
        <p class="quiet">Only an operator who may act can reveal it.</p>
      )}
    </section>
  );
};

const Form: FC<{ form: StoredForm; occurredAt: string }> = ({ form, occurredAt }) => {
  const params = teamNotificationParams(form, occurredAt, "");
  const rows = [
    { label: "Name", value: `${params.first_name} ${params.last_name}` },
    ...details(params),
    ...(form.form_type === "sample-month"
      ? [
          { label: "Town", value: form.town },
          { label: "Has ticked", value: form.consent },
        ]
      : []),
  ];
  return (
    <>
      {freeTexts(params).map(({ label, value }) => (
        <div key={label}>
          <h3>{label}</h3>
          <p class="said" dir="auto">
            {value}
          </p>
        </div>
      ))}
      <dl class="facts figures">
        {rows.map(({ label, value }) => (
          <Fact key={label} name={label}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
      </dl>
    </>
  );
};

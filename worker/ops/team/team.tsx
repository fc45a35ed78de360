/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { OPERATOR_HOURS_MAX, OPERATOR_NAME_MAX } from "#contracts/api/content/account-manager.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { MEDIA_TYPES } from "#contracts/content/media.ts";
import { photoAddress } from "#contracts/content/photo.ts";
import { counted } from "#contracts/counted.ts";
import { listUnassignedCustomers, type UnassignedCustomer } from "#db/ops/find-customers.ts";
import { listOperators, type OperatorRow } from "#db/ops/find-operators.ts";
import { displayName } from "../customers/redact.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { FlashMessage } from "../layout/flash-message.tsx";
import { ActionForm, FieldError } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

const PHOTO_MEGABYTES = MEDIA_TYPES["image/jpeg"].maxBytes / 1_000_000;

type Profile = { name: string; hours: string; whatsApp: string; error?: string };

/** The refused input of a form, or the reason. */
type Refused = { profile?: Profile; photo?: string };

export async function teamPage(
  c: OpsContext,
  { db, apiUrl }: OpsDeps,
  refused: Refused | null = null,
) {
  const [unassigned, team] = await Promise.all([listUnassignedCustomers(db), listOperators(db)]);
  const { session, mayAct } = signedInOf(c);
  const own = team.find(({ userId }) => userId === session.userId);
  if (refused !== null) c.status(422);
  return c.render(
    <Page title="Team" current="team">
      <FlashMessage texts={{ saved: "Saved: your customers see it." }} />
      <section>
        <h2>Customers without an account manager</h2>
        <Unassigned customers={unassigned} />
      </section>
      <section>
        <h2>Account managers</h2>
        <Managers team={team} apiUrl={apiUrl} />
      </section>
      {mayAct ? (
        <section>
          <h2>Your profile</h2>
          <p class="quiet">
            The customers you look after see it. Without it, no customer can be assigned to you.
          </p>
          <ProfileForm
            profile={
              refused?.profile ?? {
                name: own?.name ?? "",
                hours: own?.hours ?? "",
                whatsApp: own?.whatsApp ?? "",
              }
            }
          />
          {own === undefined ? null : (
            <PhotoForm operator={own} apiUrl={apiUrl} error={refused?.photo} />
          )}
        </section>
      ) : null}
    </Page>,
  );
}

const Unassigned: FC<{ customers: readonly UnassignedCustomer[] }> = ({ customers }) =>
  customers.length === 0 ? (
    <p>None.</p>
  ) : (
    <ul class="log">
      {customers.map((customer) => (
        <li key={customer.userId}>
          <RowLink href={paths.assignManager(customer.userId)} id={customer.userId}>
            {displayName(customer)}
          </RowLink>
          <span class="quiet">
            {planOf(customer.priceId)?.name ?? ""}, since <TimeLabel iso={customer.since} />
          </span>
        </li>
      ))}
    </ul>
  );

const Photo: FC<{ operator: OperatorRow; apiUrl: string; alt: string }> = ({
  operator,
  apiUrl,
  alt,
}) =>
  operator.photo === null ? null : (
    <img
      src={photoAddress(apiUrl, operator.photo)}
      alt={alt}
      width={80}
      height={80}
      class="photo"
    />
  );

const Managers: FC<{ team: readonly OperatorRow[]; apiUrl: string }> = ({ team, apiUrl }) =>
  team.length === 0 ? (
    <p>None yet. Save your profile below.</p>
  ) : (
    <Table caption="Account managers" heads={["Name", "Hours", "WhatsApp", "Customers"]}>
      {team.map((operator) => (
        <tr key={operator.userId}>
          <th scope="row">
            <Photo operator={operator} apiUrl={apiUrl} alt="" />
            <span class="why">{operator.name}</span>
          </th>
          <td>
            <span class="why">{operator.hours}</span>
          </td>
          <td>{operator.whatsApp ?? "none"}</td>
          <td>{counted(operator.customers, "customer")}</td>
        </tr>
      ))}
    </Table>
  );

const ProfileForm: FC<{ profile: Profile }> = ({ profile }) => (
  <ActionForm class="stack" action={paths.saveProfile} aria-label="Your profile">
    <label>
      Name
      <input name="name" value={profile.name} maxlength={OPERATOR_NAME_MAX} required />
    </label>
    <label>
      Hours, for example Monday to Friday, 9 am to 6 pm
      <input name="hours" value={profile.hours} maxlength={OPERATOR_HOURS_MAX} required />
    </label>
    <label>
      WhatsApp number, if customers may use it
      <input type="tel" name="whatsapp" value={profile.whatsApp} maxlength={30} />
    </label>
    <FieldError text={profile.error} />
    <button type="submit">Save</button>
  </ActionForm>
);

const PhotoForm: FC<{
  operator: OperatorRow;
  apiUrl: string;
  error: string | undefined;
}> = ({ operator, apiUrl, error }) => (
  <ActionForm
    class="stack"
    action={paths.savePhoto}
    enctype="multipart/form-data"
    aria-label="Your photo"
  >
    <Photo operator={operator} apiUrl={apiUrl} alt={operator.name} />
    <label>
      {operator.photo === null ? "Photo" : "Another photo"}
      <input type="file" name="photo" accept={PHOTO_TYPES.join(",")} />
      <span class="hint">
        {`A JPEG, PNG or WebP of up to ${PHOTO_MEGABYTES} MB. We crop it to a square around your face. Customers and their emails show it; without it they show your initials.`}
      </span>
      <FieldError text={error} />
    </label>
    <div class="actions">
      <button type="submit">Save the photo</button>
      {operator.photo === null ? null : (
        <button type="submit" class="danger" name="do" value="remove">
          Remove the photo
        </button>
      )}
    </div>
  </ActionForm>
);

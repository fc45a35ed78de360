/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import * as z from "zod";
import {
  OPERATOR_HOURS_MAX,
  OPERATOR_NAME_MAX,
  OperatorProfile,
} from "#contracts/api/content/account-manager.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { MEDIA_TYPES, sniffMedia } from "#contracts/content/media.ts";
import { photoAddress } from "#contracts/content/photo.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import { assignAccountManager } from "#db/ops/assign-account-manager.ts";
import { findAccountManager } from "#db/ops/find-account-manager.ts";
import { type ContentCustomer, findContentCustomer } from "#db/ops/find-content-customer.ts";
import { listOperators, type OperatorRow } from "#db/ops/list-operators.ts";
import {
  listUnassignedCustomers,
  type UnassignedCustomer,
} from "#db/ops/list-unassigned-customers.ts";
import { removePhoto, savePhoto } from "#db/ops/operator-photo.ts";
import { saveOperatorProfile } from "#db/ops/save-operator-profile.ts";
import { makePortrait } from "../../material/picture.ts";
import { displayName } from "../customers/redact.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { FieldError } from "../layout/confirm-form.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { FlashMessage } from "../layout/flash-message.tsx";
import { CsrfField, page } from "../layout/page.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";

type Profile = { name: string; hours: string; whatsApp: string; error?: string };

const Uuid = z.uuid();

export function teamRoutes(deps: OpsDeps) {
  const { db } = deps;
  const find = async (key: string) =>
    Uuid.safeParse(key).success ? findContentCustomer(db, key) : null;

  return new Hono<OpsEnv>()
    .get("/", (c) => teamPage(c, deps))
    .post("/profile", async (c) => {
      const form = c.get("form");
      const text = (name: string) => (form.get(name) ?? "").trim();
      const typed = { name: text("name"), hours: text("hours"), whatsApp: text("whatsapp") };
      const number = typed.whatsApp.replaceAll(/[\s()-]/g, "");
      const profile = OperatorProfile.safeParse({
        ...typed,
        whatsApp: number === "" ? null : number,
      });
      if (!profile.success) {
        const error = "Give a name and hours, and a WhatsApp number as +44 20 7946 0123, or none.";
        return teamPage(c, deps, { profile: { ...typed, error } });
      }
      const { userId } = signedInOf(c).session;
      await saveOperatorProfile(db, {
        userId,
        profile: profile.data,
        at: deps.now().toISOString(),
      });
      deps.log.info({ requestId: c.get("requestId"), userId }, "ops_profile_saved");
      return c.redirect(`${paths.team}?notice=saved`, 303);
    })
    .post("/photo", async (c) => {
      const { userId } = signedInOf(c).session;
      const isRemoval = c.get("form").get("do") === "remove";
      if (isRemoval) {
        await removePhoto(db, userId);
      } else {
        const photo = await readPhoto(c.get("file"));
        if (typeof photo === "string") return teamPage(c, deps, { photo });
        if (!(await savePhoto(db, { userId, id: deps.makeId("photo"), bytes: photo }))) {
          return errorPage(c, 409, "No profile", "Save your name and hours first.");
        }
      }
      deps.log.info({ requestId: c.get("requestId"), userId, isRemoval }, "ops_photo");
      return c.redirect(`${paths.team}?notice=saved`, 303);
    })
    .get("/customers/:userId", async (c) => {
      const customer = await find(c.req.param("userId"));
      return customer === null ? customerNotFound(c) : assignPage(c, deps, customer);
    })
    .post("/customers/:userId", async (c) => {
      const userId = c.req.param("userId");
      const customer = await find(userId);
      if (customer === null) return customerNotFound(c);
      const given = c.get("form").get("manager") ?? "";
      const managerId = given === "" ? null : given;
      if (managerId !== null && !Uuid.safeParse(managerId).success) {
        return assignPage(c, deps, customer, 422);
      }
      const event = newOpsEvent(c, deps, "AccountManagerAssigned", { userId, managerId });
      const outcome = await assignAccountManager(db, {
        newBusinessId: deps.makeId("business"),
        event,
      });
      deps.log.info({ requestId: c.get("requestId"), outcome }, "ops_account_manager");
      return outcome === "refused"
        ? assignPage(c, deps, customer, 422)
        : c.redirect(paths.customer(userId), 303);
    });
}

const customerNotFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Customer not found", "The account may have been erased.");

const PHOTO_MEGABYTES = MEDIA_TYPES["image/jpeg"].maxBytes / 1_000_000;
const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** @returns the photo, or why it is refused */
async function readPhoto(file: Uint8Array | undefined): Promise<Buffer | string> {
  if (file === undefined || file.length === 0) return "Choose a photo.";
  const type = sniffMedia(file);
  if (!PHOTO_TYPES.some((taken) => taken === type)) {
    return type === "heic"
      ? MATERIAL_MESSAGES.unsupported.heic
      : "Choose a photo that is a JPEG, PNG or WebP.";
  }
  const photo = await makePortrait(Buffer.from(file));
  return typeof photo === "string" ? MATERIAL_MESSAGES.refused[photo] : photo;
}

/** The refused input of a form, or the reason. */
type Refused = { profile?: Profile; photo?: string };

async function teamPage(
  c: Context<OpsEnv>,
  { db, apiUrl }: OpsDeps,
  refused: Refused | null = null,
) {
  const [unassigned, team] = await Promise.all([listUnassignedCustomers(db), listOperators(db)]);
  const { session, mayAct } = signedInOf(c);
  const own = team.find(({ userId }) => userId === session.userId);
  return page(
    c,
    { title: "Team", current: null },
    <>
      <h1>Team</h1>
      <FlashMessage c={c} texts={{ saved: "Saved: your customers see it." }} />
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
            c={c}
            profile={
              refused?.profile ?? {
                name: own?.name ?? "",
                hours: own?.hours ?? "",
                whatsApp: own?.whatsApp ?? "",
              }
            }
          />
          {own === undefined ? null : (
            <PhotoForm c={c} operator={own} apiUrl={apiUrl} error={refused?.photo} />
          )}
        </section>
      ) : null}
    </>,
    refused === null ? 200 : 422,
  );
}

const Unassigned: FC<{ customers: readonly UnassignedCustomer[] }> = ({ customers }) =>
  customers.length === 0 ? (
    <p>None.</p>
  ) : (
    <ul class="log">
      {customers.map((customer) => (
        <li key={customer.userId}>
          <a href={paths.assignManager(customer.userId)}>
            {displayName(customer, { isRevealed: false })}
          </a>
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
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Hours</th>
          <th scope="col">WhatsApp</th>
          <th scope="col">Customers</th>
        </tr>
      </thead>
      <tbody>
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
            <td>
              {operator.customers === 1 ? "1 customer" : `${String(operator.customers)} customers`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );

const ProfileForm: FC<{ c: Context<OpsEnv>; profile: Profile }> = ({ c, profile }) => (
  <form class="stack" method="post" action={paths.saveProfile} aria-label="Your profile">
    <CsrfField token={signedInOf(c).csrfToken} />
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
  </form>
);

const PhotoForm: FC<{
  c: Context<OpsEnv>;
  operator: OperatorRow;
  apiUrl: string;
  error: string | undefined;
}> = ({ c, operator, apiUrl, error }) => (
  <form
    class="stack"
    method="post"
    action={paths.savePhoto}
    enctype="multipart/form-data"
    aria-label="Your photo"
  >
    <CsrfField token={signedInOf(c).csrfToken} />
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
  </form>
);

async function assignPage(
  c: Context<OpsEnv>,
  { db }: OpsDeps,
  customer: ContentCustomer,
  status: 200 | 422 = 200,
) {
  const userId = customer.userId ?? "";
  const [team, manager] = await Promise.all([listOperators(db), findAccountManager(db, userId)]);
  const { csrfToken, mayAct } = signedInOf(c);
  return page(
    c,
    { title: "Account manager", current: null },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.customer(userId)}>{displayName(customer, { isRevealed: false })}</a>
      </p>
      <h1>Account manager</h1>
      {status === 422 ? (
        <p class="notice bad" role="alert">
          Nothing was changed: this operator no longer has a profile.
        </p>
      ) : null}
      {mayAct ? (
        <form class="stack" method="post" action={paths.assignManager(userId)} autocomplete="off">
          <CsrfField token={csrfToken} />
          <label>
            Who looks after this customer
            <select name="manager">
              <option value="">Nobody</option>
              {team.map(({ userId: id, name, customers }) => (
                <option key={id} value={id} selected={id === manager?.userId}>
                  {`${name} (${String(customers)})`}
                </option>
              ))}
            </select>
          </label>
          <div class="actions">
            <button type="submit">Save</button>
            <a class="button plain" href={paths.team}>
              Team
            </a>
          </div>
        </form>
      ) : (
        <p>{manager?.name ?? "Nobody"}</p>
      )}
    </div>,
    status,
  );
}

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PLATFORM_KEYS, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { counted } from "#contracts/counted.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listDrafts } from "#db/ops/find-drafts.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { formatLondonDay } from "../layout/format-time.ts";
import { ActionForm } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { OverField } from "./allowance.tsx";
import { WhatChanged } from "./changes.tsx";
import { PostFrame } from "./post-frame.tsx";
import { excerptOf, Problems, Thumbnail } from "./post-view.tsx";
import { checkRows, isComplete } from "./problems.ts";
import { mayBeProposedTo, NO_SUBSCRIPTION } from "./propose.ts";
import { rowOfDraft, type SheetRow } from "./read-drafts.ts";
import { CustomerLink, monthLabel, readSheetData } from "./sheet.tsx";

type LookScope = { month: string; ids: readonly string[] };

const WHY = {
  outdated:
    "Someone changed one of these meanwhile. Nothing was proposed. This is what is saved now.",
  scheduled:
    "A platform’s scheduler has one of these posts: take it out there first. Nothing was proposed.",
  refused: "One of these was published or withdrawn meanwhile. Nothing was proposed.",
  errors: "Nothing was proposed: correct what is red first.",
  over: "Nothing was proposed yet: tick the box to go ahead.",
  no_subscription: NO_SUBSCRIPTION,
} as const;
export type WhyNotProposed = keyof typeof WHY;

const isConflict = (why: WhyNotProposed) =>
  why === "outdated" || why === "refused" || why === "scheduled";

/** The drafts as the customer will see them, and the press that proposes them. */
export async function lookPage(
  c: OpsContext,
  deps: OpsDeps,
  customer: ContentCustomer,
  { month, ids }: LookScope,
  refused: WhyNotProposed | null = null,
) {
  const data = await readSheetData(deps, customer, month);
  const { key, posts, address } = data;
  const drafts = await listDrafts(deps.db, key, ids.length === 0 ? { month } : { ids });
  const rows = drafts.map(rowOfDraft);
  const { byRow, ticks } = checkRows(rows, data);
  const ready = rows.filter(({ id }) => isComplete(byRow.get(id)));
  const left = rows.filter((row) => !ready.includes(row));
  const { mayAct } = signedInOf(c);
  if (refused !== null) c.status(isConflict(refused) ? 409 : 422);
  return c.render(
    <Page
      title="As the customer will see it"
      current="content"
      kicker={<CustomerLink customer={customer} />}
    >
      {refused === null ? null : (
        <p class="notice bad" role="alert">
          {WHY[refused]}
        </p>
      )}
      {rows.length === 0 ? <p>{`${monthLabel(month)} has no drafts.`}</p> : null}
      {left.length === 0 ? null : (
        <section>
          <h2>{`Not complete: ${counted(left.length, "draft stays a draft", "drafts stay drafts")}`}</h2>
          <ul class="log">
            {left.map((row) => (
              <li key={row.id}>
                <RowLink
                  href={`${paths.sheet(key, row.plannedOn.slice(0, 7) || month)}#${row.id}`}
                  id={row.id}
                >
                  {excerptOf(row.text)}
                </RowLink>
                <Problems of={(byRow.get(row.id) ?? []).filter(({ level }) => level === "error")} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="previews">
        {ready.map((row) => (
          <Preview
            key={row.id}
            row={row}
            name={customer.businessName ?? "Your business"}
            address={address}
          >
            <WhatChanged
              before={posts.find(({ id }) => id === row.base?.postId) ?? null}
              after={row}
              address={address}
            />
            <Problems of={(byRow.get(row.id) ?? []).filter(({ level }) => level !== "error")} />
          </Preview>
        ))}
      </div>
      {mayAct ? (
        <ActionForm
          class="stack"
          action={paths.proposeDrafts(key)}
          seen={{ month }}
          autocomplete="off"
        >
          {ready.map(({ id, revision }) => (
            <input key={id} type="hidden" name="draft" value={`${id}:${String(revision)}`} />
          ))}
          {ready.length === 0 ? null : <OverField over={ticks} />}
          <div class="actions">
            {ready.length > 0 && mayBeProposedTo(customer) ? (
              <button type="submit">{`Propose ${counted(ready.length, "post")}`}</button>
            ) : null}
            <a class="button plain" href={paths.sheet(customerKeyOf(customer), month)}>
              {`Back to ${monthLabel(month)}`}
            </a>
          </div>
        </ActionForm>
      ) : null}
    </Page>,
  );
}

const Preview: FC<{
  row: SheetRow;
  name: string;
  address: MediaAddress;
  children?: unknown;
}> = ({ row, name, address, children }) => {
  const [first] = row.platforms;
  return (
    <article class="preview" aria-label={`${row.plannedOn} ${row.plannedTime}`}>
      <p class="quiet">
        {`${formatLondonDay(`${row.plannedOn}T12:00:00Z`)}, ${row.plannedTime} · ${placeLabel(row)}`}
      </p>
      <PostFrame post={row} platform={first ?? "instagram"} name={name} address={address} />
      {row.media.length < 2 ? null : (
        <div class="actions">
          {row.media.slice(1).map((file) => (
            <Thumbnail key={file.mediaId} file={file} address={address} />
          ))}
        </div>
      )}
      {PLATFORM_KEYS.filter((key) => key !== first && row.texts?.[key] !== undefined).map((key) => (
        <p key={key} class="words">
          <strong>{`On ${PLATFORMS[key]}: `}</strong>
          {row.texts?.[key]}
        </p>
      ))}
      {row.firstComment == null ? null : (
        <p class="words">
          <strong>First comment: </strong>
          {row.firstComment}
        </p>
      )}
      {children}
    </article>
  );
};

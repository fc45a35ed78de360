/** @jsxImportSource hono/jsx */
import { MEDIA_MAX, MEDIA_TYPE_KEYS } from "#contracts/content/media.ts";
import { counted } from "#contracts/counted.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import { createMediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listMaterialOfCustomer, listUses } from "#db/ops/list-material-of-customer.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { FlashMessage } from "../layout/flash-message.tsx";
import { formatLondonDay } from "../layout/format-time.ts";
import { ActionForm, FieldError } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { kindOf } from "./read-drafts.ts";
import { CustomerLink } from "./sheet.tsx";

const FLASH_TEXTS = {
  file_added: "Added.",
  removed: "Removed.",
  kept: "A post or a draft has it, so it stays.",
  unknown: "That was done already. Nothing was changed.",
} as const;

const STATES = {
  uploading: "Uploading",
  checking: "Being checked",
  ready: "",
  refused: "",
} as const;

const PAGE_FILES = 60;

/** The files of a customer, and where each is used. */
export async function libraryPage(
  c: OpsContext,
  { db, mediaKeys, apiUrl, now }: OpsDeps,
  customer: ContentCustomer,
  { error }: { error?: string } = {},
) {
  const key = customerKeyOf(customer);
  const [files, uses] = await Promise.all([listMaterialOfCustomer(db, key), listUses(db, key)]);
  const address = createMediaAddress(mediaKeys, apiUrl, now());
  const { mayAct } = signedInOf(c);
  const used = new Set(uses.map(({ mediaId }) => mediaId));
  const own = files.filter(({ uploadedBy }) => uploadedBy === null);
  const free = own.filter(({ id }) => !used.has(id)).length;
  const from = files.findIndex(({ id }) => id === c.req.query("after")) + 1;
  const shown = files.slice(from, from + PAGE_FILES);
  if (error !== undefined) c.status(422);
  return c.render(
    <Page
      title="Files"
      current="content"
      script={mayAct}
      kicker={<CustomerLink customer={customer} />}
      beside={<a href={paths.customerContent(key)}>Posts</a>}
    >
      <FlashMessage texts={FLASH_TEXTS} />
      <p class="quiet">
        {`${counted(files.length - own.length, "file")} of ours, ${String(own.length)} of the customer’s, who may have ${String(MEDIA_MAX)} in no post: now ${String(free)}. What no post and no draft has can be removed.`}
      </p>
      {mayAct ? (
        <ActionForm
          class="actions"
          action={paths.addFile(key)}
          enctype="multipart/form-data"
          aria-label="Add a file"
        >
          <label>
            Add a picture or video of ours
            <input type="file" name="file" accept={MEDIA_TYPE_KEYS.join(",")} required />
          </label>
          <label>
            A video’s first picture: your browser draws it, or choose one
            <input type="file" name="poster" accept="image/jpeg,image/png,image/webp" />
          </label>
          <button type="submit" class="plain">
            Add the file
          </button>
          <FieldError text={error} />
        </ActionForm>
      ) : null}
      {files.length === 0 ? <p>No files yet.</p> : null}
      <ul class="library">
        {shown.map((file) => {
          const places = uses.filter(({ mediaId }) => mediaId === file.id);
          const isPicture =
            (kindOf(file) === "picture" || file.hasPoster) && file.state === "ready";
          return (
            <li key={file.id}>
              {isPicture ? (
                <img class="thumb" src={address(file.id, "320")} alt="" loading="lazy" />
              ) : (
                <span class="thumb quiet">{kindOf(file) ?? "file"}</span>
              )}
              {file.state === "ready" ? (
                <RowLink class="why" href={address(file.id, "original")} id={file.id}>
                  <bdi>{file.name}</bdi>
                </RowLink>
              ) : (
                <bdi class="why">{file.name}</bdi>
              )}
              <span class="quiet">
                {`${formatLondonDay(file.createdAt)}, ${file.uploadedBy ?? "by the customer"}`}
              </span>
              {file.state === "ready" ? null : (
                <span class="quiet">
                  {file.refusal === null
                    ? STATES[file.state]
                    : MATERIAL_MESSAGES.refused[file.refusal]}
                </span>
              )}
              {places.length > 0 ? (
                <span class="quiet">
                  {"Used "}
                  {places.map(({ id, isDraft, plannedOn }, index) => (
                    <span key={id}>
                      {index === 0 ? null : " · "}
                      <RowLink
                        href={
                          isDraft
                            ? `${paths.sheet(key, plannedOn.slice(0, 7))}#${id}`
                            : paths.post(id)
                        }
                        id={id}
                      >
                        {`${plannedOn === "" ? "without a day" : formatLondonDay(`${plannedOn}T12:00:00Z`)}${isDraft ? " (draft)" : ""}`}
                      </RowLink>
                    </span>
                  ))}
                </span>
              ) : mayAct ? (
                <ActionForm action={paths.removeFile(key, file.id)} class="row-actions">
                  <button type="submit" aria-label={`Remove ${file.name}`}>
                    Remove
                  </button>
                </ActionForm>
              ) : (
                <span class="quiet">Not used</span>
              )}
            </li>
          );
        })}
      </ul>
      <nav class="pages" aria-label="Pages of files">
        {from === 0 ? null : <a href={paths.library(key)}>Newest</a>}
        {from + PAGE_FILES < files.length ? (
          <a rel="next" href={`${paths.library(key)}?after=${shown.at(-1)?.id ?? ""}`}>
            Older
          </a>
        ) : null}
      </nav>
    </Page>,
  );
}

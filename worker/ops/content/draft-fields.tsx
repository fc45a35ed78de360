/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PLATFORM_KEYS, PLATFORMS } from "#contracts/content/brief-answers.ts";
import { MEDIA_TYPE_KEYS, MEDIA_TYPES } from "#contracts/content/media.ts";
import type { PostProblem } from "#contracts/content/platforms.ts";
import {
  ALT_MAX,
  POST_FORMAT_KEYS,
  POST_FORMATS,
  POST_MEDIA_MAX,
  POST_TEXT_MAX,
} from "#contracts/content/posts.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { OperatorRow } from "#db/ops/find-operators.ts";
import { formatLondonDay } from "../layout/format-time.ts";
import { Problems, Thumbnail } from "./post-view.tsx";
import { fieldOf, type SheetRow } from "./read-drafts.ts";

const FILES = MEDIA_TYPE_KEYS.filter((type) => MEDIA_TYPES[type].kind !== "document").join(",");
export const LIBRARY_LIST = "library";

/** The fields of one draft, whose names begin with its id. */
export const DraftFields: FC<{
  row: SheetRow;
  /** The version that a change begins from. */
  base: PostRow | null;
  problems: readonly PostProblem[];
  operators: readonly OperatorRow[];
  address: MediaAddress;
}> = ({ row, base, problems, operators, address }) => {
  const name = (field: string) => fieldOf(row.id, field);
  const isEmpty = row.revision === 0 && row.base === null && row.text === "";
  const title =
    row.base !== null
      ? `Version ${String(row.base.version + 1)}`
      : row.plannedOn !== ""
        ? formatLondonDay(`${row.plannedOn}T12:00:00Z`)
        : isEmpty
          ? "New post"
          : "No day yet";
  const add = (
    <div class="stack">
      <label>
        Add files
        <input type="file" name={name("upload")} accept={FILES} multiple />
      </label>
      <label>
        Or from the library
        <input name={name("add")} list={LIBRARY_LIST} autocomplete="off" />
      </label>
    </div>
  );
  return (
    <fieldset
      class="draft"
      id={row.id}
      aria-label={title}
      data-draft={row.id}
      data-day={row.plannedOn}
    >
      <input type="hidden" name="draft" value={row.id} />
      <input type="hidden" name={name("revision")} value={String(row.revision)} />
      <input type="hidden" name={name("seen")} value={row.seen} />
      {row.base === null ? null : (
        <input
          type="hidden"
          name={name("base")}
          value={`${row.base.postId}.${String(row.base.version)}`}
        />
      )}
      <div class="draft-head">
        {row.revision === 0 ? (
          <strong>{title}</strong>
        ) : (
          <label class="choice">
            <input type="checkbox" name="tick" value={`${row.id}:${String(row.revision)}`} />
            <strong>{title}</strong>
          </label>
        )}
        {row.readyBy === null ? null : <span class="state completed">Ready: {row.readyBy}</span>}
        {base?.words == null ? null : <div class="said">{base.words}</div>}
      </div>
      <div class="draft-files">
        {row.media.map((file, index) => (
          <div key={file.mediaId} class="draft-file">
            <input type="hidden" name={name("file")} value={file.mediaId} />
            <Thumbnail file={{ ...file, alt: "" }} address={address} />
            <label>
              What it shows
              <input name={name(`alt.${file.mediaId}`)} maxlength={ALT_MAX} value={file.alt} />
            </label>
            <label class="place">
              <span>Place, blank for none</span>
              <input
                name={name(`place.${file.mediaId}`)}
                inputmode="numeric"
                maxlength={2}
                value={String(index + 1)}
              />
            </label>
          </div>
        ))}
        {row.media.length >= POST_MEDIA_MAX ? null : row.media.length === 0 ? (
          <div class="draft-add">{add}</div>
        ) : (
          <details class="draft-add">
            <summary>More files</summary>
            {add}
          </details>
        )}
      </div>
      <div class="draft-text">
        <label>
          Text
          <textarea name={name("text")} rows={4} maxlength={POST_TEXT_MAX}>
            {`\n${row.text}`}
          </textarea>
        </label>
        <details
          open={
            row.texts !== null ||
            row.firstComment !== null ||
            row.note !== "" ||
            row.assigneeId !== null
          }
        >
          <summary>Other texts, first comment, note, who does it</summary>
          <div class="stack">
            {PLATFORM_KEYS.map((platform) => (
              <label key={platform}>
                {`Another text on ${PLATFORMS[platform]}`}
                <textarea name={name(`text.${platform}`)} rows={2} maxlength={POST_TEXT_MAX}>
                  {`\n${row.texts?.[platform] ?? ""}`}
                </textarea>
              </label>
            ))}
            <label>
              First comment
              <textarea name={name("comment")} rows={2} maxlength={POST_TEXT_MAX}>
                {`\n${row.firstComment ?? ""}`}
              </textarea>
            </label>
            <label>
              Note for the team
              <textarea name={name("note")} rows={2}>
                {`\n${row.note}`}
              </textarea>
              <span class="hint">The customer never sees it.</span>
            </label>
            <label>
              Who does it
              <select name={name("who")}>
                <option value="">The account manager</option>
                {operators.map(({ userId, name: operator }) => (
                  <option key={userId} value={userId} selected={userId === row.assigneeId}>
                    {operator}
                  </option>
                ))}
              </select>
            </label>
          </div>
        </details>
      </div>
      <div class="draft-plan">
        <div class="pair">
          <label>
            Day
            <input type="date" name={name("on")} value={row.plannedOn} />
          </label>
          <label>
            Time in London
            <input type="time" name={name("time")} value={row.plannedTime} />
          </label>
        </div>
        <fieldset aria-label="Platforms" class="actions">
          {PLATFORM_KEYS.map((platform) => (
            <label key={platform} class="choice">
              <input
                type="checkbox"
                name={name("platform")}
                value={platform}
                checked={row.platforms.includes(platform)}
              />
              {PLATFORMS[platform]}
            </label>
          ))}
        </fieldset>
        <fieldset aria-label="Format" class="actions">
          {POST_FORMAT_KEYS.map((format) => (
            <label key={format} class="choice">
              <input
                type="radio"
                name={name("format")}
                value={format}
                checked={row.format === format}
              />
              {POST_FORMATS[format]}
            </label>
          ))}
        </fieldset>
        <div data-problems>
          {row.errors.map((error) => (
            <div key={error} class="field-error" role="alert">
              {error}
            </div>
          ))}
          {isEmpty ? null : <Problems of={problems} />}
        </div>
      </div>
      {row.newer === null ? null : (
        <div class="notice bad draft-newer">
          <strong>{`Saved by ${row.newer.savedBy}`}</strong>
          <p class="words">{row.newer.text}</p>
          <p class="quiet">{`${row.newer.plannedOn} ${row.newer.plannedTime}`}</p>
        </div>
      )}
    </fieldset>
  );
};

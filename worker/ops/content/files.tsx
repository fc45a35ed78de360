/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { ALT_MAX } from "#contracts/content/posts.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import type { MediaAddress } from "#db/content/media/media-address.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { CustomerFile } from "#db/ops/list-material-of-customer.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { FieldError } from "../layout/confirm-form.tsx";
import { Heads } from "../layout/heads.tsx";
import { isUsable, kindOf, type MediaInput } from "./read-media.ts";

const THUMBNAIL = 96;

const Picture: FC<{ file: CustomerFile; address: MediaAddress }> = ({ file, address }) =>
  kindOf(file) === "picture" && file.state === "ready" ? (
    <img src={address(file.id, "320")} alt="" width={THUMBNAIL} height={THUMBNAIL} class="file" />
  ) : (
    <span class="file quiet">{kindOf(file) ?? "file"}</span>
  );

const Name: FC<{ file: CustomerFile; address: MediaAddress }> = ({ file, address }) =>
  file.state === "ready" ? (
    <a href={address(file.id, "original")}>
      <bdi>{file.name}</bdi>
    </a>
  ) : (
    <bdi>{file.name}</bdi>
  );

const STATES = {
  uploading: "Uploading",
  checking: "Being checked",
  ready: "",
  refused: "",
} as const;

/** The files of a customer, and those that operators added. */
export const Files: FC<{ files: readonly CustomerFile[]; address: MediaAddress }> = ({
  files,
  address,
}) => (
  <section>
    <h2>Files</h2>
    {files.length === 0 ? (
      <p>None.</p>
    ) : (
      <table>
        <Heads of={["Picture", "File", "Added"]} />
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <td>
                <Picture file={file} address={address} />
              </td>
              <th scope="row" class="why">
                <Name file={file} address={address} />
                <span class="quiet why">
                  {file.refusal === null
                    ? STATES[file.state]
                    : MATERIAL_MESSAGES.refused[file.refusal]}
                </span>
              </th>
              <td class="when">
                <TimeLabel iso={file.createdAt} />
                <span class="quiet why">{file.uploadedBy ?? "by the customer"}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);

/** The form's fields of each file that a post may have: those of the post first. */
export const MediaFields: FC<{
  post: PostRow;
  files: readonly CustomerFile[];
  address: MediaAddress;
  input: MediaInput | undefined;
}> = ({ post, files, address, input }) => {
  const placeOf = ({ id }: CustomerFile) => {
    const index = post.media.findIndex(({ mediaId }) => mediaId === id);
    return input?.places.get(id) ?? (index === -1 ? "" : String(index + 1));
  };
  const altOf = ({ id }: CustomerFile) =>
    input?.alts.get(id) ?? post.media.find(({ mediaId }) => mediaId === id)?.alt ?? "";
  const order = (file: CustomerFile) => Number(placeOf(file)) || Number.MAX_SAFE_INTEGER;
  return (
    <>
      {files
        .filter(isUsable)
        .toSorted((a, b) => order(a) - order(b))
        .map((file) => (
          <fieldset key={file.id} aria-label={file.name} class="actions">
            <Picture file={file} address={address} />
            <span class="why">
              <Name file={file} address={address} />
            </span>
            <label>
              Place
              <input
                name={`place_${file.id}`}
                inputmode="numeric"
                maxlength={2}
                size={3}
                value={placeOf(file)}
              />
            </label>
            <label>
              What it shows
              <input name={`alt_${file.id}`} maxlength={ALT_MAX} value={altOf(file)} />
            </label>
          </fieldset>
        ))}
      <FieldError text={input?.error} />
    </>
  );
};

export const PostMediaView: FC<{ post: PostRow; address: MediaAddress }> = ({ post, address }) => (
  <>
    {post.media.map(({ mediaId, type, alt, width, height }) => (
      <figure key={mediaId}>
        {type.startsWith("video/") ? (
          <>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- platforms make the captions of what we publish */}
            <video
              src={address(mediaId, "original")}
              width={width}
              height={height}
              controls
              preload="metadata"
              aria-label={alt === "" ? "Video of the post" : alt}
              class="shown"
            />
            <a href={address(mediaId, "original")}>Download the video</a>
          </>
        ) : (
          <a href={address(mediaId, "original")}>
            <img
              src={address(mediaId, "320")}
              alt={alt}
              width={width}
              height={height}
              class="shown"
            />
          </a>
        )}
        {alt === "" ? null : <figcaption class="quiet">{alt}</figcaption>}
      </figure>
    ))}
  </>
);

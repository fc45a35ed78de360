import { useEffect, useRef } from "react";
import type { Material as MaterialFile } from "#contracts/api/content/material.ts";
import { MEDIA_TYPE_KEYS, MEDIA_TYPES } from "#contracts/content/media.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { removeMaterial } from "../api/material.ts";
import { type Upload, useMaterial } from "../hooks/use-material.ts";

const ERRORS = apiErrors(MATERIAL_MESSAGES.removeFailed);

/** Files that a user handed over before the subscription ended: nothing when there are none. */
export function PastMaterial({ userId }: { userId: string }) {
  const material = useMaterial(userId);
  if (material.data?.material.length === 0 && material.announcement === "") return null;
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="text-xl">
        Your files
      </h2>
      <Files {...material} />
    </section>
  );
}

/** @param open the part of the form that has it: called once there are files */
export function Material({ userId, open }: { userId: string; open: (isOpen: true) => void }) {
  const material = useMaterial(userId);
  const hasFiles = (material.data?.material.length ?? 0) > 0;
  useEffect(() => {
    if (hasFiles) open(true);
  }, [hasFiles, open]);
  return <Files {...material} />;
}

function Files({
  data,
  error,
  uploads,
  announcement,
  add,
  dismiss,
  show,
  reload,
  announce,
}: ReturnType<typeof useMaterial>) {
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);

  async function remove({ id, name }: MaterialFile): Promise<void> {
    announce("");
    await action.run(ERRORS, async () => {
      show(await removeMaterial(id));
      return success(MATERIAL_MESSAGES.removed(name));
    });
    // The pressed button is gone, and the focus with it.
    list.current?.focus();
  }

  if (data === undefined) {
    return error === undefined ? (
      <Skeleton shape="row" />
    ) : (
      <LoadError text={MATERIAL_MESSAGES.loadFailed} onRetry={reload} />
    );
  }
  const sending = new Set(
    uploads.flatMap(({ file, state }) => (state === "stopped" ? [] : file.name)),
  );
  const files = data.material.filter(
    ({ state, name }) => state !== "uploading" || !sending.has(name),
  );
  return (
    <div className="mt-3 wrap-anywhere">
      {data.canAdd && (
        <>
          <input
            ref={input}
            type="file"
            name="files"
            multiple
            hidden
            accept={MEDIA_TYPE_KEYS.join(",")}
            onChange={(event) => {
              add([...(event.target.files ?? [])]);
              action.clear();
              // The same file may be chosen again.
              event.target.value = "";
            }}
          />
          <Button variant="secondary" onClick={() => input.current?.click()}>
            Choose files
          </Button>
          <p className="mt-3 text-(length:--text-sm) text-ink-soft">
            JPEG, PNG or WebP up to 20 MB, MP4 or MOV up to 50 MB and three minutes, PDF up to 10
            MB. We remove the location from photos and videos.
          </p>
        </>
      )}
      <output className="sr-only">{announcement}</output>
      {action.outcome !== null && (
        <p
          role={action.outcome.tone === "error" ? "alert" : "status"}
          className={`mt-4 ${ERROR}`}
          data-tone={action.outcome.tone}
        >
          {action.outcome.text}
        </p>
      )}
      {(files.length > 0 || uploads.length > 0) && (
        <ul ref={list} tabIndex={-1} aria-label="Your files" className="mt-5 border-b border-rule">
          {uploads.map((upload) => (
            <UploadItem key={`upload ${upload.key}`} upload={upload} onDismiss={dismiss} />
          ))}
          {files.map((file) => (
            <FileItem
              key={file.id}
              file={file}
              isBusy={action.isRunning}
              onRemove={() => void remove(file)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const ERROR = "data-[tone=error]:font-semibold data-[tone=error]:text-bad";
const STATE = `text-(length:--text-sm) text-ink-soft ${ERROR}`;
const BUTTON = "justify-self-start min-[20rem]:col-start-2 md:col-start-3";
/** Keeps its height before the picture is there. */
const PICTURE =
  "grid size-16 place-items-center overflow-hidden bg-paper-deep object-cover text-(length:--text-sm) text-ink-soft";

function UploadItem({
  upload: { key, file, sent, state, error },
  onDismiss,
}: {
  upload: Upload;
  onDismiss: (key: number) => void;
}) {
  const percent = Math.floor((sent / Math.max(1, file.size)) * 100);
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-t border-rule py-3.5 md:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <span className={PICTURE} aria-hidden="true">
        {extensionOf(file.name)}
      </span>
      <div>
        <p>
          <bdi>{file.name}</bdi>
        </p>
        {error === null ? (
          <>
            <progress aria-label={`Upload of ${file.name}`} value={sent} max={file.size} />
            <p className={STATE}>
              {state === "waiting" && sent > 0 ? MATERIAL_MESSAGES.waiting : `${percent} %`}
            </p>
          </>
        ) : (
          <p role="alert" className={STATE} data-tone="error">
            {error}
          </p>
        )}
      </div>
      {state === "stopped" && (
        <Button variant="quiet" className={BUTTON} onClick={() => onDismiss(key)}>
          Dismiss<span className="sr-only">: {file.name}</span>
        </Button>
      )}
    </li>
  );
}

function FileItem({
  file: { name, state, type, bytes, refusal, thumbnail, original },
  isBusy,
  onRemove,
}: {
  file: MaterialFile;
  isBusy: boolean;
  onRemove: () => void;
}) {
  const note = {
    uploading: `${MATERIAL_MESSAGES.unfinished} (${sizeOf(bytes)})`,
    checking: MATERIAL_MESSAGES.checking,
    ready: sizeOf(bytes),
    refused: refusal === null ? "" : MATERIAL_MESSAGES.refused[refusal],
  }[state];
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-t border-rule py-3.5 md:grid-cols-[4rem_minmax(0,1fr)_auto]">
      {thumbnail === null ? (
        <span className={PICTURE} aria-hidden="true">
          {type !== null && MEDIA_TYPES[type].kind === "video" ? "Video" : extensionOf(name)}
        </span>
      ) : (
        <img className={PICTURE} src={thumbnail} alt="" width={64} height={64} />
      )}
      <div>
        <p>
          {original === null ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={original} className="text-link">
              <bdi>{name}</bdi>
            </a>
          )}
        </p>
        <p className={STATE} data-tone={state === "refused" ? "error" : undefined}>
          {note}
        </p>
      </div>
      <Button variant="quiet-danger" className={BUTTON} disabled={isBusy} onClick={onRemove}>
        Remove<span className="sr-only">: {name}</span>
      </Button>
    </li>
  );
}

function extensionOf(name: string): string {
  return /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? "File";
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 0.1
    ? `${Math.ceil(bytes / 1_000)} kB`
    : `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
}

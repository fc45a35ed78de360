import { useState } from "react";
import type { CalendarPost, PostPicture } from "#contracts/api/content/calendar.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { frameOf } from "#contracts/content/post-frame.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { Play } from "../../../ui/icons.tsx";
import { PostFrame } from "../../../ui/post-frame.tsx";

type PostDrawingProps = {
  post: CalendarPost;
  businessName: string | null;
  label: string;
};

/** The post as its platform shows it; with several, each by a press. */
export function PostDrawing({ post, businessName, label }: PostDrawingProps) {
  const [chosen, setChosen] = useState(post.platforms[0]);
  const platform = post.platforms.find((one) => one === chosen) ?? post.platforms[0];
  if (platform === undefined) return null;
  const frame = frameOf(post, platform);
  const tiles = frame.media?.tiles ?? [];
  const hidden = post.media.slice(tiles.length);
  return (
    <div className="my-4 max-w-(--drawing,20rem)">
      {post.platforms.length > 1 && (
        <fieldset className="mb-2 flex flex-wrap gap-1">
          <legend className="sr-only">Shown as on: {label}</legend>
          {post.platforms.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === platform}
              className="min-h-9 border-b-2 border-transparent px-2 text-sm font-semibold aria-pressed:border-ink forced-colors:border-[Canvas] forced-colors:aria-pressed:border-[CanvasText]"
              onClick={() => setChosen(one)}
            >
              {PLATFORMS[one]}
            </button>
          ))}
        </fieldset>
      )}
      <PostFrame
        frame={frame}
        author={{ name: businessName ?? "Your business", note: PLATFORMS[platform] }}
        tiles={tiles.map(({ index }) => {
          const file = post.media[index];
          return file && <File key={file.id} file={file} label={label} />;
        })}
      />
      {hidden.length > 0 && (
        <ul className="mt-2 grid grid-cols-4 gap-1">
          {hidden.map((file) => (
            <li key={file.id} className="relative aspect-4/5 overflow-hidden rounded-sm bg-foam">
              <File file={file} label={label} />
            </li>
          ))}
        </ul>
      )}
      {frame.isOverlay && (
        <p className="mt-3 text-sm whitespace-pre-line wrap-anywhere">
          {frame.caption.shown + frame.caption.rest}
        </p>
      )}
    </div>
  );
}

function File({ file, label }: { file: PostPicture; label: string }) {
  const [isLost, setIsLost] = useState(false);
  if (file.kind === "video") return <Film key={file.large} file={file} label={label} />;
  return (
    <a
      href={file.large}
      target="_blank"
      rel="noreferrer"
      className="absolute inset-0 -outline-offset-4"
    >
      {isLost ? (
        <span className="grid size-full content-center overflow-hidden bg-foam p-4 text-sm text-ink">
          {CALENDAR_MESSAGES.unseen} {file.alt}
        </span>
      ) : (
        <img
          src={file.small}
          alt={file.alt === "" ? `Picture of the post: ${label}` : file.alt}
          loading="lazy"
          className="size-full object-cover"
          onError={() => setIsLost(true)}
        />
      )}
    </a>
  );
}

/** Safari on phones draws no frame before the film is played, unless the address names a time. */
const firstFrameOf = (src: string) => `${src}#t=0.001`;

function Film({ file: { large, small, thumb, alt }, label }: { file: PostPicture; label: string }) {
  const [state, setState] = useState<"still" | "playing" | "unplayable">("still");
  const name = alt === "" ? `Video of the post: ${label}` : alt;
  if (state === "unplayable") {
    return (
      <p className="absolute inset-0 bg-night p-4 text-sm text-chalk">
        {CALENDAR_MESSAGES.unplayable}{" "}
        <a href={large} className="underline">
          Download the video
        </a>
      </p>
    );
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- platforms make the captions of what we publish */}
      <video
        // It may have failed while React had drawn it, and not shown it yet.
        ref={(film) => {
          if (film?.error != null) setState("unplayable");
        }}
        className="absolute size-full bg-night object-contain"
        src={firstFrameOf(large)}
        poster={thumb === null ? undefined : small}
        controls={state === "playing"}
        playsInline
        preload="metadata"
        aria-label={name}
        onError={() => setState("unplayable")}
        // Without a decoder for its pictures, browsers play the sound alone.
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth === 0) setState("unplayable");
        }}
      />
      {state === "still" && (
        <button
          type="button"
          className="absolute inset-0 grid place-items-center -outline-offset-4"
          onClick={({ currentTarget }) => {
            const film = currentTarget.parentElement?.querySelector("video");
            setState("playing");
            // Where the browser refuses, its own controls are there.
            film?.play().catch(() => undefined);
            film?.focus();
          }}
        >
          <span className="grid size-14 place-items-center rounded-full bg-night/70 text-chalk">
            <Play className="size-6" />
          </span>
          <span className="sr-only">Play: {name}</span>
        </button>
      )}
    </>
  );
}

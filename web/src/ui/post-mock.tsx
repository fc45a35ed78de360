import { ScenePicture } from "../art/scenes.tsx";
import type { SamplePost } from "../content/portfolio.ts";

export function PostMock({
  post,
  handle,
  className = "",
}: {
  post: SamplePost;
  handle: string;
  className?: string;
}) {
  return (
    <figure
      className={`overflow-hidden rounded-lg border border-rule bg-paper lifted ${className}`}
    >
      <div className="flex items-center gap-2.5 px-3 py-3 sm:px-4">
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-full bg-tide font-display text-sm font-bold text-on-tide"
        >
          {handle.charAt(0).toUpperCase()}
        </span>
        <span className="min-w-0 truncate text-sm font-semibold">{handle}</span>
        <span className="ml-auto text-xs text-ink-soft max-sm:sr-only">
          {post.kind === "reel" ? "Reel" : "Post"}
        </span>
      </div>
      {/* Background while the picture is missing. */}
      <div className="relative bg-paper-deep">
        <ScenePicture name={post.scene} alt={post.alt} className="aspect-4/5 w-full" />
        {post.kind === "reel" && <PlayMark />}
      </div>
      <Reactions />
      <figcaption className="px-4 pt-2 pb-4 text-sm">{post.caption}</figcaption>
    </figure>
  );
}

function Reactions() {
  return (
    <svg viewBox="0 0 120 20" className="mx-4 mt-3 h-5" aria-hidden="true">
      <path
        d="M10 17 2.5 9.5a4.3 4.3 0 0 1 7.5-4 4.3 4.3 0 0 1 7.5 4z"
        className="fill-persimmon"
      />
      <path
        d="M28 17l1.5-4.5a7.5 7 0 1 1 3 3zM54 4l16-1-8 14-2-7zm6 6 10-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function PlayMark() {
  return (
    <>
      <svg viewBox="0 0 48 48" className="absolute top-3 right-3 size-10" aria-hidden="true">
        <circle cx="24" cy="24" r="24" className="fill-night" opacity=".8" />
        <path d="M19 15v18l15-9z" className="fill-chalk" />
      </svg>
      <span aria-hidden="true" className="absolute inset-x-3 bottom-3 h-1 bg-night">
        <span className="block h-full w-2/5 bg-persimmon" />
      </span>
    </>
  );
}

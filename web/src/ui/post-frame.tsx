import type { ReactNode } from "react";
import type { Business } from "../content/businesses.ts";

type Framed = {
  business: Business;
  caption: string;
  /** Fills the frame: 4:5 in a post, 9:16 in a reel. */
  children: ReactNode;
  className?: string;
};

/** Looks like a post in Instagram's feed. */
export function PostFrame({
  business,
  caption,
  slides = 1,
  ago = "2 hours ago",
  className = "",
  children,
}: Framed & { slides?: number; ago?: string }) {
  return (
    <figure
      className={`@container overflow-hidden rounded-lg border border-rule bg-paper lifted ${className}`}
    >
      <div className="post-head">
        <Avatar business={business} />
        <p>
          <strong>{business.handle}</strong>
          {business.place}
        </p>
      </div>
      <div className="relative aspect-4/5">{children}</div>
      <svg viewBox="0 0 320 32" className="mt-2 text-ink-soft" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round">
          <path d={HEART} transform="translate(12 4)" />
          <path d={BUBBLE} transform="translate(46 4)" />
          <path d={PLANE} transform="translate(80 4)" />
          <path d="M287 6h14v19l-7-6-7 6z" />
        </g>
        {slides > 1 &&
          Array.from({ length: slides }, (_, index) => (
            <circle
              key={index}
              cx={160 + (index - (slides - 1) / 2) * 9}
              cy="15"
              r="2.6"
              className={index === 0 ? "fill-persimmon" : "fill-control"}
            />
          ))}
      </svg>
      <figcaption className="px-3 pt-1 pb-4 text-sm">
        <strong>{business.handle}</strong> {caption}
        <span className="mt-1 block text-xs text-ink-soft">{ago}</span>
      </figcaption>
    </figure>
  );
}

/** Looks like a reel, or a video on TikTok. Nothing plays, so there is no play mark. */
export function ReelFrame({ business, caption, className = "", children }: Framed) {
  return (
    <figure
      className={`@container relative aspect-9/16 overflow-hidden rounded-lg bg-night text-sm text-chalk lifted ${className}`}
    >
      {children}
      <figcaption className="reel-scrim">
        <strong className="block">@{business.handle}</strong>
        <span className="line-clamp-3">{caption}</span>
        <span className="mt-1 block truncate text-xs">
          <span aria-hidden="true">♫ </span>
          {`Original sound, ${business.handle}`}
        </span>
      </figcaption>
      <div
        className="absolute right-2.5 bottom-4 grid justify-items-center gap-4"
        aria-hidden="true"
      >
        <Avatar business={business} />
        <svg viewBox="0 0 24 100" className="w-6 overflow-visible">
          <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round">
            <path d={HEART} />
            <path d={BUBBLE} transform="translate(0 38)" />
            <path d={PLANE} transform="translate(0 76)" />
          </g>
        </svg>
      </div>
    </figure>
  );
}

const HEART = "M12 21 3 12a5.6 5.6 0 0 1 9-6.5A5.6 5.6 0 0 1 21 12z";
const BUBBLE = "M5 21l1.3-4.3a8.8 8.8 0 1 1 3.4 2.6z";
const PLANE = "M2 4h20L12 21l-2.2-9.4zm7.8 7.6L22 4";

function Avatar({ business: { handle, colours } }: { business: Business }) {
  return (
    <svg viewBox="0 0 32 32" className="size-8 flex-none" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={colours.accent} />
      <text
        x="16"
        y="21.5"
        fontSize="16"
        textAnchor="middle"
        fill={colours.ground}
        className="font-display font-bold"
      >
        {Array.from(handle)[0]?.toUpperCase()}
      </text>
    </svg>
  );
}

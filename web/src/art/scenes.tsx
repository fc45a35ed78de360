import type { ReactNode } from "react";

/**
 * Pictures of posts, drawn on a sheet of 100 by 125 units. Flat shapes from the palette, no outlines,
 * one idea each, cut by the frame where that makes it stronger.
 */
export type SceneName = keyof typeof SCENES;

const SCENES = {
  cocktail: (
    <>
      <Sheet className="fill-tide-bright" />
      <circle cx="70" cy="38" r="22" className="fill-sun" />
      <path d="M18 40h64L54 76v28h16v6H30v-6h16V76z" className="fill-chalk" />
      <path d="M28 48h44L50 74z" className="fill-persimmon" />
      <path d="m62 20 6 3-14 34-5-2z" className="fill-night" />
    </>
  ),
  club: (
    <>
      <Sheet className="fill-night" />
      <path d="M50 36-20 96v34h30z" className="fill-tide-bright" />
      <path d="M50 36 18 130h26z" className="fill-persimmon" />
      <path d="M50 36 58 130h26z" className="fill-sun" />
      <path d="m50 36 70 50v44H98z" className="fill-tide-bright" />
      <path d="M49 0h2v18h-2z" className="fill-chalk" />
      <circle cx="50" cy="36" r="19" className="fill-chalk" />
      <path
        d="M40 22h8v8h-8zM52 22h8v8h-8zM34 34h8v8h-8zM46 34h8v8h-8zM58 34h8v8h-8zM40 46h8v7h-8zM52 46h8v7h-8z"
        className="fill-persimmon"
      />
      <path
        d="M-4 125v-14a12 12 0 0 1 24-6 13 13 0 0 1 26 0 12 12 0 0 1 23 1 13 13 0 0 1 25-2 12 12 0 0 1 10 9v12z"
        className="fill-night"
      />
      <path d="M24 112 19 80l5-1 8 30zM66 112l9-36 5 1-6 36z" className="fill-night" />
    </>
  ),
  lipstick: (
    <>
      <Sheet className="fill-sky" />
      <circle cx="22" cy="98" r="34" className="fill-chalk" />
      <path d="M38 66h28v46H38z" className="fill-night" />
      <path d="M42 50h20v16H42z" className="fill-sun" />
      <path d="M44 50V30c0-6 16-14 16-14v34z" className="fill-persimmon" />
    </>
  ),
  salon: (
    <>
      <Sheet className="fill-persimmon" />
      <path
        d="M24 125c-8-30-6-62 14-80s48-6 46 24c-1 14-10 16-9 28s9 16 8 28z"
        className="fill-night"
      />
      <path d="M46 125V98c-10-6-13-18-9-30 10 2 26-2 32-12 4 12 4 36-9 42v27z" className="fill-chalk" />
      <circle cx="79" cy="84" r="4" className="fill-sun" />
    </>
  ),
  plate: (
    <>
      <Sheet className="fill-sun" />
      <circle cx="56" cy="66" r="46" className="fill-chalk" />
      <circle cx="56" cy="66" r="34" className="fill-sky" />
      <path d="M36 62c2-14 20-18 28-8s14 2 16 14-10 20-22 16-24-6-22-22z" className="fill-chalk" />
      <circle cx="57" cy="67" r="9" className="fill-persimmon" />
      <path d="M6 24h3v20h3V24h3v20h3V24h3v26c0 5-5 6-5 6v46h-5V56s-5-1-5-6z" className="fill-night" />
    </>
  ),
  coffee: (
    <>
      <Sheet className="fill-moss" />
      <path d="M-6 96h112v35H-6z" className="fill-night" />
      <path d="M22 58h48v22c0 16-10 22-24 22s-24-6-24-22z" className="fill-chalk" />
      <path d="M70 62h6c12 0 12 24-2 24h-5v-6h4c6 0 6-12 0-12h-3z" className="fill-chalk" />
      <path d="M34 50c-6-8 6-12 0-22h6c6 10-6 14 0 22zM52 50c-6-8 6-12 0-22h6c6 10-6 14 0 22z" className="fill-sun" />
    </>
  ),
  dumbbell: (
    <>
      <Sheet className="fill-persimmon" />
      <g transform="rotate(-32 50 62)">
        <path d="M-6 57h112v10H-6z" className="fill-chalk" />
        <path d="M10 38h12v48H10zM78 38h12v48H78z" className="fill-night" />
        <path d="M24 28h10v68H24zM66 28h10v68H66z" className="fill-night" />
      </g>
    </>
  ),
  runner: (
    <>
      <Sheet className="fill-sky" />
      <path d="M0 92 100 70v55H0z" className="fill-persimmon" />
      <path d="m0 104 100-22v6L0 110z" className="fill-chalk" />
      <circle cx="60" cy="26" r="8" className="fill-night" />
      <path d="m52 36 14 4 12 12-4 4-12-8-5 14 12 10-6 20-6-2 4-16-14-8-10 16-18 2v-6l14-3 8-18 3-12-8 4-5 12-6-2 6-16z" className="fill-night" />
    </>
  ),
  car: (
    <>
      <Sheet className="fill-tide" />
      <circle cx="76" cy="30" r="16" className="fill-sun" />
      <path d="M0 88h100v37H0z" className="fill-night" />
      <path d="M2 86c0-12 4-16 16-18l14-18c2-3 5-4 9-4h26c4 0 8 2 10 6l8 16c10 2 13 8 13 18z" className="fill-persimmon" />
      <path d="M30 67 40 53h12v14zM57 53h9c3 0 4 1 5 3l5 11H57z" className="fill-sky" />
      <circle cx="24" cy="88" r="11" className="fill-chalk" />
      <circle cx="76" cy="88" r="11" className="fill-chalk" />
      <circle cx="24" cy="88" r="5" className="fill-night" />
      <circle cx="76" cy="88" r="5" className="fill-night" />
    </>
  ),
  court: (
    <>
      <Sheet className="fill-chalk" />
      <path d="M50 18 96 44H4z" className="fill-tide" />
      <path d="M12 52h12v46H12zM32 52h12v46H32zM56 52h12v46H56zM76 52h12v46H76z" className="fill-persimmon" />
      <path d="M4 102h92v8H4zM0 114h100v11H0z" className="fill-tide" />
    </>
  ),
  app: (
    <>
      <Sheet className="fill-sun" />
      <path d="M26 18h48a6 6 0 0 1 6 6v107H20V24a6 6 0 0 1 6-6z" className="fill-night" />
      <path d="M26 32h48v93H26z" className="fill-chalk" />
      <path d="M32 40h24v6H32zM32 50h36v4H32zM32 58h30v4H32z" className="fill-tide" />
      <path d="M32 118v-18h8v18zM44 118V88h8v30zM56 118V74h8v44z" className="fill-persimmon" />
    </>
  ),
  parcel: (
    <>
      <Sheet className="fill-tide-bright" />
      <path d="m50 34 38 18v42l-38 20-38-20V52z" className="fill-sun" />
      <path d="m50 72 38-20v42l-38 20z" className="fill-persimmon" />
      <path d="m50 72-38-20 38-18 38 18z" className="fill-chalk" />
      <path d="m30 43 38 19v18l-7 4V66L23 46z" className="fill-night" />
    </>
  ),
  dress: (
    <>
      <Sheet className="fill-chalk" />
      <path d="M0 0h100v14H0z" className="fill-night" />
      <path d="M48 14h4v8c8 2 10 6 10 6H38s2-4 10-6z" className="fill-night" />
      <path d="M36 28h8l6 8 6-8h8l4 24-6 10 18 56H24l18-56-10-10z" className="fill-persimmon" />
      <path d="M38 62h24l2 6H36z" className="fill-tide" />
    </>
  ),
  hotel: (
    <>
      <Sheet className="fill-night" />
      <circle cx="74" cy="28" r="14" className="fill-sun" />
      <circle cx="68" cy="24" r="13" className="fill-night" />
      <path d="M14 48h46v77H14z" className="fill-tide-bright" />
      <path d="M60 70h30v55H60z" className="fill-tide" />
      <path
        d="M22 58h8v10h-8zM44 58h8v10h-8zM33 76h8v10h-8zM22 94h8v10h-8zM44 94h8v10h-8zM68 80h6v8h-6zM80 96h6v8h-6z"
        className="fill-sun"
      />
      <path d="M33 58h8v10h-8zM22 76h8v10h-8zM44 76h8v10h-8zM33 94h8v10h-8z" className="fill-night" />
    </>
  ),
  door: (
    <>
      <Sheet className="fill-sun" />
      <path d="M14 125V44a36 36 0 0 1 72 0v81z" className="fill-chalk" />
      <path d="M22 46a28 28 0 0 1 56 0z" className="fill-tide-bright" />
      <path d="M48 18h4v28h-4zM29 27l3-3 19 20-3 3zM71 27l-3-3-19 20 3 3z" className="fill-chalk" />
      <path d="M22 52h56v73H22z" className="fill-tide" />
      <path d="M29 60h17v22H29zM54 60h17v22H54zM29 98h17v20H29zM54 98h17v20H54z" className="fill-night" />
      <path d="M38 88h24v5H38z" className="fill-persimmon" />
      <circle cx="50" cy="66" r="3.5" className="fill-persimmon" />
    </>
  ),
  growth: (
    <>
      <Sheet className="fill-persimmon" />
      <path d="M10 110V92h16v18zM32 110V78h16v32zM54 110V58h16v52zM76 110V34h16v76z" className="fill-chalk" />
      <path d="m8 76 30-22 14 6 34-36 5 5-38 42-14-6-27 20z" className="fill-night" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

/** A scene alone, for use inside a larger drawing. */
export function Scene({ name }: { name: SceneName }) {
  return SCENES[name];
}

/**
 * A scene as a picture of its own, filling its box.
 *
 * @param alt what it shows, or an empty text where the words beside it say the same
 */
export function ScenePicture({
  name,
  alt,
  className = "",
}: {
  name: SceneName;
  alt: string;
  className?: string;
}) {
  const naming = alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt };
  return (
    <svg
      viewBox="0 0 100 125"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      focusable="false"
      {...naming}
    >
      <Scene name={name} />
    </svg>
  );
}

function Sheet({ className }: { className: string }) {
  return <path d="M0 0h100v125H0z" className={className} />;
}

import { useState } from "react";
import { initialsOf, photoAddress } from "#contracts/content/photo.ts";
import { readSiteConfig } from "../../lib/site-config.ts";

const SIDES = { large: 80, small: 48 } as const;
const CLASSES = { large: "size-20 text-2xl", small: "size-12" } as const;

type PortraitProps = {
  name: string;
  photo: string | null;
  size: keyof typeof SIDES;
};

export function Portrait({ name, photo, size }: PortraitProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (photo === null || photo === failed) {
    return (
      <span
        aria-hidden="true"
        className={`grid flex-none place-items-center rounded-full bg-sky font-display font-bold text-night ${CLASSES[size]}`}
      >
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <img
      src={photoAddress(readSiteConfig().apiUrl, photo)}
      alt={name}
      width={SIDES[size]}
      height={SIDES[size]}
      className={`flex-none rounded-full bg-sky ${CLASSES[size]}`}
      onError={() => setFailed(photo)}
    />
  );
}

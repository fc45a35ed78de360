import { findPicture } from "./find-picture.ts";
import type { PictureFile } from "./picture-files.ts";
import { PICTURE_WIDTHS } from "./picture-widths.ts";

/** @param alt empty when the text beside it says the same */
export function Picture({
  file: { name, height },
  alt,
  sizes,
  hero = false,
  className = "",
}: {
  file: PictureFile;
  alt: string;
  sizes: string;
  /** A picture in the first view is loaded at once, before others. */
  hero?: boolean;
  className?: string;
}) {
  const source = `/assets/${name}-`;
  return (
    <picture className="contents">
      <source
        type="image/avif"
        srcSet={PICTURE_WIDTHS.map((width) => `${source}${width}.avif ${width}w`).join()}
        sizes={sizes}
      />
      <img
        src={`${source}640.webp`}
        alt={alt}
        width="1080"
        height={height}
        loading={hero ? undefined : "lazy"}
        fetchPriority={hero ? "high" : undefined}
        className={`object-cover ${className}`}
      />
    </picture>
  );
}

/** A picture of the site by its id; nothing without one. The text beside it says the same. */
export function ScenicPicture({
  picture,
  ...look
}: {
  picture: string | null | undefined;
  sizes: string;
  hero?: boolean;
  className: string;
}) {
  const file = findPicture(picture);
  return file !== undefined && <Picture file={file} alt="" {...look} />;
}

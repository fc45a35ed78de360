import type { PictureFile } from "../art/picture-files.ts";
import { PICTURE_WIDTHS } from "../art/picture-widths.ts";

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
  /** In the first view: loaded at once, before other pictures. */
  hero?: boolean;
  className?: string;
}) {
  const source = `/assets/${name}-`;
  return (
    <picture className="contents">
      <source
        type="image/avif"
        srcSet={PICTURE_WIDTHS.map((width) => `${source}${width}.avif ${width}w`).join(", ")}
        sizes={sizes}
      />
      <img
        src={`${source}640.webp`}
        alt={alt}
        width="1080"
        height={height}
        loading={hero ? "eager" : "lazy"}
        fetchPriority={hero ? "high" : "auto"}
        decoding="async"
        className={`object-cover ${className}`}
      />
    </picture>
  );
}

import type { ReactNode } from "react";
import { ScenicPicture } from "../art/picture.tsx";
import { PageTitle } from "../ui/page-title.tsx";

/** A page whose title, words and acts stand beside one picture. */
export function PicturedPage({
  title,
  lead,
  picture,
  aside,
  hasActsFirst = false,
  children,
}: {
  title: string;
  lead: ReactNode;
  picture: string;
  /** On wide windows below the picture, unless its acts come first. */
  aside: ReactNode;
  hasActsFirst?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="page-width grid gap-x-10 gap-y-12 pt-[clamp(3rem,2rem+4vw,6.5rem)] pb-(--section) lg:grid-cols-12">
      <div className="lg:col-span-7">
        <PageTitle>{title}</PageTitle>
        <p className="measure mt-5 text-lg text-ink-soft">{lead}</p>
        {children}
      </div>
      <div className="grid content-start gap-x-10 gap-y-8 md:grid-cols-2 lg:col-span-4 lg:col-start-9 lg:grid-cols-1">
        <div className={hasActsFirst ? "" : "lg:order-last"}>{aside}</div>
        <ScenicPicture
          picture={picture}
          sizes="(width < 48rem) 92vw, (width < 64rem) 46vw, 27rem"
          className="aspect-4/3 w-full md:aspect-4/5"
        />
      </div>
    </div>
  );
}

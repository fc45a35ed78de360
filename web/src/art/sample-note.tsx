import { PICTURE_CREDITS } from "./picture-files.ts";

/** Stands beside what it is about, in the same size. */
export function SampleNote() {
  return (
    <>
      The businesses in these samples are invented; the work is how we do it. <PictureCredits />
    </>
  );
}

export function PictureCredits() {
  return PICTURE_CREDITS.length === 0 ? null : `Pictures: ${PICTURE_CREDITS.join(", ")}.`;
}

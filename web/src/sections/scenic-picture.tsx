import { findPicture } from "../art/find-picture.ts";
import { Picture } from "../art/picture.tsx";

/** A picture of the site by its id. The text beside it says the same. */
export function ScenicPicture({
  picture,
  ...look
}: {
  picture: string;
  sizes: string;
  hero?: boolean;
  className: string;
}) {
  const file = findPicture(picture);
  return file !== undefined && <Picture file={file} alt="" {...look} />;
}

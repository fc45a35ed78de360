import { PICTURE_FILES, type PictureFile } from "./picture-files.ts";

export function findPicture(id: string | null | undefined): PictureFile | undefined {
  return Object.values(PICTURE_FILES)
    .flat()
    .find((file) => file.id === id);
}

import type { MediaRefusal, Rendition } from "#contracts/content/media.ts";

export type UsableFile = {
  /** The file is written anew, so it has no position and no other metadata. */
  original: Buffer;
  /** Empty unless it is a picture. */
  renditions: readonly { rendition: Rendition; bytes: Buffer }[];
  /** Size as it is shown. */
  width: number | null;
  height: number | null;
  seconds: number | null;
};

export type CheckedFile = UsableFile | MediaRefusal;

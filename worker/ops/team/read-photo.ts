import { sniffMedia } from "#contracts/content/media.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import type { FileChecker } from "../../material/run-file-checker.ts";

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

/** @returns the photo, or why it is refused */
export async function readPhoto(
  { makePortrait }: Pick<FileChecker, "makePortrait">,
  file: Uint8Array | undefined,
): Promise<Buffer | string> {
  if (file === undefined || file.length === 0) return "Choose a photo.";
  const type = sniffMedia(file);
  if (!PHOTO_TYPES.some((taken) => taken === type)) {
    return type === "heic"
      ? MATERIAL_MESSAGES.unsupported.heic
      : "Choose a photo that is a JPEG, PNG or WebP.";
  }
  const photo = await makePortrait(Buffer.from(file));
  return typeof photo === "string" ? MATERIAL_MESSAGES.refused[photo] : photo;
}

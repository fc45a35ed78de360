/** Every email that names an operator has the photo. */
export const PHOTO_BYTES_MAX = 12_000;

/** A public address: emails show the photo to readers who are not signed in. */
export function photoAddress(apiUrl: string, photo: string): string {
  return `${apiUrl}/photos/${photo}`;
}

/** Makes the two letters that stand where a person has no photo. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase()).join("");
}

/** Every email that names an operator has the photo. */
export const PHOTO_BYTES_MAX = 12_000;

/** A public address: emails show the photo to readers who are not signed in. */
export function photoAddress(apiUrl: string, photo: string): string {
  return `${apiUrl}/photos/${photo}`;
}

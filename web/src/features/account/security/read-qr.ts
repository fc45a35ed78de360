/** The dark parts of a QR code, for an `<svg>` of ours. */
export type QrShape = {
  readonly viewBox: string;
  /** Data of one path, to be filled. */
  readonly path: string;
};

const VIEW_BOX = /\bviewBox="([\d. ]+)"/;
const PATH = /<path\b([^>]*)>/g;
const PATH_DATA = /\sd="([MmHhVvLlZz\d\s.,-]+)"/;
const LIGHT = /\sfill="(?:#fff(?:fff)?|white|none)"/i;

/**
 * Takes the shapes out of the picture that the service draws. The page's security policy lets no picture be made of
 * text, and text from elsewhere is not put into the page as it is; of this only numbers and letters of paths remain.
 *
 * @param svg as the client answers it, with or without its `data:` prefix
 * @returns null when it is not such a picture
 */
export function readQr(svg: string): QrShape | null {
  const viewBox = VIEW_BOX.exec(svg)?.[1];
  const path = [...svg.matchAll(PATH)]
    .map(([, attributes = ""]) => attributes)
    .filter((attributes) => !LIGHT.test(attributes))
    .map((attributes) => PATH_DATA.exec(attributes)?.[1] ?? "")
    .join("");
  return viewBox === undefined || path === "" ? null : { viewBox, path };
}

type QrShape = {
  readonly viewBox: string;
  readonly path: string;
};

const VIEW_BOX = /\bviewBox="([\d. ]+)"/;
const PATH = /<path\b([^>]*)>/g;
const PATH_DATA = /\sd="([MmHhVvLlZz\d\s.,-]+)"/;
const LIGHT = /\sfill="(?:#fff(?:fff)?|white|none)"/i;

/**
 * The security policy forbids data: images, and foreign markup never enters the page: only
 * letters and digits of paths remain.
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

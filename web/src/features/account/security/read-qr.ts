/** The dark parts of a QR code, for an `<svg>` of ours. */
export type QrShape = {
  readonly viewBox: string;
  /** Data of one path, to be filled. */
  readonly filled: string;
  /** Data of one path, to be drawn with a line of one unit. */
  readonly lined: string;
};

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const VIEW_BOX = new RegExp(String.raw`^${NUMBER}(?: ${NUMBER}){3}$`);
const PATH_DATA = /^[MmHhVvLlZz\d\s.,-]+$/;
const LIGHT = /^(?:#fff(?:fff)?|white|none)$/i;

/**
 * Takes the shapes out of the picture that the service draws. The page's security policy lets no picture be made of
 * text, and text from elsewhere is not put into the page as it is; of this only numbers and letters of paths remain.
 *
 * @param svg as the client answers it, with or without its `data:` prefix
 * @returns null when it is not such a picture
 */
export function readQr(svg: string): QrShape | null {
  const viewBox = /\bviewBox="([^"]*)"/.exec(svg)?.[1]?.trim() ?? "";
  if (!VIEW_BOX.test(viewBox)) return null;
  let filled = "";
  let lined = "";
  for (const [, tag = "", attributes = ""] of svg.matchAll(/<(path|rect)\b([^>]*)>/g)) {
    const attribute = (name: string) =>
      new RegExp(String.raw`\s${name}="([^"]*)"`).exec(attributes)?.[1];
    const data = tag === "path" ? (attribute("d") ?? "") : rectangle(attribute);
    if (!PATH_DATA.test(data)) continue;
    const stroke = attribute("stroke");
    if (stroke !== undefined && !LIGHT.test(stroke)) lined += data;
    else if (!LIGHT.test(attribute("fill") ?? "#000")) filled += data;
  }
  return filled === "" && lined === "" ? null : { viewBox, filled, lined };
}

function rectangle(attribute: (name: string) => string | undefined): string {
  const [x, y, width, height] = [
    attribute("x") ?? "0",
    attribute("y") ?? "0",
    attribute("width") ?? "",
    attribute("height") ?? "",
  ];
  return `M${x} ${y}h${width}v${height}H${x}z`;
}

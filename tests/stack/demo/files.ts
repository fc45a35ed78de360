import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { ROOT } from "../paths.ts";

/** Pictures of the site: renders of `web/pictures` and drawings of `scenes.svg`, no photos of anybody. */
export const ALTS = {
  sourdough: "A floured sourdough loaf on linen beside ears of wheat.",
  "flat-white": "A flat white with a leaf poured in the milk and a biscuit on the saucer.",
  "fried-egg": "Two fried eggs with chives and pepper in a black iron pan.",
  "house-plan": "House keys with a leather tag on a floor plan, beside a mug of tea.",
  spanners: "Spanners laid out by size on a dark steel bench beside a red rag.",
  bonnet: "Beads of water on a freshly waxed red bonnet.",
  keys: "A car key on a ring with a brass key, lying on tan leather.",
  "old-fashioned": "An old fashioned with ice, orange peel and two cherries.",
  neon: "A pink neon sign on a dark brick wall that reads open late.",
  app: "Drawing: a phone with a chart on its screen.",
  calendar: "Drawing: a calendar with one day circled in orange.",
  chat: "Drawing: two speech bubbles and a heart.",
  cocktail: "Drawing: an orange cocktail with a slice on its rim.",
  coffee: "Drawing: a steaming cup of coffee.",
  door: "Drawing: a dark blue front door in a yellow wall.",
  dress: "Drawing: a red dress on a hanger.",
  parcel: "Drawing: a closed parcel.",
  plate: "Drawing: a plate with an egg on a striped cloth.",
  receipt: "Drawing: a receipt coming out of a till.",
  salon: "Drawing: a head with long red hair, from behind.",
  spa: "Drawing: three stones on top of each other, and a leaf.",
  ticket: "Drawing: two tickets.",
  tyre: "Drawing: a tyre and a spanner.",
  vinyl: "Drawing: a record on its player.",
} as const;
export type PictureName = keyof typeof ALTS;

const SCENES = readFileSync(join(ROOT, "web/src/art/scenes.svg"), "utf8");
/** Enough for the largest place that shows it; the renders of the site are half as large again. */
const SIZE = { width: 720, height: 900 };

export const fileNameOf = (name: PictureName | "reel") =>
  name === "reel" ? "reel.mp4" : `${name}.jpg`;

const made = new Map<string, Promise<File>>();

/** The same file for whoever asks. */
export function demoFile(name: PictureName | "reel"): Promise<File> {
  const file = made.get(name) ?? makeFile(name);
  made.set(name, file);
  return file;
}

async function makeFile(name: PictureName | "reel"): Promise<File> {
  const film = join(import.meta.dirname, "reel.mp4");
  const bytes =
    name === "reel"
      ? readFileSync(film)
      : SCENES.includes(`<symbol id="${name}"`)
        ? await drawn(`<use href="#${name}" width="100" height="125"/>`, SIZE, SCENES)
        : await jpegOf(sharp(join(ROOT, `web/pictures/${name}.webp`)).resize(SIZE));
  return new File([new Uint8Array(bytes)], fileNameOf(name));
}

/** The first frame of the film, as a browser would draw it: films are cut from the middle of pictures. */
export async function demoPoster(): Promise<File> {
  const bytes = await jpegOf(
    sharp(join(ROOT, "web/pictures/sourdough.webp")).resize({ width: 540, height: 960 }),
  );
  return new File([new Uint8Array(bytes)], "poster.jpg");
}

const jpegOf = (picture: Sharp) => picture.jpeg({ quality: 85 }).toBuffer();

const NO_SYMBOLS = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';

function drawn(
  shapes: string,
  { width, height }: typeof SIZE,
  symbols = NO_SYMBOLS,
): Promise<Buffer> {
  const box = `width="${width}" height="${height}" viewBox="0 0 100 ${(100 * height) / width}"`;
  const svg = symbols.replace("<svg ", `<svg ${box} `).replace("</svg>", `${shapes}</svg>`);
  return jpegOf(sharp(Buffer.from(svg)));
}

type Face = Readonly<Record<"ground" | "skin" | "shade" | "hair" | "coat", string>> & {
  /** In front of the face, and behind it. */
  readonly fringe: string;
  readonly back: string;
};

const FACES = {
  isla: {
    ground: "#fc5",
    skin: "#f2c19f",
    shade: "#e3a57f",
    hair: "#a5411c",
    coat: "#08a",
    back: '<path d="M26 46a24 26 0 0 1 48 0v30H26z"/>',
    fringe: '<path d="M31 45c0-16 9-22 20-22s18 8 18 21c-9-1-16-5-20-11-4 7-10 11-18 12z"/>',
  },
  joss: {
    ground: "#bde",
    skin: "#8d5a3b",
    shade: "#74472d",
    hair: "#1d1512",
    coat: "#fb692f",
    back: '<path d="M29 45a21 24 0 0 1 42 0v6H29z"/>',
    fringe: '<path d="M31 41c0-13 8-19 19-19s19 6 19 19c-4-5-11-8-19-8s-15 3-19 8z"/>',
  },
} as const satisfies Record<string, Face>;
export type FaceName = keyof typeof FACES;

/** A drawn face: nobody’s. */
export async function demoFace(who: FaceName): Promise<File> {
  const { ground, skin, shade, hair, coat, back, fringe } = FACES[who];
  const bytes = await drawn(
    `<path fill="${ground}" d="M0 0h100v100H0z"/>
    <g fill="${hair}">${back}</g>
    <path fill="${shade}" d="M42 60h16v18H42z"/>
    <path fill="${coat}" d="M12 100c2-20 16-26 30-27 4 5 12 5 16 0 14 1 28 7 30 27z"/>
    <path fill="${skin}" d="M31 42c0-12 8-18 19-18s19 6 19 18c0 15-8 27-19 27S31 57 31 42z"/>
    <g fill="${hair}">${fringe}<circle cx="42.5" cy="47" r="2"/><circle cx="57.5" cy="47" r="2"/></g>
    <path fill="none" stroke="${shade}" stroke-width="1.8" stroke-linecap="round" d="M50 48v6h-2"/>
    <path fill="none" stroke="#7a1d12" stroke-width="2" stroke-linecap="round" d="M44 59c3 4 9 4 12 0"/>`,
    { width: 480, height: 480 },
  );
  return new File([new Uint8Array(bytes)], `${who}.jpg`);
}

import { readFileSync } from "node:fs";

export type Colour = { readonly light: string; readonly dark: string };

/** @returns a function from token name to colour; it throws unless the token is written in oklch */
export function readPalette(): (name: string) => Colour {
  const tokens = readFileSync(new URL("../src/styles/tokens.css", import.meta.url), "utf8");
  return (name) => {
    const value = new RegExp(`--color-${name}:\\s*([^;]+);`).exec(tokens)?.[1];
    const [light, dark = light] = [...(value ?? "").matchAll(/oklch\(([^)]+)\)/g)].map((match) =>
      oklchToHex((match[1] ?? "").split(/\s+/).map(Number)),
    );
    if (light === undefined || dark === undefined) {
      throw new Error(`tokens.css has no colour named ${name} in oklch.`);
    }
    return { light, dark };
  };
}

/** Conversion of CSS Color 4, clipped to sRGB. */
function oklchToHex(values: readonly number[]): string {
  const [lightness = 0, chroma = 0, hueDegrees = 0] = values;
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(toByte).join("")}`;
}

function toByte(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}

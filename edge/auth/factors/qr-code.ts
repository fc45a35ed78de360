import { encodeQR } from "qr";

/** Capacity of the largest QR code. */
const QR_MAX_CHARS = 2_900;

/** Quiet zone in modules, required by scanners. */
const BORDER = 4;

export function fitsQrCode(text: string): boolean {
  return text.length <= QR_MAX_CHARS;
}

/** The SVG holds no `#`, because clients put it into `data:image/svg+xml,` unescaped. */
export function qrSvg(text: string): string {
  const rows = encodeQR(text, "raw", { ecc: "low", border: BORDER });
  const runs = rows.flatMap((row, y) =>
    runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  const size = rows.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path d="${runs.join("")}"/></svg>`;
}

function runsOf(row: readonly boolean[]): [x: number, width: number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}

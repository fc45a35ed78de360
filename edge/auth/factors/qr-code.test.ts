import { Resvg } from "@resvg/resvg-js";
import { decodeQR } from "qr/decode.js";
import { expect, test } from "vitest";
import { fitsQrCode, qrSvg } from "./qr-code.ts";

const URI =
  "otpauth://totp/Tidepost:ada%40shop.example?algorithm=SHA1&digits=6&issuer=Tidepost&period=30&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

function scan(svg: string): string {
  const image = new Resvg(svg, { fitTo: { mode: "zoom", value: 8 } }).render();
  return decodeQR({ width: image.width, height: image.height, data: image.pixels });
}

test("QR code: scans as the text", () => {
  expect(scan(qrSvg(URI))).toBe(URI);
});

test("QR code: is a valid data URL", () => {
  expect(qrSvg(URI)).toMatch(/^<svg [^#%]+<\/svg>$/);
});

test("QR code: draws the longest text that fits", () => {
  const longest = "a".repeat(2_900);
  expect(fitsQrCode(longest)).toBe(true);
  expect(fitsQrCode(`${longest}a`)).toBe(false);
  expect(qrSvg(longest)).toContain("<svg");
});

import { expect, test } from "vitest";
import { PART_BYTES, partBytes, partCount, sniffMedia } from "./media.ts";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const ftyp = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0`;

test.for([
  ["a JPEG", "\xFF\xD8\xFF\xE0\0\x10JFIF", "image/jpeg"],
  ["a PNG", "\x89PNG\r\n\x1A\n\0\0\0\rIHDR", "image/png"],
  ["a WebP", "RIFF\x24\0\0\0WEBPVP8 ", "image/webp"],
  ["a sound in the same container", "RIFF\x24\0\0\0WAVEfmt ", "other"],
  ["an MP4", ftyp("isom"), "video/mp4"],
  ["a MOV", ftyp("qt  "), "video/quicktime"],
  ["a PDF", "%PDF-1.7\n", "application/pdf"],
  ["an iPhone's HEIC", ftyp("heic"), "heic"],
  ["an AVIF", ftyp("avif"), "heic"],
  ["a GIF", "GIF89a", "gif"],
  ["an SVG", '\xEF\xBB\xBF<?xml version="1.0"?>\n<!-- logo -->\n<svg xmlns="a">', "svg"],
  ["a web page", "<!doctype html><svg>", "other"],
  ["an archive", "PK\x03\x04", "other"],
  ["nothing", "", "other"],
] as const)("type of %s", ([, head, type]) => {
  expect(sniffMedia(bytes(head))).toBe(type);
});

test.for([
  ["one byte", 1, [1]],
  ["exactly one part", PART_BYTES, [PART_BYTES]],
  ["one byte more", PART_BYTES + 1, [PART_BYTES, 1]],
] as const)("parts of %s", ([, size, parts]) => {
  const sizes = Array.from({ length: partCount(size) }, (_, index) => partBytes(size, index + 1));
  expect(sizes).toEqual(parts);
});

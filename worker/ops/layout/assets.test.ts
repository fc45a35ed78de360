import { expect, test } from "vitest";
import { FONT_FILES, readFont } from "./assets.ts";
import { STYLESHEET } from "./stylesheet.ts";

test("faces: each that the stylesheet names is served, and no other file", () => {
  const named = [...STYLESHEET.matchAll(/url\("\/ops\/fonts\/([^"]+)"\)/g)].map(([, name]) => name);
  expect(named).toEqual([...FONT_FILES]);
  for (const name of FONT_FILES) {
    expect(Buffer.from(readFont(name)?.slice(0, 4) ?? []).toString(), name).toBe("wOF2");
  }
  for (const name of ["OFL.txt", "../../package.json", ""]) expect(readFont(name)).toBeNull();
});

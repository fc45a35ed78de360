import { expect, test } from "vitest";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { createContentLinks, CONTENT_TOKEN } from "./content-link.ts";

const SECRET = "c".repeat(32);
const ID = "apl_01KAHX2J3V7W8R9T0A1B2C3D4E";

test("token of an emailed link: another for each kind, id, address and secret", () => {
  const links = createContentLinks(SECRET);
  const token = links.token("approval", ID);
  expect(links.token("approval", ID)).toBe(token);
  const others = [
    links.token("report", ID, "ada@shop.example"),
    links.token("report", ID, "eve@shop.example"),
    links.token("approval", `${ID}X`),
    createContentLinks("d".repeat(32)).token("approval", ID),
    Buffer.from(createOneTimeCodes(SECRET).linkToken(ID, false), "hex").toString("base64url"),
  ];
  expect(new Set([token, ...others]).size).toBe(6);
  expect([token, ...others].filter((one) => !CONTENT_TOKEN.test(one))).toEqual([]);
});

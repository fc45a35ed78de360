import { describe, expect, test } from "vitest";
import { parseSignInMessage, type SignInMessage, messageErrorOf } from "./message.ts";

const ADDRESS = "9aE476sH92Vz7DMPyq5WLPkrKWivxeuTKEFKd2sZZcde";
const FIRST = "tidepost.example wants you to sign in with your Solana account:";
const END = ["Version: 1", "URI: https://tidepost.example/", "Issued At: 2026-11-20T12:00:00.000Z"];

const parse = (...lines: string[]) => parseSignInMessage(lines.join("\n"));

const READ: SignInMessage = {
  domain: "tidepost.example",
  address: ADDRESS,
  statement: null,
  uri: new URL("https://tidepost.example/"),
  issuedAtMs: Date.parse("2026-11-20T12:00:00.000Z"),
  notBeforeMs: null,
  expiresAtMs: null,
  chainId: null,
};

describe("wallet message parser", () => {
  test("message without a statement: parsed", () => {
    expect(parse(FIRST, ADDRESS, "", ...END)).toEqual(READ);
  });

  test("message with every optional field: parsed", () => {
    expect(
      parse(
        FIRST,
        ADDRESS,
        "",
        "I accept the terms.",
        "",
        ...END,
        "Not Before: 2026-11-20T11:00:00Z",
        "Expiration Time: 2026-11-20T13:00:00+01:00",
        "Chain ID: solana:devnet",
        "Nonce: 12345678",
        "Request ID: 1",
        "Resources",
        "- https://tidepost.example/terms",
      ),
    ).toEqual({
      ...READ,
      statement: "I accept the terms.",
      notBeforeMs: Date.parse("2026-11-20T11:00:00Z"),
      expiresAtMs: Date.parse("2026-11-20T12:00:00Z"),
      chainId: "solana:devnet",
    });
  });

  test("message with an empty line in place of the statement: parsed", () => {
    expect(parse(FIRST, ADDRESS, "", "", ...END)).toEqual(READ);
  });

  test.each<[string, string[]]>([
    ["of another chain", [FIRST.replace("Solana", "Ethereum"), ADDRESS, "", ...END]],
    ["with two hosts", [`a b${FIRST}`, ADDRESS, "", ...END]],
    ["with an invalid address", [FIRST, `${ADDRESS}0OIl`, "", ...END]],
    ["without the blank line", [FIRST, ADDRESS, ...END, "Nonce: 1", "Request ID: 1"]],
    ["of another version", [FIRST, ADDRESS, "", "Version: 2", ...END.slice(1)]],
    ["without a version", [FIRST, ADDRESS, "", "Nonce: 1", ...END.slice(1)]],
    ["without a URI", [FIRST, ADDRESS, "", "Version: 1", "Nonce: 1", `${END[2]}`]],
    ["without an issue time", [FIRST, ADDRESS, "", ...END.slice(0, 2), "Nonce: 1"]],
    ["with an invalid time", [FIRST, ADDRESS, "", ...END.slice(0, 2), "Issued At: now"]],
    ["with an invalid expiry", [FIRST, ADDRESS, "", ...END, "Expiration Time: never"]],
    ["with an invalid start", [FIRST, ADDRESS, "", ...END, "Not Before: ever"]],
    ["with a field twice", [FIRST, ADDRESS, "", ...END, "URI: https://elsewhere.example/"]],
    ["with an unknown field", [FIRST, ADDRESS, "", ...END, "Amount: 1"]],
    ["with an unknown network", [FIRST, ADDRESS, "", ...END, "Chain ID: bitcoin:main"]],
    ["with a statement of two lines", [FIRST, ADDRESS, "", "One", "Two", "", ...END]],
    ["with invalid resources", [FIRST, ADDRESS, "", ...END, "Resources:", "terms"]],
    ["with something after it", [FIRST, ADDRESS, "", ...END, ""]],
    ["that ends early", [FIRST, ADDRESS, "", "Version: 1"]],
    ["that is empty", [""]],
  ])("message %s: rejected", (_, lines) => {
    expect(parse(...lines)).toBeNull();
  });
});

describe("signed message", () => {
  const SETTINGS = {
    SITE_URL: "https://tidepost.example",
    URI_ALLOW_LIST: ["https://app.elsewhere.example/**"],
  };
  const LOCAL = { SITE_URL: "http://localhost:4100", URI_ALLOW_LIST: [] };
  const NOW = new Date(READ.issuedAtMs + 60_000);
  const minutes = (count: number) => NOW.getTime() + count * 60_000;

  test.each<[string, Partial<SignInMessage>, typeof SETTINGS]>([
    ["of this site", {}, SETTINGS],
    ["issued ten minutes ago", { issuedAtMs: minutes(-10) }, SETTINGS],
    ["issued ten minutes ahead", { issuedAtMs: minutes(10) }, SETTINGS],
    ["valid since a moment", { notBeforeMs: minutes(0) }, SETTINGS],
    ["valid for a moment", { expiresAtMs: minutes(0) + 1 }, SETTINGS],
    [
      "of an allowed site",
      { domain: "app.elsewhere.example", uri: new URL("https://app.elsewhere.example/in") },
      SETTINGS,
    ],
    [
      "of the own machine",
      { domain: "localhost:4100", uri: new URL("http://localhost:4100/login") },
      LOCAL,
    ],
  ])("%s: accepted", (_, change, settings) => {
    expect(messageErrorOf({ ...READ, ...change }, settings, NOW)).toBeNull();
  });

  test.each<[string, Partial<SignInMessage>, string, typeof SETTINGS?]>([
    ["of another site", { uri: new URL("https://elsewhere.example/") }, "another app"],
    ["of a site without TLS", { uri: new URL("http://tidepost.example/") }, "HTTPS"],
    ["shown by another site", { domain: "elsewhere.example" }, "does not match the domain"],
    ["of the own machine", { uri: new URL("http://localhost:4100/") }, "another app"],
    [
      "of the own machine, shown by another site",
      { domain: "evil.example", uri: new URL("http://localhost:4100/login") },
      "does not match the domain",
      LOCAL,
    ],
    ["not valid yet", { notBeforeMs: minutes(0) + 1 }, "in the future"],
    ["that has expired", { expiresAtMs: minutes(0) }, "expired"],
    ["issued long ago", { issuedAtMs: minutes(-10) - 1 }, "too long ago"],
    ["issued far ahead", { issuedAtMs: minutes(10) + 1 }, "too far"],
  ])("signed message %s: rejected", (_, change, words, settings = SETTINGS) => {
    expect(messageErrorOf({ ...READ, ...change }, settings, NOW)).toContain(words);
  });
});

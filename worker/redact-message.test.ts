import { expect, test } from "vitest";
import { redactMessage } from "./redact-message.ts";

test.each([
  ["an address", "Invalid `to`: ada@shop.example.", "Invalid `to`: [address]"],
  ["an address in brackets", "Ada <ada@shop.example>, rejected", "Ada <[address]>, rejected"],
  ["a quoted address", `"ada byron"@shop.example bounced`, "[address] bounced"],
  ["an encoded address", "ada%40shop.example ada&#64;shop.example", "[address] [address]"],
  ["an escaped address", String.raw`ada\u0040shop.example`, "[address]"],
  ["an address of other letters", "адa@почта.example ada＠shop.example", "[address] [address]"],
  ["a telephone number", "The number +44 (0)7700 900-123 is not", "The number [number] is not"],
  ["digits of other scripts", "to ٠٧٧٠٠٩٠٠١٢٣", "to [number]"],
  ["a code", "body: 123456 is your code", "body: [number] is your code"],
  ["a key", "Invalid API Key: sk_test_51Abc9def", "Invalid API Key: [token]"],
  ["Resend's key", "key re_8fKd92Lx_3aQ is restricted", "key [token] is restricted"],
  ["credentials", "Authorization: Bearer abc.def", "Authorization: [token]"],
  ["a JWT", "token eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "token [token]"],
  ["a client secret", "pi_3Abc_secret_9xYz is used", "[token] is used"],
  ["a URL's query", "see https://x.example/a?token=abc#frag now", "see https://x.example/a now"],
  ["a line end", "no\r\nBcc: x", "no Bcc: x"],
  ["a hidden character within", "ada\u200B@shop.example", "[address]"],
])("company's message: %s is redacted", (_, said, shown) => {
  expect(redactMessage(said)).toBe(shown);
});

test.each([
  "Your card was declined.",
  "The gmail.com domain is not verified. Please, add and verify your domain on https://resend.com/domains",
  "No such customer: 'cus_QXg1o8vlGmN0abc7abc7'",
  "This idempotency key has been used on a request with a different payload",
])("company's message: “%s” stays", (said) => {
  expect(redactMessage(said)).toBe(said);
});

test("company's message: a long one is short and ends before a word that was cut", () => {
  expect(redactMessage("no ".repeat(5_000))).toHaveLength(299);
  const cut = `${'"x"@y.example '.repeat(142)}ada@shop.example`;
  expect(redactMessage(cut)).not.toContain("ada");
});

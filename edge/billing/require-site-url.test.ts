import { expect, test } from "vitest";
import { toSiteUrl } from "./require-site-url.ts";

const SITE = "https://tidepost.example";

test("success URL: keeps Stripe's {CHECKOUT_SESSION_ID} placeholder", () => {
  const url = `${SITE}/checkout-success?session_id={CHECKOUT_SESSION_ID}`;
  expect(toSiteUrl(url, SITE)).toBe(url);
});

test.each([
  ["another host", "https://evil.example/checkout"],
  ["a host that begins like ours", "https://tidepost.example.evil.example/"],
  ["ours as a name before another host", "https://tidepost.example@evil.example/"],
  ["a name and a password", "https://a:b@tidepost.example/"],
  ["another scheme", "http://tidepost.example/"],
  ["a script", "javascript:alert(1)"],
  ["a blob of ours", `blob:${SITE}/0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11`],
  ["another port", "https://tidepost.example:8443/"],
  ["backslashes", "https:\\\\evil.example\\tidepost.example"],
  ["no scheme", "//tidepost.example/checkout"],
  ["a path that would be another host, were it read alone", `${SITE}//evil.example/checkout`],
  ["a path", "/checkout"],
  ["nothing", ""],
])("rejects %s", (_, url) => {
  expect(toSiteUrl(url, SITE)).toBeNull();
});

import { expect, test } from "vitest";
import { confirmLink } from "./confirm-link.ts";

const SITE = "https://tidepost.example";

test.each([
  ["confirm-sign-up", "signup"],
  ["magic-link", "magiclink"],
  ["recovery", "recovery"],
  ["invite", "invite"],
  ["email-change-current", "email_change"],
  ["email-change-new", "email_change"],
] as const)("link of %s has type %s, and the token only after the #", (mail, type) => {
  const token = { link: "pkce_0f", redirectTo: `${SITE}/dashboard?a=1&b=2` };
  const url = new URL(confirmLink(mail, token, SITE) ?? "");
  expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${SITE}/confirm`);
  expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
    token_hash: "pkce_0f",
    type,
    redirect_to: token.redirectTo,
  });
});

test("code for a signed-in user has no link", () => {
  expect(confirmLink("reauthentication", { link: "0f", redirectTo: SITE }, SITE)).toBeNull();
});

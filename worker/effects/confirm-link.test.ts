import { expect, test } from "vitest";
import { parseConfirmLink } from "#contracts/api/confirm-link.ts";
import { confirmLink } from "./account-mails.ts";

const SITE = "https://tidepost.example";

test.each([
  ["confirm-sign-up", "signup"],
  ["magic-link", "magiclink"],
  ["recovery", "recovery"],
  ["invite", "invite"],
  ["email-change-current", "email_change"],
  ["email-change-new", "email_change"],
] as const)("link of %s has type %s, the token and the page to continue to", (mail, type) => {
  const token = { link: "pkce_0f", redirectTo: `${SITE}/dashboard?a=1&b=2` };
  const url = new URL(confirmLink(mail, token, SITE) ?? "");
  const fields = new URLSearchParams(url.hash.slice(1));
  expect(parseConfirmLink(fields, (redirectTo) => redirectTo)).toEqual({
    tokenHash: "pkce_0f",
    type,
    redirectTo: token.redirectTo,
  });
});

test("code for a signed-in user has no link", () => {
  expect(confirmLink("reauthentication", { link: "0f", redirectTo: SITE }, SITE)).toBeNull();
});

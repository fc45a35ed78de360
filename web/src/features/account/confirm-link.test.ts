import { describe, expect, test } from "vitest";
import { readConfirmLink } from "./confirm-link.ts";

const SITE = "https://tidepost.example";

describe("confirm link", () => {
  test("has the token, the type and the page to continue to", () => {
    const redirectTo = encodeURIComponent(`${SITE}/checkout?addon=a&b=c`);
    expect(
      readConfirmLink(`#token_hash=pkce_ab12&type=signup&redirect_to=${redirectTo}`, SITE),
    ).toEqual({
      tokenHash: "pkce_ab12",
      type: "signup",
      redirectTo: "/checkout?addon=a&b=c",
    });
  });

  test.for([
    "",
    `&redirect_to=${SITE}`,
    `&redirect_to=${SITE}/`,
    "&redirect_to=https://evil.example/x",
  ])("without a page of this site in '%s': has no page to continue to", (rest) => {
    expect(readConfirmLink(`#token_hash=ab12&type=email${rest}`, SITE)?.redirectTo).toBeNull();
  });

  test.for(["", "#", "#type=signup"])("rejects the fragment %s", (fragment) => {
    expect(readConfirmLink(fragment, SITE)).toBeNull();
  });
});

import { expect, test } from "vitest";
import { buildConfirmLink, parseConfirmLink } from "./confirm-link.ts";

const SITE = "https://tidepost.example";
const asItIs = (redirectTo: string | null) => redirectTo;

test.each(["signup", "invite", "magiclink", "recovery", "email_change", "email"] as const)(
  "link of type %s: holds the token only after the #, and is read as it was built",
  (type) => {
    const link = { tokenHash: "pkce_0f", type, redirectTo: `${SITE}/checkout?addon=a&b=it's (c)` };
    const url = new URL(buildConfirmLink(SITE, link));
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${SITE}/confirm`);
    const fields = new URLSearchParams(url.hash.slice(1));
    expect(Object.fromEntries(fields)).toEqual({
      token_hash: "pkce_0f",
      type,
      redirect_to: link.redirectTo,
    });
    expect(parseConfirmLink(fields, asItIs)).toEqual(link);
  },
);

test.each(["", "top", "type=signup", "token_hash=&type=signup", "token_hash=a&type=sms"])(
  "fragment %s: rejected",
  (fragment) => {
    expect(parseConfirmLink(new URLSearchParams(fragment), asItIs)).toBeNull();
  },
);

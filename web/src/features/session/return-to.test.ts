import { describe, expect, test } from "vitest";
import { memoryStorage } from "../../../../tests/support/memory-storage.ts";
import {
  consumeReturnTo,
  getReturnTo,
  savePendingCheckout,
  saveReturnTo,
  toSitePath,
} from "./return-to.ts";

describe("after sign-in", () => {
  test.for([
    ["nothing is remembered", {}, "/dashboard"],
    [
      "a page is remembered",
      { signInFrom: '"/account/security#email"' },
      "/account/security#email",
    ],
    [
      "a checkout waits",
      { pendingCheckout: '{"returnUrl":"/checkout?addon=x"}', signInFrom: '"/dashboard"' },
      "/checkout?addon=x",
    ],
    ["a checkout waits without an address", { pendingCheckout: "{}" }, "/checkout"],
    ["a checkout waits that cannot be read", { pendingCheckout: "{" }, "/checkout"],
    ["a checkout is no object", { pendingCheckout: "7" }, "/checkout"],
    [
      "a checkout would lead elsewhere",
      { pendingCheckout: '{"returnUrl":"https://evil.example/checkout"}' },
      "/checkout",
    ],
    ["the remembered page would lead elsewhere", { signInFrom: '"//evil.example"' }, "/dashboard"],
  ] as const)("%s", ([, entries, expected]) => {
    const storage = memoryStorage(entries);
    expect(getReturnTo(storage)).toBe(expected);
    expect(consumeReturnTo(storage)).toBe(expected);
    expect(storage.items.size).toBe(0);
  });

  test("pending checkout: comes before the remembered page", () => {
    const storage = memoryStorage({});
    saveReturnTo(storage, "/account/security");
    savePendingCheckout(storage, "/checkout?plan=plus&with=community");
    expect(consumeReturnTo(storage)).toBe("/checkout?plan=plus&with=community");
    expect(consumeReturnTo(storage)).toBe("/dashboard");
  });

  test("browser without storage: dashboard", () => {
    saveReturnTo(null, "/account/security");
    expect(consumeReturnTo(null)).toBe("/dashboard");
  });
});

describe("redirect target", () => {
  const SITE = "https://tidepost.example";

  test.for([
    ["/dashboard", "/dashboard"],
    ["/checkout?addon=meta#top", "/checkout?addon=meta#top"],
    ["https://tidepost.example/account/security", "/account/security"],
    ["https://tidepost.example", "/"],
    ["https://tidepost.example.evil.example/", null],
    ["https://tidepost.example@evil.example/", null],
    ["http://tidepost.example/dashboard", null],
    ["//evil.example/dashboard", null],
    ["/\\evil.example", null],
    ["/\t/evil.example", null],
    ["https://tidepost.example//evil.example/dashboard", null],
    ["/..//evil.example", null],
    ["javascript:alert(1)", null],
    ["dashboard", null],
    ["", null],
    [null, null],
    [{ path: "/" }, null],
  ] as const)("%s becomes %s", ([candidate, expected]) => {
    expect(toSitePath(candidate, SITE)).toBe(expected);
  });
});

import { expect, test } from "vitest";
import { readAuthSettings } from "./auth-settings.ts";

test.for([
  [
    { external: { google: true, apple: false, email: true, gitlab: true }, passkeys_enabled: true },
    ["google"],
    true,
  ],
  [{ external: { github: "yes" }, passkeys_enabled: "yes" }, [], false],
  [{ external: null }, [], false],
  [{}, [], false],
  [null, [], false],
  ["", [], false],
] as const)(
  "settings %o: enabled OAuth providers are %o, passkeys %o",
  ([settings, providers, hasPasskeys]) => {
    expect(readAuthSettings(settings)).toEqual({ providers, hasPasskeys });
  },
);

import { expect, test } from "vitest";
import { enabledProviders } from "./providers.ts";

test.for([
  [{ external: { google: true, apple: false, email: true, gitlab: true } }, ["google"]],
  [{ external: { github: "yes" } }, []],
  [{ external: null }, []],
  [{}, []],
  [null, []],
  ["", []],
] as const)("settings %o: enabled OAuth providers are %o", ([settings, expected]) => {
  expect(enabledProviders(settings)).toEqual(expected);
});

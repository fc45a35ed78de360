import { expect, test } from "vitest";
import * as z from "zod";
import { settingsError } from "./settings-error.ts";

test("missing and wrong settings: the error names each with its reason, and quotes no value", () => {
  const given = { PORT: "secret" };
  const { error } = z.object({ PORT: z.coerce.number(), URL: z.url() }).safeParse(given);
  expect(error && settingsError("edge", error, given).message).toBe(
    "The edge has missing or wrong settings: PORT (Invalid input: expected number, received NaN), URL (missing)",
  );
});

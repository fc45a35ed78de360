import * as z from "zod";

/** A timestamptz of either driver (`2026-11-20 23:13:00.123+00`), parsed to ISO 8601 UTC. */
export const Timestamp = z.string().transform((text, context) => {
  const date = new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
  if (Number.isNaN(date.getTime())) {
    context.addIssue({ code: "custom", message: "not a timestamp" });
    return z.NEVER;
  }
  return date.toISOString();
});

import * as z from "zod";

/** Without a slash at its end. */
export const HttpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));

export const CommaList = z.string().transform((text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

export const JsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "not JSON" });
    return z.NEVER;
  }
});

import * as z from "zod";

/** Without a slash at its end. */
export const HttpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));

export const TwilioToken = z
  .optional(z.string().min(1))
  .describe("Twilio's token, which sends at the worker and checks Twilio's reports at the edge");

export const WhatsAppContentSid = z
  .optional(z.string().regex(/^HX[0-9a-f]{32}$/))
  .describe("Twilio's SID of the approved template of codes; absent: no codes by WhatsApp");

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

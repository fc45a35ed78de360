import * as z from "zod";

/** Without a slash at its end. */
export const HttpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));

export const OptionalUrl = z.optional(HttpUrl);
export const OptionalText = z.optional(z.string().min(1));
export const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

export const count = (fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** Shorter ones could be guessed. */
export const Secret = z.string().min(32).meta({ isSecret: true });
export const AuthCodeSecret = Secret.describe(
  "derives codes, links and keys of files, hashes recovery codes; 32 characters or more",
);

/** The address of an emulator; a deploy refuses it. */
export const emulatorOf = (company: string) =>
  OptionalUrl.meta({ isLocal: true, description: `an emulator instead of ${company}` });

export const LogLevel = z
  .enum(["silent", "error", "warn", "info", "debug"])
  .default("info")
  .describe("silent, error, warn, info or debug");

export const TwilioToken = OptionalText.describe(
  "Twilio's token, which sends at the worker and checks Twilio's reports at the edge",
);

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

import * as z from "zod/mini";
import { PIXEL_COOKIE } from "../pixel-cookie.ts";

const URL_MAX = 500;
/** Browsers escape every other character of a URL. */
const URL_CHARACTERS = /^[!-~]*$/;

/** Sent when the visitor consented to advertising cookies; without it nothing is reported to Meta. */
export const Conversion = z.strictObject({
  event_id: z.uuid(),
  /** Version of the cookie policy. */
  consent_version: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  consented_at: z.iso.datetime().check(z.maxLength(40)),
  page_url: z.url({ protocol: /^https?$/ }).check(z.maxLength(URL_MAX), z.regex(URL_CHARACTERS)),
  fbp: z.optional(z.string().check(z.regex(PIXEL_COOKIE))),
  fbc: z.optional(z.string().check(z.regex(PIXEL_COOKIE))),
});
export type Conversion = z.infer<typeof Conversion>;

/** Meta's API requires the user agent. */
export type StoredConversion = Conversion & { user_agent: string };

/** The event id is left out, because it follows from the order. */
export const PurchaseConversion = z.omit(Conversion, { event_id: true });
export type PurchaseConversion = z.infer<typeof PurchaseConversion>;

export type StoredPurchaseConversion = PurchaseConversion & { user_agent: string };

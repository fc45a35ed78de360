import * as z from "zod/mini";
import { PIXEL_COOKIE } from "../advertising.ts";

// As long as any address of a page of ours, many times over.
const URL_MAX = 500;
/** As a browser writes an address: what else there may be in one is escaped. */
const URL_CHARACTERS = /^[!-~]*$/;

/**
 * What a visitor who consented to advertising cookies sends with an act that an advert may have led to. Without
 * consent it is left out, and nobody is told of the act.
 */
export const Conversion = z.strictObject({
  /** Made by the browser, which reports the same act under it. */
  event_id: z.uuid(),
  /** Version of the cookie policy that was agreed to. */
  consent_version: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  consented_at: z.iso.datetime(),
  /** The page, without its query. */
  page_url: z.url({ protocol: /^https?$/ }).check(z.maxLength(URL_MAX), z.regex(URL_CHARACTERS)),
  fbp: z.optional(z.string().check(z.regex(PIXEL_COOKIE))),
  fbc: z.optional(z.string().check(z.regex(PIXEL_COOKIE))),
});
export type Conversion = z.infer<typeof Conversion>;

/** What is kept of it: also the browser's name, which the advertiser asks for. */
export type StoredConversion = Conversion & { user_agent: string };

/** The same, sent when the payment page is asked for. Its event id is made later, of the order. */
export const PurchaseConversion = z.omit(Conversion, { event_id: true });
export type PurchaseConversion = z.infer<typeof PurchaseConversion>;

/** What is kept of that. */
export type StoredPurchaseConversion = PurchaseConversion & { user_agent: string };

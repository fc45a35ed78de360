import * as z from "zod/mini";

/** More than the catalogue sells. */
export const PRICES_MAX = 20;

/** No lookup key of ours is longer. */
export const priceId = z.string().check(z.minLength(1), z.maxLength(200));

/** Stripe promises at most 255 characters. */
export const subscriptionId = z.string().check(z.maxLength(255), z.regex(/^\w+$/));

// Keys of metadata at Stripe. Objects there keep them, so a value never changes.

/** On a checkout session and its subscription: the id of our row. */
export const CHECKOUT_METADATA_KEY = "checkout";

/** On a schedule of ours: price ids of the catalogue, because its phases name Stripe's only. */
export const SCHEDULED_PRICES_KEY = "price_ids";

/** On a schedule of ours: the items when the change was scheduled. */
export const SCHEDULED_FROM_KEY = "booked_on";

// Keys of metadata at Stripe. Objects there keep them, so a value never changes.

/** A coupon made in the Dashboard has it: `returning` lets returning customers use its codes. */
export const COUPON_FOR_KEY = "for";

/** A checkout session and its subscription have the id of our row. */
export const CHECKOUT_METADATA_KEY = "checkout";

/** A schedule of ours has the items from when the change was scheduled. */
export const SCHEDULED_FROM_KEY = "booked_on";

/** A subscription has the items of the schedule that a failed upgrade released. */
export const RESTORE_SCHEDULE_KEY = "rebook";

/** On a subscription: the coupon of an accepted retention offer; it stays when the discount ends. */
export const OFFER_METADATA_KEY = "retention";

/** On an archived price or tax rate that a request needs active: since when. */
export const ARCHIVE_AGAIN_KEY = "archive_again";

/** On all that `npm run billing:sync` makes; it changes nothing else. */
export const CATALOGUE_METADATA = { catalogue: "tidepost" } as const;

export function isFromCatalogue({
  metadata,
}: {
  metadata: Record<string, string> | null;
}): boolean {
  return metadata?.["catalogue"] === CATALOGUE_METADATA.catalogue;
}

import type { Stripe } from "stripe";

/** Stripe cannot change the end of a subscription under a schedule. */
export async function releaseSchedule(
  stripe: Stripe,
  scheduleId: string | null,
  options: Stripe.RequestOptions = {},
): Promise<void> {
  if (scheduleId === null) return;
  await stripe.subscriptionSchedules.release(scheduleId, {}, options);
}

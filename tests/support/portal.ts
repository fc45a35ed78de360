import type { Stripe } from "stripe";

/** Changes a customer's card through the forms of Stripe's portal. */
export async function changeCardInPortal(
  stripe: Stripe,
  { customerId, card }: { customerId: string; card: string },
): Promise<void> {
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: "https://tidepost.example/dashboard",
    flow_data: { type: "payment_method_update" },
  });
  const answer = await fetch(`${url}/card`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ number: card, expiry: "12 / 34", cvc: "123", name: "Ada" }),
  });
  if (answer.status !== 303) throw new Error(`the portal answered ${answer.status}`);
}

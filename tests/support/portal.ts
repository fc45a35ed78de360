import type { Stripe } from "stripe";

const typed = (number: string) => ({ number, expiry: "12 / 34", cvc: "123", name: "Ada" });

export async function changeCardInPortal(
  stripe: Stripe,
  { customerId, card }: { customerId: string; card: string },
): Promise<void> {
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: "https://tidepost.example/dashboard",
    flow_data: { type: "payment_method_update" },
  });
  await submit(`${url}/card`, typed(card));
}

export async function payOnPage(
  url: string,
  { card, isSaved = false }: { card: string; isSaved?: boolean },
): Promise<void> {
  await submit(url, { ...typed(card), ...(isSaved && { save: "on" }) });
}

async function submit(url: string, form: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  if (answer.status !== 303) throw new Error(`Stripe's page answered ${answer.status}`);
}

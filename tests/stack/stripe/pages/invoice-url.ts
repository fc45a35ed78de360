import { DAY_SECONDS } from "../money/periods.ts";
import { nowOf, type World } from "../world.ts";

const LIFETIME_SECONDS = 30 * DAY_SECONDS;
const AT_LEAST_SECONDS = 10 * DAY_SECONDS;
const AT_MOST_SECONDS = 120 * DAY_SECONDS;
const IN_ANSWER = /("hosted_invoice_url": "[^"?]+\/invoices\/(in_\w+))"/g;

/**
 * Renews the URLs of invoices in an answer: one that is sent in a webhook or a mail dies first.
 * https://docs.stripe.com/invoicing/hosted-invoice-page
 */
export function renewInvoiceUrls(world: World, answer: string): string {
  return answer.replaceAll(IN_ANSWER, (_, url: string, id: string) => {
    const finalized = finalizedAt(world, id);
    const now = nowOf(world, world.store.get("invoice", id)?.customer ?? null);
    const until = Math.max(finalized + LIFETIME_SECONDS, now + AT_LEAST_SECONDS);
    return `${url}?until=${Math.min(finalized + AT_MOST_SECONDS, until)}"`;
  });
}

export function isInvoiceUrlDead(
  world: World,
  url: string,
  invoice: { id: string; customer: string | null },
): boolean {
  const until = new URL(url).searchParams.get("until");
  const end = until === null ? finalizedAt(world, invoice.id) + LIFETIME_SECONDS : Number(until);
  return nowOf(world, invoice.customer) > end;
}

function finalizedAt(world: World, invoice: string): number {
  return world.store.get("invoice", invoice)?.status_transitions.finalized_at ?? 0;
}

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { isId } from "#contracts/ids.ts";

/** Pages of Stripe's Dashboard by the prefix of an id. */
const STRIPE_PAGES: Readonly<Record<string, string>> = {
  cus: "customers",
  sub: "subscriptions",
  in: "invoices",
  pi: "payments",
  ch: "payments",
  py: "payments",
  du: "disputes",
  dp: "disputes",
};

/** The address of an object of Stripe in its Dashboard; null for any other id. */
export function stripeUrl(id: string): string | null {
  // Our enquiries and Stripe's subscriptions share a prefix.
  const [, prefix = ""] = /^([a-z]+)_\w+$/.exec(id) ?? [];
  const name = Object.hasOwn(STRIPE_PAGES, prefix) ? STRIPE_PAGES[prefix] : undefined;
  return name === undefined || isId("submission", id)
    ? null
    : `https://dashboard.stripe.com/${name}/${id}`;
}

/** An id; one of Stripe's is a link to its Dashboard. */
export const Id: FC<{ id: string }> = ({ id }) => {
  const url = stripeUrl(id);
  return url === null ? (
    <code>{id}</code>
  ) : (
    <a href={url} rel="noreferrer">
      <code>{id}</code>
      <span class="unseen"> at Stripe</span>
    </a>
  );
};

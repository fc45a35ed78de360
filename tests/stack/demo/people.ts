import { shortPlanName } from "#contracts/billing/plans.ts";
import { COMPANY } from "#contracts/company.ts";
import { DEAREST_PLAN } from "../../support/catalogue.ts";

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly business: string;
  readonly email: string;
  readonly state: string;
  /** The page to look at: a path of the site after signing in, or a page of the ops console. */
  readonly look: string;
};

/** The emulator of Resend refuses mails to this domain while the demo is filled. */
export const REFUSED_DOMAIN = "refused.example";

const person = (
  name: string,
  business: string,
  email: string,
  state: string,
  look: string,
): Person => {
  const [firstName = "", ...rest] = name.split(" ");
  return { firstName, lastName: rest.join(" "), business, email, state, look };
};

const neighbour = (name: string, business: string, email: string) =>
  person(
    name,
    business,
    email,
    "Plus for five weeks: two months of posts",
    "/calendar; ops: Content",
  );

export const PEOPLE = {
  enquirer: person(
    "Otis Reed",
    "Reed Cycles",
    `otis@${REFUSED_DOMAIN}`,
    "sent an enquiry, whose reply was refused",
    "ops: Failed events",
  ),
  trial: person(
    "Priya Nair",
    "Nair Dental",
    "priya@nair-dental.example",
    "asked for a free trial; two posts wait for a yes",
    "inbox: the link to the posts",
  ),
  active: person(
    "Marta Kowalska",
    "Fig & Olive Bakery",
    "marta@figandolive.example",
    `${shortPlanName(DEAREST_PLAN)} for two months: brief, posts, reports`,
    "/calendar, /reports, /brief",
  ),
  pastDue: person(
    "Tom Adeyemi",
    "Harbour Barbers",
    "tom@harbourbarbers.example",
    "past due: the card was declined",
    "/dashboard, /pay",
  ),
  bankAsks: person(
    "Grace Lim",
    "Lim Flowers",
    "grace@limflowers.example",
    "past due: the bank wants a 3-D Secure confirmation",
    "/dashboard, /pay",
  ),
  cancelling: person(
    "Callum Fraser",
    "Fraser & Sons Plumbing",
    "callum@fraserplumbing.example",
    "cancels at the end of the month",
    "/dashboard",
  ),
  offered: person(
    "Nadia Hussain",
    "Nadia’s Kitchen",
    "nadia@nadiaskitchen.example",
    "took the retention offer",
    "/dashboard; ops: Retention",
  ),
  refunded: person(
    "Owen Price",
    "Price Opticians",
    "owen@priceopticians.example",
    "refunded under the money-back guarantee",
    "/dashboard",
  ),
  disputed: person(
    "Beth Carter",
    "Carter Yoga",
    `beth@${REFUSED_DOMAIN}`,
    "bought as a guest, whose welcome was refused; disputes the payment",
    "ops: Disputes",
  ),
  duplicate: person(
    "Ivan Petrov",
    "Petrov Motors",
    "ivan@petrovmotors.example",
    "paid on two pages at once: the second is given back",
    "/dashboard",
  ),
  erased: person(
    "Hannah Moss",
    "Moss & Rye",
    "hannah@mossandrye.example",
    "erased the account: no name is left",
    "ops: Events, AccountErased",
  ),
  returned: person(
    "Rosa Delgado",
    "Casa Delgado",
    "rosa@casadelgado.example",
    "left, and came back with the comeback code",
    "/dashboard",
  ),
  cafe: neighbour("Elsie Morgan", "Little Anchor Café", "elsie@littleanchor.example"),
  bar: neighbour("Dev Chandra", "The Copper Gull", "dev@coppergull.example"),
  garage: neighbour("Kofi Mensah", "Mensah Motors", "kofi@mensahmotors.example"),
  clothes: neighbour("Aoife Byrne", "Byrne & Thread", "aoife@byrneandthread.example"),
  lettings: neighbour("Hugh Pemberton", "Quayside Lettings", "hugh@quaysidelettings.example"),
  salon: neighbour("Leila Haddad", "Haddad Beauty", "leila@haddadbeauty.example"),
} as const satisfies Record<string, Person>;

/** Nothing happens to them but posts. */
export const NEIGHBOURS = ["cafe", "bar", "garage", "clothes", "lettings", "salon"] as const;

/** Every account has this one; enquirer, trial and guest have none. */
export const DEMO_PASSWORD = "low tide at six";

/** Account managers; the first one fills the demo. */
export const DEMO_OPERATOR = {
  firstName: "Isla",
  lastName: "Grant",
  email: `isla@${COMPANY.domain}`,
} as const;

export const DEMO_COLLEAGUE = {
  firstName: "Joss",
  lastName: "Penrose",
  email: `joss@${COMPANY.domain}`,
} as const;
export type DemoOperator = typeof DEMO_OPERATOR | typeof DEMO_COLLEAGUE;

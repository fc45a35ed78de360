import { GoTrueClient } from "@supabase/auth-js";
import * as z from "zod";
import { BriefResponse } from "#contracts/api/content/brief.ts";
import { CalendarResponse } from "#contracts/api/content/calendar.ts";
import { EnquiryRow } from "#contracts/api/enquiry-row.ts";
import {
  type SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { ADDON, PLAN } from "../../support/catalogue.ts";
import { eventually } from "../../support/eventually.ts";
import { type Fields, fieldsIn } from "../../support/form-fields.ts";
import { freshIp } from "../../support/fresh-ip.ts";
import { stripeEmulator } from "../../support/stripe-emulator.ts";
import { startTestClock } from "../../support/test-clock.ts";
import { sessionIn, testCustomer } from "../../support/test-customer.ts";
import type { StackUrls } from "../settings.ts";
import { demoFilm, demoPicture } from "./files.ts";
import { hiddenFields, type OpsConsole } from "./ops-console.ts";
import { DEMO_PASSWORD, PEOPLE, type Person, REFUSED_DOMAIN } from "./people.ts";
import { monthOf, monthsIn, PUBLISHED_COUNT, trialPostsOf } from "./posts.ts";

const DAY_S = 86_400;
/** A renewal's invoice is a draft for an hour. */
const RENEWED_AFTER_DAYS = 32;
const { starter, plus, premium } = PLAN;

const Mails = z.array(z.object({ to: z.string(), text: z.string() }));

export type Demo = {
  readonly urls: StackUrls & { readonly stripe: string };
  readonly stripeKey: string;
  readonly ops: OpsConsole;
};

/** Brings each of {@link PEOPLE} into their state, all at once. */
export async function fillDemo(demo: Demo): Promise<void> {
  const emulator = stripeEmulator({ stripe: demo.urls.stripe, stripeKey: demo.stripeKey });
  const { stripe } = emulator;

  await switchMails(demo, { fail: { status: 422 }, onlyMatching: REFUSED_DOMAIN });
  await Promise.all([
    enquire(demo, PEOPLE.enquirer, {
      form_type: "contact",
      company: PEOPLE.enquirer.business,
      subject: "General Inquiry",
      message: "We repair bicycles and have no time for posts. What would twenty a month cost?",
      source: "Contact Us Page",
    }),
    askForTrial(),
    stayForTwoMonths(),
    missRenewal(PEOPLE.pastDue, "pm_card_chargeCustomerFail"),
    missRenewal(PEOPLE.bankAsks, "pm_card_authenticationRequired"),
    cancel(),
    takeOffer(),
    askForRefund(),
    dispute(),
    payTwice(),
    erase(),
    leaveAndReturn(),
  ]);
  await emulator.idle();
  // Towards the end of a month its posts are of two months: two proposals ask the refused approver.
  await eventually("the refused emails have failed", async () => {
    const page = await demo.ops.read("/ops/events?state=failed");
    return new Set(page.match(/\/ops\/events\/evt_\w+/g)).size >= 3;
  });
  await switchMails(demo, { fail: null, onlyMatching: "" });

  async function askForTrial(): Promise<void> {
    const { firstName: first_name, business: company } = PEOPLE.trial;
    const enquiry = await enquire(demo, PEOPLE.trial, {
      form_type: "free-trial",
      company,
      business_type: "Dentist",
      goals: `More first visits. ${first_name}`,
    });
    await proposeMonth(enquiry.id, trialPostsOf(Date.now()));
  }

  async function stayForTwoMonths(): Promise<void> {
    const marta = await subscribe(PEOPLE.active, premium, { daysAgo: 64 });
    await marta.clock?.passesTo(Math.floor(Date.now() / 1_000));
    await writeBrief(marta);
    // Refused: the third failed event, at the least.
    await marta.ask("POST", "brief/approvers", {
      name: "Piotr Kowalski",
      email: `piotr@${REFUSED_DOMAIN}`,
    });
    await proposeMonth(marta.userId, monthOf(Date.now()));
    await decidePosts(marta);
    await writeReport(marta.userId, "The plaiting reel did it. We’ll make more.", 9_480);
  }

  async function missRenewal(person: Person, card: string): Promise<void> {
    const { customerId, subscriptionId, clock, details } = await subscribe(person, plus, {
      daysAgo: RENEWED_AFTER_DAYS + 2,
    });
    const { id } = await stripe.paymentMethods.attach(card, { customer: customerId });
    await stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: id },
    });
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: "" });
    await emulator.idle();
    await clock?.passes(RENEWED_AFTER_DAYS * DAY_S);
    await details("is past due", (one) => one.subscription_status === "past_due");
  }

  async function cancel(): Promise<void> {
    const { ask, subscriptionId, details } = await subscribe(PEOPLE.cancelling, starter);
    await ask("POST", "cancel-subscription", {
      subscriptionId,
      reason: "other",
      feedback: "We close for the winter.",
    });
    await details("ends", (one) => one.ends_at !== null && one.being_applied.length === 0);
  }

  async function takeOffer(): Promise<void> {
    const { ask, subscriptionId, details, userId } = await subscribe(PEOPLE.offered, plus);
    await ask("POST", "retention-offer", { reason: "too_expensive" });
    await ask("POST", "apply-retention-discount", { subscriptionId });
    await details("has the discount", (one) => one.discounts.length > 0);
    await writeReport(userId, "Your lunch menu was saved forty times. Post it each Monday.", 2_140);
  }

  async function askForRefund(): Promise<void> {
    // A card has one claim.
    const { ask, subscriptionId, details } = await subscribe(PEOPLE.refunded, starter, {
      card: "5555555555554444",
    });
    await ask("POST", "refund-request", { subscriptionId, message: "My partner does it now." });
    await details("is refunded", (one) => one.guarantee.state === "refunded");
  }

  async function dispute(): Promise<void> {
    const guest = testCustomer(demo.urls);
    const sessionId = sessionIn(
      await guest.checkout({ lineItems: [line(plus)], customerEmail: PEOPLE.disputed.email }),
    );
    // A guest with the card of another subscription would count as one customer who has two.
    await emulator.pay(sessionId, { card: "5200828282828210" });
    await guest.outcome(sessionId);
    const { customer } = await stripe.checkout.sessions.retrieve(sessionId);
    const { data } = await stripe.invoices.list({ customer: idOf(customer) ?? "" });
    await emulator.dispute(String(data[0]?.id));
  }

  async function payTwice(): Promise<void> {
    const ivan = await signUp(demo, PEOPLE.duplicate);
    const first = sessionIn(await ivan.checkout({ lineItems: [line(starter)] }));
    // Either may count as the first: both are paid within a second.
    const second = sessionIn(
      await ivan.checkout({ lineItems: [line(starter), line(ADDON.channel)] }),
    );
    await emulator.pay(first);
    await emulator.pay(second);
    await ivan.outcome(first);
    await ivan.outcome(second);
  }

  async function erase(): Promise<void> {
    const { ask } = await signUp(demo, PEOPLE.erased);
    await ask("POST", "account/erase");
  }

  async function leaveAndReturn(): Promise<void> {
    const rosa = await subscribe(PEOPLE.returned, starter, { daysAgo: 45 });
    await rosa.ask("POST", "cancel-subscription", {
      subscriptionId: rosa.subscriptionId,
      reason: "unused",
    });
    await rosa.details("ends", (one) => one.ends_at !== null && one.being_applied.length === 0);
    await emulator.idle();
    await rosa.clock?.passes(45 * DAY_S - 60);
    await rosa.details("has ended", (one) => one.subscription_status === "canceled");
    const basket = { lineItems: [line(plus), line(ADDON.channel)], code: COMEBACK_OFFER.code };
    await emulator.pay(sessionIn(await rosa.checkout(basket)));
    await rosa.details("is back", (one) => one.subscription_status === "active");
  }

  /** @param daysAgo of the first payment; then Stripe's clock of the customer stands there */
  async function subscribe(
    person: Person,
    plan: { priceId: string },
    { daysAgo = 0, card }: { daysAgo?: number; card?: string } = {},
  ) {
    const account = await signUp(demo, person);
    const sessionId = sessionIn(await account.checkout({ lineItems: [line(plan)] }));
    const { customer } = await stripe.checkout.sessions.retrieve(sessionId);
    const customerId = idOf(customer) ?? "";
    const clock = daysAgo === 0 ? null : await startTestClock(stripe, { customerId, daysAgo });
    await emulator.pay(sessionId, card === undefined ? {} : { card });
    await account.outcome(sessionId);
    const paid = await account.details("has paid", (one) => one.subscription_status === "active");
    return { ...account, customerId, clock, subscriptionId: paid.subscription_id };
  }

  async function proposeMonth(key: string, month: string): Promise<void> {
    const page = `/ops/content/${key}`;
    const begun = await eventually(`the console has ${page}`, async () =>
      demo.ops.read(page).catch(() => false as const),
    );
    const paste = `${page}/paste`;
    const added = fieldsIn(begun, paste).filter(([name]) => name !== "month");
    await demo.ops.post(paste, [...added, ["month", month]]);
    for (const on of monthsIn(month)) {
      const drafts = fieldsIn(await demo.ops.read(`${page}?month=${on}`), `${page}/save`);
      await demo.ops.post(`${page}/save`, [...drafts, ...(await filesFor(page, drafts))]);
      const propose = `${page}/propose`;
      const look = fieldsIn(await demo.ops.read(`${page}/look?month=${on}`), propose);
      await demo.ops.post(propose, [...look, ["over", "yes"]]);
    }
  }

  /** A picture for each post, a film for each reel. */
  async function filesFor(page: string, drafts: Fields): Promise<Fields> {
    const valueOf = (name: string) => drafts.find(([other]) => other === name)?.[1] ?? "";
    const ids = drafts.flatMap(([name, id]) => (name === "draft" ? [id] : []));
    const written = ids.filter((id) => valueOf(`${id}.text`) !== "");
    const fields: Fields = [];
    for (const [index, id] of written.entries()) {
      const isReel = valueOf(`${id}.format`) === "reel";
      const file = isReel ? demoFilm() : await demoPicture(index);
      const mediaId = await demo.ops.addFile(`${page}/files`, valueOf("csrf"), file);
      const alt = isReel ? "" : `What the post tells, drawn in shapes, number ${index + 1}`;
      fields.push(
        [`${id}.file`, mediaId],
        [`${id}.place.${mediaId}`, "1"],
        [`${id}.alt.${mediaId}`, alt],
      );
    }
    return fields;
  }

  async function decidePosts({ ask }: Account): Promise<void> {
    const { posts } = CalendarResponse.parse(await ask("GET", "calendar"));
    const byDay = posts.toSorted((a, b) =>
      `${a.plannedOn} ${a.plannedTime}` < `${b.plannedOn} ${b.plannedTime}` ? -1 : 1,
    );
    const seen = byDay.map(({ id: postId, version, contentHash }) => ({
      postId,
      version,
      contentHash,
    }));
    await ask("POST", "posts/decisions", {
      decision: "approved",
      posts: seen.slice(0, PUBLISHED_COUNT + 3),
    });
    await ask("POST", "posts/decisions", {
      decision: "changes_requested",
      posts: seen.slice(PUBLISHED_COUNT + 3, PUBLISHED_COUNT + 4),
      words: "Joe would rather not be in the picture. The oven alone, please.",
    });
    for (const { id, platforms } of byDay.slice(0, PUBLISHED_COUNT)) {
      const page = `/ops/content/posts/${id}`;
      const publish = `${page}/publish`;
      await demo.ops.post(publish, [
        ...hiddenFields(await demo.ops.read(page), publish),
        ["early", "yes"],
        ...platforms.map(
          (platform) => [`url_${platform}`, `https://www.${platform}.com/p/${id}`] as const,
        ),
      ]);
    }
  }

  /** Writes the report of the first thirty days before they are over. */
  async function writeReport(userId: string, words: string, reach: number): Promise<void> {
    const page = `/ops/reports/${userId}/1`;
    const save = `${page}/save`;
    const written = [
      ["words", words],
      ["instagram.source", "Business Suite export"],
      ["instagram.days", "30"],
      ["instagram.reach.now", String(reach)],
      ["instagram.reach.before", String(Math.round(reach * 0.8))],
      ["instagram.link_clicks.now", String(Math.round(reach / 60))],
      ["instagram.followers.now", String(Math.round(reach / 90))],
    ] as const;
    for (const press of ["save", "publish"]) {
      const hidden = hiddenFields(await demo.ops.read(page), save);
      await demo.ops.post(save, [...hidden, ...written, ["do", press], ["early", "yes"]]);
    }
  }
}

const line = ({ priceId }: { priceId: string }) => ({ priceId, quantity: 1 });

type Account = Awaited<ReturnType<typeof signUp>>;

async function signUp({ urls }: Demo, { email, firstName, lastName }: Person) {
  const client = new GoTrueClient({
    url: `${urls.api}/auth/v1`,
    headers: { apikey: urls.anonKey, "cf-connecting-ip": freshIp() },
    persistSession: false,
    autoRefreshToken: false,
  });
  const { error } = await client.signUp({
    email,
    password: DEMO_PASSWORD,
    options: { data: { first_name: firstName, last_name: lastName } },
  });
  if (error !== null) throw error;
  const token = await eventually(`the code for ${firstName}`, async () => {
    const answer = await fetch(new URL(`/inbox.json?to=${email}`, urls.inbox));
    const [mail] = Mails.parse(await answer.json());
    return /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
  });
  const { data, error: refused } = await client.verifyOtp({ email, token, type: "signup" });
  if (refused !== null) throw refused;
  const { session } = data;
  if (session === null) throw new Error(`${firstName} has no session`);
  const customer = testCustomer(urls, session.access_token);

  async function ask(method: "GET" | "POST" | "PUT", path: string, body?: unknown) {
    const answer = await customer.call(method, `/functions/v1/${path}`, body);
    if (answer.status < 300) return answer.body;
    throw new Error(
      `${firstName}: ${path} answered ${answer.status} ${String(answer.body["code"])}`,
    );
  }

  return {
    ...customer,
    ask,
    userId: session.user.id,
    /** Waits until the API says so of the subscription. */
    details: (what: string, isSo: (one: SubscriptionDetails) => boolean) =>
      eventually(`${firstName} ${what}`, async () => {
        const { subscription } = SubscriptionDetailsResponse.parse(
          await ask("GET", "subscription"),
        );
        return subscription !== null && isSo(subscription) && subscription;
      }),
  };
}

async function enquire({ urls }: Demo, { firstName, lastName, email }: Person, form: object) {
  const answer = await fetch(`${urls.api}/rest/v1/form_submissions`, {
    method: "POST",
    headers: {
      apikey: urls.anonKey,
      "content-type": "application/json",
      prefer: "return=representation",
      accept: "application/vnd.pgrst.object+json",
      "cf-connecting-ip": freshIp(),
    },
    body: JSON.stringify({ first_name: firstName, last_name: lastName, email, ...form }),
  });
  if (!answer.ok) throw new Error(`the enquiry of ${firstName} answered ${answer.status}`);
  return EnquiryRow.parse(await answer.json());
}

async function writeBrief({ ask }: Account): Promise<void> {
  const { version, revision } = BriefResponse.parse(await ask("GET", "brief"));
  const saved = BriefResponse.parse(
    await ask("PUT", "brief", {
      version,
      revision,
      answers: {
        ...NO_ANSWERS,
        businessName: PEOPLE.active.business,
        about: "A bakery on the harbour, open since 2009. Bread before seven, cakes after ten.",
        instagram: "@figandolive",
        facebook: "figandolive.saltby",
        tiktok: "@figandolive",
        audience: "People who walk past with a dog, and their children.",
        tone: "Warm and dry. No exclamation marks.",
      },
    }),
  );
  await ask("POST", "brief/submit", { version: saved.version, revision: saved.revision });
}

async function switchMails({ urls }: Demo, change: object): Promise<void> {
  const answer = await fetch(new URL("/switches", urls.inbox), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`the inbox refused: ${await answer.text()}`);
}

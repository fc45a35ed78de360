import { randomUUID } from "node:crypto";
import { GoTrueClient } from "@supabase/auth-js";
import * as z from "zod";
import { BriefResponse } from "#contracts/api/content/brief.ts";
import { type CalendarPost, CalendarResponse } from "#contracts/api/content/calendar.ts";
import { EnquiryRow } from "#contracts/api/enquiry-row.ts";
import {
  type SubscriptionDetails,
  SubscriptionDetailsResponse,
} from "#contracts/api/subscription-details.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import type { PostDecision } from "#contracts/content/posts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contracts/durations.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { ADDON, DEAREST_PLAN, PLAN } from "../../support/catalogue.ts";
import { eventually } from "../../support/eventually.ts";
import { fieldsIn } from "../../support/form-fields.ts";
import { freshIp } from "../../support/fresh-ip.ts";
import { stripeEmulator } from "../../support/stripe-emulator.ts";
import { startTestClock } from "../../support/test-clock.ts";
import { sessionIn, testCustomer } from "../../support/test-customer.ts";
import { switchMails } from "../resend/switch-mails.ts";
import type { StackUrls } from "../settings.ts";
import { setCard } from "../stripe/start-for-test.ts";
import { demoFile, demoPoster } from "./files.ts";
import { hiddenFields, type OpsConsole } from "./ops-console.ts";
import type { PastConsole } from "./past-console.ts";
import { DEMO_PASSWORD, NEIGHBOURS, PEOPLE, type Person, REFUSED_DOMAIN } from "./people.ts";
import { type Client, firstDayAhead, monthOf, monthsOf, POSTS } from "./posts.ts";

const DAY_S = 86_400;
/** A renewal's invoice is a draft for an hour. */
const RENEWED_AFTER_DAYS = 32;
const { starter, plus } = PLAN;

// Not 4242 …, with which a visitor of the demo pays: a card that has paid is welcomed back, and may count as a second subscription.
const DEMO_CARD = "4000056655665556";

const Mails = z.array(z.object({ to: z.string(), text: z.string() }));

export type Demo = {
  readonly urls: StackUrls & { readonly stripe: string };
  readonly stripeKey: string;
  readonly ops: OpsConsole;
  readonly past: PastConsole;
  /** Ids of the account managers, who have customers by turns. */
  readonly managers: readonly string[];
};

/** Brings each of {@link PEOPLE} into their state, all at once. */
export async function fillDemo(demo: Demo): Promise<void> {
  const emulator = stripeEmulator({ stripe: demo.urls.stripe, stripeKey: demo.stripeKey });
  const { stripe } = emulator;
  /** Which customer has which file. */
  const library = new Set<string>();

  await switchMails(demo.urls.inbox, { fail: { status: 422 }, onlyMatching: REFUSED_DOMAIN });
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
    missRenewal("pastDue", "pm_card_chargeCustomerFail"),
    missRenewal("bankAsks", "pm_card_authenticationRequired"),
    cancel(),
    takeOffer(),
    askForRefund(),
    dispute(),
    payTwice(),
    erase(),
    leaveAndReturn(),
    fillNeighbours(),
  ]);
  await emulator.idle();
  // Towards the end of a month its posts are of two months: two proposals ask the refused approver.
  await eventually("the refused emails have failed", async () => {
    const page = await demo.ops.read("/ops/events?state=failed");
    return new Set(page.match(/\/ops\/events\/evt_\w+/g)).size >= 3;
  });
  await switchMails(demo.urls.inbox, { fail: null, onlyMatching: "" });

  /** Two at a time: all at once would ask more of the database than it answers in time. */
  async function fillNeighbours(): Promise<void> {
    const waiting = [...NEIGHBOURS];
    const fillNext = async (): Promise<void> => {
      const who = waiting.shift();
      if (who === undefined) return;
      const account = await subscribe(PEOPLE[who], plus, { daysAgo: 35 });
      await account.clock?.passesTo(Math.floor(Date.now() / 1_000));
      await liveMonth(who, account);
      await planMonth(who, account, firstDayAhead());
      await fillNext();
    };
    await Promise.all([fillNext(), fillNext()]);
  }

  async function askForTrial(): Promise<void> {
    const { firstName: first_name, business: company } = PEOPLE.trial;
    const enquiry = await enquire(demo, PEOPLE.trial, {
      form_type: "free-trial",
      company,
      business_type: "Dentist",
      goals: `More first visits. ${first_name}`,
    });
    await prepare(enquiry.id, monthOf(POSTS.trial.ahead, 3, 4));
  }

  async function stayForTwoMonths(): Promise<void> {
    const marta = await subscribe(PEOPLE.active, DEAREST_PLAN, { daysAgo: 64 });
    await marta.clock?.passesTo(Math.floor(Date.now() / 1_000));
    // Refused: the third failed event, at the least.
    await marta.ask("POST", "brief/approvers", {
      name: "Piotr Kowalski",
      email: `piotr@${REFUSED_DOMAIN}`,
    });
    await liveMonth("active", marta);
    const posts = await planMonth("active", marta);
    const words = "Seven places, please. One apron is in the wash.";
    await decide(marta.ask, "changes_requested", posts.slice(-1), words);
    await talk(marta, posts.at(-2));
    await writeReport(marta.userId, 1, "The morning reel did it. We’ll make more.");
    await writeReport(
      marta.userId,
      2,
      "Your half loaves were saved sixty times. So we show them again.",
    );
  }

  async function missRenewal(who: "pastDue" | "bankAsks", card: string): Promise<void> {
    const account = await subscribe(PEOPLE[who], plus, { daysAgo: RENEWED_AFTER_DAYS + 2 });
    const { customerId, subscriptionId, clock, details } = account;
    await liveMonth(who, account);
    await planMonth(who, account);
    await setCard(stripe, customerId, card);
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: "" });
    await emulator.idle();
    await clock?.passes(RENEWED_AFTER_DAYS * DAY_S);
    await details("is past due", (one) => one.subscription_status === "past_due");
  }

  async function cancel(): Promise<void> {
    const callum = await subscribe(PEOPLE.cancelling, starter, { daysAgo: 21 });
    const { ask, subscriptionId, details, clock } = callum;
    await clock?.passesTo(Math.floor(Date.now() / 1_000));
    await liveMonth("cancelling", callum);
    await planMonth("cancelling", callum);
    await ask("POST", "cancel-subscription", {
      subscriptionId,
      reason: "other",
      feedback: "We close for the winter.",
    });
    await details("ends", (one) => one.ends_at !== null && one.being_applied.length === 0);
  }

  async function takeOffer(): Promise<void> {
    const nadia = await subscribe(PEOPLE.offered, plus, { daysAgo: 32 });
    const { ask, subscriptionId, details, userId, clock } = nadia;
    await clock?.passesTo(Math.floor(Date.now() / 1_000));
    await liveMonth("offered", nadia);
    await planMonth("offered", nadia);
    await ask("POST", "retention-offer", { reason: "too_expensive" });
    await ask("POST", "apply-retention-discount", { subscriptionId });
    await details("has the discount", (one) => one.discounts.length > 0);
    await writeReport(
      userId,
      1,
      "Your lunch menu was saved forty times. Post it each Monday.",
      0.3,
    );
  }

  async function askForRefund(): Promise<void> {
    // A card has one claim.
    const owen = await subscribe(PEOPLE.refunded, starter, {
      daysAgo: 9,
      card: "5555555555554444",
    });
    const { ask, subscriptionId, details, clock } = owen;
    await clock?.passesTo(Math.floor(Date.now() / 1_000));
    await liveMonth("refunded", owen);
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
    await emulator.pay(first, { card: DEMO_CARD });
    await emulator.pay(second, { card: DEMO_CARD });
    await ivan.outcome(first);
    await ivan.outcome(second);
    await planMonth("duplicate", ivan);
  }

  async function erase(): Promise<void> {
    const { ask } = await signUp(demo, PEOPLE.erased);
    await ask("POST", "account/erase");
  }

  async function leaveAndReturn(): Promise<void> {
    const rosa = await subscribe(PEOPLE.returned, starter, { daysAgo: 45 });
    await liveMonth("returned", rosa);
    await rosa.ask("POST", "cancel-subscription", {
      subscriptionId: rosa.subscriptionId,
      reason: "unused",
    });
    await rosa.details("ends", (one) => one.ends_at !== null && one.being_applied.length === 0);
    await emulator.idle();
    await rosa.clock?.passes(45 * DAY_S - 60);
    await rosa.details("has ended", (one) => one.subscription_status === "canceled");
    const basket = { lineItems: [line(plus), line(ADDON.channel)], code: COMEBACK_OFFER.code };
    await emulator.pay(sessionIn(await rosa.checkout(basket)), { card: DEMO_CARD });
    await rosa.details("is back", (one) => one.subscription_status === "active");
    await planMonth("returned", rosa);
  }

  /** @param daysAgo of the first payment; then Stripe's clock of the customer stands there */
  async function subscribe(
    person: Person,
    plan: { priceId: string },
    { daysAgo = 0, card = DEMO_CARD }: { daysAgo?: number; card?: string } = {},
  ) {
    const account = await signUp(demo, person);
    // Nobody signs up in the past, but reports count from it.
    await demo.past.backdate(account.userId, daysAgo);
    const sessionId = sessionIn(await account.checkout({ lineItems: [line(plan)] }));
    const { customer } = await stripe.checkout.sessions.retrieve(sessionId);
    const customerId = idOf(customer) ?? "";
    const clock = daysAgo === 0 ? null : await startTestClock(stripe, { customerId, daysAgo });
    await emulator.pay(sessionId, { card, name: person.business });
    await account.outcome(sessionId);
    const paid = await account.details("has paid", (one) => one.subscription_status === "active");
    return { ...account, customerId, clock, daysAgo, subscriptionId: paid.subscription_id };
  }

  /** The month behind: proposed, approved and published day by day. */
  async function liveMonth(who: Client, { userId, ask, daysAgo, subscriptionId }: Subscriber) {
    await assignManager(userId);
    await call(subscriptionId, daysAgo);
    await writeBrief(who, { ask });
    const month = monthOf((await monthsOf(who)).behind, 4 - Math.min(daysAgo, 33), -1);
    await prepare(userId, month, (month.plan[0]?.atMs ?? 0) - 2 * DAY_MS);
    for (const post of await postsOf(ask)) {
      const { atMs } = month.plan.find(({ day }) => day === post.plannedOn) ?? { atMs: 0 };
      await demo.past.approve(userId, post.id, atMs - DAY_MS);
      await publish(post, atMs + 6 * MINUTE_MS);
    }
  }

  /** Two hours after the payment, as it was promised. */
  async function call(subscriptionId: string, daysAgo: number): Promise<void> {
    const id = await eventually("a first call is promised", () =>
      demo.past.backdateCall(subscriptionId, daysAgo),
    );
    const console = demo.ops.by(demo.past.sendAt(Date.now() - daysAgo * DAY_MS + 2 * HOUR_MS));
    await console.press(`/ops/promises/${id}/keep`, [["channel", "phone"]]);
  }

  /** The month ahead, of which a part is decided; from today on, the first post is on the list of what to publish. */
  async function planMonth(
    who: Client,
    { userId, ask }: Pick<Account, "userId" | "ask">,
    from = 1,
  ) {
    const { behind, ahead } = await monthsOf(who);
    if (behind.length === 0) {
      await assignManager(userId);
      await writeBrief(who, { ask });
    }
    await prepare(userId, monthOf(ahead, from, 29));
    const posts = (await postsOf(ask)).filter(({ state }) => state === "waiting");
    await decide(ask, "approved", posts.slice(0, Math.ceil(posts.length / 3)));
    return posts;
  }

  async function assignManager(userId: string): Promise<void> {
    const path = `/ops/team/customers/${userId}`;
    const manager = demo.managers[userId.charCodeAt(0) % demo.managers.length] ?? "";
    const form = hiddenFields(await readWhenThere(path), path);
    await demo.ops.post(path, [...form, ["manager", manager]]);
  }

  function readWhenThere(path: string): Promise<string> {
    return eventually(`the console has ${path}`, () =>
      demo.ops.read(path).catch(() => false as const),
    );
  }

  /** Adds the files, pastes the sheet and proposes it: all of it at one moment. */
  async function prepare(
    key: string,
    { plan, sheet, files }: ReturnType<typeof monthOf>,
    atMs = Date.now(),
  ): Promise<void> {
    const page = `/ops/content/${key}`;
    await readWhenThere(page);
    const ops = demo.ops.by(demo.past.sendAt(atMs));
    for (const name of files) {
      if (library.has(`${key} ${name}`)) continue;
      library.add(`${key} ${name}`);
      const poster = name === "reel" ? { poster: await demoPoster() } : {};
      await ops.postFile(`${page}/files`, { file: await demoFile(name), ...poster });
    }
    const paste = `${page}/paste`;
    const fields = fieldsIn(await ops.read(page), paste).filter(([name]) => name !== "month");
    await ops.post(paste, [...fields, ["month", sheet]]);
    const propose = `${page}/propose`;
    const looks = [...new Set(plan.map(({ day }) => day.slice(0, 7)))].map(
      (month) => `${page}/look?month=${month}`,
    );
    const drafts = await Promise.all(
      looks.map(async (look) => fieldsIn(await ops.read(look), propose)),
    );
    const ids = drafts
      .flat()
      .flatMap(([name, value]) => (name === "draft" ? [value.split(":")[0]] : []));
    const whole = `${looks[0]}${ids.map((id) => `&draft=${id}`).join("")}`;
    await ops.post(propose, [...fieldsIn(await ops.read(whole), propose), ["over", "yes"]]);
  }

  async function talk({ ask }: Account, post: CalendarPost | undefined): Promise<void> {
    if (post === undefined) throw new Error("there is no post to talk about");
    const say = (text: string) => ({ key: randomUUID(), version: post.version, text });
    await ask("POST", `posts/${post.id}/comments`, say("Will the county’s rosette be in it?"));
    const page = `/ops/content/posts/${post.id}`;
    const form = hiddenFields(await demo.ops.read(page), `${page}/comment`);
    const answer = say(
      "It will, on the tray beside the pies. I’ll send you a new picture on Monday.",
    );
    const own = form.filter(([name]) => name !== "key" && name !== "version");
    await demo.ops.post(`${page}/comment`, [
      ...own,
      ["key", answer.key],
      ["version", String(post.version)],
      ["text", answer.text],
    ]);
  }

  async function publish({ id, version, platforms }: CalendarPost, atMs: number): Promise<void> {
    const ops = demo.ops.by(demo.past.sendAt(atMs));
    await ops.press(`/ops/content/posts/${id}/publish`, [
      ["version", String(version)],
      ...platforms.map(
        (platform) => [`url_${platform}`, `https://www.${platform}.com/p/${id}`] as const,
      ),
    ]);
  }

  async function writeReport(
    userId: string,
    number: number,
    words: string,
    share = 1,
  ): Promise<void> {
    const figure = (metric: keyof typeof MONTHS, of: number) =>
      String(Math.round((MONTHS[metric][of] ?? 0) * share));
    const page = `/ops/reports/${userId}/${number}`;
    const save = `${page}/save`;
    const options = [
      ...(await demo.ops.read(page)).matchAll(/<option value="(instagram pst_\w+)"/g),
    ];
    const best = options.at(-1)?.[1];
    const written = [
      ...(best === undefined
        ? []
        : ([
            ["best.post", best],
            ["best.metric", "reach"],
            ["best.value", String(Math.round(Number(figure("reach", number)) / 3))],
          ] as const)),
      ["words", words],
      ["instagram.source", "Business Suite export"],
      ["instagram.days", "30"],
      ...(Object.keys(MONTHS) as (keyof typeof MONTHS)[]).flatMap((metric) => [
        [`instagram.${metric}.now`, figure(metric, number)] as const,
        [`instagram.${metric}.before`, figure(metric, number - 1)] as const,
      ]),
    ] as const;
    for (const press of ["save", "publish"]) {
      const hidden = hiddenFields(await demo.ops.read(page), save);
      await demo.ops.post(save, [...hidden, ...written, ["do", press]]);
    }
  }
}

/** These are Instagram's figures for three months: the one before the first report, then that of each of the two reports. */
const MONTHS = {
  reach: [6_130, 7_610, 9_480],
  views: [17_820, 19_790, 24_650],
  link_clicks: [91, 127, 158],
  followers: [52, 85, 105],
} as const;

/** In the order of their hours. */
async function postsOf(ask: Account["ask"]): Promise<CalendarPost[]> {
  const { posts } = CalendarResponse.parse(await ask("GET", "calendar"));
  const hourOf = ({ plannedOn, plannedTime }: CalendarPost) => `${plannedOn} ${plannedTime}`;
  return posts.toSorted((one, other) => (hourOf(one) < hourOf(other) ? -1 : 1));
}

async function decide(
  ask: Account["ask"],
  decision: PostDecision,
  posts: readonly CalendarPost[],
  words?: string,
): Promise<void> {
  const seen = posts.map(({ id: postId, version, contentHash }) => ({
    postId,
    version,
    contentHash,
  }));
  await ask("POST", "posts/decisions", { decision, posts: seen, words });
}

const line = ({ priceId }: { priceId: string }) => ({ priceId, quantity: 1 });

type Account = Awaited<ReturnType<typeof signUp>>;
type Subscriber = Pick<Account, "userId" | "ask"> & {
  readonly daysAgo: number;
  readonly subscriptionId: string;
};

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

async function writeBrief(who: Client, { ask }: Pick<Account, "ask">): Promise<void> {
  const { business: businessName } = PEOPLE[who];
  const { about }: { readonly about: string } = POSTS[who];
  const handle = businessName.toLowerCase().replaceAll(/[^a-z]/g, "");
  const { version, revision } = BriefResponse.parse(await ask("GET", "brief"));
  const answers = {
    ...NO_ANSWERS,
    businessName,
    about,
    instagram: `@${handle}`,
    facebook: handle,
    tiktok: `@${handle}`,
    audience: "People who walk past with a dog, and their children.",
    tone: "Warm and dry. No exclamation marks.",
  };
  const saved = BriefResponse.parse(await ask("PUT", "brief", { version, revision, answers }));
  await ask("POST", "brief/submit", { version: saved.version, revision: saved.revision });
}

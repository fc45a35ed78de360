/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import { planOf } from "#contracts/billing/plans.ts";
import { allowanceOf } from "#contracts/content/posts.ts";
import { londonTime } from "#contracts/due-times.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { isId } from "#contracts/ids.ts";
import { customerKeyOf, ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import { type ContentCustomer, findContentCustomer } from "#db/ops/find-content-customer.ts";
import { listOpenPosts, listPostsOfCustomer } from "#db/ops/list-posts.ts";
import { proposePosts } from "#db/ops/propose-posts.ts";
import { displayName } from "../customers/redact.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { CsrfField, page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { PostFields, PostTable, stateOf } from "./post-view.tsx";
import { isBlank, NO_POST, type PostInput, readPost } from "./read-post.ts";

const ROWS = ["_1", "_2", "_3"] as const;
/** Of the work list. */
const PAST_DAYS = 60;
const DAY_MS = 86_400_000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A row of the form: its id makes a second sending harmless. */
type Row = { name: string; id: string; post: PostInput };

export function contentRoutes(deps: OpsDeps) {
  const { db } = deps;
  const find = async (key: string) =>
    UUID.test(key) || isId("submission", key) ? findContentCustomer(db, key) : null;
  const blankRows = () => ROWS.map((name) => ({ name, id: deps.makeId("post"), post: NO_POST }));

  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const since = new Date(deps.now().getTime() - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
      return workPage(c, await listOpenPosts(db, since));
    })
    .get("/:key", async (c) => {
      const customer = await find(c.req.param("key"));
      if (customer === null) return customerNotFound(c);
      return customerPage(c, deps, customer, blankRows());
    })
    .post("/:key/propose", async (c) => {
      const customer = await find(c.req.param("key"));
      if (customer === null) return customerNotFound(c);
      const form = c.get("form");
      const rows = ROWS.map((name) => {
        const id = form.get(`id${name}`) ?? "";
        return {
          name,
          id: isId("post", id) ? id : deps.makeId("post"),
          post: readPost(form, deps.now(), name),
        };
      });
      const typed = rows.filter(({ post }) => !isBlank(post));
      const posts = typed.flatMap(({ id, post }) =>
        post.value === null ? [] : { ...post.value, id },
      );
      const { subscription } = customer;
      if (subscription === null || posts.length === 0 || posts.length < typed.length) {
        return customerPage(c, deps, customer, rows, 422);
      }
      const by = signedInOf(c).session.name;
      const event = newEvent(
        { makeId: deps.makeId, now: deps.now, correlationId: c.get("requestId") },
        "PostProposed",
        { kind: "ops", name: by },
        {
          ...ownerFactsOf(customer),
          subscriptionId: subscription.id,
          posts: posts.map(({ id }) => ({ postId: id, version: 1 })),
        },
      );
      const businessId = deps.makeId("business");
      const count = await proposePosts(db, { businessId, posts, by, event });
      deps.log.info({ requestId: c.get("requestId"), count }, "ops_posts_proposed");
      return c.redirect(`${paths.customerContent(customerKeyOf(customer))}?notice=proposed`, 303);
    });
}

const customerNotFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Customer not found", "Posts are proposed to accounts only.");

function workPage(c: Context<OpsEnv>, posts: readonly PostRow[]) {
  const of = (state: ReturnType<typeof stateOf>) => posts.filter((post) => stateOf(post) === state);
  return page(
    c,
    { title: "Content", current: "content" },
    <>
      <h1>Content</h1>
      <p class="quiet">To propose posts, open a customer's page.</p>
      <section>
        <h2>Changes asked</h2>
        <PostTable posts={of("changes_requested")} />
      </section>
      <section>
        <h2>To publish</h2>
        <PostTable posts={of("approved")} />
      </section>
      <section>
        <h2>Waiting for customers</h2>
        <PostTable posts={of("waiting")} />
      </section>
    </>,
  );
}

async function customerPage(
  c: Context<OpsEnv>,
  { db, now }: OpsDeps,
  customer: ContentCustomer,
  rows: readonly Row[],
  status: 200 | 422 = 200,
) {
  const { subscription } = customer;
  const key = customerKeyOf(customer);
  const posts = await listPostsOfCustomer(db, key);
  const { mayAct, csrfToken } = signedInOf(c);
  const hasText = rows.some(({ post }) => !isBlank(post));
  return page(
    c,
    { title: "Posts", current: "content" },
    <>
      <p class="kicker">
        <a href={paths.customer(key)}>{displayName(customer, { isRevealed: false })}</a>
      </p>
      <h1>Posts</h1>
      {c.req.query("notice") === "proposed" ? (
        <output class="notice">Proposed. The customer gets one email.</output>
      ) : null}
      {status === 422 ? (
        <p class="notice bad" role="alert">
          {subscription === null
            ? "Nothing was proposed: no subscription is open."
            : "Nothing was proposed yet: look at the posts below."}
        </p>
      ) : null}
      <section>
        <h2>Planned</h2>
        <AllowanceNote subscription={subscription} posts={posts} now={now()} />
        <PostTable posts={posts} />
      </section>
      {mayAct && subscription !== null ? (
        <form
          class="stack"
          method="post"
          action={paths.proposePosts(key)}
          autocomplete="off"
          aria-label="Propose posts"
        >
          <CsrfField token={csrfToken} />
          {rows.map(({ name, id, post }, index) => (
            <fieldset key={name} class="stack">
              <legend>{index === 0 ? "New post" : "Another post, if you like"}</legend>
              <input type="hidden" name={`id${name}`} value={id} />
              <PostFields
                post={post}
                error={isBlank(post) && (index > 0 || hasText) ? undefined : post.error}
                row={name}
              />
            </fieldset>
          ))}
          <button type="submit">Propose</button>
        </form>
      ) : null}
    </>,
    status,
  );
}

const AllowanceNote = ({
  subscription,
  posts,
  now,
}: {
  subscription: ContentCustomer["subscription"];
  posts: readonly PostRow[];
  now: Date;
}) => {
  const plan = subscription === null ? null : planOf(subscription.price_id);
  if (plan === null) return <p class="quiet">No plan with posts.</p>;
  const days = posts.flatMap((post) => (post.is_withdrawn ? [] : post.planned_on));
  const thisMonth = londonTime(now.getTime()).day.slice(0, 7);
  const months = [...new Set([thisMonth, ...days.map((day) => day.slice(0, 7))])]
    .filter((month) => month >= thisMonth)
    .toSorted();
  return (
    <ul class="log">
      {months.map((month) => {
        const { planned, included } = allowanceOf(month, days, plan);
        return (
          <li key={month}>
            {`${planned} of ${included} in ${monthName(month)}`}
            {planned > included ? (
              <strong>{`${planned - included} more than in the plan`}</strong>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
};

function monthName(month: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(`${month}-01`));
}

/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { Allowance } from "#contracts/content/posts.ts";
import { isId } from "#contracts/ids.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { ContentCustomer } from "#db/ops/find-content-customer.ts";
import { listOpenPosts, listPostsOfCustomer } from "#db/ops/list-posts.ts";
import { displayName } from "../customers/redact.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { CsrfField, page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { AllowanceNote, mayGoOver, OverField, overAllowance } from "./allowance.tsx";
import { MonthField } from "./month.tsx";
import { PostFields, PostTable, stateOf } from "./post-view.tsx";
import { customerNotFound, findCustomerOfPath, propose } from "./propose.ts";
import { isBlank, NO_POST, type PostInput, readPost } from "./read-post.ts";

const ROWS = ["_1", "_2", "_3"] as const;
/** Of the work list. */
const PAST_DAYS = 60;
const DAY_MS = 86_400_000;

/** A row of the form: its id makes a second sending harmless. */
type Row = { name: string; id: string; post: PostInput };

export function contentRoutes(deps: OpsDeps) {
  const { db } = deps;
  const find = (key: string) => findCustomerOfPath(db, key);
  const blankRows = () => ROWS.map((name) => ({ name, id: deps.makeId("post"), post: NO_POST }));

  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const since = new Date(deps.now().getTime() - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
      return workPage(c, await listOpenPosts(db, since));
    })
    .get("/:key", async (c) => {
      const customer = await find(c.req.param("key"));
      if (customer === null) return customerNotFound(c);
      return customerPage(c, deps, customer, { rows: blankRows() });
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
        return customerPage(c, deps, customer, { rows, isRefused: true });
      }
      const before = await listPostsOfCustomer(db, customerKeyOf(customer));
      const over = overAllowance(subscription, before, posts);
      if (over.length > 0 && !mayGoOver(form)) {
        return customerPage(c, deps, customer, { rows, over, isRefused: true });
      }
      return propose(c, deps, { ...customer, subscription }, posts);
    });
}

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
  {
    rows,
    over = [],
    isRefused = false,
  }: { rows: readonly Row[]; over?: readonly Allowance[]; isRefused?: boolean },
) {
  const { subscription } = customer;
  const key = customerKeyOf(customer);
  const posts = await listPostsOfCustomer(db, key);
  const { mayAct, csrfToken } = signedInOf(c);
  const mayPropose = mayAct && subscription !== null;
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
      {isRefused ? (
        <p class="notice bad" role="alert">
          {subscription === null
            ? "Nothing was proposed: no subscription is open."
            : "Nothing was proposed yet: look at the posts below."}
        </p>
      ) : null}
      {mayPropose ? (
        <p class="actions">
          <a class="button" href="#propose">
            Propose posts
          </a>
        </p>
      ) : null}
      <section>
        <h2>Planned</h2>
        <AllowanceNote subscription={subscription} posts={posts} now={now()} />
        <PostTable posts={posts} />
      </section>
      {mayPropose ? (
        <>
          <form class="stack" method="post" action={paths.checkMonth(key)} id="propose">
            <CsrfField token={csrfToken} />
            <fieldset class="stack">
              <legend>A month at once</legend>
              <MonthField />
            </fieldset>
            <button type="submit">Check the posts</button>
          </form>
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
            <OverField over={over} />
            <button type="submit">Propose</button>
          </form>
        </>
      ) : null}
    </>,
    isRefused ? 422 : 200,
  );
}

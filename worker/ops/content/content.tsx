/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { PostState } from "#contracts/content/posts.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { isId } from "#contracts/ids.ts";
import { listUnansweredComments } from "#db/content/find-comments.ts";
import { createMediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listOpenPosts, listPostsOfCustomer } from "#db/ops/find-posts.ts";
import { listMaterialOfCustomer } from "#db/ops/list-material-of-customer.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { FlashMessage } from "../layout/flash-message.tsx";
import { CsrfField, page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";
import { AllowanceNote, checkPost, mayGoOver, OverField } from "./allowance.tsx";
import { Files } from "./files.tsx";
import { MonthField } from "./month.tsx";
import { contentOf, planKey, PostFields, PostTable, stateOf } from "./post-view.tsx";
import {
  customerNotFound,
  findCustomerOfPath,
  mayBeProposedTo,
  NO_SUBSCRIPTION,
  propose,
} from "./propose.ts";
import { NO_POST, type PostInput, readPost } from "./read-post.ts";
import { UnansweredComments } from "./unanswered-comments.tsx";

/** The work list leaves out older posts and comments. */
const PAST_DAYS = 60;

/** The form of one post; with its id, sending it twice proposes one post. */
type PostForm = { id: string; post: PostInput; over: readonly string[] };

export function contentRoutes(deps: OpsDeps) {
  const { db } = deps;
  const find = (key: string) => findCustomerOfPath(db, key);
  return new Hono<OpsEnv>()
    .get("/", async (c) => {
      const since = new Date(deps.now().getTime() - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
      const [open, unanswered] = await Promise.all([
        listOpenPosts(db, since),
        listUnansweredComments(db, deps.now().toISOString()),
      ]);
      return workPage(c, open, unanswered, deps.now());
    })
    .get("/:key", async (c) => {
      const customer = await find(c.req.param("key"));
      if (customer === null) return customerNotFound(c);
      return customerPostsPage(c, deps, customer, null);
    })
    .post("/:key/propose", async (c) => {
      const customer = await find(c.req.param("key"));
      if (customer === null) return customerNotFound(c);
      const form = c.get("form");
      const given = form.get("id") ?? "";
      const id = isId("post", given) ? given : deps.makeId("post");
      const post = readPost(form, deps.now());
      if (!mayBeProposedTo(customer) || post.value === null) {
        return customerPostsPage(c, deps, customer, { id, post, over: [] });
      }
      const posts = [{ ...post.value, id }];
      const before = await listPostsOfCustomer(db, customerKeyOf(customer));
      const first = before.find((other) => other.id === id);
      if (first !== undefined && planKey(contentOf(first)) !== planKey(post.value)) {
        // The browser's back button shows a form whose id is used.
        const error =
          "You proposed this post before, with other words. Change it on its page, or propose this one as well.";
        const again = { id: deps.makeId("post"), post: { ...post, error }, over: [] };
        return customerPostsPage(c, deps, customer, again);
      }
      const check = { posts: before, proposed: posts, now: deps.now() };
      const { error, ticks } = checkPost(customer, check);
      if (error !== "") {
        return customerPostsPage(c, deps, customer, { id, post: { ...post, error }, over: [] });
      }
      if (ticks.length > 0 && !mayGoOver(form)) {
        return customerPostsPage(c, deps, customer, { id, post, over: ticks });
      }
      return propose(c, deps, customer, posts);
    });
}

function workPage(
  c: Context<OpsEnv>,
  { posts, hasMore }: Awaited<ReturnType<typeof listOpenPosts>>,
  unanswered: Awaited<ReturnType<typeof listUnansweredComments>>,
  now: Date,
) {
  const of = (...states: PostState[]) => posts.filter((post) => states.includes(stateOf(post)));
  return page(
    c,
    { title: "Content", current: "content" },
    <>
      <h1>Content</h1>
      <p class="quiet">
        To propose posts, open a customer’s page. Posts and comments more than {PAST_DAYS} days old
        are not listed here. Customers without an account manager are on the{" "}
        <a href={paths.team}>team’s page</a>. <a href={paths.reports}>Reports to write</a>
      </p>
      {hasMore ? (
        <p class="notice">These are the first {posts.length} posts: there are more.</p>
      ) : null}
      <UnansweredComments {...unanswered} />
      <section>
        <h2>Changes requested</h2>
        <PostTable posts={of("changes_requested")} now={now} />
      </section>
      <section>
        <h2>To publish</h2>
        <PostTable posts={of("approved", "published")} now={now} />
      </section>
      <section>
        <h2>Waiting for customers</h2>
        <PostTable posts={of("waiting")} now={now} />
      </section>
    </>,
  );
}

async function customerPostsPage(
  c: Context<OpsEnv>,
  { db, now, makeId, mediaKeys, apiUrl }: OpsDeps,
  customer: ContentCustomer,
  refused: PostForm | null,
) {
  const key = customerKeyOf(customer);
  const posts = await listPostsOfCustomer(db, key);
  const { mayAct, csrfToken } = signedInOf(c);
  const mayPropose = mayAct && mayBeProposedTo(customer);
  const form = refused ?? { id: makeId("post"), post: NO_POST, over: [] };
  return page(
    c,
    { title: "Posts", current: "content" },
    <>
      <p class="kicker">
        <a href={paths.customer(key)}>
          {displayName(customer, { isRevealed: isRevealed(c, key) })}
        </a>
      </p>
      <h1>Posts</h1>
      <FlashMessage c={c} texts={{ proposed: "Proposed. The customer gets one email." }} />
      {refused === null ? null : (
        <p class="notice bad" role="alert">
          {mayBeProposedTo(customer)
            ? "Nothing has been proposed yet. Check the post below."
            : NO_SUBSCRIPTION}
        </p>
      )}
      {mayPropose ? (
        <p class="actions">
          <a class="button" href="#propose">
            Propose posts
          </a>
        </p>
      ) : null}
      <section>
        <h2>Planned</h2>
        <AllowanceNote customer={customer} posts={posts} now={now()} />
        <PostTable posts={posts} now={now()} />
      </section>
      <Files
        files={await listMaterialOfCustomer(db, key)}
        address={createMediaAddress(mediaKeys, apiUrl, now())}
      />
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
            <fieldset class="stack">
              <legend>One post</legend>
              <input type="hidden" name="id" value={form.id} />
              <PostFields post={form.post} error={form.post.error} />
              <OverField over={form.over} />
            </fieldset>
            <button type="submit">Propose</button>
          </form>
        </>
      ) : null}
    </>,
    refused === null ? 200 : 422,
  );
}

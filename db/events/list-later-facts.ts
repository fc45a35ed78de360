import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { postComments } from "#db/schema/comments.ts";
import { posts } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";

const Row = z.object({
  id: z.string(),
  /** Oldest first. */
  later: z.array(
    z.object({
      type: z.string(),
      /** The request that Stripe rejected. */
      request: z.nullable(z.string()),
      /** An accepted offer that took a cancellation back. */
      resumes: z.boolean(),
    }),
  ),
  /** The card of a subscription is another one than the event names. */
  isCardReplaced: z.boolean(),
  /** The older one of two subscriptions. */
  hasFirstEnded: z.boolean(),
  /** Each comment of the event has an answer, or its post is withdrawn. */
  isAnswered: z.boolean(),
});
export type LaterFacts = z.infer<typeof Row>;

/** What an event is about: a later event about another one of these says nothing about it. */
const SUBJECTS = ["subscriptionId", "orderId", "refundRequestId", "postId", "reportId"];

/**
 * Lists what happened after each event to what it is about.
 *
 * @param types of the later events that count
 */
export async function listLaterFacts(db: Db, ids: readonly string[], types: readonly string[]) {
  return rowsOf(db, Row)`select own.id,
    coalesce((
      select jsonb_agg(jsonb_build_object(
        'type', later.type, 'request', later.payload->>'request', 'resumes', coalesce(later.payload->'resumes' = 'true', false)
      ) order by later.occurred_at, later.id)
      from ${outboxEvents} later
      where later.aggregate_id = own.aggregate_id and later.aggregate_type = own.aggregate_type
        and later.occurred_at > own.occurred_at and later.type = any(${sql.param([...types])})
        and not exists (
          select from unnest(${sql.param(SUBJECTS)}::text[]) subject
          where own.payload->>subject <> later.payload->>subject
        )
        and (later.payload->'posts' @> jsonb_build_array(jsonb_build_object('postId', own.payload->'postId'))
          or later.payload->'posts' is null)
    ), '[]') as later,
    exists (
      select from ${subscriptions} paid where paid.id = own.payload->>'subscriptionId'
        and (paid.payment_method_exp_year, paid.payment_method_exp_month) is distinct from
          ((own.payload->>'expYear')::int, (own.payload->>'expMonth')::int)
    ) as is_card_replaced,
    exists (
      select from ${subscriptions} first
      where first.id = own.payload->>'firstSubscriptionId' and not first.is_open
    ) as has_first_ended,
    coalesce((
      select bool_and(post.withdrawn_at is not null or exists (
        select from ${postComments} answer where answer.post_id = said.post_id and answer.written_at > said.written_at
          and (answer.author = 'operator') <> (said.author = 'operator')
      ))
      from ${postComments} said join ${posts} post on post.id = said.post_id
      where said.announced_event_id = own.id
    ), false) as is_answered
  from ${outboxEvents} own where own.id = any(${sql.param([...ids])})`;
}

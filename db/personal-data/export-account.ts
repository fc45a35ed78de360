import { sql } from "drizzle-orm";
import * as z from "zod";
import { accountRecords } from "#contracts/api/account-data.ts";
import { isCallOf } from "#db/calls/call-of-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { sessions, users, webauthnCredentials } from "#db/schema/accounts.ts";
import {
  checkoutSessions,
  customerOwners,
  customers,
  orders,
  refundRequests,
  retentionOffers,
  subscriptionRequests,
  subscriptions,
} from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import { postComments } from "#db/schema/comments.ts";
import {
  approvers,
  briefVersions,
  businesses,
  postDecisions,
  postPublications,
  posts,
  postStopRequests,
  postVersions,
} from "#db/schema/content.ts";
import { postDraftMedia, postDrafts } from "#db/schema/drafts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { auditLog } from "#db/schema/events.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { reports } from "#db/schema/reports.ts";
import { Timestamp } from "#db/timestamps.ts";
import {
  currentUserColumns,
  type CurrentUserIds,
  CurrentUserState,
} from "../accounts/sessions/current-user-sql.ts";
import { hasVerifiedEmail } from "../accounts/users/verified-email-sql.ts";
import { customersOfUser, isCheckoutOfUser } from "../billing/customers-sql.ts";

const Row = CurrentUserState.extend({
  invoiceEmails: z.array(z.string()),
  ...accountRecords(Timestamp),
});
type AccountExport = z.infer<typeof Row>;

export function exportAccount(db: Db, currentUser: CurrentUserIds): Promise<AccountExport> {
  const userId = sql`${currentUser.userId}::uuid`;
  return oneRowOf(db, Row)`with enquiry as (
    select form.* from ${formSubmissions} form join ${users} owner
      on lower(form.email) = owner.email and ${hasVerifiedEmail(sql`owner`)}
    where owner.id = ${userId}
  ), own_business as (
    select id from ${businesses} where user_id = ${userId}
    union all select trial.id from ${businesses} trial join enquiry on enquiry.id = trial.enquiry_id
  )
  select ${currentUserColumns(currentUser)}, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', session.id, 'created_at', session.created_at, 'refreshed_at', session.refreshed_at,
        'user_agent', session.user_agent, 'ip', session.ip, 'aal', session.aal
      ) order by session.created_at)
      from ${sessions} session where session.user_id = ${userId}
    ), '[]') as sessions, coalesce((
      select jsonb_agg(jsonb_build_object(
        'friendly_name', passkey.friendly_name, 'created_at', passkey.created_at, 'last_used_at', passkey.last_used_at
      ) order by passkey.created_at)
      from ${webauthnCredentials} passkey where passkey.user_id = ${userId}
    ), '[]') as passkeys, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', id, 'created_at', created_at, 'form', payload, 'conversion', conversion
      ) order by created_at) from enquiry
    ), '[]') as enquiries, coalesce((
      select jsonb_agg(to_jsonb(subscription) - 'user_id' - 'is_open' || jsonb_build_object(
        'subscription_requests', coalesce((
          select jsonb_agg(to_jsonb(request) - 'user_id' order by request.requested_at)
          from ${subscriptionRequests} request where request.subscription_id = subscription.id
        ), '[]'), 'offers', coalesce((
          select jsonb_agg(to_jsonb(offer) order by offer.shown_at)
          from ${retentionOffers} offer where offer.subscription_id = subscription.id
        ), '[]'), 'refund_request', (
          select to_jsonb(request) - 'user_id' - 'decided_by' from ${refundRequests} request
          where request.subscription_id = subscription.id
        )
      ) order by subscription.created_at)
      from ${customerOwners} owner
      join ${subscriptions} subscription on subscription.customer_id = owner.customer_id
      where owner.user_id = ${userId}
    ), '[]') as subscriptions, coalesce((
      select jsonb_agg(to_jsonb(paid) order by paid.ordered_at)
      from ${customerOwners} owner join ${orders} paid on paid.customer_id = owner.customer_id
      where owner.user_id = ${userId}
    ), '[]') as orders, array(
      select customer.invoice_email from ${customerOwners} owner
      join ${customers} customer on customer.id = owner.customer_id
      where owner.user_id = ${userId} and customer.invoice_email is not null
    ) as invoice_emails, coalesce((
      select jsonb_agg(jsonb_build_object(
        'starts_at', call.starts_at, 'booked_at', call.booked_at, 'cancelled_at', call.cancelled_at
      ) order by call.starts_at)
      from ${bookedCalls} call where ${isCallOf({
        userId,
        customers: customersOfUser(userId),
        enquiries: sql`select id from enquiry`,
      })}
    ), '[]') as calls, coalesce((
      select jsonb_agg(jsonb_build_object(
        'created_at', checkout.created_at, 'price_ids', checkout.price_ids, 'conversion', checkout.conversion
      ) order by checkout.created_at)
      from ${checkoutSessions} checkout where checkout.conversion is not null and ${isCheckoutOfUser(userId)}
    ), '[]') as conversions, coalesce((
      select jsonb_agg(jsonb_build_object(
        'version', brief.version, 'saved_at', brief.saved_at, 'submitted_at', brief.submitted_at,
        'answers', brief.answers
      ) order by brief.version)
      from ${businesses} business join ${briefVersions} brief on brief.business_id = business.id
      where business.user_id = ${userId}
    ), '[]') as briefs, coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', approver.name, 'email', approver.email, 'created_at', approver.created_at
      ) order by approver.created_at)
      from ${businesses} business join ${approvers} approver on approver.business_id = business.id
      where business.user_id = ${userId}
    ), '[]') as approvers, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', file.id, 'name', file.name, 'type', file.type, 'bytes', file.bytes, 'state', file.state,
        'created_at', file.created_at
      ) order by file.created_at, file.id)
      from ${businesses} business join ${media} file on file.business_id = business.id
      where business.user_id = ${userId}
    ), '[]') as material, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', post.id, 'withdrawn_at', post.withdrawn_at, 'note', post.note, 'versions', (
          select jsonb_agg(jsonb_build_object(
            'version', proposed.version, 'format', proposed.format, 'text', proposed.text, 'texts', proposed.texts,
            'first_comment', proposed.first_comment, 'platforms', proposed.platforms,
            'planned_on', proposed.planned_on, 'planned_time', proposed.planned_time,
            'decision', decided.decision, 'words', decided.words, 'decided_at', decided.decided_at,
            'decided_by', decided.decided_by, 'via', decided.via, 'stop_requested', (
              select jsonb_build_object('words', stop.words, 'via', stop.via, 'requested_at', stop.requested_at,
                'settled_at', stop.settled_at)
              from ${postStopRequests} stop where stop.post_id = proposed.post_id and stop.version = proposed.version
            ), 'files', coalesce((
              select jsonb_agg(jsonb_build_object('id', shown.media_id, 'alt', shown.alt) order by shown.position)
              from ${postVersionMedia} shown where shown.post_id = proposed.post_id and shown.version = proposed.version
            ), '[]')
          ) order by proposed.version)
          from ${postVersions} proposed left join ${postDecisions} decided
            on decided.post_id = proposed.post_id and decided.version = proposed.version
          where proposed.post_id = post.id
        ), 'publications', coalesce((
          select jsonb_agg(jsonb_build_object(
            'platform', live.platform, 'url', live.url, 'published_at', live.published_at
          ) order by live.platform)
          from ${postPublications} live where live.post_id = post.id
        ), '[]'), 'comments', coalesce((
          select jsonb_agg(jsonb_build_object(
            'author', comment.author, 'name', comment.author_name, 'version', comment.version, 'text', comment.text,
            'written_at', comment.written_at
          ) order by comment.written_at, comment.id)
          from ${postComments} comment where comment.post_id = post.id
        ), '[]')
      ) order by post.created_at, post.id)
      from ${businesses} business join ${posts} post on post.business_id = business.id
      -- As an array the businesses are known before posts are read, so that the index is used.
      where business.id = any(array(select id from own_business))
    ), '[]') as posts, coalesce((
      select jsonb_agg(to_jsonb(draft) - array['business_id', 'saved_by', 'ready_by', 'assignee_id'] || jsonb_build_object(
        'files', coalesce((
          select jsonb_agg(jsonb_build_object('id', shown.media_id, 'alt', shown.alt) order by shown.position)
          from ${postDraftMedia} shown where shown.draft_id = draft.id
        ), '[]')
      ) order by draft.planned_on, draft.planned_time, draft.id)
      from ${postDrafts} draft where draft.business_id = any(array(select id from own_business))
    ), '[]') as drafts, coalesce((
      select jsonb_agg(to_jsonb(report) - array['id', 'business_id', 'saves', 'saved_by']
        order by report.number, report.revision)
      from ${businesses} business join ${reports} report on report.business_id = business.id
      where business.user_id = ${userId} and report.published_at is not null
    ), '[]') as reports, coalesce((
      select jsonb_agg(jsonb_build_object('at', at, 'action', action, 'data', data) order by id)
      -- An array is known before the log is read, so that the log's index is used.
      from ${auditLog} where subject_id = any(array(select ${currentUser.userId}::text union all select id from enquiry))
    ), '[]') as history`;
}

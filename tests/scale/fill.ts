import type pg from "pg";
import { PLANS } from "#contracts/catalogue.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";

export const filled = {
  userId: (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  sessionId: (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`,
  customerId: (n: number) => `cus_${n}`,
  subscriptionId: (n: number) => `sub_${n}`,
  orderId: (n: number) => `in_${n}`,
  email: (n: number) => `owner-${n}@shop.example`,
  eventId: (n: number) => `evt_${String(n).padStart(26, "0")}`,
  correlationId: (n: number) => `req_${n}`,
  submissionId: (n: number) => `sub_${String(n).padStart(26, "0")}`,
  tokenId: (n: number) => `00000000-0000-4000-a000-${String(n).padStart(12, "0")}`,
  linkHash: (n: number) => `link ${n}`,
  credentialId: (n: number) => `passkey of owner-${n}@shop.example`,
  codeHash: (n: number) => `code ${n}`,
  approvalTokenHash: (n: number) => String(n).padStart(64, "0"),
  refundRequestId: (n: number) => `rrq_${n}`,
} as const;

/** A customer whose calendar is full. */
export const BUSY = 4_321;
export const BUSY_POSTS = 500;

const PLAN_OF_CUSTOMER = `(array['${PLANS.map(({ priceId }) => priceId).join("', '")}'])[1 + n % ${PLANS.length}]`;

/**
 * Every statement gets the number of customers. Rows spread over two years for realistic
 * statistics; every second customer has optional rows, so that those tables are big too.
 */
const STATEMENTS = [
  `insert into users (id, email, email_confirmed_at, app_metadata, user_metadata, created_at, updated_at)
   select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'owner-' || n || '@shop.example', at,
     '{"provider":"email"}', '{"first_name":"Ada"}', at, at
   from (select n, now() - (n % 730) * interval '1 day' as at from generate_series(1, $1::int) n) given`,
  `insert into identities (id, user_id, provider, provider_id, email, identity_data, created_at, updated_at)
   select gen_random_uuid(), id, 'email', id::text, email,
     jsonb_build_object('email', email, 'email_verified', 'true'), created_at, created_at
   from users where $1::int > 0`,
  `insert into sessions (id, user_id, amr, created_at)
   select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid,
     ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '[]', now() - (n % 30) * interval '1 day'
   from generate_series(1, $1::int) n`,
  `insert into webauthn_credentials (id, user_id, credential_id, public_key, sign_count, transports, backup_eligible,
     backed_up, friendly_name, created_at, updated_at)
   select gen_random_uuid(), id, 'passkey of ' || email, 'key', 0, '[]', true, true, 'Passkey', created_at, created_at
   from users where $1::int > 0`,
  `insert into operators (user_id, name, hours, saved_at)
   select id, 'Ada', 'Monday to Friday', created_at from users where (right(id::text, 12))::bigint % 1000 = ${BUSY % 1000} and $1::int > 0`,
  `insert into businesses (id, user_id, account_manager_id, created_at)
   select 'bus_' || id, id, case when n % 2 = 0 then
       ('00000000-0000-4000-8000-' || lpad((n / 1000 * 1000 + ${BUSY % 1000})::text, 12, '0'))::uuid end, created_at
   from (select *, (right(id::text, 12))::bigint as n from users) account where $1::int > 0`,
  `insert into brief_versions (business_id, version, revision, answers, saved_at, submitted_at)
   select id, version, 9,
     '${JSON.stringify(NO_ANSWERS)}'::jsonb || jsonb_build_object('businessName', 'Bakery ' || (right(user_id::text, 12))::bigint),
     created_at, created_at
   from businesses, generate_series(1, 2) version where $1::int > 0`,
  `insert into approvers (id, business_id, email, name, created_at)
   select 'apr_' || id, id, 'approver@shop.example', 'Ben', created_at from businesses where $1::int > 0`,
  `insert into media (id, business_id, state, name, bytes, fingerprint, type, sha256, width, height, created_at)
   select 'med_' || id, id, 'ready', 'Shop.jpg', 2000000, repeat('b', 64), 'image/jpeg', repeat('c', 64), 4000, 3000, created_at
   from businesses where $1::int > 0`,
  // A post of each business, and many of one: proposed twice, then published; every thousandth is still to be approved.
  `with post as (
     insert into posts (id, business_id, version, created_at)
     select 'pst_' || id || case when n = 1 then '' else '_' || n end, id, 2, created_at
     from businesses, generate_series(1, case id when 'bus_${filled.userId(BUSY)}' then ${BUSY_POSTS} else 1 end) n
     where $1::int > 0 returning id, created_at
   )
   insert into post_versions (post_id, version, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by)
   select id, version, repeat('Fig rolls. ', 30), '{instagram,facebook}', created_at::date, '18:00', repeat('a', 64), created_at, 'Ada'
   from post, generate_series(1, 2) version`,
  `insert into post_comments (id, post_id, version, author, text, client_key, written_at, announced_event_id)
   select 'cmt_' || id, id, 1, 'user', 'Lovely', gen_random_uuid(), created_at,
     case when hashtext(id) % 1000 <> 0 then 'evt_' || id end
   from posts where $1::int > 0`,
  `insert into post_decisions (post_id, version, content_hash, decision, words, decided_at, announced_event_id)
   select post_id, version, content_hash, case version when 1 then 'changes_requested' else 'approved' end,
     case version when 1 then 'Warmer' end, proposed_at, 'evt_' || post_id
   from post_versions where $1::int > 0 and (version = 1 or hashtext(post_id) % 1000 <> 0)`,
  `insert into approval_links (id, business_id, approver_id, token_hash, event_id, created_at, mail_due_at, expires_at)
   select 'apl_' || id, id, 'apr_' || id, lpad((right(id, 12))::bigint::text, 64, '0'), 'evt_' || id, now(), now(),
     now() + interval '14 days'
   from businesses where $1::int > 0`,
  `insert into approval_link_posts (link_id, post_id, version)
   select 'apl_' || business_id, id, version from posts where $1::int > 0`,
  `insert into post_publications (post_id, platform, version, content_hash, url, published_at, published_by)
   select post_id, platform, version, content_hash, 'https://' || platform || '.example/p/1', decided_at, 'Ada'
   from post_decisions, unnest('{instagram,facebook}'::text[]) platform where $1::int > 0 and decision = 'approved'`,
  `insert into reports (id, business_id, number, revision, saves, from_day, until_day, words, figures, saved_by, published_at)
   select 'rep_' || id, id, 1, 1, 1, created_at::date, created_at::date + 29, 'Lovely.', '[]', 'Ada', now()
   from businesses where $1::int > 0`,
  `insert into customers (id, user_id, origin, email, version, synced_at)
   select 'cus_' || n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'account',
     'owner-' || n || '@shop.example', 1, now() - (n % 1440) * interval '1 minute'
   from generate_series(1, $1::int) n`,
  `insert into subscriptions (id, customer_id, user_id, status, price_id, current_period_end, cancel_at_period_end,
     payment_method_brand, payment_method_last4, payment_method_exp_month, payment_method_exp_year, created_at)
   select 'sub_' || n, 'cus_' || n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
     case when n % 5 = 0 then 'canceled' when n % 5000 = 1 then 'past_due' else 'active' end,
     ${PLAN_OF_CUSTOMER}, now() + (n % 30) * interval '1 day', n % 50 = 0,
     'visa', '4242', 1 + n % 12, 2027 + n % 5, now() - (n % 730) * interval '1 day'
   from generate_series(1, $1::int) n`,
  `insert into subscription_items (id, subscription_id, price_id, stripe_price_id, amount_pence, quantity)
   select 'si_' || n, 'sub_' || n, ${PLAN_OF_CUSTOMER}, 'price_1', 9700, 1
   from generate_series(1, $1::int) n`,
  `insert into orders (id, customer_id, subscription_id, status, amount_pence, currency, ordered_at)
   select 'in_' || n || case when m = 1 then '' else '_' || m end, 'cus_' || n, 'sub_' || n, 'completed', 9700, 'gbp',
     now() - m * interval '30 days'
   from generate_series(1, $1::int) n, generate_series(1, 2) m`,
  `insert into one_time_tokens (id, user_id, purpose, code_hash, link_hash, relates_to, code_length, redirect_to, created_at,
     expires_at)
   select ('00000000-0000-4000-a000-' || lpad(n::text, 12, '0'))::uuid,
     ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'recovery', 'code ' || n, 'link ' || n,
     'owner-' || n || '@shop.example', 6, 'http://localhost/', at, at + interval '40 days'
   from (select n, now() - (n % 30) * interval '1 day' as at from generate_series(1, $1::int) n) given`,
  `insert into retention_offers (id, subscription_id, reason, monthly_pence, shown_at, answer, answered_at)
   select 'offer_' || n, 'sub_' || n, 'too_expensive', 9700, at, case when n % 3 = 0 then 'accepted' else 'declined' end, at
   from (select n, now() - (n % 730) * interval '1 day' as at from generate_series(1, $1::int / 2) n) given`,
  `insert into subscription_requests (id, subscription_id, user_id, kind, monthly_pence, state, requested_at, resolved_at)
   select 'end_' || n, 'sub_' || n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'cancel', 9700, 'applied',
     at, at
   from (select n, now() - (n % 730) * interval '1 day' as at from generate_series(1, $1::int / 2) n) given`,
  `insert into subscription_requests (id, subscription_id, kind, monthly_pence, idempotency_key, state, requested_at, resolved_at)
   select id, subscription_id, 'retention_offer', monthly_pence, gen_random_uuid(), 'applied', answered_at, answered_at
   from retention_offers where answer = 'accepted' and $1::int > 0`,
  `insert into refund_requests (id, subscription_id, customer_id, user_id, amount_pence, state, requested_at, decided_at)
   select 'rrq_' || n, 'sub_' || n, 'cus_' || n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 9700,
     'declined', at, at
   from (select n, now() - (n % 730) * interval '1 day' as at from generate_series(1, $1::int / 2) n) given`,
  `insert into checkout_sessions (id, owner_key, basket_hash, price_ids, customer_id, stripe_session_id, state, created_at,
     expires_at)
   select 'chk_filled_' || n, 'user:' || n, 'hash', '[]', 'cus_' || n, 'cs_' || n, 'complete', at, at
   from (select n, now() - (n % 730) * interval '1 day' as at from generate_series(1, $1::int) n) given`,
  `insert into form_submissions (id, idempotency_key, form_type, email, payload, created_at)
   select 'sub_' || lpad(n::text, 26, '0'), gen_random_uuid(), case when n % 4 = 0 then 'free-trial' else 'contact' end, 'asks-' || n || '@shop.example', '{}',
     now() - (n % 730) * interval '1 day'
   from generate_series(1, $1::int / 2) n`,
  `insert into booked_calls (id, user_id, customer_id, enquiry_id, starts_at, booked_at)
   select 'call_' || n || '_' || m, case m when 1 then ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid end,
     case m when 2 then 'cus_' || n end, case m when 3 then 'sub_' || lpad(n::text, 26, '0') end, at, at
   from (select n, now() - (n % 730) * interval '1 day' as at from generate_series(1, $1::int / 2) n) given, generate_series(1, 3) m`,
  `insert into promises (rule, subject_id, started_by_event, started_at, warn_at, due_at, kept_by_event, kept_at, kept_by)
   select 'contact-after-payment', 'sub_' || n, 'evt_' || lpad(n::text, 26, '0'), at, at + interval '22 hours',
     at + interval '24 hours', 'evt_kept_' || n, at + interval '5 hours',
     'operator-' || n % 5
   from (select n, now() - (n % 730 + 1) * interval '1 day' as at from generate_series(1, $1::int) n) given`,
  `insert into stripe_events (id, type, object_id, customer_id, occurred_at, received_at)
   select 'evt_' || n, 'invoice.paid', 'in_' || n, 'cus_' || n, at, at
   from (select n, now() - (n % 730) * interval '1 day' as at from generate_series(1, $1::int) n) given`,
  `insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, occurred_at,
     publish_count, next_publish_at, dispatched_at, completed_at)
   select 'evt_' || lpad(n::text, 26, '0'), (array['CheckoutCompleted', 'SubscriptionChanged', 'StripeEventReceived'])[1 + n % 3],
     1, 'customer', 'cus_' || n, '{"kind":"system","name":"billing"}', '{}', 'req_' || n, at, 1, at, at, at
   from (select n, now() - (n % 30) * interval '1 day' - n * interval '1 millisecond' as at
     from generate_series(1, $1::int) n) given`,
  `insert into event_effects (event_id, effect, status, idempotency_key, attempts, completed_at, started_at, worker)
   select 'evt_' || lpad(n::text, 26, '0'), effect, 'completed', n || effect, 1, now(), now(), 'filled'
   from generate_series(1, $1::int) n, unnest(array['send-billing-mail', 'audit']) effect`,
  `insert into effect_attempts (event_id, effect, number, worker, started_at, ended_at, outcome)
   select 'evt_' || lpad(n::text, 26, '0'), 'send-billing-mail', 1, 'filled', now(), now(), 'failed'
   from generate_series(4, $1::int, 4) n`,
  `insert into resend_events (id, type, email_id, event_id, effect, occurred_at, received_at)
   select 'msg_' || n, 'email.delivered', 'mail_' || n, 'evt_' || lpad(n::text, 26, '0'), 'send-billing-mail', at, at
   from (select n, now() - (n % 90) * interval '1 day' as at from generate_series(1, $1::int) n) given`,
  `insert into undeliverable_addresses (address_hash, reason, changed_at)
   select encode(sha256(convert_to('key' || n, 'UTF8')), 'hex'), 'bounced', now() - (n % 90) * interval '1 day'
   from generate_series(1, $1::int) n`,
  `insert into audit_log (event_id, action, actor, subject_type, subject_id, data, at)
   select 'evt_' || lpad(n::text, 26, '0'), 'effect.audit', '{"kind":"system","name":"billing"}', 'customer', 'cus_' || n,
     '{}', now()
   from generate_series(1, $1::int) n`,
] as const;

export async function fill(pool: pg.Pool, customers: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set synchronous_commit = off");
    // The rows fit each other: checking each reference takes as long as writing the rows.
    await client.query("set session_replication_role = replica");
    for (const statement of STATEMENTS) await client.query(statement, [customers]);
    await client.query("reset session_replication_role");
    await client.query("vacuum analyze");
  } finally {
    client.release();
  }
}

import type { PostDecision } from "#contracts/content/posts.ts";

export interface Violation {
  readonly kind: "lost" | "duplicated" | "wrong";
  readonly about: string;
  readonly message: string;
}

export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly actor: string;
  readonly aggregateId: string;
  /** Address of the account that the event is about. */
  readonly email: string | null;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly refundedPence: number | null;
  readonly postId: string | null;
  readonly state: "open" | "completed" | "dead_lettered";
  readonly publishCount: number;
  /** Milliseconds since 1970. */
  readonly occurredMs: number;
  readonly expectedEffects: readonly string[];
}

/** Rows of our tables in every scenario. */
export interface Records {
  readonly accounts: readonly { readonly email: string }[];
  readonly submissions: readonly {
    readonly id: string;
    readonly idempotencyKey: string;
    readonly email: string;
  }[];
  readonly events: readonly EventRow[];
  readonly effects: readonly {
    readonly eventId: string;
    readonly effect: string;
    readonly status: string;
    readonly idempotencyKey: string;
    readonly externalId: string | null;
    readonly lastError: string | null;
  }[];
  readonly audits: readonly { readonly eventId: string | null; readonly action: string }[];
  /** Reports of Resend's webhooks. */
  readonly reports: readonly { readonly emailId: string; readonly type: string }[];
  readonly undeliverable: readonly { readonly reason: string }[];
  /** One for each version of a post. */
  readonly decisions: readonly {
    readonly postId: string;
    /** Null when nobody has decided about this version. */
    readonly decision: PostDecision | null;
    readonly announcedEventId: string | null;
    /** How many platforms have a live address of this version and content. */
    readonly publications: number;
  }[];
}

export interface SentMail {
  readonly id: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly idempotencyKey: string | null;
}

export interface Subscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: string;
  readonly isCancelScheduled: boolean;
  readonly priceIds: readonly string[];
  readonly coupons: readonly string[];
}

export type SavedSubscription = Subscription & { readonly isDuplicate: boolean };

export type StripeSubscription = Subscription & {
  readonly changesPaid: number;
  readonly payments: readonly {
    readonly id: string;
    readonly paidPence: number;
    readonly refundedPence: number;
    readonly refunds: number;
  }[];
};

export interface BillingState {
  /** Address of the account by Stripe customer. */
  readonly emails: ReadonlyMap<string, string>;
  readonly subscriptionRequests: readonly {
    readonly subscriptionId: string;
    readonly kind: "cancel" | "resume";
    readonly state: string;
  }[];
  /** Newest request for the retention offer of each subscription. */
  readonly offers: readonly {
    readonly subscriptionId: string;
    readonly state: "pending" | "applied" | "rejected";
  }[];
  readonly refundRequests: readonly { readonly subscriptionId: string; readonly state: string }[];
  readonly saved: readonly SavedSubscription[];
  readonly atStripe: readonly StripeSubscription[];
  /** Customers that the second drift check found different. */
  readonly drifted: number;
}

export function violation(kind: Violation["kind"], about: string, message: string): Violation {
  return { kind, about, message };
}

export function expectOne(about: string, count: number, what: string): Violation[] {
  if (count === 0) return [violation("lost", about, `has no ${what}`)];
  return count === 1 ? [] : [violation("duplicated", about, `has ${count} of: ${what}`)];
}

export function countBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

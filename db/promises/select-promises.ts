import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { promises } from "#db/schema/promises.ts";

export const isOpenPromise = and(isNull(promises.keptAt), isNull(promises.releasedAt));

const userId = sql<
  string | null
>`coalesce(${subscriptions.userId}, ${businesses.userId}, ${bookedCalls.userId})`;
const nameOf = (part: "first_name" | "last_name") =>
  sql<
    string | null
  >`coalesce(${users.userMetadata}, ${formSubmissions.payload})->>${sql.raw(`'${part}'`)}`;

export type PromiseRow = Awaited<ReturnType<typeof selectPromises>>[number];

export const selectPromises = (db: Db) =>
  db
    .select({
      id: promises.id,
      rule: promises.rule,
      subjectId: promises.subjectId,
      /** Null unless the promise is about a subscription, or a call of a guest. */
      customerId: sql<
        string | null
      >`coalesce(${subscriptions.customerId}, ${bookedCalls.customerId})`,
      userId,
      businessName: sql<
        string | null
      >`${businessNameOf({ userId, enquiryId: sql`${formSubmissions.id}` })}`,
      firstName: nameOf("first_name"),
      lastName: nameOf("last_name"),
      /** Null unless the promise is about a post of a free trial, or a call of somebody who enquired. */
      enquiryId: sql<string | null>`coalesce(${businesses.enquiryId}, ${bookedCalls.enquiryId})`,
      isOfPost: sql<boolean>`${posts.id} is not null`,
      startedByEvent: promises.startedByEvent,
      startedAt: promises.startedAt,
      warnAt: promises.warnAt,
      warnedAt: promises.warnedAt,
      dueAt: promises.dueAt,
      missedAt: promises.missedAt,
      keptByEvent: promises.keptByEvent,
      keptAt: promises.keptAt,
      keptBy: promises.keptBy,
      releasedByEvent: promises.releasedByEvent,
      releasedReason: promises.releasedReason,
      releasedAt: promises.releasedAt,
    })
    .from(promises)
    .leftJoin(subscriptions, eq(subscriptions.id, promises.subjectId))
    .leftJoin(posts, eq(posts.id, promises.subjectId))
    .leftJoin(businesses, eq(businesses.id, posts.businessId))
    .leftJoin(bookedCalls, eq(bookedCalls.id, promises.subjectId))
    .leftJoin(users, eq(users.id, userId))
    .leftJoin(
      formSubmissions,
      eq(
        formSubmissions.id,
        sql`coalesce(${businesses.enquiryId}, ${bookedCalls.enquiryId}, ${promises.subjectId})`,
      ),
    )
    .$dynamic();

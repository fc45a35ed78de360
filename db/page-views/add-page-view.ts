import { sql } from "drizzle-orm";
import type { PageView } from "#contracts/api/page-views.ts";
import type { Db } from "#db/client.ts";
import { pageViews } from "#db/schema/page-views.ts";

/**
 * All views of a page and day wait for one row, which takes some 400 a second. A repeat counts twice: they are figures,
 * no money.
 *
 * @param day UTC, as in 2026-11-24
 */
export async function addPageView(db: Db, { path, isVisit }: PageView, day: string): Promise<void> {
  await db
    .insert(pageViews)
    .values({ day, path, views: 1, visits: isVisit ? 1 : 0 })
    .onConflictDoUpdate({
      target: [pageViews.day, pageViews.path],
      set: {
        views: sql`${pageViews.views} + 1`,
        visits: sql`${pageViews.visits} + excluded.visits`,
      },
    });
}

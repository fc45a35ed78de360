import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "./columns.ts";

/** The last check of each invariant; `db/invariants/invariants.ts` has the rules. */
export const invariantChecks = pgTable("invariant_checks", {
  invariant: text("invariant").primaryKey(),
  checkedAt: timestamptz("checked_at").notNull(),
  violations: integer("violations").notNull(),
  /** The first few. */
  examples: jsonb("examples").$type<readonly InvariantExample[]>().notNull(),
});

export type InvariantExample = {
  /** Id of the event, subscription, request, invoice or promise that violates it. */
  readonly id: string;
  readonly customerId: string | null;
};

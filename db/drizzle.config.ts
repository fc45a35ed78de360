import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./db/schema/enquiries.ts",
    "./db/schema/events.ts",
    "./db/schema/invariants.ts",
    "./db/schema/accounts.ts",
    "./db/schema/billing.ts",
    "./db/schema/promises.ts",
    "./db/schema/calls.ts",
    "./db/schema/operators.ts",
    "./db/schema/content.ts",
    "./db/schema/media.ts",
    "./db/schema/drafts.ts",
    "./db/schema/comments.ts",
    "./db/schema/reports.ts",
    "./db/schema/approval-links.ts",
    "./db/schema/emails.ts",
    "./db/schema/page-views.ts",
  ],
  out: "./db/migrations",
});

import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./db/schema/submissions.ts",
    "./db/schema/events.ts",
    "./db/schema/auth.ts",
    "./db/schema/billing.ts",
  ],
  out: "./db/migrations",
});

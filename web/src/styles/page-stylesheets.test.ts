import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CUSTOMER = ["account.css", "subscription.css"];

/** Folders that Tailwind does not scan (see main.css), with the stylesheets of their pages. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  "features/account/": ["account.css", "choice.css"],
  "features/checkout/": ["checkout.css", "choice.css"],
  "features/billing/": CUSTOMER,
  "features/brief/": [...CUSTOMER, "brief.css"],
  "features/calendar/": [...CUSTOMER, "calendar.css", "comments.css"],
  "features/month/": ["month.css"],
  "features/review/": [...CUSTOMER, "calendar.css"],
  "features/reports/": [...CUSTOMER, "reports.css"],
  "features/subscription/": CUSTOMER,
  "features/dashboard/": CUSTOMER,
  "features/plan-change/": CUSTOMER,
  "features/purchase/": CUSTOMER,
  "features/cancellation/": [
    "account.css",
    "subscription.css",
    "error-banner.css",
    "choice.css",
    "cancellation.css",
  ],
  "features/styleguide/": [...CUSTOMER, "error-banner.css"],
};

const SRC = new URL("../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, SRC), "utf8");
const components = (folder: string) =>
  readdirSync(new URL(folder, SRC), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => `${folder}${file}`);

const scanned = components("").filter(
  (file) => !Object.keys(OWN).some((folder) => file.startsWith(folder)),
);
const known = new Set(scanned.flatMap((file) => read(file).split(/[\s"'`]+/)));
const ours = Object.entries(OWN).flatMap(([folder, stylesheets]) =>
  components(folder).map((file) => [file, stylesheets] as const),
);

test.each(ours)("%s: every class is in the common stylesheet or in %j", (file, stylesheets) => {
  const styles = stylesheets.map((name) => read(`styles/${name}`)).join("\n");
  const written = new Set([...styles.matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]));
  const named = [...read(file).matchAll(/className=(?:"|\{[^"}]*")([^"]*)"/g)].flatMap((match) =>
    String(match[1]).split(/\s+/),
  );
  expect(named.filter((name) => name !== "" && !known.has(name) && !written.has(name))).toEqual([]);
});

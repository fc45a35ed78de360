import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROMISES } from "#contracts/promises.ts";
import { TERMS } from "#contracts/terms.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Why no promise rule remembers a term. */
const WITHOUT_RULE: Partial<Record<keyof typeof TERMS, string>> = {
  reportLink: "The edge refuses the link afterwards.",
  guarantee: "It is a right of the customer: `guaranteeEnd` counts.",
  refund: "The bank has the rest of the time.",
  notice: "`listDuePriceChanges` counts.",
  complaint: "A person answers the email or letter.",
  discoveryCall: "It is how long a call takes.",
  strategyCall: "It is how long a call takes.",
  removalLink: "The edge refuses the link afterwards.",
  recovery: "The edge looks back so far.",
  figures: "It is how far the published figures look back.",
};

test.each(Object.entries(TERMS))(
  "%s: has a promise rule, or a reason to have none",
  (name, term) => {
    const dues: readonly object[] = Object.values(PROMISES).map(({ due }) => due);
    const reason = WITHOUT_RULE[name as keyof typeof TERMS];
    expect(reason === undefined).toBe(dues.includes(term));
  },
);

/** A figure before a unit of time: `45 minutes`, `7-day`. */
const LITERAL = /\b(\d+)[\s-]*((?:business |working )?(?:hour|day|minute|week|month))s?\b/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm;

const WHAT_OTHERS_DID = "what we did for others";
const KEPT_DATA = "how long data is kept: the clean-up counts";

/** Figures that promise nothing. */
const NO_TERM: Readonly<Record<string, string>> = {
  "30 minute": "how long a call about adverts takes",
  "12 month": "a limit of liability",
  "10 minute": "when an offer on a page expires",
  "90 day": KEPT_DATA,
  "10 week": WHAT_OTHERS_DID,
  "12 week": WHAT_OTHERS_DID,
  "16 week": WHAT_OTHERS_DID,
  "20 week": WHAT_OTHERS_DID,
};

test("no text of the site or of a mail writes a promised time itself", () => {
  const files = globSync(
    [
      "web/src/**/*.{ts,tsx}",
      "contracts/catalogue.ts",
      "contracts/messages/*.ts",
      "worker/mail/*.{ts,tsx}",
    ],
    { cwd: ROOT },
  ).filter((file) => !/\.test\.|sample|styleguide|post-frame|content\/po(?:st|rtfolio)/.test(file));
  const found = files.flatMap((file) => {
    const code = readFileSync(join(ROOT, file), "utf8").replaceAll(COMMENT, "");
    return Array.from(code.matchAll(LITERAL), ([, digits, unit]) => `${digits} ${unit}: ${file}`);
  });
  expect(
    found.filter((text) => !Object.keys(NO_TERM).some((phrase) => text.startsWith(`${phrase}:`))),
  ).toEqual([]);
  expect(
    Object.keys(NO_TERM).filter((phrase) => !found.some((text) => text.startsWith(`${phrase}:`))),
  ).toEqual([]);
});

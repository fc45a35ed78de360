import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAst } from "vite";
import { readArguments } from "#db/bin/arguments.ts";
import { runQuietly } from "./support/run-quietly.ts";
import { pick, seeded } from "./support/seeded.ts";

const USAGE = `Changes the rules that guard money, access and once-only, one place at a time, and lists what no test notices.

  npm run mutate                 a hundred places
  npm run mutate -- --count 20   twenty of them
  npm run mutate -- --seed 2     others
`;

/** Rules, and the tests of each beside those in its folder that have its name. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  "contracts/billing/bank-debit.ts": [],
  "contracts/billing/basket.ts": [],
  "contracts/billing/cancels-immediately.ts": [],
  "contracts/billing/card-set-last.ts": [],
  "contracts/billing/disputes.ts": [],
  "contracts/billing/money-back-guarantee.ts": [],
  "contracts/billing/offer-length.ts": [],
  "contracts/billing/plan-change.ts": ["edge/billing/plan-change"],
  "contracts/billing/promotion-code.ts": [],
  "contracts/billing/retention-offer.ts": ["edge/billing/cancellation"],
  "contracts/billing/subscription-transitions.ts": [],
  "contracts/billing/tax-rates.ts": [],
  "contracts/billing/upcoming-payments.ts": ["db/stripe/next-payment"],
  "contracts/promises.ts": ["db/promises"],
  "db/content/content-link.ts": [],
  "db/locks.ts": [],
  "db/retry.ts": [],
  "edge/http/api-key.ts": [],
  "edge/http/captcha.ts": [],
  "edge/http/rate-limit.ts": [],
  "worker/billing/reconcile-requests.ts": [],
  "worker/billing/refunds-and-voids.ts": [
    "worker/billing/refund-subscription",
    "worker/billing/reconcile",
  ],
  "worker/billing/set-default-card.ts": [],
  "worker/ops/session/encrypted-param.ts": [],
  "worker/ops/session/sign-in-limit.ts": ["worker/ops/session/visitor-address"],
  "worker/pipeline/batch.ts": [],
  "worker/pipeline/run-effect.ts": ["worker/pipeline"],
};

/** A run that waits or loops for ever ends then, and the change counts as noticed. */
const LIMIT_MS = 240_000;

/** Lines whose change alters no answer, by a part of them. */
const UNNOTICEABLE: Readonly<Record<string, string>> = {
  "const POLL_MS =": "how often it asks again",
  "const CACHE_MAX =": "what a cache forgets is verified again",
  "cache.size >= CACHE_MAX": "what a cache forgets is verified again",
  "knownUntil.get(pair) ?? 0": "no clock is within a millisecond of 1970",
  "renewal < RENEWALS_AHEAD": "an end that no subscription reaches",
  "by < warning ? by": "the one is the other when they are equal",
  "started.ageS > IN_DOUBT_AFTER_S": "no attempt begins in that microsecond",
  "performance.now() > giveUpAt": "no clock stands at that microsecond",
  "token.length > TOKEN_MAX_CHARS": "our tokens have a quarter of it",
  "adjustments < ADJUSTMENTS_MAX": "an end for when Stripe's answers never agree",
};

const OPPOSITES: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
};

type Node = { type: string; start: number; end: number } & Readonly<Record<string, unknown>>;
type Place = { file: string; start: number; end: number; text: string };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

function placesOf(file: string): Place[] {
  const source = readFileSync(file, "utf8");
  const places: Place[] = [];
  const isNoticeable = ({ start }: Place) => {
    const from = source.lastIndexOf("\n", start) + 1;
    return !Object.keys(UNNOTICEABLE).some((part) =>
      source.slice(from, source.indexOf("\n", start)).includes(part),
    );
  };
  const visit = (node: Node) => {
    const { left, right, operator, argument, value } = node;
    if (isNode(left) && isNode(right) && typeof operator === "string" && operator in OPPOSITES) {
      const start = source.indexOf(operator, left.end);
      places.push({ file, start, end: start + operator.length, text: OPPOSITES[operator] ?? "" });
    } else if (node.type === "UnaryExpression" && operator === "!" && isNode(argument)) {
      places.push({ file, start: node.start, end: argument.start, text: "" });
    } else if (
      node.type === "Literal" &&
      (typeof value === "boolean" || typeof value === "number")
    ) {
      const text = String(typeof value === "boolean" ? !value : value === 0 ? 1 : 0);
      places.push({ file, start: node.start, end: node.end, text });
    }
    for (const child of Object.values(node).flat()) {
      if (isNode(child) && !child.type.startsWith("TS")) visit(child);
    }
  };
  for (const statement of parseAst(source, { lang: "ts" }).body)
    visit(statement as unknown as Node);
  return places.filter(isNoticeable);
}

const { flags } = readArguments(
  { count: { from: 1, default: 100 }, seed: { from: 0, default: 1 } },
  { usage: USAGE },
);
const random = seeded(flags.seed);
const copy = mkdtempSync(join(tmpdir(), "mutate-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
// The copy has the last commit, so a stopped run leaves the checkout as it was.
spawnSync("git", ["clone", "--quiet", process.cwd(), copy], { stdio: "inherit" });
symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
process.chdir(copy);

const places = Object.keys(RULES).flatMap(placesOf);
const survivors: string[] = [];
for (let round = 1; round <= flags.count && places.length > 0; round += 1) {
  const place = pick(random, places);
  places.splice(places.indexOf(place), 1);
  const { file, start, end, text } = place;
  const source = readFileSync(file, "utf8");
  writeFileSync(file, source.slice(0, start) + text + source.slice(end));
  const tests = [file.replace(/\.tsx?$/, ""), ...(RULES[file] ?? [])];
  const args = [
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--project",
    "unit",
    "--bail",
    "1",
    "--retry",
    "0",
  ];
  const { passed } = await runQuietly("vitest", [...args, ...tests], LIMIT_MS);
  writeFileSync(file, source);
  const line = source.slice(0, start).split("\n").length;
  const what = `${file}:${line}: ${source.slice(start, end)} → ${text === "" ? "nothing" : text}`;
  process.stdout.write(`${round} ${passed ? "survives" : "noticed"}  ${what}\n`);
  if (passed) survivors.push(what);
}
process.stdout.write(`\n${survivors.length} survive\n${survivors.join("\n")}\n`);
process.exitCode = survivors.length > 5 ? 1 : 0;

import { globSync, readFileSync } from "node:fs";
import { readArguments } from "#db/bin/arguments.ts";
import { sentencesOf } from "./sentences.ts";

/** Where words for people are written: the site, emails and SMS, the console, the answers of the edge. */
const ROOMS = [
  "contracts",
  "web/site",
  "web/src",
  "worker/mail",
  "worker/effects",
  "worker/ops",
  "worker/alerts",
  "edge",
];
const UNREAD = /\.test\.tsx?$|\/styleguide\//;

readArguments({});
let sentences = 0;
for (const room of ROOMS) {
  for (const file of globSync(`${room}/**/*.{ts,tsx}`).toSorted()) {
    if (UNREAD.test(file)) continue;
    const found = sentencesOf(file, readFileSync(file, "utf8"));
    if (found.length === 0) continue;
    sentences += found.length;
    const lines = found.map(({ line, text }) => `${String(line).padStart(5)}  ${text}`);
    process.stdout.write(`${file}\n${lines.join("\n")}\n\n`);
  }
}
process.stdout.write(`${sentences} sentences, labels and titles.\n`);

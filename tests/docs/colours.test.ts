import { expect, test } from "vitest";
import { readPalette } from "../../web/site/palette.ts";

/** Colours of mails and the ops console, by the tokens' names. */
const NAMES = [
  "paper",
  "paper-deep",
  "ink",
  "ink-soft",
  "rule",
  "control",
  "persimmon",
  "persimmon-hot",
  "persimmon-text",
  "on-persimmon",
  "tide",
  "tide-text",
  "on-tide",
  "on-tide-soft",
  "good",
  "bad",
] as const;

test("colours of mails and console: those of tokens.css", async () => {
  const palette = readPalette();
  const lines = NAMES.map((name) => {
    const { light, dark } = palette(name);
    const key = name.includes("-") ? `"${name}"` : name;
    return `  ${key}: { light: "${light}", dark: "${dark}" },\n`;
  });
  const text = `// Written from web/src/styles/tokens.css by tests/docs/colours.test.ts with \`--update\`.\nexport const COLOURS = {\n${lines.join("")}} as const;\n`;
  await expect(text).toMatchFileSnapshot("../../worker/colours.ts");
});

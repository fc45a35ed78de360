import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";

const textsOf = (source: string) => sentencesOf("page.tsx", source).map(({ text }) => text);

test.each([
  [
    "a paragraph with its link and its values",
    `<p>Pay {sum} by <a href="/x">card</a> now.</p>`,
    ["Pay {…} by card now."],
  ],
  [
    "an attribute that is read aloud",
    `<img alt="A cup of tea" className="Wide card" />`,
    ["A cup of tea"],
  ],
  ["a message", "const m = { failed: `We could not save ${name}.` };", ["We could not save {…}."]],
  [
    "a one-word label, and no name of a state",
    `const t = { label: "Refunded", state: "Done" };`,
    ["Refunded"],
  ],
  ["the label of a field", `const facts = { Paid: "paidPence" };`, ["Paid"]],
  [
    "a choice inside a paragraph",
    `<p>You pay {yearly ? "Once a year" : "Each month, by card"}.</p>`,
    ["You pay {…}.", "Once a year", "Each month, by card"],
  ],
  [
    "nothing of what developers read",
    `log.info("Sent it all"); throw new Error("No such row"); sql\`Select it all\`;`,
    [],
  ],
])("reads %s", (_, source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test("sentence after two empty lines: listed with its line, the third", () => {
  expect(sentencesOf("a.ts", `\n\nconst a = "Two lines down";`)).toEqual([
    { line: 3, text: "Two lines down" },
  ]);
});

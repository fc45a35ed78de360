import { expect, test } from "vitest";
import { promiseLines } from "./promise-lines.ts";

const s = (iso: string) => Date.parse(iso) / 1_000;
const promise = { rule: "contact-after-payment", due_at: s("2026-11-24T18:00Z"), kept_at: null };

test.each([
  ["open", promise, { title: "We get in touch", when: "By Tuesday 24 November at 18:00" }],
  [
    "due in summer time, told in London time",
    { ...promise, due_at: s("2027-07-08T17:00Z") },
    { title: "We get in touch", when: "By Thursday 8 July at 18:00" },
  ],
  [
    "kept",
    { ...promise, kept_at: s("2026-11-23T14:05Z") },
    { title: "We got in touch", when: "Monday 23 November at 14:05", isKept: true },
  ],
  [
    "late",
    { ...promise, due_at: s("2026-11-23T11:00Z") },
    {
      title: "We get in touch",
      when: "This was due by Monday 23 November at 11:00. We’re sorry: our team knows it’s late.",
    },
  ],
])("promise that is %s: says so with its time", (_, given, line) => {
  expect(promiseLines([given], s("2026-11-23T12:00Z"))).toEqual([{ isKept: false, ...line }]);
});

test("refund that is not decided yet: no line promises to send it", () => {
  const decision = { ...promise, rule: "decide-refund" };
  const refund = { ...promise, rule: "send-refund" };
  const titles = (rows: Parameters<typeof promiseLines>[0]) =>
    promiseLines(rows, 0).map(({ title }) => title);
  expect(titles([decision, refund])).toEqual(["We answer your request for a refund"]);
  expect(titles([{ ...decision, kept_at: 0 }, refund])).toEqual([
    "We answered your request for a refund",
    "We send your refund",
  ]);
});

test("refund that failed at the bank: only the new promise is told, not the earlier one as kept", () => {
  const refund = { ...promise, rule: "send-refund" };
  expect(promiseLines([{ ...refund, kept_at: 0 }, refund], 0)).toMatchObject([
    { title: "We send your refund", isKept: false },
  ]);
});

test("several posts with changes to answer: the first one due, then the last one answered", () => {
  const early = { ...promise, rule: "answer-changes" };
  const late = { ...early, due_at: s("2026-11-25T18:00Z") };
  const kept = s("2026-11-24T09:00Z");
  expect(promiseLines([early, late], 0)).toMatchObject([
    { when: "By Tuesday 24 November at 18:00", isKept: false },
  ]);
  expect(promiseLines([{ ...early, kept_at: kept }, late], 0)).toMatchObject([
    { when: "By Wednesday 25 November at 18:00", isKept: false },
  ]);
  expect(
    promiseLines(
      [
        { ...early, kept_at: kept },
        { ...late, kept_at: kept - 60 },
      ],
      0,
    ),
  ).toMatchObject([{ when: "Tuesday 24 November at 09:00", isKept: true }]);
});

test("rule of a newer release: left out", () => {
  expect(promiseLines([{ ...promise, rule: "of-tomorrow" }], 0)).toEqual([]);
});

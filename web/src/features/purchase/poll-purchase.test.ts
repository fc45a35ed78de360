import { expect, test } from "vitest";
import { pollPurchase, type PurchaseStatus, type PurchaseView } from "./poll-purchase.ts";

const PENDING: PurchaseStatus = { state: "pending" };
const UNPAID: PurchaseStatus = { state: "unpaid" };

/** Polls a fake with these answers, repeating the last; `null` throws. */
async function watch(answers: readonly (PurchaseStatus | null)[]) {
  let at = 0;
  let looks = 0;
  const shown: (PurchaseView & { at: number })[] = [];
  const pauses: number[] = [];
  await pollPurchase({
    async fetchStatus() {
      const answer = answers[Math.min(looks, answers.length - 1)] ?? null;
      looks += 1;
      if (answer === null) throw new Error("no connection");
      return answer;
    },
    show: (view) => void shown.push({ ...view, at }),
    async wait(ms) {
      pauses.push(ms);
      at += ms;
    },
    now: () => at,
  });
  return { shown, pauses };
}

test.each<PurchaseStatus>([UNPAID, { state: "unknown" }])(
  "final result $state: shown after two seconds, polling stops",
  async (status) => {
    expect(await watch([status])).toEqual({
      shown: [{ ...status, at: 2_000 }],
      pauses: [2_000],
    });
  },
);

test("pending: polls with growing pauses", async () => {
  const { shown, pauses } = await watch([PENDING, PENDING, PENDING, PENDING, PENDING, UNPAID]);
  expect(pauses).toEqual([2_000, 3_000, 4_500, 6_750, 8_000, 8_000]);
  expect(shown.map((view) => view.state)).toEqual([...Array<string>(5).fill("pending"), "unpaid"]);
});

test("pending: late after a minute, stops after a quarter of an hour", async () => {
  const { shown } = await watch([PENDING]);
  const late = shown.find((view) => view.state === "pending" && view.isLate);
  expect(shown.filter((view) => view.at < 60_000)).toEqual(
    shown.filter((view) => view.state === "pending" && !view.isLate),
  );
  expect(late?.at).toBeLessThan(70_000);
  expect(shown.at(-1)?.at).toBeLessThan(16 * 60_000);
});

test("no answer: unreachable after a minute", async () => {
  const { shown } = await watch([null]);
  expect(shown[0]).toMatchObject({ state: "unreachable" });
  expect(shown[0]?.at).toBeGreaterThanOrEqual(60_000);
});

test("one missing answer in between: ignored", async () => {
  const { shown } = await watch([PENDING, null, UNPAID]);
  expect(shown.map((view) => view.state)).toEqual(["pending", "pending", "unpaid"]);
});

import { expect, test } from "vitest";
import {
  NO_FAILURES,
  changeSwitches,
  decideOutcome,
  type Switches,
  SwitchesChange,
} from "./switches.ts";

const MAIL = { to: "ada@example.com", subject: "Hello" };

const turned = (change: SwitchesChange): Switches =>
  changeSwitches(NO_FAILURES, SwitchesChange.parse(change));

test("no switches: every email is accepted", () => {
  expect(decideOutcome(NO_FAILURES, MAIL, 0)).toMatchObject({
    fail: null,
    loseReply: false,
    delayMs: 0,
  });
});

test("changing one switch: leaves the others", () => {
  const slow = turned({ delayMs: 50, fail: { status: 500 } });
  const after = changeSwitches(slow, SwitchesChange.parse({ fail: null }));
  expect(after).toEqual({ ...NO_FAILURES, delayMs: 50 });
});

test("shares: an error and a lost response never affect the same email", () => {
  const switches = turned({ fail: { status: 500, share: 0.25 }, loseReplies: { share: 0.5 } });
  const fates = Array.from({ length: 100 }, (_, index) =>
    decideOutcome(switches, MAIL, index / 100),
  );
  expect(fates.filter((fate) => fate.fail !== null)).toHaveLength(25);
  expect(fates.filter((fate) => fate.loseReply)).toHaveLength(50);
  expect(fates.filter((fate) => fate.loseReply && fate.fail !== null)).toEqual([]);
});

test("counted switch: turns itself off after matching emails only", () => {
  const switches = turned({ fail: { status: 500, remaining: 1 }, onlyMatching: "bob" });
  const spared = decideOutcome(switches, MAIL, 0);
  expect(spared.after).toBe(switches);
  const met = decideOutcome(switches, { ...MAIL, to: "bob@example.com" }, 0);
  expect(met.fail).toMatchObject({ status: 500 });
  expect(met.after.fail).toBeNull();
});

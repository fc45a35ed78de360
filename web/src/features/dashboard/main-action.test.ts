import { expect, test } from "vitest";
import { mainActionOf } from "./dashboard-view.ts";

const NONE = {
  address: false,
  pay: false,
  approve: false,
  keep: false,
  brief: false,
  claim: false,
  plan: false,
};

test.each([
  ["nothing waits: none", NONE, null],
  ["a payment before what waits for approval", { ...NONE, pay: true, approve: true }, "pay"],
  ["an ending before the brief", { ...NONE, keep: true, brief: true }, "keep"],
  ["approval before the brief", { ...NONE, approve: true, brief: true }, "approve"],
  ["a purchase to claim before a new plan", { ...NONE, claim: true, plan: true }, "claim"],
  ["an address that gets nothing before all", { ...NONE, address: true, pay: true }, "address"],
])("main button: %s", (_, waiting, expected) => {
  expect(mainActionOf(waiting)).toBe(expected);
});

import { expect, test } from "vitest";
import { describeShortage } from "./disk-space.ts";

test("a disk without space: named, also for a folder that does not exist yet", () => {
  // Linux says that its /proc has no space.
  expect(describeShortage("/proc/no/stack")).toMatch(
    /^The disk of \/proc has 0 MB left .*STACK_DIR\.$/,
  );
});

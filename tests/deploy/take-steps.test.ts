import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { type DeployRecord, keepRecord, lastRecord, type Serving } from "./record.ts";
import { CHANGES, planDeploy, type Step } from "./steps.ts";
import { takeSteps, undoSteps } from "./take-steps.ts";

const folder = makeScratchDir("deploys");
afterAll(() => rmSync(folder, { recursive: true }));

const steps = planDeploy({ target: "staging", commit: "new", image: "registry.test/worker" });
const names = steps.map(({ name }) => name);
const OLD: Serving = { worker: "old", edge: "old", site: "old" };
const NEW: Serving = { worker: "new", edge: "new", site: "new" };

class Killed extends Error {}

/** A target that remembers what was done to it. */
function makePlace(at: string) {
  const serving: Record<keyof Serving, string | null> = { ...OLD };
  const taken: string[] = [];
  const said: string[] = [];
  const start: DeployRecord = {
    target: at,
    commit: "new",
    image: null,
    startedAt: "2026-11-28T05:00:00.000Z",
    before: null,
    begun: [],
    done: [],
    end: null,
  };
  /** @param kill where the process ends: after a step has done its work, and before it is noted */
  const work = (kill?: { step: Step["name"]; before: boolean }) => ({
    steps,
    record: lastRecord(folder, at) ?? start,
    keep: (record: DeployRecord) => keepRecord(folder, record),
    say: (line: string) => void said.push(line),
    place: {
      async take({ name }: Step) {
        if (kill?.step === name && kill.before) throw new Killed();
        taken.push(name);
        if (name in serving) serving[name as keyof Serving] = "new";
        if (kill?.step === name) throw new Killed();
      },
      serving: () => Promise.resolve({ ...serving }),
      async back(part: keyof Serving, release: string) {
        serving[part] = release;
      },
    },
  });
  return { serving, taken, said, work };
}

const kills = names.flatMap((step) => [true, false].map((before) => ({ step, before })));

test.each(kills)(
  "killed at $step (before its work: $before), continued: the same end",
  async (kill) => {
    const at = `continue-${kill.step}-${kill.before}`;
    const { serving, taken, work } = makePlace(at);
    await expect(takeSteps(work(kill))).rejects.toThrow(Killed);
    await takeSteps(work());
    expect(serving).toEqual(NEW);
    expect(lastRecord(folder, at)).toMatchObject({ before: OLD, end: "deployed" });
    // Only the step that was not noted is taken twice.
    const changes = taken.filter((name) => CHANGES.has(name as Step["name"]));
    const twice = changes.filter((name, index) => changes.indexOf(name) !== index);
    expect(twice).toEqual(CHANGES.has(kill.step) && !kill.before ? [kill.step] : []);
  },
);

test.each(kills.filter(({ step }) => CHANGES.has(step)))(
  "killed at $step (before its work: $before), undone: what ran before serves, and what stays is said",
  async (kill) => {
    const at = `undo-${kill.step}-${kill.before}`;
    const { serving, said, work } = makePlace(at);
    await expect(takeSteps(work(kill))).rejects.toThrow(Killed);
    said.length = 0;
    await undoSteps(work());
    expect(serving).toEqual(OLD);
    expect(lastRecord(folder, at)).toMatchObject({ end: "undone" });
    const begun = names.slice(0, names.indexOf(kill.step) + 1).filter((name) => CHANGES.has(name));
    expect(said.filter((line) => line.startsWith("── "))).toEqual(
      begun.toReversed().map((name) => `── ${name}`),
    );
    expect(said.some((line) => line.includes("migrations stay"))).toBe(
      begun.includes("migrations"),
    );
  },
);

test("a deploy that nothing ran before: undone, each part stays, and is named", async () => {
  const { serving, said, work } = makePlace("first");
  Object.assign(serving, { worker: null, edge: null, site: null });
  await takeSteps(work());
  await undoSteps(work());
  expect(serving).toEqual(NEW);
  expect(said.filter((line) => line.startsWith("Nothing is known"))).toHaveLength(3);
});

test("checks that fail before anything changes: no record is left to continue or undo", async () => {
  const { work } = makePlace("checked");
  await expect(takeSteps(work({ step: "doctor", before: false }))).rejects.toThrow(Killed);
  expect(lastRecord(folder, "checked")).toBeNull();
});

import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrateDatabase } from "#db/bin/migrate.ts";
import { type DeployRecord, keepRecord, lastRecord, type Serving } from "./record.ts";
import { CHANGES, planDeploy, type Step } from "./steps.ts";
import { takeSteps, undoSteps } from "./take-steps.ts";

const admin = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1 });
const database = `deploys_${randomUUID().replaceAll("-", "")}`;
const url = Object.assign(new URL(inject("databaseUrl")), { pathname: `/${database}` }).href;
beforeAll(() => admin.query(`create database ${database}`));
afterAll(async () => {
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
});

/** What is kept between two runs, as text. */
const kept = new Map<string, string>();
const lastOf = (at: string): DeployRecord | null => JSON.parse(kept.get(at) ?? "null");

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
    record: lastOf(at) ?? start,
    keep: async (record: DeployRecord) => void kept.set(at, JSON.stringify(record)),
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
    expect(lastOf(at)).toMatchObject({ before: OLD, end: "deployed" });
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
    expect(lastOf(at)).toMatchObject({ end: "undone" });
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
  expect(lastOf("checked")).toBeNull();
});

test("a migration that fails: the record stays, for every machine to continue or undo", async () => {
  const { work } = makePlace("failed-migration");
  const { place, ...rest } = work();
  const keep = (record: DeployRecord) => keepRecord(url, record);
  expect(await lastRecord(url, "failed-migration")).toBeNull();
  const bad = { tag: "0000_bad", when: 1, text: "create table a (); select 1 / 0", hash: "bad" };
  const take = async ({ name }: Step) => {
    if (name === "migrations") await migrateDatabase(url, { migrations: [bad] });
  };
  await expect(takeSteps({ ...rest, keep, place: { ...place, take } })).rejects.toThrow(
    "division by zero",
  );
  const stopped = await lastRecord(url, "failed-migration");
  expect(stopped).toMatchObject({ begun: ["backup", "migrations"], done: ["backup"], end: null });
  const { place: again, ...others } = work();
  await takeSteps({ ...others, record: stopped ?? others.record, keep, place: again });
  expect(await lastRecord(url, "failed-migration")).toMatchObject({ before: OLD, end: "deployed" });
});

test("a database that is away: said, without its password", async () => {
  const away = lastRecord("postgres://role:word@127.0.0.1:1/tidepost", "staging");
  await expect(away).rejects.toThrow(
    "The database, which has the record of every deploy, cannot be reached (ECONNREFUSED).",
  );
});

import type { DeployRecord, Serving } from "./record.ts";
import { CHANGES, STAYS, type Step } from "./steps.ts";

/** Where a deploy goes. */
export type Place = {
  /** @throws {Error} with one sentence for the operator, which stops the deploy */
  readonly take: (step: Step) => Promise<void>;
  readonly serving: () => Promise<Serving>;
  /**
   * Brings a part back to an earlier release.
   *
   * @throws {Error} with one sentence for the operator
   */
  readonly back: (part: keyof Serving, release: string) => Promise<void>;
};

type Work = {
  readonly steps: readonly Step[];
  readonly place: Place;
  readonly record: DeployRecord;
  readonly keep: (record: DeployRecord) => Promise<void>;
  readonly say: (line: string) => void;
};

/** Takes the steps that the record lacks; those that only check or build are taken again. */
export async function takeSteps({ steps, place, record, keep, say }: Work): Promise<void> {
  let now = record;
  const note = async (more: Partial<DeployRecord>) => {
    now = { ...now, ...more };
    await keep(now);
  };
  for (const step of steps) {
    const { name } = step;
    if (CHANGES.has(name)) {
      if (now.done.includes(name)) continue;
      if (now.before === null) await note({ before: await place.serving() });
      if (!now.begun.includes(name)) await note({ begun: [...now.begun, name] });
    }
    say(`── ${name}`);
    await place.take(step);
    if (CHANGES.has(name)) await note({ done: [...now.done, name] });
  }
  await note({ end: "deployed" });
}

/** Goes back through what was begun, the last step first: writers of events before their readers. */
export async function undoSteps({ steps, place, record, keep, say }: Work): Promise<void> {
  for (const { name } of steps.toReversed()) {
    if (!record.begun.includes(name)) continue;
    say(`── ${name}`);
    if (name !== "worker" && name !== "edge" && name !== "site") {
      say(STAYS[name] ?? "");
      continue;
    }
    const release = record.before?.[name] ?? null;
    if (release === null) say(`Nothing is known to have run before: the ${name} stays as it is.`);
    else await place.back(name, release);
  }
  await keep({ ...record, end: "undone" });
}

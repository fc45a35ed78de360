import * as z from "zod";
import { DAY_MS, HOUR_MS } from "#contracts/durations.ts";
import { parseJson } from "#contracts/parse-json.ts";
import { ask, describeAnswer } from "./ask.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import type { Remote } from "./steps.ts";

/** What `npm run backup` leaves beside its files: about the last one, and the last that was restored as a test. */
export const BACKUP_NOTES = ["last", "tried"] as const;
export const BackupNote = z.object({ at: z.iso.datetime(), name: z.string() });

type Environment = Readonly<Record<string, string | undefined>>;
type Wanted = {
  readonly note: (typeof BACKUP_NOTES)[number];
  readonly about: string;
  readonly never: string;
  /** A night's run, or a week's, and time to do it in. */
  readonly limitMs: number;
  readonly toDo: string;
};

const BACKUPS: readonly Wanted[] = [
  {
    note: "last",
    about: "backup",
    never: "none was made",
    limitMs: 26 * HOUR_MS,
    toDo: "npm run backup, each night; a deploy makes one, too",
  },
  {
    note: "tried",
    about: "backup, restored as a test",
    never: "none was",
    limitMs: 8 * DAY_MS,
    toDo: "npm run backup -- --scratch <an empty database>, each week",
  },
];

/** @param readNote reads a note from the bucket; null when there is none */
export function checkBackups(
  target: Remote,
  environment: Environment,
  readNote: (name: string) => string | null,
  now: Date,
): CheckResult[] {
  if (!environment["BACKUP_KEY"]) {
    const [what, toDo] = ["is missing in the environment", "openssl rand -base64 32"];
    return [
      target === "production"
        ? failed("BACKUP_KEY", what, toDo)
        : note("BACKUP_KEY", `${what}: a deploy makes no backup`),
    ];
  }
  return BACKUPS.map(({ note: kind, about, never, limitMs, toDo }) => {
    const { data } = BackupNote.safeParse(parseJson(readNote(noteOf(target, kind)) ?? ""));
    const ageMs = data === undefined ? Infinity : now.getTime() - Date.parse(data.at);
    const what = data === undefined ? never : `the last is of ${data.at}`;
    return ageMs <= limitMs ? ok(about, what) : { about, state: "pending", what, toDo };
  });
}

export function noteOf(target: string, kind: (typeof BACKUP_NOTES)[number]): string {
  return `${target}-${kind}.json`;
}

const WINDOW_DAYS_MIN = 7;
const Project = z.object({ project: z.object({ history_retention_seconds: z.number() }) });

/** Asks Neon how far back it can restore; source: https://api-docs.neon.tech/reference/getproject. */
export async function checkRestoreWindow(environment: Environment): Promise<CheckResult> {
  const { NEON_API_KEY: key, NEON_PROJECT_ID: project } = environment;
  const about = "Neon's restore window";
  if (!key || !project) {
    return note(
      about,
      "is not looked up: NEON_API_KEY or NEON_PROJECT_ID is not in the environment",
    );
  }
  const base = environment["NEON_API_BASE"] || "https://console.neon.tech/api/v2";
  const headers = { authorization: `Bearer ${key}` };
  const answer = await ask(`${base}/projects/${project}`, { headers });
  const { data } = Project.safeParse(answer?.body);
  if (data === undefined) {
    return failed(about, `cannot be read: Neon ${describeAnswer(answer)}`, "check key and project");
  }
  const days = (data.project.history_retention_seconds * 1_000) / DAY_MS;
  const what = `is ${Number(days.toFixed(1))} days`;
  return days >= WINDOW_DAYS_MIN
    ? ok(about, what)
    : { about, state: "pending", what, toDo: `raise it to ${WINDOW_DAYS_MIN} days at Neon` };
}

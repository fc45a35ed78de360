import { spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { deserialize } from "node:v8";
import type { MediaRefusal, MediaType } from "#contracts/content/media.ts";
import { MINUTE_MS } from "#contracts/durations.ts";
import type { CheckedFile } from "./checked-file.ts";
import type { AnsweredFile, Task } from "./file-checker.ts";

export type FileChecker = {
  /** Judges a file by all of its content, whose notes it may blank where they are. */
  check(bytes: Buffer, type: MediaType): Promise<CheckedFile>;
  /** Makes a small square JPEG of a photo. */
  makePortrait(bytes: Buffer): Promise<Buffer | MediaRefusal>;
};

/** `MemoryMax` of the unit is this and 512 MB for the worker itself. */
export const FILE_CHECKER_LIMITS = { memoryMb: 640, deadlineMs: 2 * MINUTE_MS };

/** Into one buffer of its length: a film's copy is large, and its chunks beside it would be as much again. */
async function readAnswer(stdout: Readable): Promise<Buffer> {
  let answer: Buffer | null = null;
  let filled = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    let rest = chunk;
    if (answer === null) {
      head = Buffer.concat([head, chunk]);
      if (head.length < 4) continue;
      answer = Buffer.allocUnsafe(head.readUInt32BE());
      rest = head.subarray(4);
    }
    filled += rest.copy(answer, filled);
  }
  return answer?.subarray(0, filled) ?? head;
}

/** Beside the worker's bundle, as it is beside this file. */
const ENTRY = fileURLToPath(
  new URL(`./file-checker${extname(fileURLToPath(import.meta.url))}`, import.meta.url),
);

/** Addresses that V8 reserves for code at its start, which the limit of a process counts as well. */
const RESERVED_MB = 512;

/** Should the machine's memory be spent before the limit is reached, the kernel ends this process and not the worker. */
const LIMITED = 'echo 1000 2>&- >/proc/self/oom_score_adj; ulimit -d "$0" && exec "$@"';

/**
 * Opens files in a process of their own, one at a time: a decoder may need more memory or time than the worker can spare, or crash.
 * A file that ends the process is damaged; a process that does not start, or throws, is an error.
 */
export function createFileChecker({ memoryMb, deadlineMs } = FILE_CHECKER_LIMITS): FileChecker {
  let last: Promise<unknown> = Promise.resolve();

  async function run(task: Task, bytes: Buffer): Promise<unknown> {
    const child = spawn(
      "/bin/sh",
      ["-c", LIMITED, String((RESERVED_MB + memoryMb) * 1_024), process.execPath, ENTRY, task],
      {
        // No secrets. One arena and thread, because each reserves memory.
        env: { MALLOC_ARENA_MAX: "1", UV_THREADPOOL_SIZE: "1" },
        // A signal to the terminal's processes is not the file's fault.
        detached: true,
        stdio: ["pipe", "pipe", "inherit"],
        timeout: deadlineMs,
        killSignal: "SIGKILL",
      },
    );
    // It may end before it has read all.
    child.stdin.on("error", () => undefined);
    child.stdin.end(bytes);
    const [answer, [code, signal]] = await Promise.all([
      readAnswer(child.stdout),
      once(child, "close"),
    ]);
    if (signal !== null) return "damaged";
    if (code !== 0) throw new Error(`file_checker_exit_${String(code)}`);
    return deserialize(answer);
  }

  function inTurn(task: Task, bytes: Buffer): Promise<unknown> {
    const result = last.then(() => run(task, bytes));
    last = result.catch(() => undefined);
    return result;
  }

  return {
    async check(bytes, type) {
      const answer = (await inTurn(type, bytes)) as AnsweredFile | MediaRefusal;
      if (typeof answer === "string" || Buffer.isBuffer(answer.original)) {
        return answer as CheckedFile;
      }
      for (const change of answer.original) bytes.set(change.bytes, change.at);
      return { ...answer, original: bytes };
    },
    makePortrait: (bytes) => inTurn("portrait", bytes) as Promise<Buffer | MediaRefusal>,
  };
}

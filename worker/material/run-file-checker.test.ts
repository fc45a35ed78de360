import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { MEDIA_TYPES, type MediaType } from "#contracts/content/media.ts";
import { longFilm } from "../../tests/support/film.ts";
import { makeScratchDir } from "../../tests/support/scratch-dir.ts";
import { createFileChecker, FILE_CHECKER_LIMITS } from "./run-file-checker.ts";

const WORKER_MB = 512;
const PEAK_MB = 512;
/** The worker's memory with the demo before it opens a file. */
const IDLE_WORKER_MB = 300;

const TILE = randomBytes(999_983);
const noise = (width: number, height: number) =>
  sharp(Buffer.alloc(width * height * 3, TILE), { raw: { width, height, channels: 3 } });
const flat = (width: number, height: number, channels: 3 | 4) =>
  sharp({ create: { width, height, channels, background: "#345a7a80" } });

const largest = longFilm(MEDIA_TYPES["video/mp4"].maxBytes - 1);

const FULL = { progressive: true, chromaSubsampling: "4:4:4" } as const;

/** Each is as dear as an accepted one of its kind can be: a pixel more is refused by its header. */
const DEAREST: readonly [string, MediaType, () => { toBuffer: () => Promise<Buffer> }][] = [
  [
    "progressive JPEG of noise",
    "image/jpeg",
    () => noise(7_071, 7_071).jpeg({ ...FULL, quality: 6 }),
  ],
  ["export of a phone", "image/jpeg", () => flat(8_064, 6_048, 3).jpeg({ ...FULL, quality: 92 })],
  [
    "interlaced PNG of 16 bits",
    "image/png",
    () => flat(6_123, 6_123, 4).toColourspace("rgb16").png({ progressive: true }),
  ],
  [
    "transparent WebP",
    "image/webp",
    () => flat(7_071, 7_071, 4).webp({ lossless: true, effort: 0 }),
  ],
  ["WebP of noise", "image/webp", () => noise(7_071, 7_071).webp({ quality: 1, effort: 0 })],
  // Its boxes are as many as are read.
  ["film", "video/mp4", () => ({ toBuffer: () => Promise.resolve(largest) })],
];

/** Empty when the process or thread has ended meanwhile. */
const readProc = (path: string) => {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
};

const peakMbOf = (pid: string) => {
  const [, kb = "0"] = /VmHWM:\s+(\d+)/.exec(readProc(`${pid}/status`)) ?? [];
  return Number(kb) / 1_024;
};

/** Kilobytes that the process has used at most grow only, so what is read last is the peak. */
async function withPeak<T>(work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  let peakMb = 0;
  const watch = setInterval(() => {
    const children = readdirSync("/proc/self/task").flatMap((thread) =>
      readProc(`self/task/${thread}/children`).split(" ").filter(Boolean),
    );
    for (const pid of children) peakMb = Math.max(peakMb, peakMbOf(pid));
  }, 10);
  try {
    return { result: await work(), peakMb };
  } finally {
    clearInterval(watch);
  }
}

test.for(DEAREST)(
  "%s, the dearest that is accepted: read within the limit of memory",
  async ([, type, make]) => {
    const bytes = await make().toBuffer();
    expect(bytes.length).toBeLessThan(MEDIA_TYPES[type].maxBytes);
    const { result, peakMb } = await withPeak(() => createFileChecker().check(bytes, type));
    if (typeof result === "string") throw new Error(result);
    expect(result.original.length).toBeLessThanOrEqual(MEDIA_TYPES[type].maxBytes);
    expect(peakMb).toBeGreaterThan(50);
    expect(peakMb).toBeLessThan(PEAK_MB);
  },
);

/** A process that only asks, as the worker does with what it has read. */
function peakMbOfAsking(bytes: Buffer, type: MediaType): number {
  const file = join(makeScratchDir("film"), "film.mp4");
  writeFileSync(file, bytes);
  const checker = JSON.stringify(new URL("./run-file-checker.ts", import.meta.url).href);
  const ask = `import { readFileSync } from "node:fs";
    const { createFileChecker } = await import(${checker});
    const { check } = createFileChecker();
    for (let time = 0; time < 3; time++) {
      await check(readFileSync(process.argv[1]), ${JSON.stringify(type)});
      // What a check no longer holds is no peak of the next one, however busy the machine is.
      gc();
    }
    // The maximum of getrusage begins with that of the process that started it.
    process.stdout.write(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);`;
  const kb = execFileSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", ask, file],
    {
      encoding: "utf8",
    },
  );
  rmSync(dirname(file), { recursive: true });
  return Number(kb) / 1_024;
}

test("largest file, thrice: the process that asks holds it, its copy, and little else", () => {
  expect(peakMbOfAsking(largest, "video/mp4")).toBeLessThan(WORKER_MB - IDLE_WORKER_MB);
});

test.for([
  ["as much memory as it takes", { ...FILE_CHECKER_LIMITS, memoryMb: 64 }],
  ["as long as it takes", { ...FILE_CHECKER_LIMITS, deadlineMs: 1 }],
] as const)("file without %s: damaged", async ([, limits]) => {
  const large = await flat(3_000, 3_000, 3).jpeg(FULL).toBuffer();
  expect(await createFileChecker(limits).check(large, "image/jpeg")).toBe("damaged");
});

test("worker that cannot start the process: an error, because the file is not at fault", async () => {
  const bytes = await flat(10, 10, 3).jpeg().toBuffer();
  await expect(
    createFileChecker({ ...FILE_CHECKER_LIMITS, memoryMb: NaN }).check(bytes, "image/jpeg"),
  ).rejects.toThrow("file_checker_exit_2");
});

test.for(["tiff", "gif", "avif"] as const)(
  "%s that says it is another type: damaged, as no decoder but three runs",
  async (format) => {
    const bytes = await flat(10, 10, 3).toFormat(format).toBuffer();
    expect(typeof (await createFileChecker().makePortrait(bytes))).toBe("string");
    expect(await createFileChecker().check(bytes, "image/jpeg")).toBe("damaged");
  },
);

test("unit and image: memory for the worker and for the process beside it", () => {
  const unit = readFileSync(new URL("../tidepost-worker.service", import.meta.url), "utf8");
  const memoryMb = WORKER_MB + FILE_CHECKER_LIMITS.memoryMb;
  expect(unit).toContain(`MemoryMax=${memoryMb}M\n`);
  const image = readFileSync(new URL("../Dockerfile", import.meta.url), "utf8");
  expect(image).toContain(`--memory ${memoryMb}m`);
  expect(unit).toContain("OOMPolicy=continue");
});

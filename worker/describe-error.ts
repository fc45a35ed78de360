import { redactAddresses } from "./redact-message.ts";

const CHARS_MAX = 300;

const FRAMES_MAX = 8;
const FRAMES_NAMED = 3;

/** Packages and Node's own files say little; a path holds nothing of a person. */
const OWN_FRAME = /^\s+at (?:.*[\s(/])?((?:contracts|db|worker)\/[\w./-]+\.[jt]sx?:\d+:\d+)\)?$/;

/** One line for rows, queue and log, without email addresses and URL credentials. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return redactAddresses(
    text
      .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
      // First, because a password may hold characters that end an address.
      .replaceAll(/:\/\/[^\s/@]*@/g, "://[credentials]@"),
  ).slice(0, CHARS_MAX);
}

/** Where in our code an error came from, innermost first: file, line and column. */
export function framesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? "")
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .flatMap((line) => OWN_FRAME.exec(line)?.[1] ?? [])
    .slice(0, FRAMES_MAX);
}

/** An error that code makes by mistake is told with its place; others are told by their words. */
export function describeFault(error: unknown): string {
  const described = describeError(error);
  const frames = isFault(error) ? framesOf(error).slice(0, FRAMES_NAMED) : [];
  return frames.length === 0 ? described : `${described} at ${frames.join(" < ")}`;
}

/** Whatever our code throws on purpose is another kind. */
function isFault(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

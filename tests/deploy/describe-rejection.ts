/** Tells an unreachable server from one that rejects us, by code: messages may quote a password. */
export function describeRejection(error: unknown): string {
  const code = codeOf(error);
  // Node's network error codes.
  return /^E[A-Z]{4}/.test(code) ? `cannot be reached (${code})` : `does not let us in (${code})`;
}

function codeOf(error: unknown): string {
  const causes = [error, (error as { cause?: unknown }).cause];
  const code = causes
    .map((cause) => (cause as { code?: unknown } | undefined)?.code)
    .find((found) => typeof found === "string");
  if (code !== undefined) return code;
  if (!(error instanceof Error)) return "unknown";
  // Redis errors start with a code: WRONGPASS, NOAUTH.
  return (error.name === "ReplyError" && /^[A-Z]+/.exec(error.message)?.[0]) || error.name;
}

/** When the edge has not published an event by then, the relay does. */
export const PUBLISH_LIMIT_MS = 300;

/** @throws {Error} after the limit; the work itself goes on */
export async function withDeadline<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("deadline")), limitMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

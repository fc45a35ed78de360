// Prometheus stops waiting after ten seconds.
const LIMIT_MS = 3_000;

/** @returns null when the work failed or took too long; it may go on */
export async function answerInTime<T>(work: () => Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("too slow")), LIMIT_MS);
      }),
    ]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

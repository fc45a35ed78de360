/**
 * Lets a failure take as long as verifying the dearest stored hash, so that its time does not tell
 * an unknown account from an old one.
 *
 * @param ms from the call. A timer of its start, because Cloudflare's clock stands still during
 *   computing.
 */
export async function withFailureFloor<T>(ms: number, task: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const floor = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    return await task();
  } catch (error) {
    await floor;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

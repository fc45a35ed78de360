/** Leaves half of the watch's interval for the database. */
export const TIMEOUT_MS = 15_000;

/**
 * @param body sent as JSON
 * @returns the status
 * @throws {Error} when the answer is not a success; the message never holds the URL, which is a secret
 */
export async function post(
  url: string,
  { body, timeoutMs }: { body?: unknown; timeoutMs: number },
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: "POST",
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    signal,
    // A redirect would send the alert to another host.
    redirect: "manual",
  }).catch(() => {
    throw new Error(signal.aborted ? "no answer in time" : "could not be reached");
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return response.status;
}

/** A request without a response must not occupy one of the queue's concurrent jobs. */
export const REQUEST_TIMEOUT_MS = 15_000;

/** Without the transport's own message, which may quote the request. */
export function noAnswer(company: string, isTimedOut: boolean): Error {
  return new Error(`${company} ${isTimedOut ? "did not answer in time" : "could not be reached"}`);
}

/** Another attempt would be rejected as well. */
export function isRejection(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** @throws {Error} without an answer */
export async function postOnce(
  company: string,
  url: string,
  { timeoutMs, ...request }: Pick<RequestInit, "headers" | "body"> & { timeoutMs: number },
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // A redirect would send the request and its credentials to another host.
    return await fetch(url, { method: "POST", ...request, signal, redirect: "error" });
  } catch {
    throw noAnswer(company, signal.aborted);
  }
}

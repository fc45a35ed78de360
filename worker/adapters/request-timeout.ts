/** A request without a response must not occupy one of the queue's concurrent jobs. */
export const REQUEST_TIMEOUT_MS = 15_000;

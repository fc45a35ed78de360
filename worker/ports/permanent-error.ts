/** A retry cannot succeed. The message holds a code, never request data. */
export class PermanentError extends Error {
  override readonly name: string = "PermanentError";
}

/** A failure of the stack that its message explains in one sentence; no stack trace is needed to act on it. */
export class StackError extends Error {
  override readonly name = "StackError";
}

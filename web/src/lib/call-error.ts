/** A call of our API that failed. `status` is 0 when the browser could not make it. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string | null;
  /** The answer's message for the user; null when a gateway answered. */
  readonly userMessage: string | null;
  readonly details: string | null;

  constructor(
    status: number,
    code: string | null,
    userMessage: string | null = null,
    details: string | null = null,
  ) {
    super(userMessage ?? (status === 0 ? String(code) : `HTTP ${status}`));
    this.name = "CallError";
    this.status = status;
    this.code = code;
    this.userMessage = userMessage;
    this.details = details;
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallError && error.code === code;
}

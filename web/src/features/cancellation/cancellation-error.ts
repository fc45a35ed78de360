export class CancellationError extends Error {
  /** Message of an answer that succeeded without doing anything, or null. */
  readonly userMessage: string | null;
  readonly kind: "signed-out" | "no-subscription" | "not-done";

  constructor(kind: CancellationError["kind"], userMessage: string | null = null) {
    super(`Neither stayed nor left: ${kind}.`);
    this.name = "CancellationError";
    this.kind = kind;
    this.userMessage = userMessage;
  }
}

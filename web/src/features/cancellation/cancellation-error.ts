/** What keeps somebody from staying or leaving that no answer of the backend says. */
export class CancellationError extends Error {
  /** What the answer says to people, where it does; it was no refusal, and yet nothing was done. */
  readonly userMessage: string | null;
  readonly kind: "signed-out" | "no-subscription" | "not-done";

  constructor(kind: CancellationError["kind"], userMessage: string | null = null) {
    super(`Neither stayed nor left: ${kind}.`);
    this.name = "CancellationError";
    this.kind = kind;
    this.userMessage = userMessage;
  }
}

/** What keeps somebody from staying or leaving that no answer of the backend says. */
export class RetentionFault extends Error {
  /** What the answer says to people, where it does; it was no refusal, and yet nothing was done. */
  readonly said: string | null;
  readonly kind: "signed-out" | "no-subscription" | "not-done";

  constructor(kind: RetentionFault["kind"], said: string | null = null) {
    super(`Neither stayed nor left: ${kind}.`);
    this.name = "RetentionFault";
    this.kind = kind;
    this.said = said;
  }
}

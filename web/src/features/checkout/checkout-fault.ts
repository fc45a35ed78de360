/** Why there is no payment page, other than that somebody has refused it. */
export type FaultKind =
  | "not-configured"
  /** The site has no valid key of the payment provider. */
  | "no-key"
  | "no-plan"
  | "no-package"
  /** The answer names no page. */
  | "no-url"
  /** It names one, and leaves the name empty. */
  | "empty-url"
  /** The browser cannot go there. */
  | "not-opened";

export class CheckoutFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind) {
    super(kind);
    this.name = "CheckoutFault";
    this.kind = kind;
  }
}

/** Why there is no payment page, other than that somebody has refused it. */
export type CheckoutErrorKind =
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

export class CheckoutError extends Error {
  readonly kind: CheckoutErrorKind;

  constructor(kind: CheckoutErrorKind) {
    super(kind);
    this.name = "CheckoutError";
    this.kind = kind;
  }
}

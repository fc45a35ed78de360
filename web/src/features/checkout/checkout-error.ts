export type CheckoutErrorKind =
  | "not-configured"
  | "no-key"
  | "no-plan"
  | "no-package"
  | "no-url"
  | "empty-url"
  | "not-opened";

export class CheckoutError extends Error {
  readonly kind: CheckoutErrorKind;

  constructor(kind: CheckoutErrorKind) {
    super(kind);
    this.name = "CheckoutError";
    this.kind = kind;
  }
}

/**
 * A provider refuses an act for good: the same act again cannot succeed. The message names the provider's code,
 * never what was sent. Each port has its own kind.
 */
export class PermanentError extends Error {
  override readonly name: string = "Refused";
}

/** The id of an object that Stripe returns expanded or as its id. */
export function idOf(given: string | { readonly id: string }): string;
export function idOf(given: string | { readonly id: string } | null | undefined): string | null;
export function idOf(given: string | { readonly id: string } | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  return typeof given === "string" ? given : given.id;
}

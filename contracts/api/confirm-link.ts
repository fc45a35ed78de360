const TYPES = ["signup", "invite", "magiclink", "recovery", "email_change", "email"] as const;

/** GoTrue's types of verification by mail. */
export type ConfirmLinkType = (typeof TYPES)[number];

/** An account mail has it; the button of its page redeems the token. */
export type ConfirmLink<Target = string> = {
  readonly tokenHash: string;
  readonly type: ConfirmLinkType;
  readonly redirectTo: Target;
};

/**
 * A page with a button, because link scanners press none; the part after `#` reaches no server
 * log.
 */
export function buildConfirmLink(
  siteUrl: string,
  { tokenHash, type, redirectTo }: ConfirmLink,
): string {
  const target = encodeURIComponent(redirectTo);
  return `${siteUrl}/confirm#token_hash=${encodeURIComponent(tokenHash)}&type=${type}&redirect_to=${target}`;
}

/**
 * @param fields the fragment's `URLSearchParams`, for which this folder has no type
 * @param readTarget validates the page to continue to
 * @returns null when it is not one of our links
 */
export function parseConfirmLink<Target>(
  fields: { get(name: string): string | null },
  readTarget: (redirectTo: string | null) => Target,
): ConfirmLink<Target> | null {
  const tokenHash = fields.get("token_hash") ?? "";
  const type = TYPES.find((known) => known === fields.get("type"));
  if (tokenHash === "" || type === undefined) return null;
  return { tokenHash, type, redirectTo: readTarget(fields.get("redirect_to")) };
}

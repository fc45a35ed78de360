/** In a security notice; the button of its page removes what was added. */
export type RemovalLink = {
  readonly event: string;
  readonly token: string;
};

const FRAGMENT = "remove";

/** A page with a button, because link scanners press none; the part after `#` reaches no server log. */
export function buildRemovalLink(siteUrl: string, { event, token }: RemovalLink): string {
  return `${siteUrl}/confirm#${FRAGMENT}=${event}&token=${token}`;
}

/**
 * @param fields the fragment's `URLSearchParams`, for which this folder has no type
 * @returns null when it is not a link of a security notice
 */
export function parseRemovalLink(fields: { get(name: string): string | null }): RemovalLink | null {
  const event = fields.get(FRAGMENT);
  return event === null ? null : { event, token: fields.get("token") ?? "" };
}

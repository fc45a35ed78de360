/** For example `posts, reels and stories`. By hand: creating an Intl.ListFormat takes a phone a tenth of a second. */
export function listed(items: readonly string[]): string {
  return items.join(", ").replace(/, (?=[^,]*$)/, " and ");
}

export function startLower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

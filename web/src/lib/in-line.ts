/** "One · two · three", of which no line begins with the dot. */
export function inLine(items: readonly string[]): string {
  return items.join("\u00A0· ");
}

// Line ends would start a new mail header; direction overrides would reorder the text around them.
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\s]+/gu;

/** @param charsMax in Unicode code points; a longer text ends in an ellipsis */
export function singleLine(text: string, charsMax = Infinity): string {
  const line = text.replace(BREAKING, " ").trim();
  if (line.length <= charsMax) return line;
  const chars = Array.from(line);
  return chars.length <= charsMax
    ? line
    : `${chars
        .slice(0, charsMax - 1)
        .join("")
        .trimEnd()}…`;
}

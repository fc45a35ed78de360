export function redactEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const dot = email.lastIndexOf(".");
  if (at < 1 || dot < at) return "•••";
  return `${firstCharacter(email)}•••@${firstCharacter(email.slice(at + 1))}•••${email.slice(dot)}`;
}

export function redactName(name: string): string {
  return name === "" ? "" : `${firstCharacter(name)}•••`;
}

export function displayName(
  { firstName: first, lastName: last }: { firstName: string | null; lastName: string | null },
  { isRevealed }: { isRevealed: boolean },
): string {
  const names = [first, last].flatMap((name) => name ?? []);
  return names.length === 0
    ? "Unnamed customer"
    : names.map((name) => (isRevealed ? name : redactName(name))).join(" ");
}

function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

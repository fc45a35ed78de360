export function redactEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const dot = email.lastIndexOf(".");
  if (at < 1 || dot < at) return "•••";
  return `${firstCharacter(email)}•••@${firstCharacter(email.slice(at + 1))}•••${email.slice(dot)}`;
}

export function redactName(name: string): string {
  return name === "" ? "" : `${firstCharacter(name)}•••`;
}

type Named = { businessName: string | null; firstName: string | null; lastName: string | null };

/** The business by its name, and its person, whose name is redacted until it is revealed. */
export function displayName(
  { businessName, firstName: first, lastName: last }: Named,
  { isRevealed = false }: { isRevealed?: boolean } = {},
): string {
  const names = [first, last].flatMap((name) => name ?? []);
  const person = names.map((name) => (isRevealed ? name : redactName(name))).join(" ");
  if (businessName === null) return person === "" ? "Unnamed customer" : person;
  return person === "" ? businessName : `${businessName} (${person})`;
}

function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

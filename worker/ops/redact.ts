/** An address by which its owner is known to themselves and to nobody else: `a•••@s•••.example`. */
export function redactEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const dot = email.lastIndexOf(".");
  if (at < 1 || dot < at) return "•••";
  return `${first(email)}•••@${first(email.slice(at + 1))}•••${email.slice(dot)}`;
}

/** A name by its first letter: `A•••`. */
export function redactName(name: string): string {
  return name === "" ? "" : `${first(name)}•••`;
}

function first(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

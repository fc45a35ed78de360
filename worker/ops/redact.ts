export function redactEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const dot = email.lastIndexOf(".");
  if (at < 1 || dot < at) return "•••";
  return `${first(email)}•••@${first(email.slice(at + 1))}•••${email.slice(dot)}`;
}

export function redactName(name: string): string {
  return name === "" ? "" : `${first(name)}•••`;
}

function first(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? "" : String.fromCodePoint(code);
}

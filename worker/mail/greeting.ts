// Anyone can enter a stranger's address, so the name is only repeated where it can be nothing but a name:
// no digits, slashes or dots that a mail program would turn into a link, and no sentence.
const NAME =
  /^\p{L}[\p{L}\p{M}\p{Join_Control}'’-]{0,29}(?: [\p{L}\p{M}\p{Join_Control}'’-]{1,20}){0,2}$/u;

// The same for a company: figures are part of some names, but not as many as a telephone number has.
const COMPANY_NAME =
  /^(?!(?:.*\p{N}){5})[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control} &+'’,()-]{0,59}\.?$/u;

/** Whether a text can be nothing but somebody's name, and may be written to whoever is at the address that they gave. */
export function isName(text: string): boolean {
  return NAME.test(text);
}

/** Whether a text can be nothing but a company's name. */
export function isCompanyName(text: string): boolean {
  return COMPANY_NAME.test(text);
}

/**
 * Opens a mail to a visitor.
 *
 * @returns for example `Hello Amelia,`, or `Hello,` when the name could carry a message
 */
export function greeting(firstName: string): string {
  return isName(firstName) ? `Hello ${firstName},` : "Hello,";
}

// Anyone can enter any address, so a name is repeated only if it cannot carry a message: no
// digits, slashes or dots that a mail client would turn into a link.
const NAME =
  /^\p{L}[\p{L}\p{M}\p{Join_Control}'’-]{0,29}(?: [\p{L}\p{M}\p{Join_Control}'’-]{1,20}){0,2}$/u;

// Company names may hold digits, but fewer than a phone number.
const COMPANY_NAME =
  /^(?!(?:.*\p{N}){5})[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control} &+'’,()-]{0,59}\.?$/u;

export function isName(text: string): boolean {
  return NAME.test(text);
}

export function isCompanyName(text: string): boolean {
  return COMPANY_NAME.test(text);
}

export function greeting(firstName: string): string {
  return isName(firstName) ? `Hello ${firstName},` : "Hello,";
}

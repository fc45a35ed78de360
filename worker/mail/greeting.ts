// Anyone can enter a stranger's address, so the name is only repeated where it can be nothing but a name:
// no digits, slashes or dots that a mail program would turn into a link, and no sentence.
const NAME =
  /^\p{L}[\p{L}\p{M}\p{Join_Control}'’-]{0,29}(?: [\p{L}\p{M}\p{Join_Control}'’-]{1,20}){0,2}$/u;

/**
 * Opens a mail to a visitor.
 *
 * @returns for example `Hello Amelia,`, or `Hello,` when the name could carry a message
 */
export function greeting(firstName: string): string {
  return NAME.test(firstName) ? `Hello ${firstName},` : "Hello,";
}

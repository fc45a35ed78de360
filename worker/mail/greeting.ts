import { COMPANY_NAME } from "#contracts/company-name.ts";

// Anyone can enter any address, so a name is repeated only if it cannot carry a message: one word of one script,
// without digits, slashes or dots that a mail client would turn into a link.
const SCRIPTS = [
  String.raw`\p{sc=Latin}`,
  String.raw`\p{sc=Greek}`,
  String.raw`\p{sc=Cyrillic}`,
  String.raw`\p{sc=Arabic}`,
  String.raw`\p{sc=Hebrew}`,
  String.raw`\p{sc=Devanagari}`,
  // Japanese mixes three of them.
  String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}`,
];
const NAMES = SCRIPTS.map((letters) => {
  const word = String.raw`[${letters}][${letters}\p{M}\p{Join_Control}]*`;
  return new RegExp(String.raw`^(?=.{1,20}$)${word}(?:['’-]${word})?$`, "u");
});

export function isName(text: string): boolean {
  return NAMES.some((name) => name.test(text));
}

export function isCompanyName(text: string): boolean {
  return COMPANY_NAME.test(text);
}

export function greeting(firstName: string): string {
  return isName(firstName) ? `Hello ${firstName},` : "Hello,";
}

/** Characters that nobody sees and that turn, break or hide the text beside them. The joiners of emoji and Persian words stay. */
const INVISIBLE =
  /[\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** Leaves out what a text of one line cannot have: a text that somebody has copied may hold it unseen. */
export const withoutInvisible = (text: string): string => text.replaceAll(INVISIBLE, "");

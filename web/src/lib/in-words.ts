const WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Writes a small number as a sentence has it: `fifteen`. Beyond twenty it stays in figures. */
export function inWords(value: number): string {
  return WORDS[value] ?? value.toString();
}

/** The same at the beginning of a sentence: `Fifteen`. */
export function inWordsFirst(value: number): string {
  const word = inWords(value);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

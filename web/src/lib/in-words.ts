const WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Number in words, e.g. `fifteen`; figures above twenty. */
export function inWords(value: number): string {
  return WORDS[value] ?? value.toString();
}

export function spellOutCapitalised(value: number): string {
  const word = inWords(value);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** For example `1 post`, `3 posts`, `2 replies`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Pads every cell to its column's width: the first column to the left, the others to the right. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  isLeft: (column: number) => boolean = (column) => column === 0,
): string[][] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, { length }] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, length);
    }
  }
  return rows.map((row) =>
    row.map((text, column) => {
      const width = widths[column] ?? 0;
      return isLeft(column) ? text.padEnd(width) : text.padStart(width);
    }),
  );
}

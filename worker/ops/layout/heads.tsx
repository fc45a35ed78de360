/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";

/** The first row of a table, a cell a column. */
export const Heads: FC<{ of: readonly string[] }> = ({ of }) => (
  <thead>
    <tr>
      {of.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
    </tr>
  </thead>
);

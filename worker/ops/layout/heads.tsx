/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";

/**
 * The first row of a table, a cell a column.
 *
 * @param caption name of the table, for screen readers
 * @param unseen head of the first column, for screen readers
 */
export const Heads: FC<{ caption: string; of: readonly string[]; unseen?: string }> = ({
  caption,
  of,
  unseen,
}) => (
  <>
    <caption class="unseen">{caption}</caption>
    <thead>
      <tr>
        {unseen === undefined ? null : (
          <th scope="col">
            <span class="unseen">{unseen}</span>
          </th>
        )}
        {of.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  </>
);

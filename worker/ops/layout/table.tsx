/** @jsxImportSource hono/jsx */
import type { Child, FC, PropsWithChildren } from "hono/jsx";

type Heads = {
  class?: string;
  /** Name of the table, for screen readers. */
  caption: string;
  /** Head of the first column, for screen readers. */
  unseen?: string;
  heads: readonly string[];
};

type RowLinkProps = PropsWithChildren<{
  class?: string;
  href: string;
  rel?: string;
  /** What tells its row from others with the same text. */
  of?: string;
  /** Whose end does so where that may be the same too. */
  id?: string;
}>;

/** A link in a row of several. A screen reader's list of links has it under a name of its own. */
export const RowLink: FC<RowLinkProps> = ({ of, id, children, ...link }) => (
  <a {...link}>
    {children}
    <span class="unseen">
      {[of, id?.slice(-4)].map((part) => (part === undefined ? "" : `, ${part}`))}
    </span>
  </a>
);

/** A table, whose children are its rows. */
export const Table: FC<PropsWithChildren<Heads & { foot?: Child }>> = ({
  class: look,
  caption,
  unseen,
  heads,
  foot,
  children,
}) => (
  <table class={look}>
    <caption class="unseen">{caption}</caption>
    <thead>
      <tr>
        {unseen === undefined ? null : (
          <th scope="col">
            <span class="unseen">{unseen}</span>
          </th>
        )}
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
    {foot === undefined ? null : <tfoot>{foot}</tfoot>}
  </table>
);

type Row = readonly [name: string, ...cells: Child[]];
type ReportProps = Heads & {
  rows: readonly Row[];
  total?: Row;
  /** Stands in place of an empty table. */
  none?: string;
};

/** A small table of plain cells; the total stands below two rows or more. */
export const Report: FC<ReportProps> = ({
  class: look = "small report figures",
  rows,
  total,
  none,
  ...heads
}) =>
  rows.length === 0 && none !== undefined ? (
    <p>{none}</p>
  ) : (
    <Table
      class={look}
      {...heads}
      foot={
        total === undefined || rows.length < 2 ? undefined : <ReportRow row={total} {...heads} />
      }
    >
      {rows.map((row) => (
        <ReportRow key={row[0]} row={row} {...heads} />
      ))}
    </Table>
  );

const ReportRow: FC<Heads & { row: Row }> = ({ heads, row: [name, ...cells] }) => (
  <tr>
    <th scope="row">{name}</th>
    {cells.map((cell, index) => (
      <td key={heads[index]}>{cell}</td>
    ))}
  </tr>
);

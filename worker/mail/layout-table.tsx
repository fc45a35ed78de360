import type { ReactNode } from "react";

/** A table that only places things: screen readers read its cells as text. */
export function LayoutTable({ marginTop, children }: { marginTop?: number; children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      style={marginTop === undefined ? undefined : { marginTop }}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

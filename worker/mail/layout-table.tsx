import type { ReactNode } from "react";

/** A table that only places things: screen readers read its cells as text. */
export function LayoutTable({
  marginTop,
  width = "100%",
  children,
}: {
  marginTop?: number;
  /** In pixels; as wide as its place without it. */
  width?: number | "100%";
  children: ReactNode;
}) {
  return (
    <table
      role="presentation"
      width={width}
      cellPadding="0"
      cellSpacing="0"
      border={0}
      style={marginTop === undefined ? undefined : { marginTop }}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

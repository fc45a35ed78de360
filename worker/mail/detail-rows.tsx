import { Link } from "@react-email/link";
import { LayoutTable } from "./layout-table.tsx";
import { BASE, topRule, text, WRAP_ANYWHERE } from "./theme.ts";

export type DetailRow = {
  label: string;
  value: string;
  href?: string;
  /** The label alone is shown, as a link to the value. */
  isLink?: boolean;
  /** For a visitor's text, which may be right-to-left. */
  dir?: "auto";
};

export function DetailRows({
  rows,
  marginTop = 28,
}: {
  rows: readonly DetailRow[];
  marginTop?: number;
}) {
  return (
    <LayoutTable marginTop={marginTop}>
      {rows.map((row) => (
        <Row key={`${row.label} ${row.value}`} {...row} />
      ))}
    </LayoutTable>
  );
}

function Row({ label, value, href, isLink, dir }: DetailRow) {
  const { style } = topRule({ ...BASE, padding: "9px 0" });
  const name = text("soft", { ...style, width: 180, padding: "9px 12px 9px 0", fontSize: 14 });
  const content = text("ink", { ...style, ...WRAP_ANYWHERE });
  const linked = (words: string) =>
    href === undefined ? (
      words
    ) : (
      <Link href={href} {...text("tide", { textDecoration: "underline" })}>
        {words}
      </Link>
    );
  // Sentences are hard to read as links.
  const isSentence = value.endsWith(".");
  if (isLink === true) {
    return (
      <tr>
        <td colSpan={2} className={`${content.className} rule`} style={content.style}>
          <Link href={value} {...text("tide", { textDecoration: "underline" })}>
            {label}
          </Link>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td valign="top" className={`${name.className} rule label`} style={name.style}>
        {isSentence ? linked(label) : label}
      </td>
      <td valign="top" className={`${content.className} rule`} style={content.style} dir={dir}>
        {isSentence ? value : linked(value)}
      </td>
    </tr>
  );
}

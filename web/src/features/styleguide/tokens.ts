import css from "../../styles/tokens.css?raw";

export type Token = { readonly name: string; readonly value: string };

export function parseTokens(stylesheet: string): readonly Token[] {
  const code = stylesheet.replace(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => ({
    name: match[1] ?? "",
    value: (match[2] ?? "").replace(/\s+/g, " "),
  }));
}

const TOKENS = parseTokens(css);

export type Kind = "colour" | "face" | "text" | "length" | "radius" | "shadow" | "motion";

/**
 * @returns undefined for a token that belongs to another one (e.g. a line height) or aliases one
 */
export function kindOf({ name, value }: Token): Kind | undefined {
  if (value.startsWith("var(")) return undefined;
  if (name.startsWith("color-")) return "colour";
  if (name.startsWith("font-")) return "face";
  if (/^text-.+--/.test(name)) return undefined;
  if (name.startsWith("text-")) return "text";
  if (name.startsWith("radius-")) return "radius";
  if (/^[\d.]+ms$/.test(value)) return "motion";
  if (/^(?:0|-?[\d.]+(?:px|rem)) .*oklch/.test(value)) return "shadow";
  if (/^(?:[\d.]+(?:px|rem)|(?:clamp|max)\(.*\))$/.test(value)) return "length";
  throw new Error(`The styleguide does not know how to show --${name}.`);
}

export function tokensOf(kind: Kind): readonly Token[] {
  return TOKENS.filter((token) => kindOf(token) === kind);
}

export function tokenValue(name: string): string | undefined {
  return TOKENS.find((token) => token.name === name)?.value;
}

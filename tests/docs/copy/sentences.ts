import { parseSync } from "vite";

interface Sentence {
  line: number;
  text: string;
}

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Attributes and properties whose values no person reads. */
const UNREAD_KEYS = new Set([
  "autoComplete",
  "class",
  "className",
  "d",
  "gridTemplateAreas",
  "media",
  "pattern",
  "points",
  "preserveAspectRatio",
  "rel",
  "sizes",
  "srcSet",
  "style",
  "transform",
  "viewBox",
]);

/** Functions that take words for developers: logs, exceptions, queries. */
const UNREAD_CALLS = /^(debug|info|warn|error|fatal|sql|describe|querySelector(All)?|matchMedia)$/;
const UNREAD_ERRORS = /^(Type|Range)?Error$/;

const UNREAD_STATEMENTS = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAnnotation",
  "TSTypeParameterInstantiation",
]);

/** Every sentence, label and title that a source file can show to a person, in its order. */
export function sentencesOf(file: string, source: string): Sentence[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Sentence[] = [];
  visit(program as unknown as Node, "");
  return found;

  function visit(node: Node, key: string): void {
    if (UNREAD_STATEMENTS.has(node.type) || isUnread(node)) return;
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      visitElement(node);
      return;
    }
    const text = textOf(node);
    if (text !== null) add(node, text, isLabel(key, text) || isSentence(text));
    const inner = node.type === "Property" || node.type === "JSXAttribute" ? keyOf(node) : key;
    // The label of a fact is the key of its field.
    if (node.type === "Property" && textOf(node["value"] as Node) !== null)
      add(node, inner, /^[A-Z][a-z]+$/.test(inner));
    if (!UNREAD_KEYS.has(inner)) for (const child of childrenOf(node)) visit(child, inner);
  }

  function visitElement(node: Node): void {
    const inline = new Set<Node>();
    const children = listOf(node["children"]);
    if (children.some((child) => child.type === "JSXText" && /\w/.test(String(child["value"])))) {
      const first = children.find((child) => words(child, inline) !== "");
      add(first ?? node, children.map((child) => words(child, inline)).join(""), true);
    }
    visitAround(node, inline);
  }

  /** Visits the attributes and the children of an element that are no part of its own sentence. */
  function visitAround(node: Node, inline: Set<Node>): void {
    const opening = node["openingElement"] as Node | undefined;
    for (const attribute of listOf(opening?.["attributes"])) visit(attribute, "");
    for (const child of listOf(node["children"])) {
      if (inline.has(child)) {
        if (child.type === "JSXElement") visitAround(child, inline);
      } else if (child.type === "JSXText") continue;
      else visit(child, "children");
    }
  }

  function words(node: Node, inline: Set<Node>): string {
    if (node.type === "JSXText") return String(node["value"]);
    if (node.type === "JSXExpressionContainer") {
      const text = textOf(node["expression"] as Node);
      if (text === null) return "{…}";
      inline.add(node);
      return text;
    }
    if (node.type !== "JSXElement") return "";
    const children = listOf(node["children"]);
    if (!children.some((child) => child.type === "JSXText")) return "{…}";
    inline.add(node);
    return children.map((child) => words(child, inline)).join("");
  }

  function add(node: Node, raw: string, wanted: boolean): void {
    const text = raw.replaceAll(/\s+/g, " ").trim();
    if (!wanted || !/[A-Za-z]{2}/.test(text.replaceAll("{…}", ""))) return;
    found.push({ line: source.slice(0, node.start).split("\n").length, text });
  }
}

function isSentence(text: string): boolean {
  return /^[“"'£\d]?[A-Z{]/.test(text.trim()) && /[a-z] [\w“"'£{&]/.test(text.trim());
}

function isLabel(key: string, text: string): boolean {
  return (
    /label|title|heading|caption|name|text|children|alt/i.test(key) && /^[A-Z][a-z]/.test(text)
  );
}

function isUnread(node: Node): boolean {
  if (node.type === "TaggedTemplateExpression") return true;
  if (node.type === "NewExpression") return UNREAD_ERRORS.test(nameOf(node["callee"]));
  return node.type === "CallExpression" && UNREAD_CALLS.test(nameOf(node["callee"]));
}

function nameOf(value: unknown): string {
  const node = value as Node;
  if (node.type === "MemberExpression") return nameOf(node["property"]);
  return typeof node["name"] === "string" ? node["name"] : "";
}

function keyOf(node: Node): string {
  const key = (node["key"] ?? node["name"]) as Node;
  const name = key["name"] ?? key["value"];
  return typeof name === "string" ? name : "";
}

function textOf(node: Node): string | null {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return null;
  const parts = listOf(node["quasis"]).map((part) => (part["value"] as { cooked: string }).cooked);
  return parts.join("{…}");
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

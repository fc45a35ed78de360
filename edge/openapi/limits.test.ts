import { expect, test } from "vitest";
import { safeParse, type $ZodType } from "zod/v4/core";
import { OPERATIONS } from "#contracts/api/operations.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { createDocument, type JsonSchema } from "./document.ts";

const { paths, components } = createDocument("https://api.tidepost.example");

type Leaf = { at: string; schema: JsonSchema };

function leavesOf(given: JsonSchema | boolean | undefined, at: string): Leaf[] {
  if (typeof given !== "object") return [];
  const name = given.$ref?.split("/").at(-1) ?? "";
  const schema = components.schemas[name] ?? given;
  const { items, properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    { at, schema },
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => leavesOf(one, at)),
    ...leavesOf(items as JsonSchema, `${at}[]`),
    ...Object.entries(properties).flatMap(([key, one]) => leavesOf(one, `${at}.${key}`)),
  ];
}

const bodies = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content["application/json"]?.schema;
    return schema === undefined ? [] : leavesOf(schema, `${method.toUpperCase()} ${path}`);
  }),
);

/** Repeats without an end: `*`, `+` and `{1,}`, but for classes of characters that are counted elsewhere. */
const UNBOUNDED = /(?<!\\)(?:[*+]|\{\d+,\})/;

const isBounded = ({ maxLength, enum: values, const: value, pattern, format }: JsonSchema) =>
  maxLength !== undefined ||
  values !== undefined ||
  value !== undefined ||
  format === "uuid" ||
  (pattern !== undefined && !UNBOUNDED.test(pattern));

test("every list of a request has a maximum, so that no work follows its length", () => {
  const lists = bodies.filter(({ schema }) => schema.type === "array");
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter(({ schema }) => schema.maxItems === undefined).map(({ at }) => at)).toEqual(
    [],
  );
});

test("every text of a request has a maximum; GoTrue's and signed ones that of the body", () => {
  const texts = bodies.filter(
    ({ at, schema }) => schema.type === "string" && !/ \/(?:auth\/v1|webhooks)/.test(at),
  );
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(({ schema }) => !isBounded(schema)).map(({ at }) => at)).toEqual([]);
});

type Def = {
  type: string;
  shape?: Record<string, $ZodType>;
  options?: $ZodType[];
} & Partial<Record<"element" | "innerType" | "in" | "left" | "right", $ZodType>>;

/** The schemas of single texts. */
function textsOf(schema: $ZodType, at: string): { at: string; schema: $ZodType }[] {
  const { type, shape = {}, options = [], ...def } = (schema as unknown as { def: Def }).def;
  if (type === "string") return [{ at, schema }];
  const inner = [...options, def.element, def.innerType, def.in, def.left, def.right];
  return [
    ...Object.entries(shape).flatMap(([key, one]) => textsOf(one, `${at}.${key}`)),
    ...inner.flatMap((one) => (one === undefined ? [] : textsOf(one, at))),
  ];
}

/** Not shown to anybody. */
const SECRETS = new Set([
  "POST /functions/v1/account/reauthenticate.password",
  "POST /functions/v1/account/reauthenticate.nonce",
]);

test("text of one line: without marks of direction and separators of lines, or refused", () => {
  const accepts = (schema: $ZodType, text: string) => safeParse(schema, text);
  const texts = Object.entries(OPERATIONS).flatMap(([key, operation]) =>
    "body" in operation ? textsOf(operation.body, key) : [],
  );
  expect(texts.length).toBeGreaterThan(50);
  const shown = texts.filter(
    ({ at, schema }) => !SECRETS.has(at) && !accepts(schema, "a\nb").success,
  );
  for (const { at, schema } of shown) {
    const parsed = accepts(schema, "a\u202Eb\u2028c\u200B");
    const text = parsed.success ? (parsed.data as string) : "";
    expect(withoutInvisible(text), at).toBe(text);
  }
});

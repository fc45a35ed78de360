import { expect } from "vitest";
import { type $ZodType, safeParse } from "zod/v4/core";
import { OPERATIONS } from "#contracts/api/operations.ts";
import { PUBLISHED_PROMISES } from "#contracts/api/promise-figures.ts";
import { APPROVERS_MAX } from "#contracts/content/brief-answers.ts";
import { MEDIA_MAX } from "#contracts/content/media.ts";
import { COMMENTS_ON_PAGE } from "#contracts/content/posts.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { SESSIONS_LISTED_MAX } from "#db/accounts/sessions/find-sessions.ts";
import { POSTS_MAX } from "#db/content/select-posts.ts";
import { API, test } from "../../tests/support/auth-service.ts";
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

const EACH_PAID = "each is a payment or purchase at Stripe";

/** Lists of rows that an account, or who writes to it, reads whole: their maximum, or what a row costs its author. */
const LISTS: Readonly<Record<string, number | string>> = {
  "GET /media": "a page of R2, for the worker",
  "GET /rest/v1/user_subscription": 1,
  "GET /rest/v1/user_orders": EACH_PAID,
  "GET /functions/v1/account/sessions": SESSIONS_LISTED_MAX,
  "GET /functions/v1/account/recovery": "methods of thirty days, each kind with a maximum",
  "GET /functions/v1/account/export": "the law gives all of it; limited by account",
  "GET /functions/v1/checkout-session": EACH_PAID,
  "GET /functions/v1/unclaimed-purchases": EACH_PAID,
  "GET /functions/v1/subscription": EACH_PAID,
  "GET /functions/v1/brief": APPROVERS_MAX,
  "GET /functions/v1/material": `${MEDIA_MAX}, and those that an operator put into posts`,
  "GET /functions/v1/calendar": POSTS_MAX,
  "GET /functions/v1/posts/:id/comments": COMMENTS_ON_PAGE,
  "GET /functions/v1/review": "posts of one email, which an operator proposed",
  "GET /functions/v1/review/posts/:id/comments": COMMENTS_ON_PAGE,
  "GET /functions/v1/reports": "one in thirty days",
  "GET /functions/v1/promise-figures": PUBLISHED_PROMISES.length,
  "GET /auth/v1/.well-known/openid-configuration": "a constant",
  "GET /auth/v1/.well-known/jwks.json": "a setting",
  "GET /auth/v1/user": "factors have a maximum, an identity is an account at its provider",
  "GET /auth/v1/passkeys": 10,
  "GET /auth/v1/admin/users": "pages",
  "GET /auth/v1/admin/users/:id": "as the user reads it",
  "GET /auth/v1/admin/users/:id/factors": "as the user reads them",
  "GET /auth/v1/admin/users/:id/passkeys": 10,
};

test("every list that is read has a maximum, or rows that cost their author something", () => {
  const reads = Object.entries(paths).flatMap(([path, { get }]) => {
    const leaves = Object.entries(get?.responses ?? {}).flatMap(([status, { content }]) =>
      status.startsWith("2") ? leavesOf(content?.["application/json"]?.schema, path) : [],
    );
    const isList = leaves.some(({ schema }) => schema.type === "array");
    return isList ? [`GET ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`] : [];
  });
  expect(reads.toSorted()).toEqual(Object.keys(LISTS).toSorted());
});

test("account with more sessions than are listed: the current one and the last used ones", async ({
  auth,
  database,
}) => {
  const email = "ada@shop.example";
  await auth.call("POST", "/signup", { email, password: "low tide at six" });
  const { code } = await auth.mailTo(email);
  const { body } = await auth.call("POST", "/verify", { type: "signup", email, token: code });
  const token = String(body["access_token"]);
  await database.query(
    `insert into sessions (id, user_id, aal, amr, created_at, refreshed_at)
     select gen_random_uuid(), user_id, aal, amr, created_at, now() + n * interval '1 second'
     from sessions, generate_series(1, $1) as n`,
    [SESSIONS_LISTED_MAX + 20],
  );
  const response = await auth.request(`${API}/functions/v1/account/sessions`, {
    headers: { apikey: await auth.sign({ role: "anon" }), authorization: `Bearer ${token}` },
  });
  const { sessions } = (await response.json()) as { sessions: { is_current?: boolean }[] };
  expect(sessions).toHaveLength(SESSIONS_LISTED_MAX);
  expect(sessions.filter((session) => session.is_current === true)).toHaveLength(1);
});

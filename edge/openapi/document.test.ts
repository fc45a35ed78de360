import { hash } from "node:crypto";
import { describe, expect } from "vitest";
import { API, test } from "../../tests/support/auth-service.ts";
import { createDocument, type OpenApiDocument } from "./document.ts";

const document = createDocument(API);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

test("document: has every route of the edge, and no other", ({ serviceWith }) => {
  const documented = operations.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
  );
  expect(documented.toSorted()).toEqual(serviceWith().routes.toSorted());
});

test("references, ids, tags, path parameters and access: all resolve", () => {
  const { schemas, securitySchemes } = document.components;
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, reference = ""]) => reference,
  );
  expect(references.length).toBeGreaterThan(100);
  const known = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`));
  expect(references.filter((reference) => !known.has(reference))).toEqual([]);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = document.tags.map(({ name }) => name);
  expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(tags));
  for (const { path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter(({ in: place }) => place === "path");
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    const names = operation.security.flatMap((all) => Object.keys(all));
    expect(names.filter((name) => !(name in securitySchemes))).toEqual([]);
  }
});

test("error answers: have stable codes, and Retry-After when the client should wait", () => {
  const checkout = document.paths["/functions/v1/stripe-checkout"]?.["post"];
  expect(checkout?.responses["429"]).toMatchObject({
    description: "rate_limited",
    headers: { "Retry-After": { schema: { type: "integer" } } },
    content: { "application/json": { schema: { allOf: [{}, { properties: { code: {} } }] } } },
  });
  expect(checkout?.responses["400"]?.description).toContain("invalid_idempotency_key");
  expect(checkout?.parameters).toContainEqual(
    expect.objectContaining({
      name: "idempotency-key",
      schema: expect.objectContaining({ minLength: 1, maxLength: 255 }),
    }),
  );
});

describe("GET /openapi.json and GET /docs", () => {
  test("document: is readable from any origin", async ({ auth }) => {
    const response = await auth.request(`${API}/openapi.json`, {
      headers: { origin: "https://elsewhere.example" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect((await response.json()) as OpenApiDocument).toEqual(
      JSON.parse(JSON.stringify(document)),
    );
  });

  test("page: names each operation and schema, has no script and only its own style", async ({
    auth,
  }) => {
    const response = await auth.request(`${API}/docs`);
    const page = await response.text();
    for (const { operation } of operations) expect(page).toContain(`id="${operation.operationId}"`);
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/);
    const [, style = ""] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
    expect(style).toContain("color-scheme");
    expect(response.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });
});

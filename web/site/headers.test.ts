import { expect, test } from "vitest";
import { headersFile } from "./headers.ts";

test("headers: every page has its security policy", () => {
  const [everywhere = ""] = headersFile(["p{color:red}"]).split("\n\n");
  const [, policy = ""] = /Content-Security-Policy: (.+)/.exec(everywhere) ?? [];
  const directives = new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
  expect(directives.get("default-src")).toEqual(["'self'"]);
  for (const name of ["base-uri", "frame-ancestors", "object-src"]) {
    expect(directives.get(name), name).toEqual(["'none'"]);
  }
  expect(directives.get("form-action")).toEqual(["'self'"]);
  expect(directives.get("require-trusted-types-for")).toEqual(["'script'"]);
  expect(policy).not.toMatch(/unsafe|\*|http:/);
  expect(everywhere).toMatch(/Strict-Transport-Security: max-age=\d{8}/);
  expect(everywhere).toContain("X-Content-Type-Options: nosniff");
  expect(everywhere).toContain("Referrer-Policy: strict-origin-when-cross-origin");
});

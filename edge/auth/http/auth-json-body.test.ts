import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { refusal } from "../../../tests/support/refusal.ts";
import { AuthError } from "./auth-errors.ts";
import { readJson } from "./auth-json-body.ts";

const Body = z.object({ email: z.optional(z.string()), data: z.optional(z.looseObject({})) });

const app = new Hono()
  .post("/", async (c) => c.json(await readJson(c, Body)))
  .onError((error, c) => {
    if (!(error instanceof AuthError)) throw error;
    return c.json({ code: error.code, message: error.message }, error.status);
  });

async function read(body: string | Uint8Array<ArrayBuffer>) {
  const response = await app.request("/", { method: "POST", body });
  return { status: response.status, body: (await response.json()) as unknown };
}

const BAD_JSON = { status: 400, body: { code: "bad_json" } };

describe("body of an auth request", () => {
  test.each(["", "{", "null", "[]", "1", '"x"', "\u0000", "<xml/>", "a=b"])(
    "body %j, not a JSON object: rejected",
    async (body) => {
      expect(await read(body)).toMatchObject(BAD_JSON);
    },
  );

  test("body that is not UTF-8: rejected", async () => {
    const bytes = new Uint8Array([0x7b, 0xff, 0xfe, 0x00, 0x7d]);
    expect(await read(bytes)).toMatchObject(BAD_JSON);
  });

  test.each(["\\u0000", "a\\u0000b", "\\ud800", "\\udc00x"])(
    "text %s, which Postgres cannot store: rejected in every place and at every depth",
    async (bad) => {
      for (const body of [
        `{"email":"${bad}"}`,
        `{"${bad}":"x"}`,
        `{"data":{"a":{"${bad}":["x"]}}}`,
        `{"data":{"a":{"b":["${bad}"]}}}`,
      ]) {
        expect(await read(body), body).toMatchObject(BAD_JSON);
      }
    },
  );

  test("body of 2 MB: rejected before it is parsed", async () => {
    expect(refusal(await read("x".repeat(2 * 1024 * 1024)))).toEqual([
      413,
      "request_entity_too_large",
    ]);
  });

  test("endlessly nested body: rejected", async () => {
    const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    expect(await read(nested)).toMatchObject(BAD_JSON);
    expect(await read(`{"data":{"a":${nested}}}`)).toMatchObject(BAD_JSON);
  });

  test("null counts as absent; unknown fields and __proto__ are ignored", async () => {
    expect(
      await read(`{"email":"x","data":null,"unknown":{"a":1},"__proto__":{"isAdmin":true}}`),
    ).toEqual({ status: 200, body: { email: "x" } });
  });
});

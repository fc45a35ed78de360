import { isDeepStrictEqual } from "node:util";
import { type $ZodType, safeParse } from "zod/v4/core";
import { ALL_OPERATIONS, errorCodesOf, errorSchemaOf } from "../../edge/openapi/document.ts";

type SeenCall = {
  method: string;
  path: string;
  /** Null for anything but JSON. */
  requestBody: string | null;
  status: number;
  contentType: string;
  body: string;
};

const PATTERNS = Object.keys(ALL_OPERATIONS)
  .map((key) => {
    const [method = "", path = ""] = key.split(" ");
    const source = path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+");
    return { key, method, pattern: new RegExp(`^${source}$`) };
  })
  // `/factors/recovery-codes` before `/factors/:id`.
  .toSorted((a, b) => Number(a.key.includes(":")) - Number(b.key.includes(":")));

/** Answers to an address, or a method of one, that the API does not have. */
const NO_OPERATION: ReadonlySet<number> = new Set([401, 404, 405]);

export const operationOf = (method: string, path: string): string | undefined =>
  PATTERNS.find((one) => one.method === method && one.pattern.test(path))?.key;

/** @returns how an answer of the API differs from its document; null when it does not */
export function differenceFromDocument(call: SeenCall): string | null {
  const { method, path, status } = call;
  if (method === "OPTIONS" || method === "HEAD") return null;
  const key = operationOf(method, path);
  const operation = key === undefined ? undefined : ALL_OPERATIONS[key];
  if (key === undefined || operation === undefined) {
    return NO_OPERATION.has(status) ? null : `${method} ${path} is no operation, but ${status}`;
  }
  const difference =
    status >= 400 ? errorDifference(key, call) : successDifference(operation, call);
  return difference === null ? null : `${key}, ${status}: ${difference}`;
}

function errorDifference(
  key: string,
  { path, status, contentType, body }: SeenCall,
): string | null {
  // A page says it in words.
  if (contentType.startsWith("text/html") && errorCodesOf(key).has(status)) return null;
  const parsed = JSON.parse(body) as Record<string, unknown>;
  const code = [parsed["error_code"], parsed["code"], parsed["error"]].find(
    (value) => typeof value === "string",
  );
  const codes = errorCodesOf(key).get(status);
  const name = typeof code === "string" ? code.replaceAll(" ", "_") : "";
  if (codes?.has(name) !== true) return `the code ${name} is not documented`;
  return bodyDifference(errorSchemaOf(path), parsed);
}

function successDifference(
  { answers, body: requestSchema, headers = [] }: (typeof ALL_OPERATIONS)[string],
  { path, status, body, contentType, requestBody }: SeenCall,
): string | null {
  const answer = answers[status];
  if (answer === undefined) return "the status is not documented";
  // What a company signed is taken in any form.
  const isChecked = requestSchema !== undefined && !path.startsWith("/webhooks/");
  if (isChecked && requestBody !== null && requestBody !== "") {
    const sent: unknown = JSON.parse(requestBody);
    const given = path.startsWith("/auth/") ? withoutNulls(sent) : sent;
    if (!safeParse(requestSchema, given).success) return `the document forbids ${requestBody}`;
  }
  if (answer === null) return body === "" ? null : "has a body";
  if (typeof answer === "string") {
    return answer === "*/*" || contentType.startsWith(answer) ? null : `is ${contentType}`;
  }
  // `Prefer: return=minimal`
  if (body === "" && headers.includes("prefer")) return null;
  if (!contentType.startsWith("application/json")) return `is ${contentType}`;
  return bodyDifference(answer, JSON.parse(body));
}

/** A field that the schema does not have is a difference, too. */
function bodyDifference(schema: $ZodType, body: unknown): string | null {
  const parsed = safeParse(schema, body);
  if (!parsed.success) return parsed.error.message;
  return isDeepStrictEqual(parsed.data, body)
    ? null
    : `has more than ${JSON.stringify(parsed.data)}`;
}

/** The auth service reads null as absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) =>
      field === null ? [] : [[name, withoutNulls(field)]],
    ),
  );
}

/** Reads what a fetch sent and got, and leaves the answer's body to its caller. */
export async function seenCall(
  input: string | URL | Request,
  init: RequestInit,
  response: Response,
): Promise<SeenCall> {
  const isRequest = input instanceof Request;
  const headers = new Headers(init.headers);
  const isJson = (headers.get("content-type") ?? "").startsWith("application/json");
  return {
    method: init.method ?? (isRequest ? input.method : "GET"),
    path: new URL(isRequest ? input.url : input).pathname,
    requestBody: isJson && typeof init.body === "string" ? init.body : null,
    status: response.status,
    contentType: response.headers.get("content-type") ?? "",
    body: await response.clone().text(),
  };
}

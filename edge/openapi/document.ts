import * as z from "zod";
import { CAPTCHA_HEADER } from "#contracts/api/captcha.ts";
import { MAIL_TOKEN_HEADER } from "#contracts/api/content/calendar.ts";
import { IDEMPOTENCY_KEY_HEADER, IdempotencyKey } from "#contracts/api/idempotency-key.ts";
import type { Access, Operation, RequestHeader } from "#contracts/api/operation.ts";
import { OPERATIONS } from "#contracts/api/operations.ts";
import { COMPANY } from "#contracts/company.ts";
import { ERROR_STATUS } from "#contracts/errors.ts";
import { AUTH_STATUS } from "../auth/http/auth-errors.ts";
import { hasDefaultLimit } from "../http/rate-limit.ts";
import { AUTH_OPERATIONS } from "./auth-operations.ts";
import { ApiError, AuthError, RestError } from "./errors.ts";
import { OTHER_OPERATIONS } from "./other-operations.ts";
import { NAMED_SCHEMAS } from "./schemas.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};
type Content = Record<string, { schema: JsonSchema }>;
export type ResponseObject = {
  description: string;
  headers?: Record<string, { description?: string; schema: JsonSchema }>;
  content?: Content;
};
export type OperationObject = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
};
export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
};

export const ALL_OPERATIONS: Readonly<Record<string, Operation<string>>> = {
  ...OPERATIONS,
  ...AUTH_OPERATIONS,
  ...OTHER_OPERATIONS,
};

/** A path belongs to the first tag with a prefix of it. */
const TAGS: readonly (readonly [name: string, ...prefixes: string[]])[] = [
  ["Enquiries", "/rest/v1/form_submissions"],
  [
    "Checkout",
    "/functions/v1/stripe-checkout",
    "/functions/v1/promotion-code",
    "/functions/v1/checkout-session",
    "/functions/v1/unclaimed-purchases",
  ],
  [
    "Billing",
    "/rest/v1/user_orders",
    "/functions/v1/billing-",
    "/functions/v1/open-invoice",
    "/functions/v1/order-document",
  ],
  ["Brief and material", "/functions/v1/brief", "/functions/v1/material"],
  [
    "Posts",
    "/functions/v1/calendar",
    "/functions/v1/posts",
    "/functions/v1/review",
    "/review",
    "/unsubscribe",
  ],
  ["Reports", "/functions/v1/report"],
  ["Account", "/functions/v1/account"],
  ["Page views", "/functions/v1/page-views"],
  ["Subscription", "/rest/v1/user_subscription", "/functions/v1/"],
  ["Administration", "/auth/v1/admin", "/auth/v1/invite"],
  ["Factors and passkeys", "/auth/v1/factors", "/auth/v1/passkeys"],
  ["Authentication", "/auth/v1/"],
  ["Files", "/media", "/photos", "/mail-pictures"],
  ["Webhooks", "/webhooks"],
  ["Service", "/"],
];

const header = (name: string, description: string) =>
  ({ type: "apiKey", in: "header", name, description }) as const;

const SECURITY_SCHEMES = {
  publicKey: header("apikey", "The site’s public key, which every visitor’s browser has."),
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A user’s access token, of POST /auth/v1/token.",
  },
  serviceKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A token with an administrator’s role.",
  },
  emailLink: header(MAIL_TOKEN_HEADER, "The token of a link from an email."),
  signedAddress: {
    type: "apiKey",
    in: "query",
    name: "key",
    description: "Of an address that the API gave, with its `until`.",
  },
  stripeSignature: header("Stripe-Signature", "Stripe’s signature of the body and the time."),
  calendlySignature: header(
    "Calendly-Webhook-Signature",
    "Calendly’s signature of the time and the body.",
  ),
  svixSignature: header("svix-signature", "Svix’s signature of svix-id, svix-timestamp and body."),
  twilioSignature: header(
    "X-Twilio-Signature",
    "Twilio’s signature of the address and the fields.",
  ),
} as const;

const SECURITY: Readonly<
  Record<Access, Partial<Record<keyof typeof SECURITY_SCHEMES, never[]>>[]>
> = {
  nothing: [],
  public_key: [{ publicKey: [] }, { publicKey: [], accessToken: [] }],
  session: [{ publicKey: [], accessToken: [] }],
  token: [{ accessToken: [] }],
  service_key: [{ serviceKey: [] }],
  email_link: [{ publicKey: [], emailLink: [] }],
  signed_address: [{ signedAddress: [] }],
  stripe_signature: [{ stripeSignature: [] }],
  calendly_signature: [{ calendlySignature: [] }],
  resend_signature: [{ svixSignature: [] }],
  twilio_signature: [{ twilioSignature: [] }],
};

const NEEDS_PUBLIC_KEY: ReadonlySet<Access> = new Set(["public_key", "session", "email_link"]);

const HEADERS: Readonly<Record<RequestHeader, { description: string; schema: z.core.$ZodType }>> = {
  [IDEMPOTENCY_KEY_HEADER]: {
    description:
      "A request that is sent again has the same key. A UUID names it from anywhere, another key for this user or network.",
    schema: IdempotencyKey,
  },
  [CAPTCHA_HEADER]: {
    description: "Turnstile’s token, after an answer `captcha_failed`.",
    schema: z.string(),
  },
  accept: {
    description: "`application/vnd.pgrst.object+json` asks for the row itself.",
    schema: z.string(),
  },
  prefer: {
    description: "`return=representation` asks for a list, `return=minimal` for no body.",
    schema: z.string(),
  },
  range: { description: "The bytes to read.", schema: z.string() },
};

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" as const } },
};

type ErrorShape = {
  name: string;
  status: Readonly<Record<string, number>>;
  rateLimited: string;
  common: (operation: Operation<string>, method: string) => readonly string[];
};

const API_ERRORS: Omit<ErrorShape, "name"> = {
  status: ERROR_STATUS,
  rateLimited: "rate_limited",
  common: ({ access, body }) => [
    ...(NEEDS_PUBLIC_KEY.has(access) ? ["unauthenticated"] : []),
    ...(NEEDS_PUBLIC_KEY.has(access) && body !== undefined
      ? ["invalid_input", "invalid_json", "payload_too_large", "unsupported_media_type"]
      : []),
    "internal",
    "unavailable",
  ],
};

const SESSION_ERRORS = [
  "no_authorization",
  "bad_jwt",
  "bad_jwt:400",
  "session_not_found",
  "user_not_found",
  "user_banned",
];

const AUTH_ERRORS: ErrorShape = {
  name: "AuthError",
  // Some grants answer with OAuth's own codes.
  status: { ...AUTH_STATUS, invalid_grant: 400, invalid_request: 400, invalid_nonce: 400 },
  rateLimited: "over_request_rate_limit",
  common: ({ access, body, addsSignInMethod }, method) => [
    ...(addsSignInMethod === true ? ["reauthentication_needed"] : []),
    ...(access === "token" || access === "service_key" ? SESSION_ERRORS : []),
    ...(access === "service_key" ? ["not_admin", "insufficient_aal"] : []),
    // Pages without the public key, or with another media type, get these.
    ...(method === "GET" ? [] : ["no_authorization", "bad_json"]),
    ...(body === undefined ? [] : ["request_entity_too_large"]),
    "unexpected_failure",
    "service_unavailable",
  ],
};

function errorShapeOf(path: string): ErrorShape {
  if (path.startsWith("/auth/")) return AUTH_ERRORS;
  return { ...API_ERRORS, name: path.startsWith("/rest/") ? "RestError" : "ApiError" };
}

export function errorCodesOf(key: string): Map<number, Set<string>> {
  const { method, path, operation } = readKey(key);
  const { status, common, rateLimited } = errorShapeOf(path);
  const byStatus = new Map<number, Set<string>>();
  const codes = [
    ...(operation.errors ?? []),
    ...common(operation, method),
    ...(hasDefaultLimit(path) ? [rateLimited] : []),
  ];
  for (const text of codes) {
    const [code = "", own] = text.split(":");
    const at = own === undefined ? (status[code] ?? 500) : Number(own);
    byStatus.set(at, (byStatus.get(at) ?? new Set()).add(code));
  }
  return byStatus;
}

export function errorSchemaOf(path: string): z.core.$ZodType {
  return { ApiError, AuthError, RestError }[errorShapeOf(path).name] ?? ApiError;
}

function readKey(key: string) {
  const operation = ALL_OPERATIONS[key];
  if (operation === undefined) throw new Error(`Bug: ${key} is no operation`);
  const [method = "", path = ""] = key.split(" ");
  return { method, path, operation };
}

/** Keys that only a schema in a file of its own needs. */
const OF_FILES: ReadonlySet<string> = new Set(["$id", "$schema"]);

/** Converts zod schemas: those with a name become components. */
function createSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of NAMED_SCHEMAS) registry.add(schema, { id });
  const inline: z.core.$ZodType[] = [];
  let converted: Record<string, JsonSchema> = {};
  const inlineId = (schema: z.core.$ZodType) => `inline ${inline.indexOf(schema)}`;
  return {
    /** Call it before {@link convert}. */
    add(schema: z.core.$ZodType): void {
      if (registry.has(schema)) return;
      inline.push(schema);
      registry.add(schema, { id: inlineId(schema) });
    },
    convert(): Record<string, JsonSchema> {
      const { schemas } = z.toJSONSchema(registry, {
        io: "input",
        unrepresentable: "any",
        uri: (id) => `#/components/schemas/${id}`,
      });
      converted = Object.fromEntries(
        Object.entries(schemas).map(([id, schema]) => [
          id,
          Object.fromEntries(Object.entries(schema).filter(([name]) => !OF_FILES.has(name))),
        ]),
      );
      return Object.fromEntries(Object.entries(converted).filter(([id]) => NAMED_SCHEMAS.has(id)));
    },
    of(schema: z.core.$ZodType): JsonSchema {
      const id = registry.get(schema)?.id ?? "";
      return NAMED_SCHEMAS.has(id) ? { $ref: `#/components/schemas/${id}` } : (converted[id] ?? {});
    },
  };
}
type Schemas = ReturnType<typeof createSchemas>;

/** Describes the API in OpenAPI 3.1, from the schemas that validate its requests. */
export function createDocument(apiUrl: string): OpenApiDocument {
  const schemas = createSchemas();
  const keys = Object.keys(ALL_OPERATIONS);
  for (const { body, query, answers } of Object.values(ALL_OPERATIONS)) {
    for (const schema of [body, query, ...Object.values(answers)]) {
      if (typeof schema === "object" && schema !== null) schemas.add(schema);
    }
  }
  for (const { schema } of Object.values(HEADERS)) schemas.add(schema);
  const components = schemas.convert();
  const paths: OpenApiDocument["paths"] = {};
  for (const key of keys) {
    const { method, path } = readKey(key);
    const template = path.replaceAll(/:(\w+)/g, "{$1}");
    paths[template] = { ...paths[template], [method.toLowerCase()]: toOperation(key, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${COMPANY.name} API`,
      version: "1",
      description:
        "`/auth/v1` speaks GoTrue’s protocol, `/rest/v1` PostgREST’s: Supabase’s clients work with both. Every error has a stable code.",
    },
    servers: [{ url: apiUrl }],
    tags: TAGS.map(([name]) => ({ name })),
    paths,
    components: { schemas: components, securitySchemes: SECURITY_SCHEMES },
  };
}

function toOperation(key: string, schemas: Schemas): OperationObject {
  const { method, path, operation } = readKey(key);
  const { summary, access, body, isBodyOptional, bodyType, answers } = operation;
  const tag = TAGS.find(([, ...prefixes]) => prefixes.some((prefix) => path.startsWith(prefix)));
  return {
    operationId: `${method} ${path}`
      .toLowerCase()
      .replaceAll(/[^a-z\d]+(.)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [tag?.[0] ?? ""],
    summary,
    security: SECURITY[access],
    parameters: parametersOf(path, operation, schemas),
    ...(body === undefined && bodyType === undefined
      ? {}
      : {
          requestBody: {
            required: isBodyOptional !== true,
            content: {
              [bodyType ?? "application/json"]: {
                schema: body === undefined ? BYTES : schemas.of(body),
              },
            },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, answer]) => [
          status,
          toResponse(status, answer, schemas),
        ]),
      ),
      ...errorResponses(key),
    },
  };
}

const BYTES: JsonSchema = { type: "string", contentEncoding: "binary" };

function parametersOf(
  path: string,
  { access, query, headers = [] }: Operation<string>,
  schemas: Schemas,
): Parameter[] {
  const { properties = {}, required = [] } = query === undefined ? {} : schemas.of(query);
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]): Parameter => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...Object.entries(properties).map(([name, schema]): Parameter => ({
      name,
      in: "query",
      required: required.includes(name),
      schema: typeof schema === "boolean" ? {} : schema,
    })),
    ...(access === "signed_address"
      ? [{ name: "until", in: "query", required: true, schema: { type: "integer" } } as const]
      : []),
    ...(access === "resend_signature"
      ? ["svix-id", "svix-timestamp"].map((name): Parameter => ({
          name,
          in: "header",
          required: true,
          schema: { type: "string" },
        }))
      : []),
    ...headers.map((name): Parameter => ({
      name,
      in: "header",
      required: false,
      description: HEADERS[name].description,
      schema: schemas.of(HEADERS[name].schema),
    })),
  ];
}

function toResponse(
  status: string,
  answer: Operation<string>["answers"][number],
  schemas: Schemas,
): ResponseObject {
  if (answer === null) {
    const isRedirect = status.startsWith("3");
    return {
      description: isRedirect ? "Redirect" : "No body",
      ...(isRedirect && { headers: { Location: { schema: { type: "string", format: "uri" } } } }),
    };
  }
  const [mediaType, schema] =
    typeof answer === "string" ? [answer, BYTES] : ["application/json", schemas.of(answer)];
  return { description: "Success", content: { [mediaType]: { schema } } };
}

function errorResponses(key: string): Record<string, ResponseObject> {
  const { path } = readKey(key);
  const { name } = errorShapeOf(path);
  const ref = { $ref: `#/components/schemas/${name}` };
  const responses: Record<string, ResponseObject> = {};
  for (const [status, codes] of errorCodesOf(key)) {
    const code = { enum: [...codes] };
    const headers = {
      ...(status === 429 || status === 503 ? RETRY_AFTER : {}),
      // GoTrue's body has the code at one of two places.
      ...(name === "AuthError" ? { "x-sb-error-code": { schema: code } } : {}),
    };
    responses[status] = {
      description: [...codes].join(", "),
      ...(Object.keys(headers).length > 0 && { headers }),
      content: {
        "application/json": {
          schema: name === "AuthError" ? ref : { allOf: [ref, { properties: { code } }] },
        },
      },
    };
  }
  return responses;
}

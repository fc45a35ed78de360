import * as z from "zod";

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;
const NAMED_ADDRESS = /^[^<>\r\n]*<([^<>]+)>$/;
const RECIPIENTS_MAX = 50;
const KEY_LENGTH_MAX = 256;
const TAG = /^[A-Za-z0-9_-]{1,256}$/;

export interface ResendError {
  readonly statusCode: number;
  readonly name: string;
  readonly message: string;
}

const addresses = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

const SendRequest = z.object({
  from: z.string(),
  to: addresses,
  cc: addresses.optional(),
  bcc: addresses.optional(),
  reply_to: addresses.optional(),
  subject: z.string(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  attachments: z
    .array(z.looseObject({ content: z.unknown().optional(), path: z.unknown().optional() }))
    .optional(),
});

export type SendRequest = z.output<typeof SendRequest>;

export function checkApiKey(authorization: string | undefined, apiKey: string): ResendError | null {
  if (authorization === undefined || !authorization.startsWith("Bearer ")) {
    return refusal(401, "missing_api_key", "Missing API key in the authorization header.");
  }
  if (authorization !== `Bearer ${apiKey}`)
    return refusal(403, "invalid_api_key", "API key is invalid.");
  return null;
}

export function checkIdempotencyKey(key: string | undefined): ResendError | null {
  if (key === undefined || (key.length >= 1 && key.length <= KEY_LENGTH_MAX)) return null;
  return refusal(
    400,
    "invalid_idempotency_key",
    `The key must be between 1-${KEY_LENGTH_MAX} chars.`,
  );
}

export function parseSendRequest(body: string): SendRequest | ResendError {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return refusal(400, "validation_error", "The request body is not valid JSON.");
  }
  const given = z.looseObject({}).safeParse(json);
  if (!given.success)
    return refusal(400, "validation_error", "The request body must be a JSON object.");
  const missing = missingField(given.data);
  if (missing !== null) return refusal(422, "missing_required_field", `Missing ${missing} field.`);
  const parsed = SendRequest.safeParse(json);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0] ?? "body";
    return refusal(422, "validation_error", `Invalid \`${String(field)}\` field.`);
  }
  return refuseContent(parsed.data) ?? parsed.data;
}

export function isResendError(value: SendRequest | ResendError): value is ResendError {
  return "statusCode" in value;
}

export function refusal(statusCode: number, name: string, message: string): ResendError {
  return { statusCode, name, message };
}

function missingField(given: Readonly<Record<string, unknown>>): string | null {
  for (const field of ["from", "to", "subject"]) {
    const value = given[field];
    if (value === undefined || value === null || value === "") return `\`${field}\``;
  }
  const isEmpty = (field: string): boolean => given[field] === undefined || given[field] === null;
  return isEmpty("html") && isEmpty("text") ? "`html` or `text`" : null;
}

function refuseContent(mail: SendRequest): ResendError | null {
  const format =
    "The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.";
  if (!isAddress(mail.from)) {
    return refusal(422, "invalid_from_address", `Invalid \`from\` field. ${format}`);
  }
  const lists = {
    to: mail.to,
    cc: mail.cc ?? [],
    bcc: mail.bcc ?? [],
    reply_to: mail.reply_to ?? [],
  };
  for (const [field, list] of Object.entries(lists)) {
    if (!list.every(isAddress))
      return refusal(422, "validation_error", `Invalid \`${field}\` field. ${format}`);
  }
  if (mail.to.length === 0 || mail.to.length > RECIPIENTS_MAX) {
    return refusal(
      422,
      "validation_error",
      `The \`to\` field must have between 1 and ${RECIPIENTS_MAX} items.`,
    );
  }
  if (/[\r\n]/.test(mail.subject)) {
    return refusal(422, "validation_error", "The `\\n` is not allowed in the `subject` field.");
  }
  if (mail.tags?.some(({ name, value }) => !TAG.test(name) || !TAG.test(value)) === true) {
    return refusal(
      422,
      "validation_error",
      "Tags should only contain ASCII letters, numbers, underscores, or dashes.",
    );
  }
  if (
    mail.attachments?.some(({ content, path }) => content === undefined && path === undefined) ===
    true
  ) {
    return refusal(422, "invalid_attachment", "Attachment must have either a `content` or `path`.");
  }
  return null;
}

function isAddress(value: string): boolean {
  return ADDRESS.test((NAMED_ADDRESS.exec(value)?.[1] ?? value).trim());
}

import type { $ZodType } from "zod/v4/core";

/** Headers that a client may send beside those of its access. */
export type RequestHeader = "idempotency-key" | "captcha-token" | "accept" | "prefer" | "range";

export type Access =
  | "nothing"
  | "public_key"
  /** The public key, and a user's access token. */
  | "session"
  /** A user's access token alone. */
  | "token"
  | "service_key"
  /** The public key, and the token of an email. */
  | "email_link"
  | "signed_address"
  | "stripe_signature"
  | "calendly_signature"
  | "resend_signature"
  | "twilio_signature";

/** An operation of the API: the OpenAPI document and the site's client are made from it. */
export type Operation<Code extends string> = {
  readonly summary: string;
  readonly access: Access;
  readonly query?: $ZodType;
  readonly headers?: readonly RequestHeader[];
  readonly body?: $ZodType;
  readonly isBodyOptional?: true;
  /** It can give a user another way to sign in, and asks for a recent sign-in then. */
  readonly addsSignInMethod?: true;
  /** Default: `application/json`. */
  readonly bodyType?: string;
  /** By status: a JSON schema, another media type, or null without a body. */
  readonly answers: Readonly<Record<number, $ZodType | string | null>>;
  /** Codes beside those that follow from the method, the access and the body. */
  readonly errors?: readonly Code[];
};

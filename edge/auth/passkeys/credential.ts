import * as z from "zod";

const base64Url = (maxBytes: number) =>
  z
    .string()
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[A-Za-z0-9_-]+$/);

/** Source of the limit: Web Authentication Level 3, section 4. */
const CREDENTIAL_ID_MAX_BYTES = 1_023;
const CLIENT_DATA_MAX_BYTES = 4_096;
const AUTHENTICATOR_DATA_MAX_BYTES = 4_096;
const SIGNATURE_MAX_BYTES = 512;
const USER_HANDLE_MAX_BYTES = 64;

const credential = <R extends z.ZodType>(response: R) =>
  z.object({ id: base64Url(CREDENTIAL_ID_MAX_BYTES), type: z.literal("public-key"), response });

export const RegistrationCredential = credential(
  z.object({
    clientDataJSON: base64Url(CLIENT_DATA_MAX_BYTES),
    attestationObject: base64Url(2 * AUTHENTICATOR_DATA_MAX_BYTES),
    transports: z.array(z.string().max(32)).max(10).nullish(),
  }),
);
export type RegistrationCredential = z.infer<typeof RegistrationCredential>;

export const AuthenticationCredential = credential(
  z.object({
    clientDataJSON: base64Url(CLIENT_DATA_MAX_BYTES),
    authenticatorData: base64Url(AUTHENTICATOR_DATA_MAX_BYTES),
    signature: base64Url(SIGNATURE_MAX_BYTES),
    userHandle: base64Url(USER_HANDLE_MAX_BYTES).nullish(),
  }),
);
export type AuthenticationCredential = z.infer<typeof AuthenticationCredential>;

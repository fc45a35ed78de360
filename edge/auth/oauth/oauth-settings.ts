import * as z from "zod";

/** `keycloak` is any issuer with OpenID discovery. */
export const PROVIDER_NAMES = [
  "apple",
  "azure",
  "facebook",
  "github",
  "google",
  "keycloak",
] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

const flag = z.stringbool().default(false);
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ""));
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

const PROVIDER = {
  ENABLED: flag,
  /** The first is ours; the others are apps whose id tokens are accepted. */
  CLIENT_ID: list.default([]),
  /** For Apple a signed token, or the private key that signs one. */
  SECRET: z.optional(z.string().min(1)),
  /** Tenant, realm or own server. */
  URL: z.optional(url),
  /** Default: `/auth/v1/callback` of `API_EXTERNAL_URL`. */
  REDIRECT_URI: z.optional(url),
  SKIP_NONCE_CHECK: flag,
  EMAIL_OPTIONAL: flag,
};

const SsoProvider = z.object({
  id: z.uuid().transform((id) => id.toLowerCase()),
  domains: z.array(z.hostname().transform((domain) => domain.toLowerCase())).default([]),
  issuer: url,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
export type SsoProvider = z.infer<typeof SsoProvider>;

/** A provider is enabled once it has a client id and a secret. */
export const PROVIDER_SETTINGS = {
  ...settingsOf("APPLE"),
  /** Needed with a private key as Apple's secret. */
  EXTERNAL_APPLE_TEAM_ID: z.optional(z.string().min(1)),
  EXTERNAL_APPLE_KEY_ID: z.optional(z.string().min(1)),
  ...settingsOf("AZURE"),
  ...settingsOf("FACEBOOK"),
  ...settingsOf("GITHUB"),
  ...settingsOf("GOOGLE"),
  ...settingsOf("KEYCLOAK"),
  /** A JSON array of {@link SsoProvider}. */
  SSO_PROVIDERS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "not JSON" });
        return z.NEVER;
      }
    })
    .pipe(
      z
        .array(SsoProvider)
        .refine((all) => areDistinct(all.map(({ id }) => id)), "an id twice")
        .refine((all) => areDistinct(all.flatMap(({ domains }) => domains)), "a domain twice"),
    )
    .default([]),
};

type Named<N extends string> = {
  [K in keyof typeof PROVIDER as `EXTERNAL_${N}_${K}`]: (typeof PROVIDER)[K];
};

function settingsOf<N extends Uppercase<ProviderName>>(name: N): Named<N> {
  // The compiler cannot see that the names match the type.
  return Object.fromEntries(
    Object.entries(PROVIDER).map(([key, schema]) => [`EXTERNAL_${name}_${key}`, schema]),
  ) as Named<N>;
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

import { z } from "zod";

/** The providers that the service knows how to ask. `keycloak` is any issuer that publishes its OpenID configuration. */
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
const words = z.string().transform((text) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
);

const PROVIDER = {
  ENABLED: flag,
  /** Ours at the provider; after it, divided by commas, those of apps whose id tokens are taken too. */
  CLIENT_ID: words.default([]),
  /** For Apple a signed token, or the private key with which the service signs one. */
  SECRET: z.optional(z.string().min(1)),
  /** Where the provider is, when not at its usual address: a tenant, a realm, a company's own server. */
  URL: z.optional(url),
  /** The callback as it is registered at the provider, when not `/auth/v1/callback` of `API_EXTERNAL_URL`. */
  REDIRECT_URI: z.optional(url),
  /** Takes id tokens that apps got without a nonce of theirs. */
  SKIP_NONCE_CHECK: flag,
  /** Lets in people of whom the provider tells no address. */
  EMAIL_OPTIONAL: flag,
};

const SsoProvider = z.object({
  id: z.uuid().transform((id) => id.toLowerCase()),
  /** The part of an address after its @, in lower case. */
  domains: z.array(z.hostname().transform((domain) => domain.toLowerCase())).default([]),
  issuer: url,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
export type SsoProvider = z.infer<typeof SsoProvider>;

/** The settings of sign-in elsewhere. A provider is on once it is enabled and has a client id and a secret. */
export const PROVIDER_SETTINGS = {
  ...settingsOf("APPLE"),
  /** With a private key as secret: the team, and the id of the key. */
  EXTERNAL_APPLE_TEAM_ID: z.optional(z.string().min(1)),
  EXTERNAL_APPLE_KEY_ID: z.optional(z.string().min(1)),
  ...settingsOf("AZURE"),
  ...settingsOf("FACEBOOK"),
  ...settingsOf("GITHUB"),
  ...settingsOf("GOOGLE"),
  ...settingsOf("KEYCLOAK"),
  /** Organisations whose people sign in at their own issuer: a JSON array of {@link SsoProvider}. */
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

const ProviderSettings = z.object(PROVIDER_SETTINGS);
export type ProviderSettings = z.infer<typeof ProviderSettings>;

type Named<N extends string> = {
  [K in keyof typeof PROVIDER as `EXTERNAL_${N}_${K}`]: (typeof PROVIDER)[K];
};

function settingsOf<N extends Uppercase<ProviderName>>(name: N): Named<N> {
  // The names of the type are made in the same way, which the compiler cannot see.
  return Object.fromEntries(
    Object.entries(PROVIDER).map(([key, schema]) => [`EXTERNAL_${name}_${key}`, schema]),
  ) as Named<N>;
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

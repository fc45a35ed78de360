import * as z from "zod";
import {
  CommaList,
  HttpUrl,
  JsonText,
  OptionalText,
  OptionalUrl,
} from "#contracts/setting-schemas.ts";

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

const PROVIDER = {
  ENABLED: flag.describe("sign-in with this provider; needs client id and secret"),
  CLIENT_ID: CommaList.default([]).describe(
    "with commas; the first is ours, the others are apps whose id tokens are accepted",
  ),
  SECRET: OptionalText.describe(
    "the client's secret; for Apple a signed token, or the private key that signs one",
  ),
  URL: OptionalUrl.describe("tenant, realm or own server"),
  REDIRECT_URI: OptionalUrl.describe("the callback, if it is not /auth/v1/callback of the edge"),
  SKIP_NONCE_CHECK: flag.describe("true: accepts id tokens without our nonce"),
  EMAIL_OPTIONAL: flag.describe("true: accepts accounts without an email"),
};

const SsoProvider = z.object({
  id: z.uuid().transform((id) => id.toLowerCase()),
  domains: z.array(z.hostname().transform((domain) => domain.toLowerCase())).default([]),
  issuer: HttpUrl,
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
export type SsoProvider = z.infer<typeof SsoProvider>;

/** A provider is enabled once it has a client id and a secret. */
export const PROVIDER_SETTINGS = {
  ...settingsOf("APPLE"),
  EXTERNAL_APPLE_TEAM_ID: OptionalText.describe("needed with a private key as Apple's secret"),
  EXTERNAL_APPLE_KEY_ID: OptionalText.describe("needed with a private key as Apple's secret"),
  ...settingsOf("AZURE"),
  ...settingsOf("FACEBOOK"),
  ...settingsOf("GITHUB"),
  ...settingsOf("GOOGLE"),
  ...settingsOf("KEYCLOAK"),
  SSO_PROVIDERS: JsonText.pipe(
    z
      .array(SsoProvider)
      .refine((all) => areDistinct(all.map(({ id }) => id)), "an id twice")
      .refine((all) => areDistinct(all.flatMap(({ domains }) => domains)), "a domain twice"),
  )
    .default([])
    .describe("a JSON array of organisations: id, domains, issuer, client_id, client_secret"),
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

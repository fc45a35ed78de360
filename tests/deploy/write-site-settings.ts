import { SignJWT } from "jose";
import { EdgeConfig } from "../../edge/config.ts";
import { createAuthKeys, issuerOf } from "../../edge/http/signing-keys.ts";
import { stampSite } from "../../web/stamp.ts";
import type { PartSettings } from "./part-settings.ts";

const KEY_YEARS = 10;

/**
 * Signs a public key for the target; earlier keys stay valid.
 *
 * @throws {Error} when the edge's settings are incomplete
 */
export async function writeSiteSettings(options: {
  given: PartSettings;
  from: string;
  to: string;
  now: Date;
}): Promise<void> {
  const { given, from, to, now } = options;
  const config = EdgeConfig.parse(given.edge);
  await stampSite({
    from,
    to,
    config: {
      siteUrl: config.SITE_URL,
      apiUrl: config.API_EXTERNAL_URL ?? config.API_URL,
      anonKey: await signAnonKey(config, now),
      stripeKey: given.site["STRIPE_PUBLISHABLE_KEY"] ?? "",
      pixelId: given.site["PIXEL_ID"] ?? "",
      turnstileSiteKey: given.site["TURNSTILE_SITE_KEY"] ?? "",
    },
  });
}

async function signAnonKey(config: EdgeConfig, now: Date): Promise<string> {
  const { kid, alg, key } = await createAuthKeys(config).signing();
  const expires = new Date(now);
  expires.setUTCFullYear(now.getUTCFullYear() + KEY_YEARS);
  return new SignJWT({ role: "anon" })
    .setProtectedHeader({ alg, kid, typ: "JWT" })
    .setIssuer(issuerOf(config))
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(key);
}

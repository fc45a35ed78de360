import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, exportPKCS8, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import * as z from "zod";

const KEY_YEARS = 10;

const Secrets = z.object({
  databasePassword: z.string(),
  opsPassword: z.string(),
  /** Signs the ops console's cookies. */
  opsSecret: z.string(),
  resendApiKey: z.string(),
  resendWebhookSecret: z.string(),
  calendlyWebhookSecret: z.string(),
  authCodeSecret: z.string(),
  authTokenSecret: z.string(),
  authEncryptionSecret: z.string(),
  appleKey: z.string(),
  emailJs: z.object({
    userId: z.string(),
    serviceId: z.string(),
    templateId: z.string(),
    autoReplyTemplateId: z.string(),
    accountTemplateId: z.string(),
  }),
  stripe: z.object({ secretKey: z.string(), webhookSecret: z.string() }),
  jwtKeys: z.array(z.looseObject({ kid: z.string() })).min(1),
});

export type Secrets = z.infer<typeof Secrets>;

export async function loadSecrets(dir: string): Promise<Secrets> {
  const file = join(dir, "secrets.json");
  const stored = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Secrets>)
    : {};
  const known = Secrets.safeParse(stored);
  if (known.success) return known.data;
  // Adds secrets that an older stack lacks and leaves the others.
  const fresh = await generateSecrets();
  const secrets = Secrets.parse({
    ...fresh,
    ...stored,
    emailJs: { ...fresh.emailJs, ...stored.emailJs },
  });
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

export async function signApiKeys(options: {
  issuer: string;
  jwtKeys: string;
}): Promise<{ anonKey: string; serviceRoleKey: string }> {
  const [jwk] = z
    .tuple([z.looseObject({ kid: z.string(), kty: z.string() })], z.unknown())
    .parse(JSON.parse(options.jwtKeys));
  const alg = jwk.kty === "RSA" ? "RS256" : "ES256";
  const key = await importJWK(jwk, alg);
  const sign = (role: string): Promise<string> =>
    new SignJWT({ role })
      .setProtectedHeader({ alg, kid: jwk.kid, typ: "JWT" })
      .setIssuer(options.issuer)
      .setIssuedAt()
      .setExpirationTime(`${KEY_YEARS} years`)
      .sign(key);
  const [anonKey, serviceRoleKey] = await Promise.all([sign("anon"), sign("service_role")]);
  return { anonKey, serviceRoleKey };
}

async function generateSecrets(): Promise<Secrets> {
  const { privateKey: privateKeyOfApple } = await generateKeyPair("ES256", { extractable: true });
  return {
    databasePassword: token(16),
    opsPassword: token(12),
    opsSecret: token(32),
    resendApiKey: `re_${token(24)}`,
    resendWebhookSecret: `whsec_${randomBytes(24).toString("base64")}`,
    calendlyWebhookSecret: token(24),
    authCodeSecret: token(32),
    authTokenSecret: token(32),
    authEncryptionSecret: token(32),
    appleKey: await exportPKCS8(privateKeyOfApple),
    emailJs: {
      userId: `user_${token(9)}`,
      serviceId: `service_${token(6)}`,
      templateId: `template_${token(6)}`,
      autoReplyTemplateId: `template_${token(6)}`,
      accountTemplateId: `template_${token(6)}`,
    },
    stripe: { secretKey: `sk_test_${token(24)}`, webhookSecret: `whsec_${token(16)}` },
    jwtKeys: [await makeJwtKey()],
  };
}

export async function makeJwtKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: token(8), alg: "ES256", use: "sig" };
}

export function token(bytes: number): string {
  // Hexadecimal, because one is part of a URL and another is typed by hand.
  return randomBytes(bytes).toString("hex");
}

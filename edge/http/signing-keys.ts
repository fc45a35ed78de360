import { type CryptoKey, importJWK } from "jose";
import type { EdgeConfig, Jwk } from "../config.ts";

type KeyAlgorithm = "ES256" | "RS256";

type PublicJwk = { kid: string; alg: KeyAlgorithm; use: "sig" } & (
  | { kty: "EC"; crv: "P-256"; x: string; y: string }
  | { kty: "RSA"; n: string; e: string }
);

export type AuthKeys = {
  signing: () => Promise<{ kid: string; alg: KeyAlgorithm; key: CryptoKey }>;
  /**
   * For HS256 with an unknown id, the shared secret.
   *
   * @throws {Error} for an unknown key or another algorithm
   */
  verifying: (kid: string | undefined, alg: string) => Promise<CryptoKey | Uint8Array>;
  jwks: { keys: PublicJwk[] };
};

/** Keys are imported when first needed. */
export function createAuthKeys(
  config: Pick<EdgeConfig, "JWT_KEYS"> & Partial<Pick<EdgeConfig, "JWT_SECRET">>,
): AuthKeys {
  const signer =
    config.JWT_KEYS.find((key) => key.d !== undefined && key.key_ops?.includes("sign")) ??
    config.JWT_KEYS.find((key) => key.d !== undefined);
  const jwks = { keys: config.JWT_KEYS.map(toPublic) };
  const known = new Map(jwks.keys.map((key) => [key.kid, key]));
  const imported = new Map<string, Promise<CryptoKey>>();
  const secret =
    config.JWT_SECRET === undefined ? undefined : new TextEncoder().encode(config.JWT_SECRET);
  let signing: ReturnType<AuthKeys["signing"]> | undefined;

  return {
    jwks,
    signing() {
      if (signer === undefined) throw new Error("Bug: settings without a private key");
      signing ??= importSigner(signer);
      return signing;
    },
    async verifying(kid, alg) {
      const key = kid === undefined ? undefined : known.get(kid);
      if (key === undefined && alg === "HS256" && secret !== undefined) return secret;
      if (key === undefined || key.alg !== alg) throw new Error("no key of this id and algorithm");
      const pending = imported.get(key.kid) ?? importKey(key);
      imported.set(key.kid, pending);
      return pending;
    },
  };
}

export function issuerOf(
  config: Pick<EdgeConfig, "API_URL" | "API_EXTERNAL_URL" | "JWT_ISSUER">,
): string {
  return config.JWT_ISSUER ?? `${config.API_EXTERNAL_URL ?? config.API_URL}/auth/v1`;
}

async function importSigner(jwk: Jwk): ReturnType<AuthKeys["signing"]> {
  // `key_ops` would become the key's usages, and a private key with `verify` is rejected.
  const { key_ops: _, use: __, ...members } = jwk;
  const alg = algorithmOf(jwk);
  return { kid: jwk.kid, alg, key: await importKey({ ...members, alg }) };
}

async function importKey(jwk: Parameters<typeof importJWK>[0]): Promise<CryptoKey> {
  const key = await importJWK(jwk);
  if (key instanceof Uint8Array) throw new Error("Bug: a symmetric key");
  return key;
}

function algorithmOf({ kty }: Jwk): KeyAlgorithm {
  return kty === "EC" ? "ES256" : "RS256";
}

function toPublic(key: Jwk): PublicJwk {
  const names = { kid: key.kid, alg: algorithmOf(key), use: "sig" } as const;
  return key.kty === "EC"
    ? { ...names, kty: key.kty, crv: key.crv, x: key.x, y: key.y }
    : { ...names, kty: key.kty, n: key.n, e: key.e };
}

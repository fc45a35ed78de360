import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

type Key = { kid: string; privateKey: CryptoKey; jwk: JWK };

/** An issuer's signing keys. The next key is published before it signs. */
export type SigningKeys = {
  sign: (claims: Record<string, unknown>, issuedAt: Date) => Promise<string>;
  forge: (claims: Record<string, unknown>, issuedAt: Date) => Promise<string>;
  publish: () => Promise<{ keys: JWK[] }>;
  rotate: () => Promise<void>;
};

export function createSigningKeys(name: string): SigningKeys {
  let made = 0;
  let ring: Promise<[current: Key, next: Key]> | null = null;

  async function makeKey(): Promise<Key> {
    made += 1;
    const kid = `${name}-${made}`;
    const { privateKey, publicKey } = await generateKeyPair("ES256");
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" };
    return { kid, privateKey, jwk };
  }
  const keys = () => (ring ??= (async () => [await makeKey(), await makeKey()])());
  const signWith = (kid: string, key: CryptoKey, claims: Record<string, unknown>, at: Date) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
      .setIssuedAt(at)
      .sign(key);

  return {
    async sign(claims, issuedAt) {
      const [{ kid, privateKey }] = await keys();
      return signWith(kid, privateKey, claims, issuedAt);
    },
    async forge(claims, issuedAt) {
      const [{ kid }] = await keys();
      const { privateKey } = await generateKeyPair("ES256");
      return signWith(kid, privateKey, claims, issuedAt);
    },
    publish: async () => ({ keys: (await keys()).map(({ jwk }) => jwk) }),
    async rotate() {
      const [, next] = await keys();
      const afterNext = await makeKey();
      ring = Promise.resolve([next, afterNext]);
    },
  };
}

import { type CBORType, decodePartialCBOR } from "@levischuck/tiny-cbor";

/** COSE's numbers. Chromium takes the first one that its authenticator knows. */
export const ALGORITHMS = [-7, -8, -257] as const;

/** Source: RFC 9053 and RFC 8230. `-1` to `-3` depend on the type of the key. */
const LABELS = { type: 1, algorithm: 3, curveOrModulus: -1, xOrExponent: -2, y: -3 } as const;
const COORDINATE_BYTES = 32;
const MODULUS_MIN_BYTES = 256;
const MODULUS_MAX_BYTES = 512;

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const ED25519 = { name: "Ed25519" };
const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

type ImportableKey = {
  algorithm: typeof ES256 | typeof ED25519 | typeof RS256;
  jwk: JsonWebKey;
};

/**
 * Cuts the COSE key off the front.
 *
 * @returns null unless it is a usable key of one of {@link ALGORITHMS}
 */
export async function readCoseKey(bytes: Uint8Array): Promise<Uint8Array | null> {
  const decoded = decodeFirst(bytes);
  if (decoded === null) return null;
  const key = bytes.subarray(0, decoded.length);
  return (await importKey(key)) === null ? null : key;
}

/** @param signature as the authenticator sends it: DER for ES256 */
export async function isSignedBy(
  coseKey: Uint8Array,
  signature: Uint8Array,
  data: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const imported = await importKey(coseKey);
  if (imported === null) return false;
  const { algorithm, key } = imported;
  const plain = algorithm === ES256 ? fromDer(signature) : new Uint8Array(signature);
  return plain !== null && crypto.subtle.verify(algorithm, key, plain, data);
}

async function importKey(coseKey: Uint8Array) {
  const importable = readKey(decodeFirst(coseKey)?.value);
  if (importable === null) return null;
  const { algorithm, jwk } = importable;
  try {
    const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
    return { algorithm, key };
  } catch {
    // For example a point that is not on the curve.
    return null;
  }
}

function readKey(key: CBORType): ImportableKey | null {
  if (!(key instanceof Map)) return null;
  const has = (type: number, algorithm: (typeof ALGORITHMS)[number], curve?: number) =>
    key.get(LABELS.type) === type &&
    key.get(LABELS.algorithm) === algorithm &&
    (curve === undefined || key.get(LABELS.curveOrModulus) === curve);
  const x = key.get(LABELS.xOrExponent);
  if (has(2, -7, 1)) {
    const y = key.get(LABELS.y);
    if (!isCoordinate(x) || !isCoordinate(y)) return null;
    return { algorithm: ES256, jwk: { kty: "EC", crv: "P-256", x: text(x), y: text(y) } };
  }
  if (has(1, -8, 6)) {
    if (!isCoordinate(x)) return null;
    return { algorithm: ED25519, jwk: { kty: "OKP", crv: "Ed25519", x: text(x) } };
  }
  if (has(3, -257)) {
    const n = key.get(LABELS.curveOrModulus);
    if (!(n instanceof Uint8Array) || !(x instanceof Uint8Array)) return null;
    if (n.length < MODULUS_MIN_BYTES || n.length > MODULUS_MAX_BYTES) return null;
    return { algorithm: RS256, jwk: { kty: "RSA", n: text(n), e: text(x) } };
  }
  return null;
}

/** @returns null for anything but CBOR */
export function decodeFirst(bytes: Uint8Array): { value: CBORType; length: number } | null {
  try {
    // The decoder refuses a Buffer.
    const [value, length] = decodePartialCBOR(new Uint8Array(bytes), 0);
    return { value, length };
  } catch {
    return null;
  }
}

function isCoordinate(value: CBORType): value is Uint8Array {
  return value instanceof Uint8Array && value.length === COORDINATE_BYTES;
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** WebCrypto wants the two numbers of an ES256 signature one after the other, 32 bytes each. */
function fromDer(signature: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const [sequence, length, ...body] = signature;
  if (sequence !== 0x30 || length !== body.length) return null;
  const r = readInteger(body);
  const s = r === null ? null : readInteger(body.slice(r.end));
  if (r === null || s === null || r.end + s.end !== body.length) return null;
  const plain = new Uint8Array(2 * COORDINATE_BYTES);
  plain.set(r.digits, COORDINATE_BYTES - r.digits.length);
  plain.set(s.digits, 2 * COORDINATE_BYTES - s.digits.length);
  return plain;
}

function readInteger(der: readonly number[]): { digits: number[]; end: number } | null {
  const [tag, length = 0] = der;
  const end = 2 + length;
  if (tag !== 0x02 || length === 0 || end > der.length) return null;
  const value = der.slice(2, end);
  // A first bit that is set would mean a negative number, so DER puts a zero before it.
  const digits = value[0] === 0 ? value.slice(1) : value;
  return digits.length > COORDINATE_BYTES ? null : { digits, end };
}

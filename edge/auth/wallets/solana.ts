import { base58 } from "@scure/base";

const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SIGNATURE = /^(?:[A-Za-z0-9+/]{86}|[A-Za-z0-9_-]{86})(?:==)?$/;

/** Accepts base64 and base64url, padded or not. */
export function readSolanaSignature(text: string): Uint8Array<ArrayBuffer> | null {
  if (!SIGNATURE.test(text)) return null;
  const bytes = new Uint8Array(Buffer.from(text, "base64url"));
  return bytes.length === SIGNATURE_BYTES ? bytes : null;
}

/**
 * Accepts messages wrapped by a Ledger, too.
 *
 * @param address public key in base58
 */
export async function isSignedBySolana(
  message: string,
  address: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = publicKeyOf(address);
  if (key === null || isSmallOrder(key)) return false;
  const imported = await importEd25519(key);
  if (imported === null) return false;
  const text = new TextEncoder().encode(message);
  for (const signed of [text, ...ledgerForms(text, key)]) {
    if (await crypto.subtle.verify("Ed25519", imported, signature, signed)) return true;
  }
  return false;
}

function publicKeyOf(address: string): Uint8Array<ArrayBuffer> | null {
  try {
    const key = new Uint8Array(base58.decode(address));
    return key.length === PUBLIC_KEY_BYTES ? key : null;
  } catch {
    return null;
  }
}

/** Null for bytes that are no point of the curve. Node notices only when it verifies. */
async function importEd25519(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  } catch {
    return null;
  }
}

/**
 * All encodings of the points of small order, without the sign bit: libsodium's
 * `ge25519_has_small_order`.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
]);

/** Anyone can sign for such a key, and WebCrypto accepts it. */
function isSmallOrder(key: Uint8Array): boolean {
  const y = Buffer.from(key);
  y.writeUInt8(y.readUInt8(31) & 0x7f, 31);
  return SMALL_ORDER.has(y.toString("hex"));
}

const DOMAIN = Buffer.concat([Buffer.from([0xff]), Buffer.from("solana offchain")]);
const HEADER_VERSION = 0;
/** ASCII, short UTF-8, long UTF-8. */
const FORMATS = [0, 1, 2] as const;
const APPLICATION_BYTES = 32;

/** Older firmware leaves out application and signer. */
function ledgerForms(message: Uint8Array, key: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(message.length);
  return FORMATS.flatMap((format) => {
    const version = Buffer.from([HEADER_VERSION]);
    const kind = Buffer.from([format]);
    const signers = Buffer.concat([Buffer.from([1]), key]);
    return [
      [DOMAIN, version, kind, length, message],
      [DOMAIN, version, Buffer.alloc(APPLICATION_BYTES), kind, signers, length, message],
    ].map((parts) => new Uint8Array(Buffer.concat(parts)));
  });
}

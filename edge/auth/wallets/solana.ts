import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import type { MessageForm } from "./message.ts";

export const SOLANA_FORM: MessageForm = {
  chainName: "Solana",
  address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  chainId: /^solana:(?:mainnet|devnet|testnet|localnet)$/,
};

const SIGNATURE_BYTES = 64;
const SIGNATURE = /^(?:[A-Za-z0-9+/]{86}|[A-Za-z0-9_-]{86})(?:==)?$/;

/** Parses base64 or base64url, padded or not; null otherwise. */
export function readSolanaSignature(text: string): Uint8Array<ArrayBuffer> | null {
  if (!SIGNATURE.test(text)) return null;
  const bytes = new Uint8Array(Buffer.from(text, "base64url"));
  return bytes.length === SIGNATURE_BYTES ? bytes : null;
}

/**
 * Verifies a signature of the message, plain or wrapped by a Ledger.
 *
 * @param address public key in base58
 */
export async function isSignedBySolana(
  message: string,
  address: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = publicKeyOf(address);
  if (key === null) return false;
  const imported = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, [
    "verify",
  ]);
  const text = new TextEncoder().encode(message);
  for (const signed of [text, ...ledgerForms(text, key)]) {
    if (await crypto.subtle.verify("Ed25519", imported, signature, signed)) return true;
  }
  return false;
}

/** Null for a malformed key and for the weak keys under which anyone can sign. */
function publicKeyOf(address: string): Uint8Array<ArrayBuffer> | null {
  try {
    const key = new Uint8Array(base58.decode(address));
    return ed25519.Point.fromBytes(key).isSmallOrder() ? null : key;
  } catch {
    return null;
  }
}

const DOMAIN = Buffer.concat([Buffer.from([0xff]), Buffer.from("solana offchain")]);
const HEADER_VERSION = 0;
/** ASCII, short UTF-8, long UTF-8. */
const FORMATS = [0, 1, 2] as const;
const APPLICATION_BYTES = 32;

/** Ledger's off-chain message formats; older firmware leaves out application and signer. */
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

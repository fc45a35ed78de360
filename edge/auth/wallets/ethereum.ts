import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { MessageForm } from "./message.ts";

/** EIP-4361. */
export const ETHEREUM_FORM: MessageForm = {
  chainName: "Ethereum",
  address: /^0x[0-9a-fA-F]{40}$/,
  chainId: /^[1-9]\d{0,18}$/,
};

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;
const ADDRESS_BYTES = 20;
/** Wallets write the recovery id from 0 or from 27. */
const RECOVERY_BASE = 27;

/** @returns null unless 65 bytes in hexadecimal */
export function readEthereumSignature(text: string): Uint8Array | null {
  return SIGNATURE.test(text) ? new Uint8Array(Buffer.from(text.slice(2), "hex")) : null;
}

/**
 * Verifies a `personal_sign` signature (EIP-191). Contract wallets are not supported.
 *
 * @param address hexadecimal in any case
 */
export function isSignedByEthereum(
  message: string,
  address: string,
  signature: Uint8Array,
): boolean {
  const given = signature.at(-1) ?? 0;
  const recovery = given >= RECOVERY_BASE ? given - RECOVERY_BASE : given;
  if (recovery > 1) return false;
  return addressOf(message, signature.subarray(0, -1), recovery) === address.toLowerCase();
}

function addressOf(message: string, signature: Uint8Array, recovery: number): string | null {
  try {
    const hash = keccak_256(personalMessage(message));
    const key = secp256k1.recoverPublicKey(Uint8Array.from([recovery, ...signature]), hash, {
      prehash: false,
    });
    const point = secp256k1.Point.fromBytes(key).toBytes(false);
    const digest = keccak_256(point.subarray(1));
    return `0x${Buffer.from(digest.subarray(-ADDRESS_BYTES)).toString("hex")}`;
  } catch {
    // Numbers outside the curve.
    return null;
  }
}

/** The EIP-191 prefix: never a valid transaction. */
function personalMessage(message: string): Uint8Array {
  const text = Buffer.from(message);
  return Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`), text]);
}

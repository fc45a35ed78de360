import { generateKeyPairSync, sign } from "node:crypto";
import { base58 } from "@scure/base";

export function solanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return {
    address: base58.encode(new Uint8Array(raw)),
    publicKey: new Uint8Array(raw),
    sign: (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
  };
}

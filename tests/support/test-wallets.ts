import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
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

export function ethereumWallet() {
  const secret = new Uint8Array(randomBytes(32));
  const key = secp256k1.getPublicKey(secret, false);
  const address = `0x${Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString("hex")}`;
  return {
    address,
    sign(message: Uint8Array): `0x${string}` {
      const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${message.length}`);
      const hash = keccak_256(new Uint8Array(Buffer.concat([prefix, message])));
      const [recovery = 0, ...rest] = secp256k1.sign(hash, secret, {
        prehash: false,
        format: "recovered",
      });
      return `0x${Buffer.from([...rest, recovery + 27]).toString("hex")}`;
    },
  };
}

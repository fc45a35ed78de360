import { base58 } from "@scure/base";
import { describe, expect, test } from "vitest";
import { solanaWallet } from "../../../tests/support/test-wallets.ts";
import { isSignedBySolana, readSolanaSignature } from "./solana.ts";

const MESSAGE = "tidepost.example wants you to sign in – ✓";
const bytes = (text: string) => new TextEncoder().encode(text);
const asOwn = (signature: Uint8Array) => new Uint8Array(signature);

describe("Solana signature", () => {
  const wallet = solanaWallet();
  const signature = wallet.sign(bytes(MESSAGE));

  test("signature: verifies for its wallet and message only", async () => {
    expect(await isSignedBySolana(MESSAGE, wallet.address, asOwn(signature))).toBe(true);
    expect(await isSignedBySolana(`${MESSAGE}.`, wallet.address, asOwn(signature))).toBe(false);
    const other = solanaWallet().address;
    expect(await isSignedBySolana(MESSAGE, other, asOwn(signature))).toBe(false);
  });

  const domain = Buffer.concat([Buffer.from([0xff]), Buffer.from("solana offchain")]);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(bytes(MESSAGE).length);
  const application = Buffer.alloc(32);
  const signer = Buffer.concat([Buffer.from([1]), wallet.publicKey]);

  test.each([
    ["older", [domain, Buffer.from([0, 1]), length, bytes(MESSAGE)]],
    [
      "newer",
      [domain, Buffer.from([0]), application, Buffer.from([1]), signer, length, bytes(MESSAGE)],
    ],
  ])("Ledger's %s format: accepted", async (_, parts) => {
    const wrapped = wallet.sign(new Uint8Array(Buffer.concat(parts)));
    expect(await isSignedBySolana(MESSAGE, wallet.address, asOwn(wrapped))).toBe(true);
    expect(await isSignedBySolana("something else", wallet.address, asOwn(wrapped))).toBe(false);
  });

  test.each([
    ["too short", base58.encode(new Uint8Array(31).fill(1))],
    ["too long", base58.encode(new Uint8Array(33).fill(1))],
    ["no base58", "0OIl"],
    ["on no curve", base58.encode(new Uint8Array(32).fill(2))],
  ])("public key %s: matches nothing", async (_, address) => {
    expect(await isSignedBySolana(MESSAGE, address, asOwn(signature))).toBe(false);
    expect(await isSignedBySolana(MESSAGE, address, new Uint8Array(64))).toBe(false);
  });

  // With the neutral point as its signature, one message in eight or more passes under these keys.
  test.each([
    ["0100000000000000000000000000000000000000000000000000000000000000", "of order 1"],
    ["eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "of order 1, again"],
    ["ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "of order 2"],
    ["0000000000000000000000000000000000000000000000000000000000000000", "of order 4"],
    ["edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "of order 4, again"],
    ["26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "of order 8"],
    ["c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "of order 8, again"],
  ])("public key %s, %s: matches nothing", async (hex) => {
    const forged = new Uint8Array(64);
    forged[0] = 1;
    for (const sign of [0, 0x80]) {
      const key = Buffer.from(hex, "hex");
      key.writeUInt8(key.readUInt8(31) | sign, 31);
      const address = base58.encode(new Uint8Array(key));
      for (const message of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) {
        expect(await isSignedBySolana(message, address, forged)).toBe(false);
      }
    }
  });

  test("base64 and base64url, padded or not: accepted", () => {
    const text = Buffer.from(signature);
    for (const form of [
      text.toString("base64"),
      text.toString("base64").slice(0, 86),
      text.toString("base64url"),
      `${text.toString("base64url")}==`,
    ]) {
      expect(readSolanaSignature(form)).toEqual(asOwn(signature));
    }
  });

  test.each(["", "a", "a".repeat(85), "a".repeat(87), "a".repeat(88), `${"a".repeat(85)}!`])(
    "%j: not a signature",
    (text) => {
      expect(readSolanaSignature(text)).toBeNull();
    },
  );
});

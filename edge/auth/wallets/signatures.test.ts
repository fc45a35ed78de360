import { base58 } from "@scure/base";
import { describe, expect, test } from "vitest";
import { ethereumWallet, solanaWallet } from "../../../tests/support/test-wallets.ts";
import { isSignedByEthereum, readEthereumSignature } from "./ethereum.ts";
import { isSignedBySolana, readSolanaSignature } from "./solana.ts";

const MESSAGE = "tidepost.example wants you to sign in – ✓";
const bytes = (text: string) => new TextEncoder().encode(text);
const asOwn = (signature: Uint8Array) => new Uint8Array(signature);

describe("Solana signature", () => {
  const wallet = solanaWallet();
  const signature = wallet.sign(bytes(MESSAGE));

  test("verifies for its wallet and message only", async () => {
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
    ["of small order", base58.encode(new Uint8Array(32))],
    ["on no curve", base58.encode(new Uint8Array(32).fill(2))],
  ])("public key %s: matches nothing", async (_, address) => {
    expect(await isSignedBySolana(MESSAGE, address, asOwn(signature))).toBe(false);
    expect(await isSignedBySolana(MESSAGE, address, new Uint8Array(64))).toBe(false);
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

describe("Ethereum signature", () => {
  const wallet = ethereumWallet();
  const hex = wallet.sign(bytes(MESSAGE));
  const read = (text: string) => readEthereumSignature(text) ?? new Uint8Array();

  test("verifies for its wallet and message, in any spelling of the address", () => {
    expect(isSignedByEthereum(MESSAGE, wallet.address, read(hex))).toBe(true);
    const capitals = `0x${wallet.address.slice(2).toUpperCase()}`;
    expect(isSignedByEthereum(MESSAGE, capitals, read(hex))).toBe(true);
    expect(isSignedByEthereum(`${MESSAGE}.`, wallet.address, read(hex))).toBe(false);
    expect(isSignedByEthereum(MESSAGE, ethereumWallet().address, read(hex))).toBe(false);
  });

  test("recovery id: may count from 0", () => {
    const raw = Uint8Array.from(read(hex));
    raw[64] = (raw[64] ?? 0) - 27;
    expect(isSignedByEthereum(MESSAGE, wallet.address, raw)).toBe(true);
  });

  // The example in web3.js's documentation, key 0x4c0883a6…362318.
  test("accepts a signature made by another wallet", () => {
    const signature =
      "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";
    const address = "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23";
    expect(isSignedByEthereum("Some data", address, read(signature))).toBe(true);
  });

  test.each([
    ["with an impossible key", `${hex.slice(0, -2)}1f`],
    ["of zeros", `0x${"00".repeat(64)}1b`],
    ["beyond the curve", `0x${"ff".repeat(64)}1b`],
  ])("signature %s: matches no wallet", (_, text) => {
    expect(isSignedByEthereum(MESSAGE, wallet.address, read(text))).toBe(false);
  });

  test.each(["", "0x", hex.slice(2), `${hex}00`, `0x${"g".repeat(130)}`])(
    "%j: not a signature",
    (text) => {
      expect(readEthereumSignature(text)).toBeNull();
    },
  );
});

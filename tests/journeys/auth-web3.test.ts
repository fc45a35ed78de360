import { base58 } from "@scure/base";
import type { SolanaWallet } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { freshAuthClient } from "../support/account.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { solanaWallet } from "../support/test-wallets.ts";
import { thisStack } from "../support/this-stack.ts";

function solanaExtension(key = solanaWallet()): SolanaWallet {
  return {
    publicKey: { toBase58: () => key.address },
    signMessage: (message: Uint8Array) => Promise.resolve(key.sign(message)),
  };
}

const url = () => `${thisStack().site}/login`;

describe("Solana wallet", () => {
  test.each([undefined, "I accept the terms."])(
    "Solana wallet with the statement %j: signs in to one account",
    async (statement) => {
      const wallet = solanaExtension();
      const signIn = () =>
        freshAuthClient().signInWithWeb3({
          chain: "solana",
          wallet,
          ...(statement === undefined ? {} : { statement }),
          options: { url: url() },
        });
      const first = await signIn();
      expect(first.error).toBeNull();
      expect(first.data.user).toMatchObject({
        email: "",
        identities: [{ provider: "web3", identity_data: { custom_claims: { chain: "solana" } } }],
      });
      const second = await signIn();
      expect(second.data.user?.id).toBe(first.data.user?.id);
    },
  );

  test("Solana message with resources, as auth-js writes it: accepted", async () => {
    const { error } = await freshAuthClient().signInWithWeb3({
      chain: "solana",
      wallet: solanaExtension(),
      statement: "I accept the terms.",
      options: {
        url: url(),
        signInWithSolana: {
          chainId: "solana:mainnet",
          nonce: "12345678",
          requestId: "1",
          expirationTime: new Date(Date.now() + 60_000).toISOString(),
          resources: [`${thisStack().site}/terms`],
        },
      },
    });
    expect(error).toBeNull();
  });
});

async function show(address: string, signature: string): Promise<Response> {
  const { api, anonKey, site } = thisStack();
  const message = [
    `${new URL(site).host} wants you to sign in with your Solana account:`,
    address,
    "",
    "Version: 1",
    `URI: ${url()}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join("\n");
  return fetch(`${api}/auth/v1/token?grant_type=web3`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json", "cf-connecting-ip": freshIp() },
    body: JSON.stringify({ chain: "solana", message, signature }),
  });
}

test.each([
  ["lies on no curve", new Uint8Array(32).fill(2)],
  ["is of small order", new Uint8Array(32)],
  ["is too large", new Uint8Array(32).fill(255)],
  ["is too short", new Uint8Array(31).fill(9)],
])("key that %s: rejected in workerd too", async (_, key) => {
  for (const signature of ["A".repeat(86), Buffer.alloc(64, 255).toString("base64url")]) {
    const answer = await show(base58.encode(key), signature);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: "invalid_grant" }),
    ]);
  }
});

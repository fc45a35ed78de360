import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import {
  type AuthAnswer,
  type AuthEdge,
  signedIn,
  test,
} from "../../../tests/support/auth-edge.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { solanaWallet } from "../../../tests/support/test-wallets.ts";

const ON = { EXTERNAL_WEB3_SOLANA_ENABLED: "true" };

const HOST = "tidepost.example";

function solanaMessage(edge: AuthEdge, address: string, host = HOST): string {
  return [
    `${host} wants you to sign in with your Solana account:`,
    address,
    "",
    "I accept the terms.",
    "",
    "Version: 1",
    `URI: https://${host}/login`,
    `Issued At: ${edge.now().toISOString()}`,
    "Chain ID: solana:mainnet",
  ].join("\n");
}

const bytes = (text: string) => new TextEncoder().encode(text);
const show = (edge: AuthEdge, body: unknown): Promise<AuthAnswer> =>
  edge.call("POST", "/token?grant_type=web3", { body });

async function withSolana(edge: AuthEdge, wallet = solanaWallet()): Promise<AuthAnswer> {
  const message = solanaMessage(edge, wallet.address);
  const signature = Buffer.from(wallet.sign(bytes(message))).toString("base64url");
  return show(edge, { chain: "solana", message, signature });
}

describe("wallet", () => {
  test("Solana wallet: signs in and creates the account at the first sign-in", async ({
    edgeWith,
    database,
  }) => {
    const edge = edgeWith(ON);
    const wallet = solanaWallet();
    const first = await withSolana(edge, wallet);
    expect(first.status).toBe(200);
    expect(first.body["user"]).toMatchObject({
      email: "",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "web3", providers: ["web3"] },
      identities: [
        {
          provider: "web3",
          id: `web3:solana:${wallet.address}`,
          identity_data: {
            sub: `web3:solana:${wallet.address}`,
            custom_claims: {
              address: wallet.address,
              chain: "solana",
              network: "solana:mainnet",
              domain: HOST,
              statement: "I accept the terms.",
            },
          },
        },
      ],
    });
    expect(decodeJwt(signedIn(first.body).token)).toMatchObject({
      email: "",
      aal: "aal1",
      amr: [{ method: "web3" }],
    });
    const second = await withSolana(edge, wallet);
    expect(signedIn(second.body).userId).toBe(signedIn(first.body).userId);
    const { rows } = await database.query(
      "select payload from outbox_events where type = 'AccountCreated'",
    );
    expect(rows).toEqual([{ payload: { userId: signedIn(first.body).userId, origin: "web3" } }]);
  });

  test("five concurrent first sign-ins: create one account", async ({ edgeWith, database }) => {
    const edge = edgeWith(ON);
    const wallet = solanaWallet();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => withSolana(edge, wallet)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { rows } = await database.query("select 1 from users");
    expect(rows).toHaveLength(1);
  });

  test("banned wallet: rejected; new wallet: rejected while sign-up is off", async ({
    edgeWith,
    database,
  }) => {
    const edge = edgeWith(ON);
    const wallet = solanaWallet();
    await withSolana(edge, wallet);
    const closed = edgeWith({ ...ON, DISABLE_SIGNUP: "true" });
    expect((await withSolana(closed, wallet)).status).toBe(200);
    expect(refusal(await withSolana(closed))).toEqual([422, "signup_disabled"]);
    await database.query("update users set banned_until = '2100-01-01'");
    expect(refusal(await withSolana(edge, wallet))).toEqual([403, "user_banned"]);
  });
});

describe("rejected input", () => {
  test("message signed by another wallet, or for another site or time: rejected", async ({
    edgeWith,
  }) => {
    const edge = edgeWith(ON);
    const [wallet, other] = [solanaWallet(), solanaWallet()];
    const message = solanaMessage(edge, wallet.address);
    const signed = (by: typeof wallet, text: string) => ({
      chain: "solana",
      message: text,
      signature: Buffer.from(by.sign(bytes(text))).toString("base64"),
    });
    const grant = [400, "invalid_grant"];
    expect(refusal(await show(edge, signed(other, message)))).toEqual(grant);
    const elsewhere = solanaMessage(edge, wallet.address, "elsewhere.example");
    expect(refusal(await show(edge, signed(wallet, elsewhere)))).toEqual(grant);
    edge.wait(601);
    const late = await show(edge, signed(wallet, message));
    expect(refusal(late)).toEqual(grant);
    expect(late.body["error_description"]).toContain("too long ago");
    expect(late.body).not.toHaveProperty("code");
  });

  const FORM = "x".repeat(64);
  const TABLE: [name: string, body: unknown, status: number, code: string][] = [
    ["no body", "", 400, "bad_json"],
    ["a list", [], 400, "bad_json"],
    ["no chain", { message: FORM }, 400, "web3_unsupported_chain"],
    ["an unknown chain", { chain: "bitcoin" }, 400, "web3_unsupported_chain"],
    ["Ethereum", { chain: "ethereum", message: FORM }, 400, "web3_unsupported_chain"],
    ["a chain of the language", { chain: "constructor" }, 400, "web3_unsupported_chain"],
    ["a chain that is not a string", { chain: 1 }, 400, "bad_json"],
    ["no message", { chain: "solana" }, 400, "validation_failed"],
    ["a short message", { chain: "solana", message: "x".repeat(63) }, 400, "validation_failed"],
    ["a long message", { chain: "solana", message: "x".repeat(20_481) }, 400, "validation_failed"],
    ["no signature", { chain: "solana", message: FORM }, 400, "validation_failed"],
    [
      "a malformed message",
      { chain: "solana", message: FORM, signature: "A".repeat(86) },
      400,
      "validation_failed",
    ],
  ];
  test("malformed message or signature: rejected", async ({ edgeWith }) => {
    const edge = edgeWith(ON);
    for (const [name, body, status, code] of TABLE) {
      expect(refusal(await show(edge, body)), name).toEqual([status, code]);
    }
  });

  test.for(["solana", "ethereum", "bitcoin"])(
    "Solana is off: chain %s: rejected",
    async (chain, { edgeWith }) => {
      expect(refusal(await show(edgeWith({}), { chain }))).toEqual([422, "web3_provider_disabled"]);
    },
  );
});

import * as z from "zod";
import { findLinkableUsers } from "#db/accounts/oauth/find-linkable-users.ts";
import {
  signInWithIdentity,
  type SignInResult,
  type IdentityOwner,
} from "#db/accounts/oauth/sign-in-with-identity.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { retry } from "#db/retry.ts";
import type { AppContext } from "../../http/env.ts";
import { publishEvents } from "../../http/publish-events.ts";
import { newOwner } from "../accounts/create-account.ts";
import { providersMetadata } from "../accounts/metadata.ts";
import type { AuthDeps } from "../deps.ts";
import { signupDisabledError, userBannedError } from "../http/account-errors.ts";
import { AuthError, OAuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson } from "../http/auth-json-body.ts";
import { isBanned } from "../sessions/bearer.ts";
import { newNotice, newSession } from "../sessions/new-session.ts";
import { sessionResponse } from "../sessions/session-response.ts";
import { parseSignInMessage, type SignInMessage, messageErrorOf } from "../wallets/message.ts";
import { isSignedBySolana, readSolanaSignature } from "../wallets/solana.ts";

export const Web3Grant = z.object({
  chain: z.string().default(""),
  message: z.string().default(""),
  signature: z.string().default(""),
  ...metaFields,
});

const CHAIN = "solana";
const MESSAGE_MIN_BYTES = 64;
const MESSAGE_MAX_BYTES = 20_480;

// A concurrent sign-in with the same wallet may create its account first.
const ATTEMPTS_MAX = 3;

type Wallet = { address: string; message: SignInMessage };

/** The first sign-in creates the account. */
export async function web3Grant(c: AppContext, deps: AuthDeps): Promise<Response> {
  if (!deps.config.EXTERNAL_WEB3_SOLANA_ENABLED) {
    throw new AuthError("web3_provider_disabled", "Web3 provider is disabled");
  }
  const body = await readJson(c, Web3Grant);
  if (body.chain !== CHAIN) throw new AuthError("web3_unsupported_chain", "Unsupported chain");
  const size = Buffer.byteLength(body.message);
  if (size < MESSAGE_MIN_BYTES) throw validationError("message is too short");
  if (size > MESSAGE_MAX_BYTES) throw validationError("message is too long");
  const wallet = await requireWallet(body.message, body.signature);
  const error = messageErrorOf(wallet.message, deps.config, deps.now());
  if (error !== null) throw new OAuthError("invalid_grant", error);
  const { user, session } = await signInWithWallet(c, deps, wallet);
  if (session === null) throw new Error("Bug: no session was issued");
  return c.json(await sessionResponse(deps, user, session));
}

async function requireWallet(text: string, signatureText: string): Promise<Wallet> {
  const signature = readSolanaSignature(signatureText);
  if (signature === null) {
    throw validationError("signature must be 64 bytes encoded as base64 with or without padding");
  }
  const message = parseSignInMessage(text);
  if (message === null) throw validationError("message is not one of Sign in with Solana");
  if (!(await isSignedBySolana(text, message.address, signature))) {
    throw new OAuthError("invalid_grant", "Signature does not match address in message");
  }
  return { address: message.address, message };
}

async function signInWithWallet(
  c: AppContext,
  deps: AuthDeps,
  wallet: Wallet,
): Promise<SignInResult> {
  const identity = { provider: "web3", subject: subjectOf(wallet), email: null, isSso: false };
  const attempt = async (): Promise<SignInResult | null> => {
    const { known } = await findLinkableUsers(deps.db, identity);
    if (known !== null && isBanned(known, deps.now())) throw userBannedError();
    if (known === null && deps.config.DISABLE_SIGNUP) throw signupDisabledError();
    const session = newSession(c, deps, "web3");
    const { at } = session;
    const data = identityData(wallet);
    const appMetadata = providersMetadata(["web3"]);
    const owner =
      known === null
        ? newOwner(c, deps, "web3", { appMetadata, userMetadata: data, at })
        : knownOwner(known);
    const signInResult = await signInWithIdentity(deps.db, {
      owner,
      identity: {
        id: deps.makeUuid(),
        provider: identity.provider,
        providerId: identity.subject,
        identityData: data,
        email: null,
        at,
      },
      signInResponse: { kind: "session", session },
      notice: newNotice(c),
      at,
    });
    if (signInResult !== null && owner.kind === "new") publishEvents(c, [owner.created]);
    return signInResult;
  };
  const result = await retry(attempt, { attempts: ATTEMPTS_MAX });
  if (result !== null) return result;
  throw new AuthError("conflict", "Too many sign-ins with the same wallet at once");
}

function knownOwner({ id, email, emailConfirmedAt: confirmedAt }: Account): IdentityOwner {
  return {
    kind: "known",
    userId: id,
    seen: { email, isConfirmed: confirmedAt !== null },
    confirms: false,
    resets: false,
    userMetadata: {},
    appMetadata: {},
  };
}

function subjectOf({ address }: Wallet): string {
  return `web3:${CHAIN}:${address}`;
}

function identityData(wallet: Wallet) {
  const { address, message } = wallet;
  return {
    sub: subjectOf(wallet),
    email_verified: false,
    phone_verified: false,
    custom_claims: {
      address,
      chain: CHAIN,
      network: message.chainId ?? "",
      domain: message.domain,
      statement: message.statement ?? "",
    },
  };
}

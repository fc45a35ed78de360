import * as z from "zod";
import { MINUTE_MS } from "#contracts/durations.ts";
import type { AuthSettings } from "../../settings/auth-settings.ts";
import { isAllowedRedirect, isLoopback } from "../http/allowed-redirects.ts";

export type SignInMessage = {
  /** The user reads it. */
  domain: string;
  address: string;
  statement: string | null;
  uri: URL;
  /** Milliseconds since the epoch. */
  issuedAtMs: number;
  notBeforeMs: number | null;
  expiresAtMs: number | null;
  chainId: string | null;
};

const MIN_LINES = 6;
const TITLE = " wants you to sign in with your Solana account:";
const DOMAIN = /^[a-zA-Z0-9.-]+(?::\d{1,5})?$|^\[[0-9a-fA-F:]+\](?::\d{1,5})?$/;
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const NETWORK = /^solana:(?:mainnet|devnet|testnet|localnet)$/;
const FIELD = /^(?<name>[A-Z][A-Za-z ]*): (?<value>.+)$/;
const FIELDS: ReadonlySet<string> = new Set([
  "Version",
  "URI",
  "Issued At",
  "Not Before",
  "Expiration Time",
  "Chain ID",
  "Nonce",
  "Request ID",
]);

const Timestamp = z.iso.datetime({ offset: true });

/**
 * Parses Sign in with Solana, a form of EIP-4361.
 *
 * @returns null when malformed
 */
export function parseSignInMessage(text: string): SignInMessage | null {
  const lines = text.split("\n");
  const [first = "", address = "", blank] = lines;
  if (lines.length < MIN_LINES || blank !== "" || !ADDRESS.test(address)) return null;
  if (!first.endsWith(TITLE)) return null;
  const domain = first.slice(0, -TITLE.length).replace(/^https?:\/\//, "");
  if (!DOMAIN.test(domain)) return null;
  const { statement, rest } = splitStatement(lines.slice(3));
  const fields = readFields(rest);
  if (fields === null || fields.get("Version") !== "1") return null;
  const chainId = fields.get("Chain ID") ?? null;
  if (chainId !== null && !NETWORK.test(chainId)) return null;
  const uri = fields.get("URI") ?? "";
  const issuedAtMs = timestampOf(fields.get("Issued At"));
  const notBeforeMs = timestampOf(fields.get("Not Before"));
  const expiresAtMs = timestampOf(fields.get("Expiration Time"));
  if (!URL.canParse(uri) || issuedAtMs === null) return null;
  if (fields.has("Not Before") && notBeforeMs === null) return null;
  if (fields.has("Expiration Time") && expiresAtMs === null) return null;
  return {
    domain,
    address,
    statement,
    uri: new URL(uri),
    issuedAtMs,
    notBeforeMs,
    expiresAtMs,
    chainId,
  };
}

/**
 * A statement is followed by an empty line; some wallets write that line without a statement,
 * too.
 */
function splitStatement(lines: readonly string[]): { statement: string | null; rest: string[] } {
  const [statement = "", blank] = lines;
  if (statement === "") return { statement: null, rest: lines.slice(1) };
  return blank === "" ? { statement, rest: lines.slice(2) } : { statement: null, rest: [...lines] };
}

/** @returns null for unknown and repeated fields */
function readFields(lines: readonly string[]): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  // auth-js leaves out the colon for Solana.
  const resources = lines.findIndex((line) => line === "Resources:" || line === "Resources");
  const listed = resources === -1 ? [] : lines.slice(resources + 1);
  if (!listed.every((line) => line.startsWith("- ") && URL.canParse(line.slice(2)))) return null;
  for (const line of resources === -1 ? lines : lines.slice(0, resources)) {
    const { name = "", value = "" } = FIELD.exec(line)?.groups ?? {};
    if (!FIELDS.has(name) || fields.has(name)) return null;
    fields.set(name, value);
  }
  return fields;
}

function timestampOf(text: string | undefined): number | null {
  const parsed = Timestamp.safeParse(text);
  return parsed.success ? Date.parse(parsed.data) : null;
}

/** The message may be replayed for this long. */
const FRESH_MS = 10 * MINUTE_MS;

/** @returns null for a recent message to this service */
export function messageErrorOf(
  { domain, uri, issuedAtMs, notBeforeMs, expiresAtMs }: SignInMessage,
  settings: Pick<AuthSettings, "URI_ALLOW_LIST"> & { SITE_URL: string },
  now: Date,
): string | null {
  const nowMs = now.getTime();
  if (uri.protocol !== "https:" && !(isLoopback(uri) && uri.protocol === "http:")) {
    return "Signed message is using a URI that does not use HTTPS";
  }
  if (!isAllowedRedirect(uri.href, settings)) {
    return "Signed message is using a URI which is not allowed on this server, message was signed for another app";
  }
  if (uri.host !== domain.toLowerCase()) {
    return "Signed message is using a URI that does not match the domain of the message";
  }
  if (notBeforeMs !== null && nowMs < notBeforeMs) {
    return "Signed message becomes valid in the future";
  }
  if (expiresAtMs !== null && nowMs >= expiresAtMs) return "Signed message is expired";
  if (Math.abs(nowMs - issuedAtMs) > FRESH_MS) {
    return nowMs > issuedAtMs
      ? "Signed message was issued too long ago"
      : "Signed message was issued too far in the future";
  }
  return null;
}

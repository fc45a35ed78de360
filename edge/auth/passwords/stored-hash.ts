import { ARGON2ID, type Argon2Parameters } from "./argon2.ts";

type Argon2Hash = {
  algorithm: "argon2id";
  parameters: Argon2Parameters;
  salt: Buffer;
  key: Buffer;
};
type ScryptHash = {
  algorithm: "scrypt";
  parameters: { n: number; r: number; p: number };
  salt: Buffer;
  key: Buffer;
};
type BcryptHash = { algorithm: "bcrypt"; text: string };
export type StoredHash = Argon2Hash | ScryptHash | BcryptHash;

// The password hashing competition's string format: base64 without padding.
const ARGON2 =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{43})$/;
const SCRYPT = /^\$scrypt\$n=(\d{1,5}),r=(\d),p=(\d)\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

/** An isolate has 128 MB, which other requests need, too. */
const ARGON2_MAX = { memory: 65_536, parallelism: 4, work: 4 * 65_536 };
/** The parameters of our hashes before Argon2id. About 150 ms of CPU. */
const SCRYPT_MAX = { n: 2 ** 14, r: 8, p: 5 };
/** Twelve is about 290 ms of CPU. */
const BCRYPT_COST = { min: 4, max: 12 };

/** @returns null for an unknown format, or one that is too dear to verify */
export function parseStoredHash(text: string): StoredHash | null {
  return parseArgon2(text) ?? parseScrypt(text) ?? parseBcrypt(text);
}

/** Whether a hash of another service can be verified here. */
export function isImportable(text: string): boolean {
  const stored = parseStoredHash(text);
  return stored !== null && stored.algorithm !== "scrypt";
}

export function formatArgon2Hash(
  { memory, passes, parallelism }: Argon2Parameters,
  salt: Uint8Array,
  key: Uint8Array,
): string {
  const parameters = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(key)}`;
}

/** @param parameters of new hashes */
export function isOutdated(stored: StoredHash, parameters: Argon2Parameters = ARGON2ID): boolean {
  return stored.algorithm !== "argon2id" || workOf(stored.parameters) < workOf(parameters);
}

function parseArgon2(text: string): Argon2Hash | null {
  const parts = ARGON2.exec(text);
  if (parts === null) return null;
  const [, m, t, p, salt = "", key = ""] = parts;
  const parameters = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  const { memory, passes, parallelism } = parameters;
  const isPossible = passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism;
  const isCheapEnough =
    memory <= ARGON2_MAX.memory &&
    parallelism <= ARGON2_MAX.parallelism &&
    workOf(parameters) <= ARGON2_MAX.work;
  return isPossible && isCheapEnough
    ? {
        algorithm: "argon2id",
        parameters,
        salt: Buffer.from(salt, "base64"),
        key: Buffer.from(key, "base64"),
      }
    : null;
}

function parseScrypt(text: string): ScryptHash | null {
  const parts = SCRYPT.exec(text);
  if (parts === null) return null;
  const [n = 0, r = 0, p = 0] = parts.slice(1, 4).map(Number);
  const isPossible = n >= 2 && Number.isInteger(Math.log2(n)) && r >= 1 && p >= 1;
  return isPossible && n <= SCRYPT_MAX.n && r <= SCRYPT_MAX.r && p <= SCRYPT_MAX.p
    ? {
        algorithm: "scrypt",
        parameters: { n, r, p },
        salt: Buffer.from(parts[4] ?? "", "base64url"),
        key: Buffer.from(parts[5] ?? "", "base64url"),
      }
    : null;
}

function parseBcrypt(text: string): BcryptHash | null {
  const cost = Number(BCRYPT.exec(text)?.[1]);
  return cost >= BCRYPT_COST.min && cost <= BCRYPT_COST.max ? { algorithm: "bcrypt", text } : null;
}

function workOf({ memory, passes }: Argon2Parameters): number {
  return memory * passes;
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64").replace(/=+$/, "");
}

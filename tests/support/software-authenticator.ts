import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signWith,
} from "node:crypto";
import { type CBORType, encodeCBOR } from "@levischuck/tiny-cbor";
import type {
  AuthenticationCredential,
  RegistrationCredential,
} from "../../edge/auth/passkeys/credential.ts";

export type KeyKind = "ES256" | "Ed25519" | "RS256";

/** What an honest authenticator never changes. */
export type Forgery = {
  type?: string;
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  rpId?: string;
  flags?: number;
  signCount?: number;
  userHandle?: string | null;
};

type Credential<C> = C & { rawId: string; clientExtensionResults: Record<string, never> };

/** An authenticator in code, for answers that no browser gives. */
export type SoftwareAuthenticator = {
  register: (
    options: { challenge: string; rp: { id?: string }; user: { id: string } },
    forgery?: Forgery,
  ) => Credential<RegistrationCredential>;
  signIn: (
    options: { challenge: string; rpId?: string },
    forgery?: Forgery,
  ) => Credential<AuthenticationCredential>;
};

export const PRESENT_AND_VERIFIED = 0x05;
export const SYNCED = 0x18;
const ATTESTED = 0x40;

/** @param counts false for a synced passkey, whose counter stays 0 */
export function createSoftwareAuthenticator(
  origin: string,
  { kind = "ES256", counts = true }: { kind?: KeyKind; counts?: boolean } = {},
): SoftwareAuthenticator {
  const { privateKey, publicKey } = keyPair(kind);
  const id = randomBytes(32);
  const flags = counts ? PRESENT_AND_VERIFIED : PRESENT_AND_VERIFIED | SYNCED;
  let signCount = 0;
  let userHandle = "";

  function clientData(type: string, challenge: string, forgery: Forgery): Buffer {
    const data = { type, challenge, origin, crossOrigin: false, ...forgery };
    return Buffer.from(
      JSON.stringify({
        type: data.type,
        challenge: data.challenge,
        origin: data.origin,
        crossOrigin: data.crossOrigin,
      }),
    );
  }

  function header(rpId: string | undefined, more: number, forgery: Forgery): Buffer {
    if (counts) signCount += 1;
    const bytes = Buffer.alloc(37);
    createHash("sha256")
      .update(forgery.rpId ?? rpId ?? new URL(origin).hostname)
      .digest()
      .copy(bytes);
    bytes.writeUInt8((forgery.flags ?? flags) | more, 32);
    bytes.writeUInt32BE(forgery.signCount ?? signCount, 33);
    return bytes;
  }

  const credential = <R>(response: R) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key" as const,
    clientExtensionResults: {},
    response,
  });

  return {
    register({ challenge, rp, user }, forgery = {}) {
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        header(rp.id, ATTESTED, forgery),
        Buffer.alloc(16),
        length,
        id,
        encodeCBOR(coseKey(kind, publicKey)),
      ]);
      const attestation = new Map<string, CBORType>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", challenge, forgery).toString("base64url"),
        attestationObject: Buffer.from(encodeCBOR(attestation)).toString("base64url"),
        transports: ["internal"],
      });
    },
    signIn({ challenge, rpId }, forgery = {}) {
      const client = clientData("webauthn.get", challenge, forgery);
      const authData = header(rpId, 0, forgery);
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signWith(kind === "Ed25519" ? null : "sha256", signed, privateKey).toString(
          "base64url",
        ),
        userHandle: forgery.userHandle === undefined ? userHandle : forgery.userHandle,
      });
    },
  };
}

function keyPair(kind: KeyKind): { privateKey: KeyObject; publicKey: KeyObject } {
  switch (kind) {
    case "ES256":
      return generateKeyPairSync("ec", { namedCurve: "P-256" });
    case "Ed25519":
      return generateKeyPairSync("ed25519");
    case "RS256":
      return generateKeyPairSync("rsa", { modulusLength: 2_048 });
  }
}

function coseKey(kind: KeyKind, publicKey: KeyObject): Map<number, CBORType> {
  const jwk = publicKey.export({ format: "jwk" });
  const bytes = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? "", "base64url"));
  switch (kind) {
    case "ES256":
      return new Map<number, CBORType>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(jwk.x)],
        [-3, bytes(jwk.y)],
      ]);
    case "Ed25519":
      return new Map<number, CBORType>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, bytes(jwk.x)],
      ]);
    case "RS256":
      return new Map<number, CBORType>([
        [1, 3],
        [3, -257],
        [-1, bytes(jwk.n)],
        [-2, bytes(jwk.e)],
      ]);
  }
}

import { toUuid } from "../to-uuid.ts";

const FLAGS = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attested: 0x40,
} as const;

const RP_ID_HASH_BYTES = 32;
const HEADER_BYTES = 37;
const AAGUID_BYTES = 16;
const ID_START = HEADER_BYTES + AAGUID_BYTES + 2;
const NO_AAGUID = "00000000-0000-0000-0000-000000000000";

export type AuthenticatorData = {
  rpIdHash: Buffer;
  isUserPresent: boolean;
  isUserVerified: boolean;
  isBackupEligible: boolean;
  isBackedUp: boolean;
  signCount: number;
  /** `keyAndRest` begins with the COSE key. Null at a sign-in. */
  attested: { aaguid: string | null; credentialId: Buffer; keyAndRest: Buffer } | null;
};

/**
 * Source: Web Authentication Level 3, section 6.1.
 *
 * @returns null when the bytes end too early
 */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData | null {
  if (bytes.length < HEADER_BYTES) return null;
  const flags = bytes.readUInt8(RP_ID_HASH_BYTES);
  const isSet = (name: keyof typeof FLAGS) => (flags & FLAGS[name]) !== 0;
  const attested = isSet("attested") ? readAttested(bytes) : null;
  if (isSet("attested") && attested === null) return null;
  return {
    rpIdHash: bytes.subarray(0, RP_ID_HASH_BYTES),
    isUserPresent: isSet("userPresent"),
    isUserVerified: isSet("userVerified"),
    isBackupEligible: isSet("backupEligible"),
    isBackedUp: isSet("backedUp"),
    signCount: bytes.readUInt32BE(RP_ID_HASH_BYTES + 1),
    attested,
  };
}

function readAttested(bytes: Buffer): AuthenticatorData["attested"] {
  if (bytes.length < ID_START) return null;
  const idEnd = ID_START + bytes.readUInt16BE(ID_START - 2);
  if (bytes.length <= idEnd) return null;
  const aaguid = toUuid(bytes.toString("hex", HEADER_BYTES, HEADER_BYTES + AAGUID_BYTES));
  return {
    aaguid: aaguid === NO_AAGUID ? null : aaguid,
    credentialId: bytes.subarray(ID_START, idEnd),
    keyAndRest: bytes.subarray(idEnd),
  };
}

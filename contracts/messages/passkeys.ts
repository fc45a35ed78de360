const EXISTS = "This device already has a passkey for your account.";
const TOO_LATE = "That took too long. Please try again.";
const UNUSED = "No passkey was used. Please try again when you’re ready.";
const NO_SCREEN_LOCK =
  "This device can’t check it’s you. Please set up a PIN, fingerprint or face unlock on it first.";

export const PASSKEY_MESSAGES = {
  added: "Your passkey is saved. From now on you can sign in with it.",
  removed:
    "That passkey no longer works for your account. Your device may still show it, so please delete it there too.",
  failed: "We couldn’t change your passkeys. Please try again.",
  notHere: "This browser can’t create passkeys. Please try another browser or device.",
  signInFailed: "We couldn’t sign you in with a passkey. Please try again, or use your password.",
  refused: {
    /** Cancelled, or no passkey of ours on this device: browsers do not say which. */
    ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: UNUSED,
    ERROR_CEREMONY_ABORTED: UNUSED,
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: EXISTS,
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: NO_SCREEN_LOCK,
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
      "This device can’t save a passkey. Please try another one.",
    webauthn_credential_exists: EXISTS,
    webauthn_challenge_expired: TOO_LATE,
    webauthn_challenge_not_found: TOO_LATE,
    webauthn_verification_failed:
      "This passkey doesn’t match an account. It may have been removed: please sign in another way and delete it from your device.",
    too_many_passkeys: "You’ve reached the limit for passkeys. Please remove one first.",
  },
} as const;

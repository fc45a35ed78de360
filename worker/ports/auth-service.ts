export type Operator = {
  userId: string;
  sessionId: string;
  name: string;
  /** Renews the access that {@link AuthService.confirm} needs. */
  refreshToken: string;
};

export type MfaChallenge = { accessToken: string; factorId: string };

export type SignInOutcome =
  | { outcome: "signed_in"; operator: Operator }
  | { outcome: "mfa_required"; challenge: MfaChallenge }
  | { outcome: "refused" }
  | { outcome: "not_ops" }
  | { outcome: "no_authenticator" }
  | { outcome: "too_many"; retryAfterS: number }
  | { outcome: "unreachable" };

export type AuthService = {
  signIn(email: string, password: string): Promise<SignInOutcome>;
  verifyCode(challenge: MfaChallenge, code: string): Promise<SignInOutcome>;
  /** Verifies another code in a session of an operator. */
  confirm(refreshToken: string, code: string): Promise<SignInOutcome>;
};

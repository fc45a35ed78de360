/** Somebody whom the desk lets in. */
export type Operator = {
  userId: string;
  sessionId: string;
  /** As the audit log names them. */
  name: string;
};

/** What is left to prove after the password. */
export type MfaChallenge = { accessToken: string; factorId: string };

export type SignInOutcome =
  | { outcome: "signed_in"; person: Operator }
  | { outcome: "second_step"; step: MfaChallenge }
  /** Address, password or code are wrong; which of them is nobody's business. */
  | { outcome: "refused" }
  /** Somebody of ours, but not of the ops. */
  | { outcome: "not_ops" }
  | { outcome: "too_many"; retryAfterS: number }
  /** The service does not answer, or not sensibly. */
  | { outcome: "unreachable" };

/** Where the desk asks who somebody is. */
export type AuthService = {
  signIn(email: string, password: string): Promise<SignInOutcome>;
  /** @param code what their authenticator shows */
  prove(step: MfaChallenge, code: string): Promise<SignInOutcome>;
};

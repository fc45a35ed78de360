/** The provider or the user declined. */
export class ProviderRejection extends Error {
  override readonly name = "ProviderRejection";
  readonly error: string;
  readonly description: string;

  constructor(error: string, description: string) {
    super("the provider refused");
    this.error = error;
    this.description = description;
  }
}

/** The provider is unavailable or its response is invalid. */
export class ProviderUnavailableError extends Error {
  override readonly name = "ProviderUnavailableError";
  readonly step: "discovery" | "answer" | "exchange" | "id_token" | "profile";

  constructor(step: ProviderUnavailableError["step"], cause: unknown) {
    super(`the provider failed: ${step}`, { cause });
    this.step = step;
  }
}

export class BadIdToken extends Error {
  override readonly name = "BadIdToken";
}

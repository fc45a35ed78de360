import { z } from "zod";
import { createEncryptor } from "../encrypt.ts";
import type { AuthSettings } from "../auth-settings.ts";
import type { ProviderTokens } from "./client.ts";

const SessionFields = z.object({
  provider_token: z.string(),
  provider_refresh_token: z.exactOptional(z.string()),
});
export type ProviderTokenFields = z.infer<typeof SessionFields>;

/** A provider's own tokens under the names that clients read. */
export function providerTokenFields({
  accessToken,
  refreshToken,
}: ProviderTokens): ProviderTokenFields {
  return {
    provider_token: accessToken,
    ...(refreshToken === null ? {} : { provider_refresh_token: refreshToken }),
  };
}

/** Seals a provider's own tokens for the time until the browser exchanges its code. */
export function encryptProviderTokens(
  config: Pick<AuthSettings, "AUTH_SEAL_SECRET">,
  tokens: ProviderTokens,
  flowId: string,
): string {
  return sealerOf(config).seal(JSON.stringify(providerTokenFields(tokens)), flowId);
}

/**
 * Opens them again.
 *
 * @param sealed null where the flow led to no provider
 * @throws {Error} for what was sealed for another flow or under another secret
 */
export function decryptProviderTokens(
  config: Pick<AuthSettings, "AUTH_SEAL_SECRET">,
  sealed: string | null,
  flowId: string,
): ProviderTokenFields | Record<string, never> {
  if (sealed === null) return {};
  return SessionFields.parse(JSON.parse(sealerOf(config).open(sealed, flowId)));
}

function sealerOf({ AUTH_SEAL_SECRET }: Pick<AuthSettings, "AUTH_SEAL_SECRET">) {
  return createEncryptor(AUTH_SEAL_SECRET, "provider-tokens");
}

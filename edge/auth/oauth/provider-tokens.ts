import * as z from "zod";
import type { AuthSettings } from "../../settings/auth-settings.ts";
import { createEncryptor } from "../encrypt.ts";
import type { ProviderTokens } from "./client.ts";

const SessionFields = z.object({
  provider_token: z.string(),
  provider_refresh_token: z.exactOptional(z.string()),
});
type ProviderTokenFields = z.infer<typeof SessionFields>;

export function providerTokenFields({
  accessToken,
  refreshToken,
}: ProviderTokens): ProviderTokenFields {
  return {
    provider_token: accessToken,
    ...(refreshToken === null ? {} : { provider_refresh_token: refreshToken }),
  };
}

/** Encrypted until the PKCE exchange. */
export function encryptProviderTokens(
  config: Pick<AuthSettings, "AUTH_ENCRYPTION_SECRET">,
  tokens: ProviderTokens,
  flowId: string,
): string {
  return encryptorOf(config).encrypt(JSON.stringify(providerTokenFields(tokens)), flowId);
}

/**
 * @param encrypted null for flows without a provider
 * @throws {Error} for another flow or secret
 */
export function decryptProviderTokens(
  config: Pick<AuthSettings, "AUTH_ENCRYPTION_SECRET">,
  encrypted: string | null,
  flowId: string,
): ProviderTokenFields | Record<string, never> {
  if (encrypted === null) return {};
  return SessionFields.parse(JSON.parse(encryptorOf(config).decrypt(encrypted, flowId)));
}

function encryptorOf({ AUTH_ENCRYPTION_SECRET }: Pick<AuthSettings, "AUTH_ENCRYPTION_SECRET">) {
  return createEncryptor(AUTH_ENCRYPTION_SECRET, "provider-tokens");
}

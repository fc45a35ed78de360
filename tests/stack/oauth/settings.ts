import { clientIdAt, type OAuthClient } from "./app.ts";

export const ORGANISATION = {
  id: "3f2b6a5e-8c1d-4e57-9a43-2d7f0b9c6e10",
  domains: ["acme.example"],
};

export function emulatorClient(own: { redirectUri: string; appleKey: string }): OAuthClient {
  return {
    redirectUri: own.redirectUri,
    secret: "emulator-secret",
    apple: { privateKey: own.appleKey, keyId: "EMULATEKEY", teamId: "EMULATETEAM" },
  };
}

export function callbackOf(apiUrl: string): string {
  return `${apiUrl}/auth/v1/callback`;
}

export function providerSettings(base: string, client: OAuthClient): Record<string, string> {
  const company = (name: "apple" | "azure" | "facebook" | "github" | "google" | "keycloak") => {
    const prefix = `EXTERNAL_${name.toUpperCase()}`;
    return {
      [`${prefix}_ENABLED`]: "true",
      [`${prefix}_CLIENT_ID`]: clientIdAt(name),
      [`${prefix}_SECRET`]: name === "apple" ? client.apple.privateKey : client.secret,
      [`${prefix}_URL`]: name === "azure" ? `${base}/azure/common` : `${base}/${name}`,
    };
  };
  return {
    ...company("apple"),
    EXTERNAL_APPLE_KEY_ID: client.apple.keyId,
    EXTERNAL_APPLE_TEAM_ID: client.apple.teamId,
    ...company("azure"),
    ...company("facebook"),
    ...company("github"),
    ...company("google"),
    ...company("keycloak"),
    SSO_PROVIDERS: JSON.stringify([
      {
        ...ORGANISATION,
        issuer: `${base}/acme`,
        client_id: clientIdAt("acme"),
        client_secret: client.secret,
      },
    ]),
  };
}

import * as z from "zod";
import { newRoutes } from "../../http/env.ts";
import type { SsoProvider } from "../../settings/oauth-settings.ts";
import type { AuthDeps } from "../deps.ts";
import { chooseRedirect } from "../http/allowed-redirects.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { metaFields, readJson } from "../http/auth-json-body.ts";
import { pkceFields, readChallenge } from "../http/pkce-fields.ts";
import { requireAllowed } from "../limits/require-allowed.ts";
import { authorize } from "../oauth/authorize.ts";
import { ssoProvider } from "../oauth/presets.ts";

export const Sso = z.object({
  provider_id: z.string().default(""),
  domain: z.string().default(""),
  redirect_to: z.optional(z.string()),
  skip_http_redirect: z.boolean().default(false),
  ...pkceFields,
  ...metaFields,
});

export function ssoRoutes(deps: AuthDeps) {
  const { config } = deps;
  return newRoutes().post("/sso", async (c) => {
    await requireAllowed(c, deps, "sso");
    if (config.SSO_PROVIDERS.length === 0) {
      throw new AuthError("saml_provider_disabled", "SAML 2.0 is disabled");
    }
    const body = await readJson(c, Sso);
    const challenge = readChallenge(body, config);
    const url = await authorize(c, deps, {
      provider: ssoProvider(config, findOrganisation(config.SSO_PROVIDERS, body)),
      challenge,
      redirectTo: chooseRedirect([body.redirect_to, c.req.header("referer")], config),
      link: null,
      scopes: "",
      parameters: new URLSearchParams(),
    });
    return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303);
  });
}

function findOrganisation(
  all: readonly SsoProvider[],
  { provider_id: id, domain }: z.infer<typeof Sso>,
): SsoProvider {
  if (id === "" && domain === "") throw validationError("A provider ID or domain must be provided");
  if (id !== "" && domain !== "") {
    throw validationError("Only one of provider ID or domain must be provided");
  }
  if (id !== "" && !z.uuid().safeParse(id).success) {
    throw validationError("provider_id must be an UUID");
  }
  const found = all.find((organisation) =>
    id === ""
      ? organisation.domains.includes(domain.toLowerCase())
      : organisation.id === id.toLowerCase(),
  );
  if (found !== undefined) return found;
  throw new AuthError(
    "sso_provider_not_found",
    id === "" ? "No SSO provider assigned for this domain" : "No such SSO provider",
  );
}

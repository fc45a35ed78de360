import { randomUUID } from "node:crypto";
import type { GoTrueClient } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { ORGANISATION } from "../stack/oauth/settings.ts";
import { freshAuthClient } from "../support/account.ts";
import { openProviderPage } from "../support/oauth-flow.ts";
import { queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();

const freshPerson = () => ({
  email: `grace-${randomUUID()}@acme.example`,
  email_verified: true,
  name: "Grace Hopper",
});

type Person = ReturnType<typeof freshPerson>;

async function signInAtWork(
  person: Person,
  way: { domain: string } | { providerId: string } = { domain: "acme.example" },
): Promise<GoTrueClient> {
  const client = freshAuthClient("pkce");
  const { data, error } = await client.signInWithSSO({
    ...way,
    options: { redirectTo: `${site}/dashboard`, skipBrowserRedirect: true },
  });
  if (error !== null) throw error;
  const back = await openProviderPage(data.url, person);
  const exchanged = await client.exchangeCodeForSession(back.query["code"] ?? "");
  if (exchanged.error !== null) throw exchanged.error;
  return client;
}

const userIn = async (client: GoTrueClient) => (await client.getUser()).data.user;

test("SSO user: finds the organisation by domain or id, one account", async () => {
  const person = freshPerson();
  const client = await signInAtWork(person);
  const user = await userIn(client);
  expect(user).toMatchObject({
    email: person.email,
    app_metadata: { provider: `sso:${ORGANISATION.id}` },
  });
  const { data } = await client.getClaims();
  expect(data?.claims.amr).toEqual([
    { method: "sso/saml", provider: ORGANISATION.id, timestamp: expect.any(Number) },
  ]);
  const again = await signInAtWork(person, { providerId: ORGANISATION.id });
  expect((await userIn(again))?.id).toBe(user?.id);
  const rows = await queryStack("select is_sso from users where email = $1", [person.email]);
  expect(rows).toEqual([{ is_sso: true }]);
});

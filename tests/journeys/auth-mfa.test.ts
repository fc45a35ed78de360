import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GoTrueClient } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { freshAccount, freshAuthClient, type TestAccount } from "../support/account.ts";
import { queryStack } from "../support/stack-client.ts";
import { codeInText, freshPhone, textTo } from "../support/sms.ts";
import { totp } from "../support/totp.ts";
import { thisStack } from "../support/this-stack.ts";

const STEP_MS = 30_000;

async function signIn(account: TestAccount): Promise<GoTrueClient> {
  const client = freshAuthClient();
  const { error } = await client.signInWithPassword(account);
  if (error !== null) throw error;
  return client;
}

async function enrol(client: GoTrueClient, friendlyName: string) {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName });
  if (error !== null) throw error;
  return { id: data.id, ...data.totp };
}

async function levelOf(client: GoTrueClient) {
  const { data, error } = await client.mfa.getAuthenticatorAssuranceLevel();
  if (error !== null) throw error;
  return [data.currentLevel, data.nextLevel];
}

async function methodsOf(client: GoTrueClient) {
  const { data, error } = await client.mfa.getAuthenticatorAssuranceLevel();
  if (error !== null) throw error;
  return data.currentAuthenticationMethods.map((entry) =>
    typeof entry === "string" ? entry : entry.method,
  );
}

describe("TOTP factor", () => {
  test("enrolled, required at the next sign-in, and removed", async () => {
    const account = await freshAccount();
    const elsewhere = await signIn(account);
    const client = await signIn(account);
    const factor = await enrol(client, "Phone app");
    expect(factor.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
    expect(factor.uri).toContain(encodeURIComponent(account.email));
    expect(await levelOf(client)).toEqual(["aal1", "aal1"]);

    const proved = await client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totp(factor.secret, Date.now()),
    });
    expect(proved.error).toBeNull();
    expect(await levelOf(client)).toEqual(["aal2", "aal2"]);
    expect(await methodsOf(client)).toEqual(["totp", "password"]);
    const { data: factors } = await client.mfa.listFactors();
    expect(factors?.totp).toMatchObject([{ id: factor.id, friendly_name: "Phone app" }]);
    expect((await elsewhere.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    const refreshed = await client.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(await levelOf(client)).toEqual(["aal2", "aal2"]);

    const again = await signIn(account);
    expect(await levelOf(again)).toEqual(["aal1", "aal2"]);
    const change = await again.updateUser({ password: "high tide at noon" });
    expect(change.error).toMatchObject({ code: "insufficient_aal", status: 401 });
    const refusedRemoval = await again.mfa.unenroll({ factorId: factor.id });
    expect(refusedRemoval.error).toMatchObject({ code: "insufficient_aal" });
    const raised = await again.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totp(factor.secret, Date.now() + STEP_MS),
    });
    expect(raised.error).toBeNull();
    expect((await client.getUser()).error).toBeNull();

    const removed = await again.mfa.unenroll({ factorId: factor.id });
    expect(removed.data).toEqual({ id: factor.id });
    await again.refreshSession();
    expect(await levelOf(again)).toEqual(["aal1", "aal1"]);
    expect(await methodsOf(again)).toEqual(["password"]);
  });

  test("wrong or repeated code: rejected", async () => {
    const client = await signIn(await freshAccount());
    const { id: factorId, secret } = await enrol(client, "Phone app");
    const answer = (code: string) => client.mfa.challengeAndVerify({ factorId, code });
    const wrong = await answer(totp(secret, Date.now() - 10 * STEP_MS));
    expect(wrong.error).toMatchObject({ code: "mfa_verification_failed", status: 422 });
    const code = totp(secret, Date.now());
    expect((await answer(code)).error).toBeNull();
    expect((await answer(code)).error).toMatchObject({ code: "mfa_verification_failed" });
  });

  test("another user's factor: cannot be renamed, challenged or removed", async () => {
    const owner = await signIn(await freshAccount());
    const { id: factorId } = await enrol(owner, "Phone app");
    const stranger = await signIn(await freshAccount());
    const answers = [
      await stranger.mfa.challenge({ factorId }),
      await stranger.mfa.unenroll({ factorId }),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual([
      "mfa_factor_not_found",
      "mfa_factor_not_found",
    ]);
  });

  test("secret: encrypted in the database and absent from logs", async () => {
    const client = await signIn(await freshAccount());
    const { id, secret } = await enrol(client, "Phone app");
    const [row] = await queryStack("select encrypted_secret from mfa_factors where id = $1", [id]);
    expect(row?.["encrypted_secret"]).toMatch(/^v1\./);
    const { logs } = thisStack();
    for (const name of await readdir(logs)) {
      expect(await readFile(join(logs, name), "utf8"), name).not.toContain(secret);
    }
  });
});

test("phone factor: an SMS code raises the session to aal2", async () => {
  const client = await signIn(await freshAccount());
  const phone = freshPhone();
  const enrolled = await client.mfa.enroll({
    factorType: "phone",
    friendlyName: "My phone",
    phone: `+${phone}`,
  });
  expect(enrolled.data).toMatchObject({ type: "phone", phone });
  const factorId = enrolled.data?.id ?? "";
  const challenge = await client.mfa.challenge({ factorId, channel: "whatsapp" });
  expect(challenge.error).toBeNull();
  const text = await textTo(phone);
  expect(text).toMatchObject({ channel: "whatsapp", to: `+${phone}` });
  const verified = await client.mfa.verify({
    factorId,
    challengeId: challenge.data?.id ?? "",
    code: codeInText(text),
  });
  expect(verified.error).toBeNull();
  expect(await methodsOf(client)).toEqual(["mfa/phone", "password"]);
  const tooSoon = await client.mfa.challenge({ factorId, channel: "sms" });
  expect(tooSoon.error).toMatchObject({ code: "over_sms_send_rate_limit", status: 429 });
});

import { describe, expect, test } from "vitest";
import { parseRemovalLink } from "#contracts/api/removal-link.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { MailToken } from "#db/accounts/one-time-tokens/find-tokens.ts";
import { createOneTimeCodes } from "#db/accounts/one-time-tokens/one-time-code.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { sendAccountNotice, sendAuthMail } from "./account-mails.ts";
import type { EffectDeps } from "./effect-deps.ts";

const SITE = "https://tidepost.example";
const TOKEN_ID = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const codes = createOneTimeCodes("c".repeat(32));

const TOKEN: MailToken = {
  id: TOKEN_ID,
  relatesTo: "ada@shop.example",
  codeLength: 6,
  isPkce: false,
  redirectTo: `${SITE}/dashboard`,
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-21T12:00:00.000Z",
  firstName: "Ada",
  newEmail: null,
};

function setUp(changes: Partial<EffectDeps> = {}) {
  const mails = recordingMailer();
  const deps = effectDeps({
    mailer: mails.mailer,
    findMailToken: () => Promise.resolve(TOKEN),
    retryAddress: () => Promise.resolve(),
    findUserContact: () =>
      Promise.resolve({
        id: TOKEN_ID,
        email: "ada@shop.example",
        firstName: "Ada",
        accountManager: null,
      }),
    codes,
    now: () => new Date("2026-11-20T12:00:05.000Z"),
    siteUrl: SITE,
    ...changes,
  });
  return { deps, mails };
}

const EVENT = testEvent(
  "AuthMailRequested",
  { tokenId: TOKEN_ID, mail: "recovery" },
  { actor: { kind: "visitor" } },
);

describe("code email", () => {
  test("holds the code and link derived from the token's id", async () => {
    const { deps, mails } = setUp();
    await sendAuthMail(deps).run(EVENT, "key-1");
    const mail = mails.sent.get("key-1");
    expect(mail).toMatchObject({ to: "ada@shop.example", template: "account" });
    expect(mail?.text).toContain(codes.code(TOKEN_ID, 6));
    const link = new URL(/https:\S+confirm#\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    expect(new URLSearchParams(link.hash.slice(1)).get("token_hash")).toBe(
      codes.linkToken(TOKEN_ID, false),
    );
  });

  test.each([
    ["was replaced or used", { findMailToken: () => Promise.resolve(null) }, "replaced_or_used"],
    ["has expired", { now: () => new Date(TOKEN.expiresAt) }, "expired"],
  ])("token %s: skipped", async (_, changes, reason) => {
    const { deps, mails } = setUp(changes);
    expect(await sendAuthMail(deps).run(EVENT, "key-1")).toEqual({
      externalId: null,
      facts: { outcome: "skipped", reason },
    });
    expect(mails.sent.size).toBe(0);
  });

  test("saves neither code nor personal data", async () => {
    const { deps } = setUp();
    const kept = JSON.stringify(await sendAuthMail(deps).run(EVENT, "key-1"));
    expect(kept).not.toMatch(/ada|\d{6}/);
  });
});

test("security notice of a sign-in method that was added: with the link that removes it; of anything else: without", async () => {
  const { deps, mails } = setUp();
  const linkIn = async (key: string, subject: object) => {
    const event: EventOf<"SecurityNoticeRequested"> = {
      ...EVENT,
      type: "SecurityNoticeRequested",
      data: { userId: TOKEN_ID, notice: "passkey-added", ...subject },
    };
    await sendAccountNotice<EventOf<"SecurityNoticeRequested">>(
      deps,
      ({ data }) => data.notice,
    ).run(event, key);
    return /https:\S+confirm#\S+/.exec(mails.sent.get(key)?.text ?? "")?.[0] ?? null;
  };
  expect(await linkIn("key-1", {})).toBeNull();
  const link = new URL((await linkIn("key-2", { subjectId: TOKEN_ID })) ?? "");
  expect(parseRemovalLink(new URLSearchParams(link.hash.slice(1)))).toEqual({
    event: EVENT.id,
    token: codes.removalToken(EVENT.id),
  });
});

describe("password-changed email", () => {
  const event: EventOf<"PasswordChanged"> = {
    ...EVENT,
    type: "PasswordChanged",
    data: { userId: TOKEN_ID },
  };

  test("goes to the user, without code or link", async () => {
    const { deps, mails } = setUp();
    await sendAccountNotice<EventOf<"PasswordChanged">>(deps, () => "password-changed").run(
      event,
      "key-1",
    );
    expect(mails.sent.get("key-1")?.text).not.toMatch(/\b\d{6}\b|confirm#/);
  });

  test("user without an address: skipped", async () => {
    const { deps, mails } = setUp({ findUserContact: () => Promise.resolve(null) });
    expect(
      await sendAccountNotice<EventOf<"PasswordChanged">>(deps, () => "password-changed").run(
        event,
        "key-1",
      ),
    ).toMatchObject({
      facts: { outcome: "skipped" },
    });
    expect(mails.sent.size).toBe(0);
  });
});

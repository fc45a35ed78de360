import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { type AuthEdge, type SignedIn, signedIn, test } from "../../../tests/support/auth-edge.ts";
import { refusal } from "../../../tests/support/refusal.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";
import { totp } from "../../../tests/support/totp.ts";

const PATH = "/factors/recovery-codes";

async function enrolFactor(edge: AuthEdge, token: string, name = ""): Promise<string> {
  const { status, body } = await edge.call("POST", "/factors", {
    token,
    body: { factor_type: "totp", friendly_name: name },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { id, totp: app } = body as { id: string; totp: { secret: string } };
  const asked = await edge.call("POST", `/factors/${id}/challenge`, { token, body: {} });
  const code = totp(app.secret, edge.now().getTime());
  const verified = await edge.call("POST", `/factors/${id}/verify`, {
    token,
    body: { challenge_id: asked.body["id"], code },
  });
  expect(verified.status, JSON.stringify(verified.body)).toBe(200);
  return id;
}

async function signInAgain(edge: AuthEdge, { email }: SignedIn): Promise<string> {
  const { body } = await edge.signIn(email);
  return signedIn(body).token;
}

/** A user with a TOTP factor and recovery codes, whose `token` has aal2. */
async function withCodes(edge: AuthEdge) {
  const who = await edge.signUp();
  const factorId = await enrolFactor(edge, who.token);
  const { status, body } = await edge.call("POST", PATH, { token: who.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return { who, factorId, id: String(body["id"]), codes: body["codes"] as string[] };
}

const use = (edge: AuthEdge, token: string, code: string | undefined) =>
  edge.call("POST", `${PATH}/verify`, { token, body: { code } });

const remaining = async (edge: AuthEdge, token: string) =>
  (await edge.call("GET", PATH, { token })).body["remaining"];

describe("use", () => {
  test("ten codes, shown once: each raises a session to aal2, once", async ({ edge, database }) => {
    const { who, id, codes } = await withCodes(edge);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    expect((await edge.call("GET", PATH, { token: who.token })).body).toEqual({
      id,
      type: "recovery_code",
      total: 10,
      remaining: 10,
    });
    const { rows } = await database.query("select * from mfa_factors");
    expect(codes.filter((code) => JSON.stringify([rows, edge.log]).includes(code))).toEqual([]);

    for (const [index, code] of codes.entries()) {
      const token = await signInAgain(edge, who);
      const { status, body } = await use(edge, token, code);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(decodeJwt(signedIn(body).token)).toMatchObject({
        aal: "aal2",
        session_id: decodeJwt(token)["session_id"],
        amr: [{ method: "mfa/recovery_code" }, { method: "password" }],
      });
      expect(await remaining(edge, who.token)).toBe(9 - index);
      expect(refusal(await use(edge, await signInAgain(edge, who), code))).toEqual([
        422,
        "mfa_verification_failed",
      ]);
    }
  });

  test("right code: ends the refresh token from before, and no session that waits for a code of its own", async ({
    edge,
  }) => {
    const { who, codes } = await withCodes(edge);
    const other = await signInAgain(edge, who);
    const { body } = await edge.signIn(who.email);
    const before = signedIn(body);
    expect((await use(edge, before.token, codes[0])).status).toBe(200);
    expect((await edge.call("GET", "/user", { token: other })).status).toBe(200);
    expect((await edge.call("GET", "/user", { token: who.token })).status).toBe(200);
    const refreshed = await edge.refresh(before.refreshToken);
    expect(refusal(refreshed)).toEqual([400, "refresh_token_already_used"]);
  });

  test("another code in a raised session: the refresh token of before goes on", async ({
    edge,
  }) => {
    const { who, codes } = await withCodes(edge);
    const raised = signedIn((await use(edge, await signInAgain(edge, who), codes[0])).body);
    const again = signedIn((await use(edge, raised.token, codes[1])).body);
    expect(again.refreshToken).toBe(raised.refreshToken);
  });

  test("code as people copy it, in capitals and groups: accepted", async ({ edge }) => {
    const { who, codes } = await withCodes(edge);
    const [code = ""] = codes;
    const typed = ` ${code.toUpperCase().replaceAll(/(.{4})(?=.)/g, "$1-")} `;
    expect((await use(edge, await signInAgain(edge, who), typed)).status).toBe(200);
  });

  test("another user's code, an empty one, or none at all: rejected", async ({ edge }) => {
    const theirs = await withCodes(edge);
    const { who } = await withCodes(edge);
    const without = await edge.signUp();
    const wrong = [422, "mfa_verification_failed"];
    expect(refusal(await use(edge, await signInAgain(edge, who), theirs.codes[0]))).toEqual(wrong);
    expect(refusal(await use(edge, await signInAgain(edge, who), ""))).toEqual(wrong);
    expect(refusal(await use(edge, without.token, theirs.codes[0]))).toEqual(wrong);
  });
});

describe("lock", () => {
  test("fifth wrong code in a row: locks the codes for a quarter of an hour", async ({ edge }) => {
    const { who, codes } = await withCodes(edge);
    const token = await signInAgain(edge, who);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(refusal(await use(edge, token, "0"))).toEqual([422, "mfa_verification_failed"]);
    }
    const locked = await use(edge, token, codes[0]);
    expect(refusal(locked)).toEqual([429, "mfa_recovery_codes_locked"]);
    expect(locked.headers.get("retry-after")).toBe("900");
    edge.wait(899);
    expect((await use(edge, token, codes[0])).status).toBe(429);
    edge.wait(1);
    expect((await use(edge, token, codes[0])).status).toBe(200);
  });

  test("right code: starts the count again", async ({ edge }) => {
    const { who, codes } = await withCodes(edge);
    const fail = async () => {
      const token = await signInAgain(edge, who);
      for (let attempt = 0; attempt < 4; attempt++) await use(edge, token, "0");
      return token;
    };
    expect((await use(edge, await fail(), codes[0])).status).toBe(200);
    expect((await use(edge, await fail(), codes[1])).status).toBe(200);
  });
});

describe("a new set", () => {
  test("regenerated: keeps id and name, voids the earlier codes, and ends the lock", async ({
    edge,
  }) => {
    const { who, id, codes } = await withCodes(edge);
    const token = await signInAgain(edge, who);
    for (let attempt = 0; attempt < 5; attempt++) await use(edge, token, "0");
    const { status, body } = await edge.call("POST", `${PATH}/regenerate`, { token: who.token });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      id,
      type: "recovery_code",
      friendly_name: "Recovery codes",
      total: 10,
    });
    expect(refusal(await use(edge, token, codes[0]))).toEqual([422, "mfa_verification_failed"]);
    expect((await use(edge, token, (body["codes"] as string[])[0])).status).toBe(200);
  });

  test("second set, also when asked for concurrently: rejected", async ({ edge }) => {
    const { token } = await edge.signUp();
    await enrolFactor(edge, token);
    const answers = await Promise.all([1, 2, 3].map(() => edge.call("POST", PATH, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refusal(await edge.call("POST", PATH, { token }))).toEqual([
      422,
      "mfa_verified_factor_exists",
    ]);
  });

  test("name of another factor, or too long: rejected", async ({ edge }) => {
    const { token } = await edge.signUp();
    await enrolFactor(edge, token, "Phone");
    const named = (friendly_name: string) =>
      edge.call("POST", PATH, { token, body: { friendly_name } });
    expect(refusal(await named("Phone"))).toEqual([422, "mfa_factor_name_conflict"]);
    expect(refusal(await named("x".repeat(256)))).toEqual([400, "validation_failed"]);
    expect((await named("Paper")).body).toMatchObject({ friendly_name: "Paper" });
  });

  test("without another verified factor: rejected", async ({ edge }) => {
    const { token } = await edge.signUp();
    await edge.call("POST", "/factors", { token, body: { factor_type: "totp" } });
    expect(refusal(await edge.call("POST", PATH, { token }))).toEqual([
      422,
      "mfa_recovery_codes_sole_factor",
    ]);
  });

  test("at aal1: neither made, nor made anew, nor deleted", async ({ edge }) => {
    const { who } = await withCodes(edge);
    const token = await signInAgain(edge, who);
    for (const [method, path] of [
      ["POST", PATH],
      ["POST", `${PATH}/regenerate`],
      ["DELETE", PATH],
    ] as const) {
      expect(refusal(await edge.call(method, path, { token })), path).toEqual([
        403,
        "insufficient_aal",
      ]);
    }
    expect(await remaining(edge, token)).toBe(10);
  });

  test("without codes: their state, renewal and deletion are not found", async ({ edge }) => {
    const { token } = await edge.signUp();
    await enrolFactor(edge, token);
    for (const [method, path] of [
      ["GET", PATH],
      ["POST", `${PATH}/regenerate`],
      ["DELETE", PATH],
    ] as const) {
      expect(refusal(await edge.call(method, path, { token })), path).toEqual([
        404,
        "mfa_factor_not_found",
      ]);
    }
  });
});

describe("beside other factors", () => {
  const typesOf = async (edge: AuthEdge, token: string) => {
    const { body } = await edge.call("GET", "/user", { token });
    const factors = (body["factors"] ?? []) as { factor_type: string }[];
    return new Set(factors.map(({ factor_type: type }) => type));
  };

  test("last other factor removed: its codes go with it", async ({ edge }) => {
    const { who, factorId } = await withCodes(edge);
    const second = await enrolFactor(edge, who.token, "second");
    const remove = (id: string) => edge.call("DELETE", `/factors/${id}`, { token: who.token });
    await remove(factorId);
    expect(await typesOf(edge, who.token)).toEqual(new Set(["totp", "recovery_code"]));
    await remove(second);
    expect(await typesOf(edge, who.token)).toEqual(new Set());
  });

  test("made, used, made anew and deleted: each is a notice to the user", async ({
    edge,
    database,
  }) => {
    const { who, codes } = await withCodes(edge);
    await use(edge, await signInAgain(edge, who), codes[0]);
    await edge.call("POST", `${PATH}/regenerate`, { token: who.token });
    await edge.call("DELETE", PATH, { token: who.token });
    expect(await noticesIn(database)).toEqual([
      "factor-added",
      "recovery-code-used",
      "recovery-codes-made",
      "recovery-codes-made",
      "recovery-codes-removed",
    ]);
  });

  test("deleted by themselves: a session that a code raised falls back to aal1", async ({
    edge,
  }) => {
    const { who, id, codes } = await withCodes(edge);
    const { body } = await use(edge, await signInAgain(edge, who), codes[0]);
    const raised = signedIn(body);
    expect((await edge.call("DELETE", PATH, { token: raised.token })).body).toEqual({ id });
    const refreshed = await edge.refresh(raised.refreshToken);
    expect(decodeJwt(signedIn(refreshed.body).token)).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
    expect(await typesOf(edge, who.token)).toEqual(new Set(["totp"]));
  });

  test("recovery codes: are no factor to challenge, enrol, delete by id or count", async ({
    edgeWith,
  }) => {
    const edge = edgeWith({ MFA_MAX_ENROLLED_FACTORS: "2" });
    const { who, id } = await withCodes(edge);
    const call = async (method: "POST" | "DELETE", path: string, body: unknown = {}) =>
      refusal(await edge.call(method, path, { token: who.token, body }));
    expect(await call("POST", `/factors/${id}/challenge`)).toEqual([404, "mfa_factor_not_found"]);
    expect(await call("POST", `/factors/${id}/verify`, { code: "1" })).toEqual([
      404,
      "mfa_factor_not_found",
    ]);
    expect(await call("DELETE", `/factors/${id}`)).toEqual([404, "mfa_factor_not_found"]);
    expect(await call("POST", "/factors", { factor_type: "recovery_code" })).toEqual([
      400,
      "validation_failed",
    ]);
    await enrolFactor(edge, who.token, "second");
  });
});

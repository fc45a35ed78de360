import { describe, expect, test } from "vitest";
import {
  appleProfile,
  azureProfile,
  facebookProfile,
  githubProfile,
  googleProfile,
  oidcProfile,
  readIdClaims,
} from "./profile.ts";

const claims = (changes: Record<string, unknown> = {}) =>
  readIdClaims({
    iss: "https://issuer.example",
    sub: "4711",
    email: "Ada@Shop.example",
    email_verified: true,
    name: "Ada Byron",
    picture: "https://pictures.example/ada.png",
    ...changes,
  });

test("claims of an issuer: stored under the names that clients expect", () => {
  expect(oidcProfile(claims())).toEqual({
    subject: "4711",
    email: "ada@shop.example",
    isEmailVerified: true,
    data: {
      iss: "https://issuer.example",
      sub: "4711",
      provider_id: "4711",
      email: "ada@shop.example",
      email_verified: true,
      phone_verified: false,
      name: "Ada Byron",
      full_name: "Ada Byron",
      picture: "https://pictures.example/ada.png",
      avatar_url: "https://pictures.example/ada.png",
    },
  });
});

describe("whether an address is verified", () => {
  test.each([
    ["true", true, true],
    ["true as text", "true", true],
    ["false", false, false],
    ["false as text", "false", false],
    ["left out", undefined, false],
    ["null", null, false],
    ["a word", "yes", false],
    ["a list", [true], false],
  ])("email_verified: %s", (_, said, proven) => {
    const given = claims({ email_verified: said });
    expect(oidcProfile(given).isEmailVerified).toBe(proven);
    expect(googleProfile(given).isEmailVerified).toBe(proven);
    expect(appleProfile(given, null).isEmailVerified).toBe(proven);
  });

  test.each([
    ["an owner of the domain", true, true],
    ["the same as a number", 1, true],
    ["the same as text", "1", true],
    ["false", false, false],
    ["missing", undefined, false],
  ])("Azure xms_edov: %s", (_, edov, proven) => {
    expect(azureProfile(claims({ xms_edov: edov })).isEmailVerified).toBe(proven);
  });

  test("malformed address: never verified", () => {
    expect(oidcProfile(claims({ email: "an invalid URL" }))).toMatchObject({
      email: null,
      isEmailVerified: false,
      data: { email_verified: false },
    });
  });

  test("GitHub: takes the primary address even if another one is verified", () => {
    const emails = [
      { email: "old@shop.example", primary: false, verified: true },
      { email: "ada@shop.example", primary: true, verified: false },
    ];
    const profile = githubProfile({ id: 4711, login: "ada" }, emails, "https://api.github.com");
    expect(profile).toMatchObject({
      subject: "4711",
      email: "ada@shop.example",
      isEmailVerified: false,
      data: { user_name: "ada", preferred_username: "ada" },
    });
    expect(githubProfile({ id: 4711, login: "ada" }, [], "x").email).toBeNull();
  });
});

describe("name that Apple posts once", () => {
  test.each([
    ["a name", '{"name":{"firstName":"Ada","lastName":"Byron"}}', "Ada Byron"],
    ["half a name", '{"name":{"firstName":"Ada"}}', "Ada"],
    ["no name", '{"name":{}}', undefined],
    ["no JSON", "Ada", undefined],
    ["nothing", null, undefined],
    ["another address", '{"name":{"firstName":"Ada"},"email":"bob@shop.example"}', "Ada"],
  ])("Apple posts %s: only the name is taken", (_, posted, name) => {
    const profile = appleProfile(claims({ name: undefined }), posted);
    expect(profile.data["full_name"]).toBe(name);
    expect(profile.email).toBe("ada@shop.example");
  });
});

test("Facebook: profile has the same shape as the others", () => {
  const me = {
    id: "4711",
    name: "Ada Byron",
    email: "ada@shop.example",
    picture: { data: { url: "https://pictures.example/ada.png" } },
  };
  expect(facebookProfile(me)).toMatchObject({
    subject: "4711",
    email: "ada@shop.example",
    isEmailVerified: true,
    data: { full_name: "Ada Byron", avatar_url: "https://pictures.example/ada.png" },
  });
  expect(facebookProfile({ id: "4711" })).toMatchObject({ email: null, isEmailVerified: false });
});

describe("hostile profile values", () => {
  test.each([
    ["a NUL", "Ada\0 Byron", "Ada Byron"],
    ["half a character", "Ada\ud800", "Ada\ufffd"],
    ["100,000 characters", "A".repeat(100_000), "A".repeat(100)],
    ["a number in place of text", 7, undefined],
    ["no characters", "", undefined],
  ])("name with %s: stored in a safe form", (_, name, kept) => {
    expect(oidcProfile(claims({ name })).data["name"]).toBe(kept);
  });

  test.each([
    ["a script", "javascript:alert(1)"],
    ["no URL", "ada.png"],
    ["an endless URL", `https://pictures.example/${"a".repeat(2_000)}`],
  ])("%s: not taken as a picture", (_, picture) => {
    expect(oidcProfile(claims({ picture })).data).not.toHaveProperty("picture");
  });

  test.each([
    ["nothing", undefined],
    ["an empty name", ""],
    ["a NUL", "47\0"],
    ["an endless one", "4".repeat(300)],
  ])("%s: rejected as a subject", (_, sub) => {
    expect(() => claims({ sub })).toThrow(/"sub"/);
  });
});

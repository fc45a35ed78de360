import * as z from "zod";
import { parseJson } from "#contracts/parse-json.ts";
import { isEmail } from "../addresses.ts";

export type ProviderProfile = {
  /** The provider's permanent id of the user. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** Fields have the names that clients read. */
  data: Record<string, unknown>;
};

// Untrusted, and most of it goes into every access token.
const TEXT_MAX_CHARS = 100;
const PICTURE_MAX_CHARS = 500;

/** Truncated; text that the database cannot store is dropped. */
const text = z
  .string()
  .transform((text) => text.replaceAll("\0", "").slice(0, TEXT_MAX_CHARS).toWellFormed())
  .pipe(z.string().min(1))
  .optional()
  .catch(undefined);

/** Whole or not at all. */
const subject = z.string().regex(/^[\x20-\x7e]{1,255}$/);
const address = subject.optional().catch(undefined);

const picture = z
  .url({ protocol: /^https$/ })
  .max(PICTURE_MAX_CHARS)
  .regex(/^[\x21-\x7e]+$/)
  .optional()
  .catch(undefined);

/** Some providers write booleans as text. */
const truth = z
  .union([
    z.boolean(),
    z.enum(["true", "1"]).transform(() => true),
    z.literal(1).transform(() => true),
  ])
  .catch(false);

const IdClaims = z.object({
  iss: address,
  sub: subject,
  email: address,
  email_verified: truth,
  name: text,
  given_name: text,
  family_name: text,
  nickname: text,
  preferred_username: text,
  picture,
  locale: text,
  hd: text,
  tid: text,
  is_private_email: truth,
  xms_edov: truth,
});
export type IdClaims = z.infer<typeof IdClaims>;

/** @throws {z.ZodError} without a subject */
export function readIdClaims(claims: unknown): IdClaims {
  return IdClaims.parse(claims);
}

export function oidcProfile(claims: IdClaims): ProviderProfile {
  return profileOf(claims, { isEmailVerified: claims.email_verified });
}

/** `hd` is the organisation of Workspace accounts. */
export function googleProfile(claims: IdClaims): ProviderProfile {
  return profileOf(claims, {
    isEmailVerified: claims.email_verified,
    customClaims: present({ hd: claims.hd }),
  });
}

const AppleUser = z.object({ name: z.object({ firstName: text, lastName: text }) });

/**
 * Apple sends the name only in the posted form, the first time. The browser could change it, so
 * only the name is taken.
 *
 * @param posted the form's field `user`
 */
export function appleProfile(claims: IdClaims, posted: string | null): ProviderProfile {
  const user = AppleUser.safeParse(parseJson(posted ?? ""));
  const names = user.success ? user.data.name : {};
  const name = [names.firstName, names.lastName].filter((part) => part !== undefined).join(" ");
  return profileOf(name === "" ? claims : { ...claims, name }, {
    isEmailVerified: claims.email_verified,
    customClaims: { is_private_email: claims.is_private_email },
  });
}

/**
 * Any Azure tenant's administrator may set any email; only `xms_edov` says whether the domain is
 * verified.
 */
export function azureProfile(claims: IdClaims): ProviderProfile {
  return profileOf(claims, {
    isEmailVerified: claims.xms_edov,
    customClaims: present({ tid: claims.tid }),
  });
}

const FacebookUser = z.object({
  id: subject,
  name: text,
  first_name: text,
  last_name: text,
  email: address,
  picture: z
    .object({ data: z.object({ url: text }) })
    .optional()
    .catch(undefined),
});

/**
 * Facebook returns confirmed emails only.
 *
 * @throws {z.ZodError} without an id
 */
export function facebookProfile(me: unknown): ProviderProfile {
  const user = FacebookUser.parse(me);
  return profileOf(
    {
      iss: "https://www.facebook.com",
      sub: user.id,
      email: user.email,
      name: user.name,
      given_name: user.first_name,
      family_name: user.last_name,
      picture: user.picture?.data.url,
    },
    { isEmailVerified: true },
  );
}

const GithubUser = z.object({
  id: z.int().transform(String),
  login: text,
  name: text,
  avatar_url: picture,
});
const GithubEmails = z.array(
  z.object({ email: address, primary: z.boolean(), verified: z.boolean() }),
);

/** @throws {z.ZodError} without an id */
export function githubProfile(user: unknown, emails: unknown, issuer: string): ProviderProfile {
  const { id, login, name, avatar_url: picture } = GithubUser.parse(user);
  const primary = GithubEmails.parse(emails).find((email) => email.primary);
  return profileOf(
    { iss: issuer, sub: id, email: primary?.email, name, preferred_username: login, picture },
    { isEmailVerified: primary?.verified ?? false },
  );
}

function profileOf(
  claims: Partial<IdClaims> & Pick<IdClaims, "sub">,
  seen: { isEmailVerified: boolean; customClaims?: Record<string, unknown> },
): ProviderProfile {
  const email =
    claims.email !== undefined && isEmail(claims.email) ? claims.email.toLowerCase() : null;
  const isEmailVerified = email !== null && seen.isEmailVerified;
  const customClaims = seen.customClaims ?? {};
  return {
    subject: claims.sub,
    email,
    isEmailVerified,
    data: present({
      iss: claims.iss,
      sub: claims.sub,
      email: email ?? undefined,
      email_verified: isEmailVerified,
      phone_verified: false,
      name: claims.name,
      full_name: claims.name,
      given_name: claims.given_name,
      family_name: claims.family_name,
      nickname: claims.nickname,
      preferred_username: claims.preferred_username,
      user_name: claims.preferred_username,
      picture: claims.picture,
      avatar_url: claims.picture,
      locale: claims.locale,
      provider_id: claims.sub,
      custom_claims: Object.keys(customClaims).length === 0 ? undefined : customClaims,
    }),
  };
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

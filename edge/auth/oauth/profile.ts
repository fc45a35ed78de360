import { z } from "zod";
import { isEmail } from "../http/request.ts";

/** What a provider says about somebody, in the same shape whichever it is. */
export type ProviderProfile = {
  /** The provider's name for the person; it never changes. */
  subject: string;
  /** Lower case. */
  email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  isEmailVerified: boolean;
  /** What is kept of it, under the names that clients look for. */
  data: Record<string, unknown>;
};

// A provider's answer is a stranger's text, and most of it stands in every access token.
const TEXT_MAX_CHARS = 100;
const PICTURE_MAX_CHARS = 500;

/** A text that the database can hold, cut to a sensible length; anything else counts as absent. */
const text = z
  .string()
  .transform((given) => given.replaceAll("\0", "").slice(0, TEXT_MAX_CHARS).toWellFormed())
  .pipe(z.string().min(1))
  .optional()
  .catch(undefined);

/** What names a person or a place is taken as it is or not at all: cut, it would name another. */
const subject = z.string().regex(/^[\x20-\x7e]{1,255}$/);
const address = subject.optional().catch(undefined);

/** The address of a picture, or nothing: half of one leads nowhere. */
const picture = z
  .url({ protocol: /^https$/ })
  .max(PICTURE_MAX_CHARS)
  .regex(/^[\x21-\x7e]+$/)
  .optional()
  .catch(undefined);

/** Some providers write truths as text. */
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

/**
 * Reads the claims of an id token.
 *
 * @throws {z.ZodError} when it does not say whom it is about
 */
export function readIdClaims(claims: unknown): IdClaims {
  return IdClaims.parse(claims);
}

/** What most issuers say in their id tokens. */
export function oidcProfile(claims: IdClaims): ProviderProfile {
  return profileOf(claims, { isEmailVerified: claims.email_verified });
}

/** Google says of companies' accounts whose they are. */
export function googleProfile(claims: IdClaims): ProviderProfile {
  return profileOf(claims, {
    isEmailVerified: claims.email_verified,
    customClaims: present({ hd: claims.hd }),
  });
}

const AppleUser = z.object({
  name: z.object({ firstName: text, lastName: text }),
});

/**
 * Apple never names anybody in its tokens: it says the name in the form that the browser posts, and only the first
 * time. The browser's word is good enough for a name and for nothing else.
 *
 * @param posted the form's field `user`
 */
export function appleProfile(claims: IdClaims, posted: string | null): ProviderProfile {
  const user = AppleUser.safeParse(parseJson(posted));
  const given = user.success ? user.data.name : {};
  const name = [given.firstName, given.lastName].filter((part) => part !== undefined).join(" ");
  return profileOf(name === "" ? claims : { ...claims, name }, {
    isEmailVerified: claims.email_verified,
    customClaims: { is_private_email: claims.is_private_email },
  });
}

/**
 * Azure lets the administrator of any tenant write any address into a token, and says only when asked (`xms_edov`)
 * whether its domain is theirs. Without that word an address proves nothing.
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
 * Facebook gives out no address that it has not confirmed.
 *
 * @throws {z.ZodError} when it does not say who it is
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

/**
 * Of GitHub's addresses the primary one counts.
 *
 * @throws {z.ZodError} when it does not say who it is
 */
export function githubProfile(user: unknown, emails: unknown, issuer: string): ProviderProfile {
  const { id, login, name, avatar_url: picture } = GithubUser.parse(user);
  const primary = GithubEmails.parse(emails).find((email) => email.primary);
  return profileOf(
    { iss: issuer, sub: id, email: primary?.email, name, preferred_username: login, picture },
    { isEmailVerified: primary?.verified ?? false },
  );
}

type Said = Partial<Pick<IdClaims, "iss" | "email" | "name" | "given_name" | "family_name">> &
  Partial<Pick<IdClaims, "nickname" | "preferred_username" | "picture" | "locale">> & {
    sub: string;
  };

function profileOf(
  said: Said,
  seen: { isEmailVerified: boolean; customClaims?: Record<string, unknown> },
): ProviderProfile {
  const email = said.email !== undefined && isEmail(said.email) ? said.email.toLowerCase() : null;
  const isEmailVerified = email !== null && seen.isEmailVerified;
  const customClaims = seen.customClaims ?? {};
  return {
    subject: said.sub,
    email,
    isEmailVerified,
    data: present({
      iss: said.iss,
      sub: said.sub,
      email: email ?? undefined,
      email_verified: isEmailVerified,
      phone_verified: false,
      name: said.name,
      full_name: said.name,
      given_name: said.given_name,
      family_name: said.family_name,
      nickname: said.nickname,
      preferred_username: said.preferred_username,
      user_name: said.preferred_username,
      picture: said.picture,
      avatar_url: said.picture,
      locale: said.locale,
      provider_id: said.sub,
      custom_claims: Object.keys(customClaims).length === 0 ? undefined : customClaims,
    }),
  };
}

function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function parseJson(given: string | null): unknown {
  try {
    return JSON.parse(given ?? "");
  } catch {
    return null;
  }
}

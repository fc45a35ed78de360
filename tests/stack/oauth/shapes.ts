import { type Person, subjectOf } from "./person.ts";

export type Shape = {
  authorize: string;
  token: string;
  keys: string | null;
  userinfo: string | null;
  discovery: boolean;
  issuer: (base: string) => string;
  claims: ((person: Person) => Record<string, unknown>) | null;
  profile: Readonly<Record<string, (person: Person) => unknown>>;
  /** Uses `response_mode=form_post`, with the user's name the first time. */
  postsItsAnswer: boolean;
  secret: "text" | "apple";
};

const OPENID = {
  authorize: "/authorize",
  token: "/token",
  keys: "/keys",
  userinfo: null,
  discovery: true,
  issuer: (base: string) => base,
  profile: {},
  postsItsAnswer: false,
  secret: "text",
} as const satisfies Partial<Shape>;

const AZURE_TENANT = "7b0c3f62-4f55-4c39-9d13-0f6f4a1f8c11";

export const SHAPES = {
  google: {
    ...OPENID,
    claims: (person) => ({ ...contact(person), name: person.name, picture: pictureOf(person) }),
  },
  apple: {
    ...OPENID,
    // Apple writes booleans as strings and puts no name in the id token.
    claims: (person) => ({
      email: person.email,
      email_verified: String(person.email_verified),
      is_private_email: "false",
    }),
    postsItsAnswer: true,
    secret: "apple",
  },
  azure: {
    ...OPENID,
    authorize: "/common/oauth2/v2.0/authorize",
    token: "/common/oauth2/v2.0/token",
    keys: "/common/discovery/v2.0/keys",
    discovery: false,
    issuer: (base) => `${base}/${AZURE_TENANT}/v2.0`,
    claims: (person) => ({
      tid: AZURE_TENANT,
      email: person.email,
      name: person.name,
      preferred_username: person.email,
      ...(person.email_verified ? { xms_edov: 1 } : {}),
    }),
  },
  facebook: {
    ...OPENID,
    authorize: "/dialog/oauth",
    token: "/oauth/access_token",
    keys: null,
    discovery: false,
    claims: null,
    profile: {
      "/me": (person) => {
        const [first, ...rest] = person.name.split(" ");
        return {
          id: subjectOf(person),
          name: person.name,
          first_name: first,
          last_name: rest.join(" "),
          picture: { data: { url: pictureOf(person) } },
          // Facebook returns verified addresses only.
          ...(person.email_verified ? { email: person.email } : {}),
        };
      },
    },
  },
  github: {
    ...OPENID,
    authorize: "/login/oauth/authorize",
    token: "/login/oauth/access_token",
    keys: null,
    discovery: false,
    claims: null,
    profile: {
      "/api/v3/user": (person) => ({
        id: Number(subjectOf(person)),
        login: person.name.toLowerCase().replaceAll(/\W+/g, "-"),
        name: person.name,
        avatar_url: pictureOf(person),
      }),
      "/api/v3/user/emails": (person) =>
        person.email === ""
          ? []
          : [
              { email: `old-${person.email}`, primary: false, verified: true },
              { email: person.email, primary: true, verified: person.email_verified },
            ],
    },
  },
  keycloak: {
    ...OPENID,
    userinfo: "/userinfo",
    // The id token is minimal; the address comes from the profile endpoint.
    claims: () => ({}),
    profile: {
      "/userinfo": (person) => ({
        sub: subjectOf(person),
        ...contact(person),
        name: person.name,
      }),
    },
  },
  acme: {
    ...OPENID,
    claims: (person) => ({ email: person.email, name: person.name }),
  },
} as const satisfies Record<string, Shape>;

export type Company = keyof typeof SHAPES;
export const COMPANIES = Object.keys(SHAPES) as Company[];

function contact(person: Person) {
  return person.email === "" ? {} : { email: person.email, email_verified: person.email_verified };
}

function pictureOf(person: Person): string {
  return `https://pictures.example/${subjectOf(person)}.png`;
}

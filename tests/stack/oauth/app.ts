import { createHash, createPublicKey, randomBytes, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { jwtVerify } from "jose";
import * as z from "zod";
import { createSigningKeys, type SigningKeys } from "./keys.ts";
import { choicePage, postingPage } from "./page.ts";
import { Person, subjectOf } from "./person.ts";
import { COMPANIES, type Company, type Shape, SHAPES } from "./shapes.ts";

export type OAuthClient = {
  redirectUri: string;
  secret: string;
  /** Private key that signs Apple's client secret, as PEM, with its ids at Apple. */
  apple: { privateKey: string; keyId: string; teamId: string };
};

export function clientIdAt(company: Company): string {
  return `tidepost-at-${company}`;
}

const CODE_LIFETIME_MS = 60_000;
const TOKEN_LIFETIME_S = 3_600;

const AuthorizationRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal("code"),
  response_mode: z.enum(["query", "form_post"]).default("query"),
  scope: z.string().default(""),
  state: z.string().default(""),
  nonce: z.string().default(""),
  code_challenge: z.string().regex(/^[\w-]{43}$/, "must be a SHA-256"),
  code_challenge_method: z.literal("S256"),
});
type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

const MintRequest = z.object({
  claims: z.record(z.string(), z.unknown()).default({}),
  person: Person.default({ sub: "", email: "", email_verified: false, name: "" }),
  forged: z.boolean().default(false),
});

type GivenCode = { request: AuthorizationRequest; person: Person; untilMs: number };

/** OAuth providers under `/google`, `/github`, … */
export function createOAuthEmulator(client: OAuthClient, now: () => Date): Hono {
  const app = new Hono();
  for (const company of COMPANIES) {
    app.route(`/${company}`, companyApp(company, SHAPES[company], client, now));
  }
  return app;
}

function companyApp(company: Company, shape: Shape, client: OAuthClient, now: () => Date): Hono {
  const keys = createSigningKeys(company);
  const codes = new Map<string, GivenCode>();
  const people = new Map<string, Person>();
  const seen = new Set<string>();
  let nextClaims: Record<string, unknown> = {};
  const app = new Hono();

  const baseOf = (c: Context): string => {
    const { origin, pathname } = new URL(c.req.url);
    return `${origin}${pathname.slice(0, pathname.indexOf(`/${company}`))}/${company}`;
  };
  const idToken = async (
    c: Context,
    person: Person,
    claims: Record<string, unknown>,
    sign: SigningKeys["sign"],
  ): Promise<string> =>
    sign(
      {
        iss: shape.issuer(baseOf(c)),
        aud: clientIdAt(company),
        sub: subjectOf(person),
        exp: Math.floor(now().getTime() / 1_000) + TOKEN_LIFETIME_S,
        ...shape.claims?.(person),
        ...claims,
      },
      now(),
    );

  app.get(shape.authorize, (c) => {
    const parameters = new URL(c.req.url).searchParams;
    const request = readRequest(company, shape, client, parameters);
    if (typeof request === "string") return c.text(request, 400);
    return c.html(choicePage(company, parameters));
  });

  app.post(shape.authorize, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const request = readRequest(company, shape, client, prefixed(form, "request."));
    if (typeof request === "string") return c.text(request, 400);
    const { redirect_uri: target, state, response_mode: mode } = request;
    const issuer = shape.discovery ? { iss: baseOf(c) } : {};
    if (form.has("deny")) {
      const denial = { error: "access_denied", error_description: "The person said no." };
      return lead(c, target, { ...denial, state, ...issuer }, mode);
    }
    const person = Person.parse(Object.fromEntries(form));
    const code = randomBytes(24).toString("base64url");
    codes.set(code, { request, person, untilMs: now().getTime() + CODE_LIFETIME_MS });
    const fields = { code, state, ...issuer, ...firstMeeting(shape, person, seen) };
    return lead(c, target, fields, mode);
  });

  app.post(shape.token, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    // GitHub answers token errors with status 200.
    const refuse = (error: string, description: string) =>
      c.json({ error, error_description: description }, company === "github" ? 200 : 400);
    const shown = readClient(c, form);
    if (shown.id !== clientIdAt(company) || !(await isSecret(shown.secret, shape, client))) {
      return refuse("invalid_client", "This client is unknown or its secret is wrong.");
    }
    if (form.get("grant_type") !== "authorization_code") {
      return refuse("unsupported_grant_type", "Only codes are exchanged here.");
    }
    const code = form.get("code") ?? "";
    const given = codes.get(code);
    codes.delete(code);
    if (given === undefined || given.untilMs < now().getTime()) {
      return refuse("invalid_grant", "This code is unknown, used or too old.");
    }
    if (form.get("redirect_uri") !== given.request.redirect_uri) {
      return refuse("invalid_grant", "The redirect address is another.");
    }
    const verifier = form.get("code_verifier") ?? "";
    if (
      createHash("sha256").update(verifier).digest("base64url") !== given.request.code_challenge
    ) {
      return refuse("invalid_grant", "The verifier does not fit.");
    }
    const accessToken = `${company}-access-${randomBytes(24).toString("base64url")}`;
    people.set(accessToken, given.person);
    const { nonce } = given.request;
    const claims = { ...(nonce === "" ? {} : { nonce }), ...nextClaims };
    nextClaims = {};
    return c.json({
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: TOKEN_LIFETIME_S,
      refresh_token: `${company}-refresh-${randomBytes(24).toString("base64url")}`,
      scope: given.request.scope,
      ...(shape.claims === null
        ? {}
        : { id_token: await idToken(c, given.person, claims, keys.sign) }),
    });
  });

  for (const [path, answer] of Object.entries(shape.profile)) {
    app.get(path, (c) => {
      const token = /^bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
      const person = people.get(token);
      return person === undefined
        ? c.json({ error: "invalid_token" }, 401)
        : c.json(answer(person) as object);
    });
  }

  if (shape.keys !== null) app.get(shape.keys, async (c) => c.json(await keys.publish()));
  if (shape.discovery) {
    app.get("/.well-known/openid-configuration", (c) => c.json(configuration(shape, baseOf(c))));
  }

  app.post("/mint", async (c) => {
    const { claims, person, forged } = MintRequest.parse(await c.req.json());
    return c.json({ id_token: await idToken(c, person, claims, forged ? keys.forge : keys.sign) });
  });
  app.post("/next-claims", async (c) => {
    nextClaims = z.record(z.string(), z.unknown()).parse(await c.req.json());
    return c.body(null, 204);
  });
  app.post("/rotate", async (c) => {
    await keys.rotate();
    return c.body(null, 204);
  });
  return app;
}

/** @returns the request, or an error to show: an invalid request never redirects */
function readRequest(
  company: Company,
  shape: Shape,
  client: OAuthClient,
  parameters: URLSearchParams,
): AuthorizationRequest | string {
  const request = AuthorizationRequest.safeParse(Object.fromEntries(parameters));
  if (!request.success) return z.prettifyError(request.error);
  const { client_id: clientId, redirect_uri: redirectUri, response_mode: mode } = request.data;
  if (clientId !== clientIdAt(company)) return "This client is unknown.";
  if (redirectUri !== client.redirectUri) return "This redirect address is not registered.";
  if (shape.postsItsAnswer && mode !== "form_post") return "Names and addresses need form_post.";
  return request.data;
}

function configuration(shape: Shape, base: string) {
  return {
    issuer: shape.issuer(base),
    authorization_endpoint: base + shape.authorize,
    token_endpoint: base + shape.token,
    jwks_uri: base + (shape.keys ?? ""),
    ...(shape.userinfo === null ? {} : { userinfo_endpoint: base + shape.userinfo }),
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
    token_endpoint_auth_methods_supported:
      shape.secret === "apple" ? ["client_secret_post"] : ["client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

function lead(
  c: Context,
  target: string,
  fields: Record<string, string>,
  mode: "query" | "form_post",
): Response | Promise<Response> {
  if (mode === "form_post") return c.html(postingPage(target, fields));
  const url = new URL(target);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return c.redirect(url.href, 302);
}

/** Apple sends the user's name only with the first sign-in. */
function firstMeeting(shape: Shape, person: Person, seen: Set<string>): { user?: string } {
  const subject = subjectOf(person);
  if (!shape.postsItsAnswer || seen.has(subject)) return {};
  seen.add(subject);
  const [firstName, ...rest] = person.name.split(" ");
  return { user: JSON.stringify({ name: { firstName, lastName: rest.join(" ") } }) };
}

function readClient(c: Context, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^basic (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (basic === undefined) {
    return { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
  }
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":");
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
}

async function isSecret(shown: string, shape: Shape, client: OAuthClient): Promise<boolean> {
  if (shape.secret === "apple") return isAppleSecret(shown, client);
  const [a, b] = [Buffer.from(shown), Buffer.from(client.secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function isAppleSecret(shown: string, { apple }: OAuthClient): Promise<boolean> {
  try {
    const { protectedHeader } = await jwtVerify(shown, createPublicKey(apple.privateKey), {
      algorithms: ["ES256"],
      issuer: apple.teamId,
      subject: clientIdAt("apple"),
      audience: "https://appleid.apple.com",
      requiredClaims: ["iat", "exp"],
    });
    return protectedHeader.kid === apple.keyId;
  } catch {
    return false;
  }
}

function prefixed(form: URLSearchParams, prefix: string): URLSearchParams {
  return new URLSearchParams(
    [...form].flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** @jsxImportSource hono/jsx */
import { html } from "hono/html";
import type { Child, FC } from "hono/jsx";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { COMPANY } from "#contracts/company.ts";
import type { OpsContext, SignedIn } from "../env.ts";
import { paths } from "../paths.ts";

const MENU = [
  ["overview", "Overview"],
  ["events", "Events"],
  ["promises", "Promises"],
  ["content", "Content"],
  ["customers", "Customers"],
  ["disputes", "Disputes"],
  ["revenue", "Revenue"],
  ["retention", "Retention"],
  ["team", "Team"],
] as const;

type PageOptions = {
  title: string;
  /** Null on a page that the menu does not have. */
  current: (typeof MENU)[number][0] | null;
  /** Sends the script of forms with files, which work without it. */
  script?: boolean;
};

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='6' fill='%23173947'/%3E%3Ccircle cx='16' cy='16' r='7' fill='%23f4673c'/%3E%3C/svg%3E";

export function page(
  c: OpsContext,
  options: PageOptions,
  content: Child,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  if (options.script === true) c.set("hasScript", true);
  const document = (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${options.title} · ${COMPANY.name} ops console`}</title>
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={paths.stylesheet} />
        {options.script === true ? <script src={paths.sheetScript} defer /> : null}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Masthead
          signedIn={c.get("signedIn")}
          current={options.current}
          siteUrl={c.get("siteUrl")}
        />
        <main id="content" tabindex={-1}>
          {c.get("signedIn")?.mayAct === false ? (
            <p class="notice">
              You’re signed in as a viewer. You can look at everything but change nothing.
            </p>
          ) : null}
          {content}
        </main>
      </body>
    </html>
  );
  return c.html(html`<!doctype html>${document}`, status);
}

/** A page of one column, below a link to what it is about. */
export const narrowPage = (
  c: OpsContext,
  { kicker, heading, ...options }: PageOptions & { kicker?: Child; heading?: string },
  content: Child,
  status?: ContentfulStatusCode,
) =>
  page(
    c,
    options,
    <div class="narrow">
      {kicker === undefined ? null : <p class="kicker">{kicker}</p>}
      <h1>{heading ?? options.title}</h1>
      {content}
    </div>,
    status,
  );

const Masthead: FC<{
  signedIn: SignedIn | undefined;
  current: PageOptions["current"];
  siteUrl: string;
}> = ({ signedIn, current, siteUrl }) => (
  <header class="masthead">
    <a class="wordmark" href={paths.overview}>
      {COMPANY.name}
      <span class="dot" aria-hidden="true" />
      <span class="console">ops console</span>
    </a>
    {signedIn === undefined ? null : (
      <>
        <nav aria-label="Ops console">
          {MENU.map(([name, label]) => (
            <a key={name} href={paths[name]} aria-current={current === name ? "page" : undefined}>
              {label}
            </a>
          ))}
          <a href={paths.queues}>Queues</a>
          <a href={siteUrl}>Site</a>
        </nav>
        <form class="who" method="post" action={paths.signOut}>
          <CsrfField token={signedIn.csrfToken} />
          <span>{signedIn.session.name}</span>
          <button class="link" type="submit">
            Sign out
          </button>
        </form>
      </>
    )}
  </header>
);

export const CsrfField: FC<{ token: string }> = ({ token }) => (
  <input type="hidden" name="csrf" value={token} />
);

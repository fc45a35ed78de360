/** @jsxImportSource hono/jsx */
import type { Child, FC, PropsWithChildren } from "hono/jsx";
import { COMPANY } from "#contracts/company.ts";
import { eventLabel } from "../../event-labels.ts";
import { useOpsContext } from "../env.ts";
import { paths } from "../paths.ts";
import { ActionForm } from "./forms.tsx";

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

type PageProps = PropsWithChildren<{
  title: string;
  /** Null on a page that the menu does not have. */
  current: (typeof MENU)[number][0] | null;
  /** Links to what it is about, above its heading. */
  kicker?: Child;
  /** The title, unless it is another. */
  heading?: string;
  /** Stands beside the heading. */
  beside?: Child;
  /** All in one column. */
  narrow?: boolean;
  /** Sends the script of forms with files, which work without it. */
  script?: boolean;
}>;

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='6' fill='%23173947'/%3E%3Ccircle cx='16' cy='16' r='7' fill='%23f4673c'/%3E%3C/svg%3E";

export const Page: FC<PageProps> = ({
  title,
  current,
  narrow = false,
  script = false,
  ...rest
}) => {
  const c = useOpsContext();
  if (script) c.set("hasScript", true);
  const content = <Content heading={title} {...rest} />;
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${COMPANY.name} ops console`}</title>
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={paths.stylesheet} />
        {script ? <script src={paths.sheetScript} defer /> : null}
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <Masthead current={current} />
        <main id="content" tabindex={-1}>
          {c.get("signedIn")?.mayAct === false ? (
            <p class="notice">
              You’re signed in as a viewer. You can look at everything but change nothing.
            </p>
          ) : null}
          {narrow ? <div class="narrow">{content}</div> : content}
        </main>
      </body>
    </html>
  );
};

const Content: FC<Pick<PageProps, "kicker" | "heading" | "beside" | "children">> = ({
  kicker,
  heading,
  beside,
  children,
}) => (
  <>
    {kicker === undefined ? null : <p class="kicker">{kicker}</p>}
    {beside === undefined ? (
      <h1>{heading}</h1>
    ) : (
      <div class="title">
        <h1>{heading}</h1>
        {beside}
      </div>
    )}
    {children}
  </>
);

type EventPageProps = Omit<PageProps, "current" | "kicker"> & {
  event: { id: string; type: string };
};

/** A page that asks about an event. */
export const EventPage: FC<EventPageProps> = ({ event, ...props }) => (
  <Page
    narrow
    current="events"
    kicker={
      <a href={paths.event(event.id)}>
        {eventLabel(event.type)} <code>{event.id}</code>
      </a>
    }
    {...props}
  />
);

const Masthead: FC<Pick<PageProps, "current">> = ({ current }) => {
  const c = useOpsContext();
  const signedIn = c.get("signedIn");
  return (
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
            <a href={c.get("siteUrl")}>Site</a>
          </nav>
          <ActionForm class="who" action={paths.signOut}>
            <span>{signedIn.session.name}</span>
            <button class="link" type="submit">
              Sign out
            </button>
          </ActionForm>
        </>
      )}
    </header>
  );
};

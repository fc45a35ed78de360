import { Guarded } from "../features/account/components/guarded.tsx";
import { BRIEF_TITLE, BriefPage } from "../features/brief/components/brief-page.tsx";
import { ownStylesheet } from "../lib/load-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";
import briefStyles from "../styles/brief.css?url";

export const page: Page = {
  ...ownStylesheet(briefStyles),
  noindex: true,
  title: "Tell us about your business",
  description: "What we need to know before we make your content: two minutes on your phone.",
  Bar: AccountBar,
  Body: Brief,
};

function Brief() {
  return <Guarded title={BRIEF_TITLE}>{(user) => <BriefPage user={user} />}</Guarded>;
}

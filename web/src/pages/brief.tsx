import { Guarded } from "../features/account/components/guarded.tsx";
import { BRIEF_TITLE, BriefPage } from "../features/brief/components/brief-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Tell us about your business",
  description: "What we need to know before we make your content: two answers are enough to start.",
  Bar: AccountBar,
  Body: Brief,
};

function Brief() {
  return <Guarded title={BRIEF_TITLE}>{(user) => <BriefPage user={user} />}</Guarded>;
}

import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { forgetUnsaved } from "../features/brief/unsaved-answers.ts";
import { forgetUnsentWords } from "../features/calendar/unsent-words.ts";
import { forgetFormDrafts } from "../features/session/form-draft.ts";
import { signOut } from "../features/session/sign-out.ts";
import { localStorageOrNull } from "../lib/browser-storage.ts";
import { fieldsOf } from "../lib/json.ts";
import { focusHeading } from "../lib/navigate.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Signing out",
  description: "Signs you out of your account on this device and goes to the home page.",
  noindex: true,
  Body: NetlifyLogout,
};

function NetlifyLogout() {
  const [, navigate] = useLocation();
  const [isErased, setIsErased] = useState(false);

  useEffect(() => {
    const { isErased: hasErased } = fieldsOf(window.history.state);
    const leave = async () => {
      if (hasErased === true) setIsErased(true);
      forgetUnsaved(localStorageOrNull());
      forgetUnsentWords();
      forgetFormDrafts();
      await signOut();
      if (hasErased !== true) navigate(paths.home, { replace: true });
    };
    void leave();
  }, [navigate]);

  if (isErased) return <Erased />;

  return (
    <div className="page-width min-h-[70vh] section-space">
      <PageTitle className="text-3xl">Logging out of Netlify...</PageTitle>
      <p className="measure mt-5 text-lg text-ink-soft">
        You’ll be on the home page in a moment. If you’re still here,{" "}
        <Link href={paths.home} className="text-link text-ink">
          go there now
        </Link>
        .
      </p>
    </div>
  );
}

function Erased() {
  useEffect(focusHeading, []);
  return (
    <div className="page-width min-h-[70vh] section-space">
      <PageTitle className="text-3xl">Your account has been deleted.</PageTitle>
      <p className="measure mt-5 text-lg text-ink-soft">
        Your name, address and sign-in are gone. We’ll email you once more to say it’s done, and
        then never again.
      </p>
      <ButtonLink href={paths.home} variant="secondary" className="mt-8">
        Go to the home page
      </ButtonLink>
    </div>
  );
}

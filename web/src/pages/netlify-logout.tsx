import { useEffect } from "react";
import { useLocation } from "wouter";
import { signOut } from "../features/session/sign-out.ts";
import type { Page } from "../lib/page.ts";
import { paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Signing out | Tidepost",
  description: "Signs you out of your account on this device and goes to the home page.",
  noindex: true,
  Body: NetlifyLogout,
};

function NetlifyLogout() {
  const [, navigate] = useLocation();

  useEffect(() => {
    void signOut().then(() => navigate(paths.home, { replace: true }));
  }, [navigate]);

  return (
    <div className="page-width min-h-[70vh] section-space">
      <PageTitle className="text-3xl">Logging out of Netlify...</PageTitle>
      <p className="measure mt-5 text-lg text-ink-soft">
        You will be on the home page in a moment. If you are still here,{" "}
        <Link href={paths.home} className="text-link text-ink">
          go there now
        </Link>
        .
      </p>
    </div>
  );
}

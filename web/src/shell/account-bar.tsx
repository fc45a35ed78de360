import { useLocation } from "wouter";
import { useSession } from "../features/session/session.ts";
import { paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";
import { AccountMenu, SERVICE_LINKS } from "./account-menu.tsx";

export function AccountBar() {
  const { state } = useSession();
  const [path] = useLocation();
  if (state === "visitor" || state === "awaiting-code") {
    // An emailed report needs no session.
    return (
      <Link href={paths.login} className="nav-link ml-auto">
        Sign In
      </Link>
    );
  }
  return (
    <>
      <nav
        aria-label="Main"
        className="bg-paper max-md:@container max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:border-rule"
      >
        <ul className="flex gap-1 max-md:h-14 max-md:items-center max-md:justify-around max-md:gap-0 @max-xs:grid @max-xs:grid-cols-2 @max-xs:text-center">
          {SERVICE_LINKS.map(({ label, href }) => (
            <li key={label}>
              <Link
                href={href}
                aria-current={href === path ? "page" : undefined}
                className="nav-link max-md:px-1 @max-xs:py-0 @max-xs:leading-7 @max-xs:underline-offset-4"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ml-auto">
        <AccountMenu isBesideServices />
      </div>
    </>
  );
}

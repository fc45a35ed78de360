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
        className="bg-paper max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:border-rule"
      >
        <ul className="flex gap-1 max-md:h-14 max-md:items-center max-md:justify-around max-md:gap-0 max-md:overflow-x-auto">
          {SERVICE_LINKS.map(({ label, href }) => (
            <li key={label}>
              <Link
                href={href}
                aria-current={href === path ? "page" : undefined}
                className="nav-link"
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

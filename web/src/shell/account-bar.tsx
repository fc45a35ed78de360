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
      <nav aria-label="Main" className="account-links">
        <ul className="flex gap-1">
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
        <AccountMenu />
      </div>
    </>
  );
}

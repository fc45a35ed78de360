import { useSession } from "../features/session/session.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { part } from "../ui/part.tsx";

const signOut = (
  <Link href={paths.logout} className="nav-link">
    Sign Out
  </Link>
);

/** Loaded for signed-in users only. */
const AccountMenu = part(
  () =>
    import("./load-account-menu.ts")
      .then(({ loadAccountMenu }) => loadAccountMenu())
      .catch(() => () => signOut),
  null,
);

/** @param onNavigate closes the mobile menu, beside which the header has the account menu */
export function SessionLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { state } = useSession();
  const inHeader = onNavigate === undefined ? "max-sm:hidden" : "";
  return (
    <div className="flex grow flex-wrap items-center gap-2">
      {state === "signed-in" || state === "returning" ? (
        <>
          <Link
            href={paths.dashboard}
            onClick={onNavigate}
            className={`nav-link ${inHeader || "-ml-3"}`}
          >
            Dashboard
          </Link>
          {onNavigate === undefined && <AccountMenu />}
        </>
      ) : (
        <>
          <Link
            href={paths.login}
            onClick={onNavigate}
            className={`nav-link ${inHeader || "-ml-3"}`}
          >
            Sign In
          </Link>
          <ButtonLink href={paths.pricing} onClick={onNavigate} className={inHeader} arrow>
            Get Started Now
          </ButtonLink>
        </>
      )}
    </div>
  );
}

import { useSession } from "../features/session/session.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";

export function SessionLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { state } = useSession();
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === "signed-in" || state === "returning" ? (
        <>
          <Link href={paths.dashboard} onClick={onNavigate} className="nav-link">
            Dashboard
          </Link>
          <Link href={paths.logout} onClick={onNavigate} className="nav-link">
            Sign Out
          </Link>
        </>
      ) : (
        <>
          <Link href={paths.login} onClick={onNavigate} className="nav-link">
            Sign In
          </Link>
          <ButtonLink href={paths.pricing} onClick={onNavigate} arrow>
            Get Started Now
          </ButtonLink>
        </>
      )}
    </div>
  );
}

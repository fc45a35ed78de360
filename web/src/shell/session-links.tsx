import { useSession } from "../features/session/session.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";

/** What a visitor and a customer see in one place; as wide for both, so that nothing shifts. */
export function SessionLinks({ onNavigate }: { onNavigate?: () => void }) {
  const { state } = useSession();
  return (
    <div className="flex min-w-52 items-center justify-end gap-2">
      {state === "signed-in" || state === "returning" ? (
        <>
          <Link
            href={paths.dashboard}
            onClick={onNavigate}
            className="px-3 py-3 text-sm font-semibold"
          >
            Dashboard
          </Link>
          <Link href={paths.logout} onClick={onNavigate} className="px-3 py-3 text-sm">
            Sign Out
          </Link>
        </>
      ) : (
        <ButtonLink href={paths.pricing} onClick={onNavigate} arrow>
          Get Started Now
        </ButtonLink>
      )}
    </div>
  );
}

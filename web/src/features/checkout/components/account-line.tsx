import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { paths } from "../../../paths.ts";
import { EmailAddress } from "../../../ui/email-address.tsx";
import { Link, TextLink } from "../../../ui/link.tsx";
import { savePendingCheckout } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";

export function AccountLine() {
  const session = useSession();
  if (session.state === "signed-in" || session.state === "returning") {
    return (
      <>
        {"user" in session && (
          <>
            You’re signed in as <EmailAddress address={session.user.email ?? ""} />
            {". "}
          </>
        )}
        <TextLink href={paths.dashboard}>Your dashboard</TextLink>
      </>
    );
  }
  return (
    <>
      Been here before?{" "}
      <Link
        href={paths.auth}
        className="text-link"
        onClick={() => {
          const { pathname, search } = window.location;
          savePendingCheckout(sessionStorageOrNull(), pathname + search);
        }}
      >
        Sign in
      </Link>
      {", or carry on as a guest."}
    </>
  );
}

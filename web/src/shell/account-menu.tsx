import { useRef } from "react";
import { useLocation } from "wouter";
import { useSession } from "../features/session/session.ts";
import { paths } from "../paths.ts";
import { EmailAddress } from "../ui/email-address.tsx";
import { Link } from "../ui/link.tsx";

const MENU_ID = "account-menu";

export const SERVICE_LINKS = [
  { label: "Dashboard", href: paths.dashboard },
  { label: "Calendar", href: paths.calendar },
  { label: "Reports", href: paths.reports },
  { label: "Brief", href: paths.brief },
] as const;

const ACCOUNT_LINKS = [
  { label: "Billing", href: paths.accountBilling },
  { label: "Account and security", href: paths.accountSecurity },
  { label: "Sign Out", href: paths.logout },
] as const;

/** A native popover: opens without script, closes on Esc and outside presses. */
export function AccountMenu({ isBesideServices = false }: { isBesideServices?: boolean }) {
  const session = useSession();
  const [path] = useLocation();
  const menu = useRef<HTMLElement>(null);
  const email = session.state === "signed-in" ? session.user.email : undefined;
  const item = ({ label, href }: { label: string; href: string }) => (
    <li key={label}>
      <Link
        href={href}
        onClick={() => menu.current?.hidePopover()}
        aria-current={href === path ? "page" : undefined}
        className="nav-link"
      >
        {label}
      </Link>
    </li>
  );
  return (
    <div>
      <button type="button" popoverTarget={MENU_ID} className="nav-link account-button">
        Account
      </button>
      <nav ref={menu} id={MENU_ID} popover="auto" aria-label="Account" className="account-menu">
        {email !== undefined && email !== "" && (
          <p>
            <EmailAddress address={email} />
          </p>
        )}
        {!isBesideServices && <ul>{SERVICE_LINKS.map(item)}</ul>}
        <ul>{ACCOUNT_LINKS.map(item)}</ul>
      </nav>
    </div>
  );
}

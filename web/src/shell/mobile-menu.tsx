import { useRef } from "react";
import { MAIN_LINKS } from "../content/navigation.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Close, Menu } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { SessionLinks } from "./session-links.tsx";

const MENU_ID = "mobile-menu";

/** Native popover: opens without script, closes on Esc and outside taps. */
export function MobileMenu() {
  const menu = useRef<HTMLElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <div className="lg:hidden">
      <button
        type="button"
        popoverTarget={MENU_ID}
        className="-mr-3 grid size-12 place-items-center"
      >
        <Menu className="size-6" />
        <span className="sr-only">Menu</span>
      </button>
      <nav
        ref={menu}
        id={MENU_ID}
        popover="auto"
        aria-label="Mobile"
        className="full-screen-popover"
        data-tone="tide"
      >
        <div className="flex min-h-full flex-col px-(--gutter) pb-10">
          <div className="flex min-h-18 items-center justify-end">
            <button
              type="button"
              popoverTarget={MENU_ID}
              popoverTargetAction="hide"
              className="-mr-3 grid size-12 place-items-center"
            >
              <Close className="size-6" />
              <span className="sr-only">Close navigation</span>
            </button>
          </div>
          <ul className="my-auto border-t border-tide-rule">
            {[{ label: "Home", href: paths.home }, ...MAIN_LINKS].map((link) => (
              <li key={link.label} className="border-b border-tide-rule">
                <Link
                  href={link.href}
                  onClick={close}
                  className="block py-4 font-display text-2xl font-bold"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap gap-4">
            <SessionLinks onNavigate={close} />
            <ButtonLink href={paths.scheduleDemo} variant="secondary" onClick={close}>
              Book a call
            </ButtonLink>
          </div>
        </div>
      </nav>
    </div>
  );
}

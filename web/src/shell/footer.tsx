import { COMPANY } from "#contracts/company.ts";
import {
  LEGAL_LINE,
  FOOTER_GROUPS,
  LEGAL_LINKS,
  type NavigationLink,
  SOCIAL_LINKS,
} from "../content/navigation.ts";
import { useSession } from "../features/session/session.ts";
import { paths } from "../paths.ts";
import { ExternalLink, Link } from "../ui/link.tsx";
import { WaveDivider } from "../ui/wave-divider.tsx";
import { Wordmark } from "../ui/wordmark.tsx";
import { usePage } from "./use-page.ts";

export function Footer() {
  const Foot = usePage()?.Foot;
  return Foot === undefined ? <SiteFooter /> : <Foot />;
}

const DASHBOARD: NavigationLink = { label: "Dashboard", href: paths.dashboard };

function SiteFooter() {
  const { state } = useSession();
  const hasAccount = state === "signed-in" || state === "returning";
  return (
    <footer data-tone="tide" className="no-print relative">
      <WaveDivider className="text-tide-deep" />
      <div className="below-fold bg-tide-deep text-on-tide">
        <div className="page-width grid gap-x-10 gap-y-1 pt-1 pb-4 sm:gap-y-10 sm:py-7 lg:grid-cols-12">
          <div className="flex flex-wrap items-center justify-between gap-x-4 sm:block lg:col-span-5">
            <Wordmark />
            <p className="mt-5 max-w-[12em] font-display text-2xl font-bold max-sm:hidden">
              Made for your business. Approved by you.
            </p>
            <a
              href={`mailto:${COMPANY.email}`}
              className="inline-flex min-h-11 items-center text-sm break-all underline underline-offset-4 sm:mt-4 sm:text-lg"
            >
              {COMPANY.email}
            </a>
          </div>
          <nav
            aria-label="Footer"
            className="grid grid-cols-3 gap-x-4 gap-y-3 max-[22rem]:grid-cols-2 sm:gap-10 lg:col-span-7"
          >
            {FOOTER_GROUPS.map((group) => (
              <div key={group.title}>
                <h2 className="font-text text-sm font-semibold text-on-tide-soft">{group.title}</h2>
                <ul className="sm:mt-3">
                  {group.links.map((link) => (
                    <FooterLink
                      key={link.label}
                      {...(hasAccount && link.href === paths.login ? DASHBOARD : link)}
                    />
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <div className="border-t border-tide-rule text-sm sm:pt-2 lg:col-span-12">
            <div className="flex flex-wrap justify-between gap-x-10">
              <ul aria-label="Legal" className="flex flex-wrap gap-x-5">
                {LEGAL_LINKS.map((link) => (
                  <FooterLink key={link.label} {...link} />
                ))}
              </ul>
              <ul aria-label="Social media" className="flex flex-wrap gap-x-5">
                {SOCIAL_LINKS.map((link) => (
                  <li key={link.label}>
                    <ExternalLink href={link.href} className={LINK}>
                      {link.label}
                    </ExternalLink>
                  </li>
                ))}
              </ul>
            </div>
            <p className="mt-1 text-xs text-on-tide-soft">{`© ${LEGAL_LINE}`}</p>
          </div>
        </div>
      </div>
    </footer>
  );
}

/** Targets of 44 px where fingers press. */
const LINK = "flex min-w-11 items-center hover:underline max-sm:min-h-11 max-sm:text-sm sm:py-1";

function FooterLink({ href, label }: NavigationLink) {
  return (
    <li>
      <Link href={href} className={LINK}>
        {label}
      </Link>
    </li>
  );
}

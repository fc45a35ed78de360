import { COMPANY, registrationOf } from "#contracts/company.ts";
import {
  FOOTER_GROUPS,
  LEGAL_LINKS,
  type NavigationLink,
  SOCIAL_LINKS,
} from "../content/navigation.ts";
import { ArrowUpRight } from "../ui/icons.tsx";
import { ExternalLink, Link } from "../ui/link.tsx";
import { WaveDivider } from "../ui/wave-divider.tsx";
import { Wordmark } from "../ui/wordmark.tsx";

export function Footer() {
  return (
    <footer data-tone="tide" className="no-print relative -mt-8 sm:-mt-16">
      <WaveDivider className="text-tide-deep" />
      <div className="bg-tide-deep text-on-tide">
        <div className="page-width grid gap-x-10 gap-y-12 py-10 lg:grid-cols-12">
          <div className="lg:col-span-5">
            <Wordmark />
            <p className="mt-5 max-w-[12em] font-display text-2xl font-bold">
              Made for your business. Approved by you.
            </p>
            <a
              href={`mailto:${COMPANY.email}`}
              className="text-link mt-6 inline-block text-lg break-all"
            >
              {COMPANY.email}
            </a>
          </div>
          <nav aria-label="Footer" className="grid grid-cols-2 gap-10 sm:grid-cols-3 lg:col-span-7">
            {FOOTER_GROUPS.map((group) => (
              <div key={group.title}>
                <h2 className="font-text text-sm font-semibold text-on-tide-soft">{group.title}</h2>
                <LinkList links={group.links} className="mt-3" />
              </div>
            ))}
          </nav>
          <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6 border-t border-tide-rule pt-5 text-sm lg:col-span-12">
            <p className="w-full text-on-tide-soft">
              {`© ${COMPANY.legalName}, trading as ${COMPANY.name}. ${registrationOf(COMPANY)}`}
            </p>
            <LinkList links={LEGAL_LINKS} label="Legal" className="flex flex-wrap gap-x-6" />
            <ul aria-label="Social media" className="flex flex-wrap gap-x-6">
              {SOCIAL_LINKS.map((link) => (
                <li key={link.label}>
                  <ExternalLink
                    href={link.href}
                    className="inline-flex items-center gap-1.5 py-1 hover:underline"
                  >
                    {link.label}
                    <ArrowUpRight className="size-3" />
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </footer>
  );
}

function LinkList({
  links,
  label,
  className,
}: {
  links: readonly NavigationLink[];
  label?: string;
  className: string;
}) {
  return (
    <ul aria-label={label} className={className}>
      {links.map((link) => (
        <li key={link.label}>
          <Link href={link.href} className="inline-block py-1 hover:underline">
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

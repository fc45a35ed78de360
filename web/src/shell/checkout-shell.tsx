import { COMPANY } from "#contracts/company.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import { GUARANTEE } from "../content/promises.ts";
import { SUPPORT } from "../content/support.ts";
import { paths } from "../paths.ts";
import { ExternalLink } from "../ui/link.tsx";
import { LegalLines } from "./legal-lines.tsx";

/** Header and footer of the pages where people pay: nothing there leads away from paying but help and the law. */
export const checkoutShell = { Bar: Help, Foot } as const;

/** Frames a page that an emailed link opens for one task. */
export const taskShell = { Bar: () => null, Foot: TaskFoot } as const;

function TaskFoot() {
  return (
    <footer className="no-print border-t border-rule bg-paper-deep text-sm">
      <div className="page-width py-3">
        <LegalLines links={LEGAL} label="Legal" />
      </div>
    </footer>
  );
}

function Help() {
  return (
    <ExternalLink href={SUPPORT.whatsApp} className="nav-link ml-auto text-right">
      Help on WhatsApp
    </ExternalLink>
  );
}

function Foot() {
  return (
    <footer className="no-print border-t border-rule bg-paper-deep text-sm">
      <div className="page-width grid gap-x-10 gap-y-6 py-7 sm:grid-cols-2">
        <div className="measure">
          <h2 className="text-xl">{hyphenated(TERMS.guarantee)} money-back guarantee</h2>
          <p className="mt-2 text-ink-soft">{GUARANTEE}</p>
        </div>
        <div className="measure">
          <h2 className="text-xl">Questions?</h2>
          <p className="mt-2 text-ink-soft">
            {`A person replies on WhatsApp, ${SUPPORT.hours}, or within ${inText(TERMS.reply)} by email.`}
          </p>
          <a
            href={`mailto:${COMPANY.email}`}
            className="inline-flex min-h-11 items-center break-all underline"
          >
            {COMPANY.email}
          </a>
        </div>
        <div className="border-t border-rule pt-2 sm:col-span-2">
          <LegalLines links={LEGAL} label="Legal" />
        </div>
      </div>
    </footer>
  );
}

const LEGAL = [
  { label: "Privacy", href: paths.privacyPolicy },
  { label: "Terms", href: paths.termsOfService },
  { label: "Cookies", href: `${paths.cookiePolicy}#your-choice` },
] as const;

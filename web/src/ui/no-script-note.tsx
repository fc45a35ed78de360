import { COMPANY } from "#contracts/company.ts";

/** Shown instead of a form that needs JavaScript. */
export function NoScriptNote() {
  return (
    <noscript>
      <p className="mb-6 border-l-4 border-persimmon bg-paper-deep px-5 py-4">
        This form needs JavaScript. Turn it on in your browser and reload the page, or email us at{" "}
        <a href={`mailto:${COMPANY.email}`} className="text-link break-all">
          {COMPANY.email}
        </a>
        .
      </p>
    </noscript>
  );
}

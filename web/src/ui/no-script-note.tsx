import { EmailLink } from "./link.tsx";

/** It shows where scripts are off, and where ours did not load. */
export function NoScriptNote({ needed = "form" }: { needed?: "form" | "page" }) {
  return (
    <p
      role="alert"
      className="script-note mb-6 border-l-4 border-persimmon bg-paper-deep px-5 py-4"
    >
      {`This ${needed} needs JavaScript. It is off, or it didn’t load: turn it on, or reload the page. You can always email us at `}
      <EmailLink />.
    </p>
  );
}

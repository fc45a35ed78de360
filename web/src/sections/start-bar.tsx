import { START } from "../content/start.ts";
import { ButtonLink } from "../ui/button.tsx";

/**
 * On phones, stays at the foot of the screen until the page comes to where this stands; it covers
 * the end of the section before it. A section with a button of its own hides it by a z-index.
 */
export function StartBar() {
  return (
    <div className="start-bar no-print sticky bottom-0 z-10 -mt-10 border-t border-rule bg-paper px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden">
      <ButtonLink href={START.href} arrow>
        {START.label}
      </ButtonLink>
    </div>
  );
}

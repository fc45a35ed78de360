import { useEffect, useState } from "react";
import { START } from "../content/start.ts";
import { ButtonLink } from "../ui/button.tsx";

/**
 * On phones, stays at the foot of the screen until the page comes to where this stands, once the
 * page's first button for the same, or its first section, has left the screen.
 */
export function StartBar() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const first =
      document.querySelector("main [data-start]") ?? document.querySelector("main > :first-child");
    if (first === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      setIsShown(entry !== undefined && entry.boundingClientRect.bottom <= 0);
    });
    observer.observe(first);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      className={`start-bar no-print sticky bottom-0 z-10 -mt-10 border-t border-rule bg-paper px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden ${isShown ? "" : "invisible"}`}
    >
      <ButtonLink href={START.href} arrow>
        {START.label}
      </ButtonLink>
    </div>
  );
}

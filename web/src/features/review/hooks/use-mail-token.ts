import { useEffect, useState } from "react";

/**
 * Takes the token out of the address bar. The history entry keeps it for a reload.
 *
 * @returns undefined before the browser is asked, null without a token
 */
export function useMailToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const read = () => {
      const { hash, pathname, search } = window.location;
      const state: unknown = window.history.state;
      const kept = typeof state === "object" && state !== null && "mailToken" in state;
      if (hash.length > 1) {
        const mailToken = hash.slice(1);
        window.history.replaceState({ mailToken }, "", `${pathname}${search}`);
        setToken(mailToken);
      } else {
        setToken(kept && typeof state.mailToken === "string" ? state.mailToken : null);
      }
    };
    read();
    // A second link that is opened in the same tab.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return token;
}

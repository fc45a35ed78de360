import { useEffect, useState } from "react";

/** Another fragment is of a link in the page, such as the one that skips to the content. */
const TOKEN = /^#([\w-]{43})$/;

/**
 * Takes the token out of the address bar. The history entry keeps it for a reload.
 *
 * @returns undefined before the browser is asked, null without a token
 */
export function useMailToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    let last: string | null = null;
    const read = () => {
      const { hash, pathname, search } = window.location;
      const linked = TOKEN.exec(hash)?.[1];
      last = linked ?? keptToken(window.history.state) ?? last;
      if (last !== null) {
        const address = linked === undefined ? null : `${pathname}${search}`;
        window.history.replaceState({ mailToken: last }, "", address);
      }
      setToken(last);
    };
    read();
    // Also a second link that is opened in the same tab.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return token;
}

function keptToken(state: unknown): string | null {
  const isKept = typeof state === "object" && state !== null && "mailToken" in state;
  return isKept && typeof state.mailToken === "string" ? state.mailToken : null;
}

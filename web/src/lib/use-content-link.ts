import { useEffect, useState } from "react";
import { fieldsOf, textOf } from "./json.ts";

/** `pushState` is wouter's. */
const EVENTS = ["hashchange", "popstate", "pushState"];

/**
 * Takes the fragment of an emailed link out of the address bar. The history entry keeps it for a reload.
 *
 * @param pattern of the fragment. Another one is of a link in the page, such as the one that skips to the content
 * @returns undefined before the browser is asked, null without a link
 */
export function useContentLink(pattern: RegExp): string | null | undefined {
  const [link, setLink] = useState<string | null>();
  useEffect(() => {
    let last: string | null = null;
    const read = () => {
      const { hash, pathname, search } = window.location;
      const linked = pattern.exec(hash)?.[1];
      last = linked ?? keptLink(window.history.state) ?? (hash === "" ? null : last);
      if (last !== null) {
        const address = linked === undefined ? null : `${pathname}${search}`;
        window.history.replaceState({ contentLink: last }, "", address);
      }
      setLink(last);
    };
    read();
    // A second link may be opened in the same tab, and the page itself be the target.
    for (const event of EVENTS) window.addEventListener(event, read);
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, read);
    };
  }, [pattern]);
  return link;
}

function keptLink(state: unknown): string | null {
  return textOf(fieldsOf(state)["contentLink"]);
}

/**
 * Loads a stylesheet unless the prerendered page has it inline.
 * @throws when it cannot be fetched
 */
export async function loadStylesheet(href: string): Promise<void> {
  if (import.meta.env.SSR || document.getElementById(href) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.id = href;
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`${href} did not load.`)));
    document.head.append(link);
  });
}

export function ownStylesheet(href: string) {
  return { stylesheet: href, ready: () => loadStylesheet(href) } as const;
}

import href from "../styles/app.css?url";

/** The build gives a page with it a link to the stylesheet; what stands on other pages calls `ready`. */
export const appStylesheet = { stylesheet: href, ready: loadAppStylesheet } as const;

/** @throws when it cannot be fetched */
async function loadAppStylesheet(): Promise<void> {
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

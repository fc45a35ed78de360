import href from "../styles/app.css?url";

/** The build gives a page with it a link to the stylesheet; what stands on other pages calls `ready`. */
export const appStylesheet = { stylesheet: href, ready: loadAppStylesheet } as const;

let loading: Promise<void> | undefined;

/**
 * Several parts of a page may ask for it at once. After a failure, the next one asks again.
 *
 * @throws when it cannot be fetched
 */
async function loadAppStylesheet(): Promise<void> {
  if (import.meta.env.SSR || (!loading && document.getElementById(href))) return;
  await (loading ??= fetchStylesheet());
}

function fetchStylesheet(): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      loading = undefined;
      reject(new Error(`${href} did not load.`));
    });
    document.head.append(link);
  });
}

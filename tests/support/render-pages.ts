import type { Page } from "../../web/src/page.ts";

/** Every page as crawlers get it. Import it after `vi.doMock`, so that the pages use the mocks. */
export async function renderPages(): Promise<
  ReadonlyMap<string, { readonly page: Page; readonly html: string }>
> {
  const { renderPage, routes } = await import("../../web/src/prerender.tsx");
  const paths = routes.flatMap(({ path }) => path ?? []);
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await renderPage(path)] as const)),
  );
}

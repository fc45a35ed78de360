import type { Page } from "./page.ts";
import { providePages } from "./routes.ts";

providePages({
  ...import.meta.glob<{ page: Page }>("./pages/*.tsx"),
  ...(import.meta.env.DEV && {
    "./pages/styleguide.tsx": () => import("./features/styleguide/styleguide.tsx"),
  }),
});

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { pictures } from "./site/pictures-plugin.ts";
import { fillPlaceholders } from "./stamp.ts";

/**
 * In development nothing is stamped, so the server fills the page's placeholders from the environment:
 * `VITE_SITE_URL`, `VITE_API_URL`, `VITE_ANON_KEY`, `VITE_STRIPE_KEY`, `VITE_PIXEL_ID`,
 * `VITE_TURNSTILE_SITE_KEY`.
 */
function developmentConfig(): Plugin {
  return {
    name: "tidepost:development-config",
    apply: "serve",
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        fillPlaceholders(html, {
          siteUrl: process.env["VITE_SITE_URL"] ?? "",
          apiUrl: process.env["VITE_API_URL"] ?? "",
          anonKey: process.env["VITE_ANON_KEY"] ?? "",
          stripeKey: process.env["VITE_STRIPE_KEY"] ?? "",
          pixelId: process.env["VITE_PIXEL_ID"] ?? "",
          turnstileSiteKey: process.env["VITE_TURNSTILE_SITE_KEY"] ?? "",
        }),
    },
  };
}

/**
 * Vite wraps every `import()` in a loader that preloads stylesheets and chunks. No script names a stylesheet, and
 * `modulePreload` is off, so the loader would be half a kilobyte for nothing.
 */
function plainImports(): Plugin {
  return {
    name: "tidepost:plain-imports",
    apply: "build",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
  };
}

// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), developmentConfig(), plainImports(), pictures()],
  // Read by `src/content/show-without-evidence.ts`.
  define: { "process.env.UNPROVED_CLAIMS": JSON.stringify(process.env["UNPROVED_CLAIMS"] ?? "") },
  resolve: {
    // The fallback of wouter and SWR for Reacts without this hook.
    alias: {
      "use-sync-external-store/shim/index.js": "react",
      "use-sync-external-store/shim": "react",
    },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // main.css is inlined into every page, and its hash is in the security policy. app.css is imported by its address.
    cssCodeSplit: false,
    // A data: address would need a hole in the security policy.
    assetsInlineLimit: 0,
    // The HTML names the page's chunks, and links prefetch theirs. A table of imports would be another kilobyte.
    modulePreload: false,
    rolldownOptions: {
      output: {
        // Each page lists its scripts in its first 14 kB, and each visitor downloads the table of pages, so only a chunk
        // that is neither shared nor a page has a name. The hash is the shortest that rolldown allows.
        chunkFileNames: ({ isDynamicEntry, facadeModuleId }) =>
          isDynamicEntry && facadeModuleId?.includes("/src/pages/") !== true
            ? "assets/[name]-[hash:7].js"
            : "assets/[hash:7].js",
        codeSplitting: {
          // By default each module that pages share is a chunk of its own, even one of 200 bytes. `text.ts` belongs to the
          // schemas, which come with the first answer of the API: it would bring zod to every page.
          groups: [
            {
              name: "shared",
              test: /web[\\/]src[\\/]|contracts[\\/](?!text\.ts)/,
              minShareCount: 12,
            },
          ],
        },
      },
    },
    // The first versions with light-dark() and @property; older browsers still read the prerendered pages.
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
  },
  server: { host: "127.0.0.1" },
});

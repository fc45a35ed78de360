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
  resolve: {
    // wouter's fallback for Reacts without this hook.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // One stylesheet: it is inlined into every page, and its hash is in the security policy. Pages import their own
    // stylesheet by its address.
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
          // By default each module that pages share is a chunk of its own, even one of 200 bytes. Each group is measured:
          // fewer requests, and no page over its budget (budgets.test.ts).
          groups: [
            // Modules of most pages. With 22 the home page had 80.2 kB of script, and its budget is 80 kB.
            {
              name: "shared",
              test: /web[\\/]src[\\/]|contracts[\\/]/,
              minShareCount: 23,
              priority: 1,
            },
            {
              name: "claims",
              test: /content[\\/]claims\.ts|ui[\\/]figures/,
              includeDependenciesRecursively: false,
            },
            {
              name: "prices",
              test: /contracts[\\/](?:catalogue|money)/,
              includeDependenciesRecursively: false,
            },
            {
              name: "start",
              test: /sections[\\/](?:final-call|start-bar)|content[\\/](?:services|start)\.ts/,
              includeDependenciesRecursively: false,
            },
            // Modules of the pages that lead to the plans.
            {
              name: "offer",
              test: /sections[\\/]plans|art[\\/]posts-of-a-month|content[\\/]plan-steps/,
              includeDependenciesRecursively: false,
            },
            {
              name: "action",
              test: /lib[\\/](?:use-action|error-message|call-error|new-traceparent)|messages[\\/]shared/,
              includeDependenciesRecursively: false,
            },
            {
              name: "form",
              test: /ui[\\/](?:field|form-error|no-script-note)/,
              includeDependenciesRecursively: false,
            },
            // Modules of the pages that show a month's posts.
            {
              name: "posts",
              test: /contracts[\\/]content[\\/](?:posts|planned-label)/,
              includeDependenciesRecursively: false,
            },
            // In the chunk of the texts that schemas check, it would bring zod to the brief.
            {
              name: "invisible",
              test: /contracts[\\/]invisible/,
              includeDependenciesRecursively: false,
            },
            // Modules of the pages where users sign in, buy or manage a subscription.
            {
              name: "session",
              test: /captcha[\\/]with-captcha|session[\\/](?:return-to|load-auth-client)|lib[\\/](?:load-stylesheet|publishable-key|payment-config|use-site-config)/,
              includeDependenciesRecursively: false,
            },
            {
              name: "account",
              test: /ui[\\/](?:loading|outcome-note)|account[\\/]redirect-delay|messages[\\/]accounts|api-errors|account-form/,
              includeDependenciesRecursively: false,
            },
            {
              name: "subscription",
              test: /ui[\\/]load-error|subscription[\\/]ends-immediately|plan-change-url|contracts[\\/]billing[\\/](?:plans|subscription-status)/,
              includeDependenciesRecursively: false,
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

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { fillPlaceholders } from "./stamp.ts";

/**
 * In development nothing is stamped, so the server fills the page's placeholders from the environment:
 * `VITE_SITE_URL`, `VITE_API_URL`, `VITE_ANON_KEY`, `VITE_STRIPE_KEY`, `VITE_PIXEL_ID`.
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
        }),
    },
  };
}

/**
 * What Vite wraps around every `import()` fetches stylesheets and chunks ahead. We have neither: no page's script names
 * a stylesheet, and `modulePreload` is off. Without it every visitor is spared half a kilobyte.
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
  plugins: [react(), tailwindcss(), developmentConfig(), plainImports()],
  resolve: {
    // The router brings a stand-in for older Reacts, which have no such hook of their own.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    manifest: true,
    // One stylesheet, because it is inlined into every page and its hash stands in the security policy. What only
    // some pages need is imported by its address.
    cssCodeSplit: false,
    // A data: address would need a hole in the security policy.
    assetsInlineLimit: 0,
    // The HTML of a page names its chunks, and links fetch theirs before they are followed. A list of who imports
    // whom would be one more kilobyte for every visitor.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs is one file; left to itself, half of it lands among what some pages share.
            // The entry is not part of it: it waits for the page's chunk, which waits for everything that it
            // imports.
            { name: "app", test: /[\\/](?:app\.tsx|has-saved-enquiries\.ts)$/, priority: 1 },
            // What account pages share is theirs alone: who is here, the two ways in, what a form is doing, which the
            // pages of customers have as well, the rest. Who is here, pages
            // that sell ask as well, and both have stylesheets of their own. What forms are made of,
            // other pages with forms need as well. None of these takes along what it stands on.
            {
              name: "session",
              test: /[\\/]features[\\/]session[\\/]|load-stylesheet\.ts$|customer-page\.ts$|(?:account|subscription)\.css/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "entrance",
              test: /[\\/]features[\\/]account[\\/](?:sign-in|sign-up|.*provider.*|.*redirect-error)\.tsx?$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "submission",
              test: /[\\/]features[\\/]account[\\/](?:use-submission|result-note|account-error-message|user-name|loading|not-configured)\.tsx?$|messages[\\/]accounts\.ts$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "account",
              test: /[\\/]features[\\/]account[\\/](?!guarded)/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // What the pages of a customer share: the guard that they stand behind, what the checkout asks of a
            // subscription as well, what shows and changes it, and what is about leaving.
            {
              name: "guard",
              test: /account[\\/]guarded\.tsx$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "details",
              test: /contracts[\\/]billing[\\/]|subscription[\\/]fetch-details\.ts$|price-names\.ts$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "swr",
              test: /node_modules[\\/](?:swr|dequal|use-sync-external-store)[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "change",
              test: /[\\/]features[\\/]plan-change[\\/](?!price-names)|messages[\\/]plan-change\.ts$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "own",
              test: /subscription[\\/]use-details\.ts$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "customer",
              test: /[\\/]features[\\/]subscription[\\/]/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              name: "leaving",
              test: /[\\/]features[\\/]cancellation[\\/]|messages[\\/]cancellation\.ts$|lib[\\/]use-action\.ts$/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            // Pages that show a price need not have all that public pages share.
            {
              name: "catalogue",
              test: /contracts[\\/](?:catalogue|money)\.ts$|content[\\/](?:pricing|promises)\.ts$/,
              includeDependenciesRecursively: false,
            },
            // Some public pages have these as well, and the home page has none of them.
            {
              name: "config",
              test: /web[\\/]src[\\/]lib[\\/](?:use-(?:site-config|hash)|payment-config|publishable-key)\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "words",
              test: /web[\\/]src[\\/]lib[\\/]in-words\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "days",
              test: /web[\\/]src[\\/](?:lib[\\/]dates\.ts|ui[\\/](?:status-badge|table-scroller)\.tsx)$/,
              includeDependenciesRecursively: false,
            },
            // What the checkout and the pages of leaving need of all that pages share.
            {
              name: "problem",
              test: /web[\\/]src[\\/]ui[\\/]error-banner\.tsx$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "dialog",
              test: /web[\\/]src[\\/]ui[\\/]dialog\.tsx$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "forms",
              test: /web[\\/]src[\\/]ui[\\/](?:field|form-error|no-script-note)\.tsx$/,
              includeDependenciesRecursively: false,
            },
            // Bands of the home page that one other page shows as well, by that other page: the pricing's, and the
            // landing page's. Each alone would cost the home page more.
            {
              name: "bands",
              test: /[\\/]sections[\\/](?:final-call|guarantee|plans)\.tsx$|[\\/]content[\\/]services\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "reviews",
              test: /[\\/](?:sections|content)[\\/]testimonials\.tsx?$|carousel|posts-of-a-month/,
              includeDependenciesRecursively: false,
            },
            // What several pages share travels once and together; alone, each module would be a request
            // of a few hundred bytes that compresses badly. The styleguide, which has every component, is one
            // of those that share it.
            { name: "shared", test: /web[\\/]src[\\/]|contracts[\\/]/, minShareCount: 5 },
          ],
        },
      },
    },
    // The first versions with light-dark() and @property; older browsers still read the prerendered pages.
    target: ["chrome123", "edge123", "firefox128", "safari17.5"],
  },
  server: { host: "127.0.0.1" },
});

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
 * `modulePreload` is off, so the loader and its calls would be half a kilobyte for nothing.
 */
function plainImports(): Plugin {
  return {
    name: "tidepost:plain-imports",
    apply: "build",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
    renderChunk: {
      order: "post",
      handler: (code) =>
        code.replaceAll(
          /__vitePreload\((?:\(\) => |async \(\) => \{\s*const \{.*?\} = await )(import\(.*?\))(?:;\s*return \{.*?\};\s*\})?, __VITE_PRELOAD__\)/gs,
          "$1",
        ),
    },
  };
}

/** The auth client's way to sign in with a wallet: no page offers it. */
function withoutWallets(): Plugin {
  return {
    name: "tidepost:without-wallets",
    apply: "build",
    load: (id) =>
      id.endsWith("/auth-js/dist/module/lib/web3/ethereum.js")
        ? "export const getAddress = null, fromHex = null, toHex = null, createSiweMessage = null;"
        : null,
  };
}

/**
 * What pages behind a sign-in share, in few files: by default each module that several of them share is a file of its own,
 * and the dashboard's first visit would be seventy requests. A group holds what the same pages need.
 */
const SIGNED_IN = {
  small:
    /web[\\/]src[\\/]ui[\\/](?:skeleton|load-error|status-badge)|contracts[\\/](?:durations|billing[\\/]subscription-status)/,
  account:
    /node_modules[\\/](?:dequal|swr)[\\/]|web[\\/]src[\\/](?:shell[\\/](?:account-|signed-in-page)|features[\\/](?:account[\\/]components[\\/]guarded|session[\\/]user-name))/,
  subscription:
    /web[\\/]src[\\/]features[\\/](?:subscription[\\/](?:api[\\/]fetch-details|hooks[\\/]use-details|discount-text|end|subscription-status)|plan-change[\\/]plan-change-url|cancellation[\\/]api[\\/])|web[\\/]src[\\/]lib[\\/]flash|contracts[\\/](?:billing[\\/]plan-change|messages[\\/]cancellation)/,
  billing:
    /web[\\/]src[\\/]features[\\/](?:subscription[\\/]|plan-change[\\/](?:api[\\/]|pending)|dashboard[\\/]dashboard-api|purchase[\\/]api[\\/]claim)|contracts[\\/](?:billing[\\/](?:bank-debit|card-name)|messages[\\/](?:dashboard|payments|plan-change))/,
  terms:
    /contracts[\\/]billing[\\/](?:coupons|discounts|upcoming-payments)|web[\\/]src[\\/](?:features[\\/](?:session[\\/]use-go-to|brief[\\/]api[\\/]brief)|ui[\\/]next-links|content[\\/]support)/,
  posts:
    /web[\\/]src[\\/]features[\\/](?:dashboard-cards[\\/]portrait|calendar[\\/](?:api[\\/]calendar|post-states|group-posts|components[\\/](?:state-word|thumb)))|contracts[\\/](?:content[\\/](?:photo|place-label|posts|brief-answers)|ids|messages[\\/]calendar)/,
  schemas:
    /node_modules[\\/]zod[\\/]|contracts[\\/](?:text\.ts|api[\\/](?:subscription|unclaimed-purchases|content[\\/](?:account-manager|brief|calendar)))/,
} as const;
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    developmentConfig(),
    plainImports(),
    withoutWallets(),
    pictures(),
  ],
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
            ...Object.entries(SIGNED_IN).map(([name, test]) => ({
              name,
              test,
              includeDependenciesRecursively: false,
            })),
            {
              name: "shared",
              // Pages behind a sign-in show none of the site's pictures.
              test: /web[\\/]src[\\/](?!art)|contracts[\\/](?!text\.ts)/,
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

import "./lib/strip-tokens.ts";
import "./page-files.ts";
import "./styles/main.css";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { hasPendingEnquiries } from "./features/enquiries/has-pending-enquiries.ts";
import { startSession } from "./features/session/start-session.ts";
import { startTracking } from "./features/tracking/start-tracking.ts";
import { localStorageOrNull } from "./lib/browser-storage.ts";
import { layOutWhenIdle } from "./lib/first-view.ts";
import { changePending } from "./lib/pending.ts";
import { reloadIfReachable } from "./lib/reachable.ts";
import { findRoute, loadPage } from "./routes.ts";

// No top-level await: pages import from this chunk, and both would wait for each other.
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element with the id root.");

  try {
    // Hydrating before the chunk has loaded would discard the prerendered page.
    await loadPage(findRoute(window.location.pathname));
  } catch {
    if (!(await reloadIfReachable(true))) document.documentElement.dataset["pending"] = "failed";
    return;
  }

  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // The development server sends an empty root.
  if (root.firstElementChild === null) createRoot(root).render(app);
  // A transition hydrates in slices, so that the page stays responsive.
  else startTransition(() => void hydrateRoot(root, app));

  window.addEventListener("pageshow", ({ persisted }) => {
    // It may have been left while busy.
    if (persisted) changePending(-Infinity);
  });
  layOutWhenIdle();
  startSession();
  startTracking();

  if (hasPendingEnquiries(localStorageOrNull())) {
    const { resumeDelivery } = await import("./features/enquiries/browser-outbox.ts");
    resumeDelivery();
  }
}

// It is a task of its own: on a phone, evaluating the chunks before it already takes long.
// oxlint-disable-next-line typescript/no-misused-promises -- It handles its own errors.
setTimeout(start);

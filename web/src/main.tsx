import "./styles/main.css";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { hasPendingEnquiries } from "./features/enquiries/has-saved-enquiries.ts";
import { startSession } from "./features/session/start-session.ts";
import { startTracking } from "./features/tracking/start-tracking.ts";
import { layOutWhenIdle } from "./lib/first-view.ts";
import { localStorageOrNull } from "./lib/browser-storage.ts";
import { findRoute, loadPage } from "./routes.ts";

// Not at the top level: pages import what stands in this file's chunk, and would wait for it while it waits for them.
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element with the id root.");

  // Hydrating before the page's chunk is here would throw the prerendered page away.
  await loadPage(findRoute(window.location.pathname));

  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // The development server sends an empty root, the build a prerendered page.
  if (root.firstElementChild === null) createRoot(root).render(app);
  // As a transition, which React does in slices: the page answers a tap in between.
  else startTransition(() => void hydrateRoot(root, app));

  layOutWhenIdle();
  startSession();
  startTracking();

  if (hasPendingEnquiries(localStorageOrNull())) {
    const { resumeDelivery } = await import("./features/enquiries/browser-outbox.ts");
    resumeDelivery();
  }
}

void start();

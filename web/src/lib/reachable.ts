import { changePending } from "./pending.ts";

/** Any answer counts. Offline, a document load would end on the browser's own error page. */
export async function isReachable(address: string): Promise<boolean> {
  return fetch(address, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** The next document names the chunks of the newest deployment. @returns false when it cannot be loaded */
export async function reloadIfReachable(): Promise<boolean> {
  changePending(1);
  const canLoad = await isReachable(window.location.href);
  if (canLoad) window.location.reload();
  else changePending(-1);
  return canLoad;
}

/** Reloads for a new deployment, but not again after a reload: then the chunk is broken. */
export async function reloadForNewChunks(): Promise<boolean> {
  const [navigation] = performance.getEntriesByType("navigation");
  const isReload = (navigation as PerformanceNavigationTiming | undefined)?.type === "reload";
  return !isReload && reloadIfReachable();
}

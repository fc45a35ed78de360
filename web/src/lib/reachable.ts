import { changePending } from "./pending.ts";

/** Any answer counts. Offline, a document load would end on the browser's own error page. */
export function isReachable(address: string): Promise<boolean> {
  return fetch(address, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/**
 * The next document names the chunks of the newest deployment.
 *
 * @param once not after a reload: then the chunk is broken
 * @returns false when nothing is loaded
 */
export async function reloadIfReachable(once = false): Promise<boolean> {
  const [navigation] = performance.getEntriesByType("navigation");
  if (once && (navigation as PerformanceNavigationTiming).type === "reload") return false;
  changePending(1);
  const canLoad = await isReachable(window.location.href);
  if (canLoad) window.location.reload();
  else changePending(-1);
  return canLoad;
}

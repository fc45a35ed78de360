import { post, TIMEOUT_MS } from "./post.ts";

export type Heartbeat = {
  /** @throws {Error} without the URL */
  send(): Promise<string>;
};

/** Tells a service outside, which sends an alert of its own once it hears nothing (a dead man's switch). */
export function createHeartbeat(url: string | undefined, timeoutMs = TIMEOUT_MS): Heartbeat | null {
  if (url === undefined) return null;
  return {
    async send() {
      return `answered ${await post(url, { timeoutMs })}`;
    },
  };
}

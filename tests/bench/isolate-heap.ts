import { once } from "node:events";
import { readFileSync } from "node:fs";

const EDGE_ISOLATE = "core:user:edge";

/** A busy isolate answers in milliseconds; an idle one only at its next request. */
const ANSWER_LIMIT_MS = 3_000;

interface Isolate {
  readonly id: string;
  readonly webSocketDebuggerUrl: string;
}

interface HeapUsage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

/**
 * Collects garbage in all isolates of workerd, Miniflare's included.
 *
 * @param port of workerd's inspector
 * @returns bytes that the edge's isolate holds; null after the time limit
 */
export async function collectInWorkerd(port: number): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/json`);
  const isolates = (await answer.json()) as readonly Isolate[];
  const kept = await Promise.all(
    isolates.map(({ webSocketDebuggerUrl }) => collectGarbage(webSocketDebuggerUrl)),
  );
  return kept[isolates.findIndex(({ id }) => id === EDGE_ISOLATE)] ?? null;
}

export function inspectorOf(logFile: string): string {
  const [, url] = /^Debugger listening on (ws:\S+)$/m.exec(readFileSync(logFile, "utf8")) ?? [];
  if (url === undefined) throw new Error(`${logFile} names no inspector.`);
  return url;
}

export async function collectGarbage(inspector: string): Promise<number | null> {
  const socket = new WebSocket(inspector);
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    await once(socket, "open", { signal });
    await ask(socket, "HeapProfiler.collectGarbage", signal);
    const heap = (await ask(socket, "Runtime.getHeapUsage", signal)) as HeapUsage;
    return heap.usedSize + heap.backingStorageSize;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    socket.close();
  }
}

/** No inspector domain is enabled, so the next message is the response. */
async function ask(socket: WebSocket, method: string, signal: AbortSignal): Promise<unknown> {
  socket.send(JSON.stringify({ id: 1, method }));
  const [message] = (await once(socket, "message", { signal })) as [MessageEvent<string>];
  return (JSON.parse(message.data) as { result: unknown }).result;
}

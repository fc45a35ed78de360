import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";

export type HttpRequest = {
  method: string;
  /** With the port. */
  host: string;
  /** Null: no answer. */
  status: number | null;
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
};

/** A request of `fetch`; Stripe's library uses `node:http`. */
type UndiciRequest = { method: string; origin: string | URL };
type Message<R, A> = { request: R; response?: A };

/**
 * Reports each HTTP request of this process, by Node's diagnostics channels.
 *
 * @param watch.begin runs within the asynchronous context of the caller; null ignores the request
 */
export function watchHttpRequests<T>(watch: {
  begin(): T | null;
  end(begun: T, request: HttpRequest): void;
}): () => void {
  const open = new WeakMap<object, { begun: T; startMs: number; status: number | null }>();
  const begin = (request: object) => {
    const begun = watch.begin();
    if (begun !== null) open.set(request, { begun, startMs: Date.now(), status: null });
  };
  const answer = (request: object, status: number | undefined) => {
    const entry = open.get(request);
    if (entry !== undefined) entry.status = status ?? null;
  };
  const end = (request: object, method: string, host: string) => {
    const entry = open.get(request);
    if (entry === undefined) return;
    open.delete(request);
    const { begun, startMs, status } = entry;
    watch.end(begun, { method, host, status, startMs, endMs: Date.now() });
  };
  const endUndici = ({ request }: Message<UndiciRequest, never>) =>
    end(request, request.method, new URL(request.origin).host);
  const endHttp = ({ request }: Message<ClientRequest, IncomingMessage>) =>
    end(request, request.method, request.getHeader("host") as string);
  const channels: readonly [string, (message: never) => void][] = [
    ["undici:request:create", ({ request }: Message<UndiciRequest, never>) => begin(request)],
    [
      "undici:request:headers",
      ({ request, response }: Message<UndiciRequest, { statusCode: number }>) =>
        answer(request, response?.statusCode),
    ],
    ["undici:request:trailers", endUndici],
    ["undici:request:error", endUndici],
    ["http.client.request.start", ({ request }: Message<ClientRequest, never>) => begin(request)],
    [
      "http.client.response.finish",
      ({ request, response }: Message<ClientRequest, IncomingMessage>) => {
        answer(request, response?.statusCode);
        endHttp({ request });
      },
    ],
    ["http.client.request.error", endHttp],
  ];
  for (const [name, report] of channels) subscribe(name, report as (message: unknown) => void);
  return () => {
    for (const [name, report] of channels) unsubscribe(name, report as (message: unknown) => void);
  };
}

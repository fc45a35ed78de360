import { Pool } from "undici";
import * as z from "zod";
import { parseJson } from "#contracts/parse-json.ts";

export type Attempt = { readonly sentMs: number; readonly endedMs: number } & (
  | {
      readonly outcome: "response";
      readonly status: number;
      readonly code: string | null;
      readonly id: string | null;
      /** False: the response was dropped, so its client knows nothing of it. */
      readonly wasHeard: boolean;
    }
  | { readonly outcome: "no response"; readonly reason: string }
);

export interface HttpRequest {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface HttpClient {
  send(request: HttpRequest): Promise<{ readonly attempt: Attempt; readonly body: unknown }>;
  loseResponses(share: number): void;
  countWaiting(ms: number): number;
  close(): Promise<void>;
}

// GoTrue's errors have a number in `code` and the code in `error_code`.
const ErrorBody = z.object({
  code: z.union([z.string(), z.number()]).optional(),
  error_code: z.string().optional(),
});
const Created = z.object({ id: z.string() });

/** @param options.random numbers from 0 up to 1 */
export function createHttpClient(options: {
  apiUrl: string;
  anonKey: string;
  connections: number;
  timeoutMs: number;
  random: () => number;
  signal: AbortSignal;
}): HttpClient {
  const { timeoutMs, random, signal } = options;
  const pool = new Pool(options.apiUrl, {
    connections: options.connections,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: timeoutMs,
  });
  const underWay = new Set<{ readonly sentMs: number }>();
  let lostShare = 0;

  async function exchange({ method = "POST", path, body, headers }: HttpRequest) {
    try {
      const response = await pool.request({
        method,
        path,
        headers: {
          apikey: options.anonKey,
          authorization: `Bearer ${options.anonKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal,
      });
      return { status: response.statusCode, body: parseJson(await response.body.text()) };
    } catch (error) {
      signal.throwIfAborted();
      return { reason: describe(error) };
    }
  }

  return {
    async send(request) {
      const sentMs = performance.now();
      const waiting = { sentMs };
      underWay.add(waiting);
      const ended = await exchange(request).finally(() => underWay.delete(waiting));
      const endedMs = performance.now();
      if ("reason" in ended) {
        const { reason } = ended;
        return { attempt: { sentMs, endedMs, outcome: "no response", reason }, body: null };
      }
      const { status, body } = ended;
      const { data: error } = ErrorBody.safeParse(body);
      const attempt: Attempt = {
        sentMs,
        endedMs,
        outcome: "response",
        status,
        code: error?.error_code ?? error?.code?.toString() ?? null,
        id: Created.safeParse(body).data?.id ?? null,
        wasHeard: random() >= lostShare,
      };
      return { attempt, body };
    },
    loseResponses(share) {
      lostShare = share;
    },
    countWaiting: (ms) =>
      [...underWay].filter(({ sentMs }) => performance.now() - sentMs > ms).length,
    close: () => pool.destroy(),
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? `${error.message} (${String(error.code)})` : error.message;
}

/** What the API was asked, since the start or the last reset. */
export interface ApiStats {
  readonly requests: number;
  /** Of the requests, those that were not granted, for whatever reason. */
  readonly refused: number;
  /** Of the requests, those that repeated another and got its answer. */
  readonly replays: number;
  /** Requests by method and path, such as `POST /v1/customers/:id`. */
  readonly calls: Readonly<Record<string, number>>;
}

export const NO_STATS: ApiStats = { requests: 0, refused: 0, replays: 0, calls: {} };

/** The counts after one more request. */
export function countRequest(
  stats: ApiStats,
  call: string,
  answer: { readonly status: number; readonly isReplay?: boolean },
): ApiStats {
  return {
    requests: stats.requests + 1,
    refused: stats.refused + (answer.status < 400 ? 0 : 1),
    replays: stats.replays + (answer.isReplay === true ? 1 : 0),
    calls: { ...stats.calls, [call]: (stats.calls[call] ?? 0) + 1 },
  };
}

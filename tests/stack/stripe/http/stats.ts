export interface ApiStats {
  readonly requests: number;
  readonly refused: number;
  readonly replays: number;
  readonly calls: Readonly<Record<string, number>>;
}

export const NO_STATS: ApiStats = { requests: 0, refused: 0, replays: 0, calls: {} };

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

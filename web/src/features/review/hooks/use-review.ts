import { useCallback, useEffect, useState } from "react";
import type { ReviewResponse } from "#contracts/api/content/calendar.ts";
import { fetchReview } from "../api/review.ts";

type State = { readonly review: ReviewResponse | null; readonly error: unknown };

const LOADING: State = { review: null, error: null };

/** Without SWR, which comes later, with the comments. */
export function useReview(token: string) {
  const [state, setState] = useState(LOADING);
  const show = useCallback((review: ReviewResponse) => setState({ review, error: null }), []);
  const load = useCallback(
    () =>
      fetchReview(token).then(show, (error: unknown) =>
        setState(({ review }) => ({ review, error })),
      ),
    [token, show],
  );
  useEffect(() => void load(), [load]);
  const retry = useCallback(() => {
    setState(LOADING);
    void load();
  }, [load]);
  return { ...state, show, load, retry };
}

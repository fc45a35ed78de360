import { parseJson } from "#contracts/parse-json.ts";

const RESPONSE_LIMIT_MS = 8_000;

/** `body` is null unless it is JSON. */
export type Answer = { readonly status: number; readonly text: string; readonly body: unknown };

/** @returns null without a response; a redirect is not followed: it could pass a key to another host */
export async function ask(
  url: string,
  init: { method?: "GET" | "HEAD" | "POST"; headers?: Record<string, string> } = {},
): Promise<Answer | null> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_LIMIT_MS);
    const response = await fetch(url, { ...init, signal, redirect: "manual" });
    const text = await response.text();
    return { status: response.status, text, body: parseJson(text) };
  } catch {
    return null;
  }
}

export function describeAnswer(answer: Pick<Answer, "status"> | null): string {
  return answer === null ? "cannot be reached" : `answers ${answer.status}`;
}

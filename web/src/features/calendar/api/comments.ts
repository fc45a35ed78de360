import type { Comment, WriteCommentRequest } from "#contracts/api/content/comments.ts";
import { callApi } from "../../session/call-api.ts";

// Each function throws a CallError for an error response, and another error when there was no response.

/** @param token of an approval link; null for the signed-in user */
export async function fetchComments(postId: string, token: string | null): Promise<Comment[]> {
  const path = pathOf(postId);
  return parse(
    await (token === null
      ? callApi("GET", path)
      : callApi("GET", `review/${path}`, undefined, await withToken(token))),
  );
}

export async function writeComment(
  postId: string,
  token: string | null,
  body: WriteCommentRequest,
): Promise<Comment[]> {
  const path = pathOf(postId);
  return parse(
    await (token === null
      ? callApi("POST", path, body)
      : callApi("POST", `review/${path}`, body, await withToken(token))),
  );
}

const pathOf = (postId: string) => `posts/${encodeURIComponent(postId)}/comments` as const;

async function withToken(token: string) {
  const { MAIL_TOKEN_HEADER } = await import("#contracts/api/content/calendar.ts");
  return { [MAIL_TOKEN_HEADER]: token };
}

async function parse(response: Response): Promise<Comment[]> {
  const contract = await import("#contracts/api/content/comments.ts");
  return contract.CommentsResponse.parse(await response.json()).comments;
}

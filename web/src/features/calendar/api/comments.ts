import type { Comment, WriteCommentRequest } from "#contracts/api/content/comments.ts";
import { callApi } from "../../session/call-api.ts";

/** Each throws a CallError; another error when there was no answer. `token` is of a link from an email; null: the user asks. */
export async function fetchComments(postId: string, token: string | null): Promise<Comment[]> {
  return parse(await call("GET", postId, token));
}

export async function writeComment(
  postId: string,
  token: string | null,
  body: WriteCommentRequest,
): Promise<Comment[]> {
  return parse(await call("POST", postId, token, body));
}

async function call(
  method: "GET" | "POST",
  postId: string,
  token: string | null,
  body?: WriteCommentRequest,
): Promise<Response> {
  const path = `posts/${encodeURIComponent(postId)}/comments`;
  if (token === null) return callApi(method, path, body);
  const { MAIL_TOKEN_HEADER } = await import("#contracts/api/content/calendar.ts");
  return callApi(method, `review/${path}`, body, { [MAIL_TOKEN_HEADER]: token });
}

async function parse(response: Response): Promise<Comment[]> {
  const contract = await import("#contracts/api/content/comments.ts");
  return contract.CommentsResponse.parse(await response.json()).comments;
}

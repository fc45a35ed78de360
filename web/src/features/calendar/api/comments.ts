import type { Comment, WriteCommentRequest } from "#contracts/api/content/comments.ts";
import { callApi } from "../../session/call-api.ts";

/** Each throws a CallError; another error when there was no answer. */
export async function fetchComments(postId: string): Promise<Comment[]> {
  return parse(await callApi("GET", pathOf(postId)));
}

export async function writeComment(postId: string, body: WriteCommentRequest): Promise<Comment[]> {
  return parse(await callApi("POST", pathOf(postId), body));
}

const pathOf = (postId: string) => `posts/${encodeURIComponent(postId)}/comments`;

async function parse(response: Response): Promise<Comment[]> {
  const contract = await import("#contracts/api/content/comments.ts");
  return contract.CommentsResponse.parse(await response.json()).comments;
}

import type {
  Comment,
  CommentsResponse,
  WriteCommentRequest,
} from "#contracts/api/content/comments.ts";
import { callApi } from "../../session/call-api.ts";
import { withToken } from "./calendar.ts";

// Each function throws a CallError for an error response, and another error when there was no response.

/**
 * @param token of an approval link; null for the signed-in user
 * @param before null: the newest comments
 */
export async function fetchComments(
  postId: string,
  token: string | null,
  before: string | null = null,
): Promise<CommentsResponse> {
  const thread = pathOf(postId);
  const path = before === null ? thread : (`${thread}?before=${before}` as const);
  const response = await (token === null
    ? callApi("GET", path)
    : callApi("GET", `review/${path}`, undefined, await withToken(token)));
  return (await contract()).CommentsResponse.parse(await response.json());
}

export async function writeComment(
  postId: string,
  token: string | null,
  body: WriteCommentRequest,
): Promise<Comment> {
  const path = pathOf(postId);
  const response = await (token === null
    ? callApi("POST", path, body)
    : callApi("POST", `review/${path}`, body, await withToken(token)));
  return (await contract()).WriteCommentResponse.parse(await response.json()).comment;
}

const pathOf = (postId: string) => `posts/${encodeURIComponent(postId)}/comments` as const;

const contract = () => import("#contracts/api/content/comments.ts");

/**
 * Post id → the comment that is being written, with its idempotency key. A decision moves the post's card to another group, which
 * draws its comments anew.
 */
export const unsentComments = new Map<string, { text: string; key: string }>();

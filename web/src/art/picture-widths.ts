/** Pixels: a small post, a phone's column, a wide frame. */
export const PICTURE_WIDTHS = [320, 640, 1080] as const;

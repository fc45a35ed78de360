/** What a free trial holds: posts or reels, within so many days of the form. */
export const TRIAL = { days: 7, posts: 3, reels: 1 } as const;

/** A free trial has three posts or one reel, and we propose them within seven days of the form. */
export const TRIAL = { days: 7, posts: 3, reels: 1 } as const;

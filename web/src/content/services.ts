export const SERVICES = [
  {
    id: "social-media-management",
    name: "Social media management",
    summary: "Your feed planned, made and posted every month, by people who know your trade.",
  },
  {
    id: "paid-meta-ads",
    name: "Paid Meta ads",
    summary:
      "Facebook and Instagram campaigns that find the people likely to buy, and tell you what each one cost.",
  },
  {
    id: "graphic-design",
    name: "Graphic design",
    summary: "Posts that look like your shop front, your menu and your van: one brand, everywhere.",
  },
  {
    id: "video-editing",
    name: "Video editing",
    summary: "Your phone footage cut into reels that hold attention from the first second.",
  },
  {
    id: "community",
    name: "Community building and management",
    summary: "Comments and messages answered in your voice, so followers turn into regulars.",
  },
  {
    id: "influencer-marketing",
    name: "Influencer marketing",
    summary: "The right local faces, briefed, booked and measured, without the guesswork.",
  },
] as const;

export type ServiceId = (typeof SERVICES)[number]["id"];

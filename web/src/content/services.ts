import type { SceneName } from "../art/scenes.tsx";

export type Service = {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly features: readonly string[];
  readonly scene: SceneName;
};

export const SERVICES: readonly Service[] = [
  {
    id: "social-media-management",
    name: "Social media management",
    summary: "Your feed planned, made and posted every month, by people who know your trade.",
    features: [
      "A content calendar you can see and change",
      "Posts and reels with captions",
      "Scheduling on every platform in your plan",
    ],
    scene: "calendar",
  },
  {
    id: "paid-meta-ads",
    name: "Paid Meta ads",
    summary:
      "Facebook and Instagram campaigns that find the people likely to buy, and say what each cost.",
    features: [
      "Audiences built and tested",
      "Creative made for the placement",
      "Reports you can read without a glossary",
    ],
    scene: "growth",
  },
  {
    id: "graphic-design",
    name: "Graphic design",
    summary: "Posts that look like your shop front, your menu and your van: one brand, everywhere.",
    features: [
      "Templates in your colours",
      "Stories, carousels and covers",
      "Print-ready files on request",
    ],
    scene: "laptop",
  },
  {
    id: "video-editing",
    name: "Video editing",
    summary: "Your phone footage cut into reels that hold attention from the first second.",
    features: ["Hooks, subtitles and sound", "Vertical first", "A shot list before you film"],
    scene: "clip",
  },
  {
    id: "community",
    name: "Community building and management",
    summary: "Comments and messages answered in your voice, so followers turn into regulars.",
    features: [
      "Replies and moderation",
      "Engagement with local accounts",
      "Questions passed on to you",
    ],
    scene: "chat",
  },
  {
    id: "influencer-marketing",
    name: "Influencer marketing",
    summary: "The right local faces, briefed, booked and measured, without the guesswork.",
    features: [
      "Shortlists that fit your customers",
      "Briefs and agreements",
      "Results per collaboration",
    ],
    scene: "ring-light",
  },
];

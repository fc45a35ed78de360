import type { SceneName } from "./scene-names.ts";
import type { ServiceId } from "./services.ts";

type ServiceDetails = { readonly features: readonly string[]; readonly scene: SceneName };

export const SERVICE_DETAILS: Readonly<Record<ServiceId, ServiceDetails>> = {
  "social-media-management": {
    features: [
      "A content calendar you can see and change",
      "Posts and reels with captions",
      "Scheduling on every platform in your plan",
    ],
    scene: "calendar",
  },
  "paid-meta-ads": {
    features: [
      "Audiences built and tested",
      "Creative made for the placement",
      "Reports you can read without a glossary",
    ],
    scene: "growth",
  },
  "graphic-design": {
    features: [
      "Templates in your colours",
      "Stories, carousels and covers",
      "Print-ready files on request",
    ],
    scene: "laptop",
  },
  "video-editing": {
    features: ["Hooks, subtitles and sound", "Vertical first", "A shot list before you film"],
    scene: "clip",
  },
  community: {
    features: [
      "Replies and moderation",
      "Engagement with local accounts",
      "Questions passed on to you",
    ],
    scene: "chat",
  },
  "influencer-marketing": {
    features: [
      "Shortlists that fit your customers",
      "Briefs and agreements",
      "Results per collaboration",
    ],
    scene: "ring-light",
  },
};

import { type Business, BUSINESSES } from "#contracts/sample-month/businesses.ts";
import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

/** One post of each of the case studies, in their order. */
export const CASE_STUDY_POSTS: readonly {
  readonly business: Business;
  readonly post: SamplePost;
}[] = [
  {
    business: { ...BUSINESSES.nightlife, handle: "seafront.nightclub", place: "TikTok" },
    post: {
      kind: "reel",
      picture: "disco-ball",
      caption: "Wednesday. In November. In the rain.",
      card: { look: "words", big: ["Wed.", "Nov.", "Rain.", "Full."], small: [] },
    },
  },
  {
    business: { ...BUSINESSES.food, handle: "neighbourhood.table", place: "Sunday roast" },
    post: {
      kind: "post",
      caption: "Rump, dripping potatoes, and the last table at two. Was the last table.",
      card: { look: "price", big: ["£19"], small: ["Sunday roast", "From noon until it’s gone"] },
    },
  },
  {
    business: {
      ...BUSINESSES["health-beauty"],
      handle: "skin.clinic",
      place: "Questions from the desk",
    },
    post: {
      kind: "post",
      slides: 4,
      caption: "The four questions we hear before ten in the morning. Swipe, save, stop squinting.",
      card: {
        look: "tips",
        big: ["SPF,", "honestly"],
        small: ["Two fingers’ worth", "Every two hours", "Clouds don’t count", "Ears, too"],
      },
    },
  },
  {
    business: { ...BUSINESSES.automotive, handle: "independent.garage", place: "TikTok" },
    post: {
      kind: "reel",
      picture: "spanners",
      caption: "The customer said it was “a slight noise”.",
      card: { look: "words", big: ["“A slight", "noise.”"], small: [] },
    },
  },
];

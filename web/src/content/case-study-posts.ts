import { type Business, BUSINESSES } from "#contracts/sample-month/businesses.ts";
import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

/** One post of each of the case studies, in their order. */
export const CASE_STUDY_POSTS: readonly {
  readonly business: Business;
  readonly post: SamplePost;
}[] = [
  {
    business: { ...BUSINESSES.nightlife, handle: "seafront.nightclub", place: "TikTok" },
    post: reel(["words", "Wed. / Nov. / Rain. / Full."], "Wednesday. In November. In the rain.", {
      picture: "disco-ball",
    }),
  },
  {
    business: { ...BUSINESSES.food, handle: "neighbourhood.table", place: "Sunday roast" },
    post: post(
      ["price", "£19", "Sunday roast / From noon until it’s gone"],
      "Rump, dripping potatoes, and the last table at two. Was the last table.",
    ),
  },
  {
    business: {
      ...BUSINESSES["health-beauty"],
      handle: "skin.clinic",
      place: "Questions from the desk",
    },
    post: post(
      [
        "tips",
        "SPF, / honestly",
        "Two fingers’ worth / Every two hours / Clouds don’t count / Ears, too",
      ],
      "The four questions we hear before ten in the morning. Swipe, save, stop squinting.",
    ),
  },
  {
    business: { ...BUSINESSES.automotive, handle: "independent.garage", place: "TikTok" },
    post: reel(["words", "“A slight / noise.”"], "The customer said it was “a slight noise”.", {
      picture: "spanners",
    }),
  },
];

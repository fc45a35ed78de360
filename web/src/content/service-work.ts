import { type Business, BUSINESSES } from "#contracts/sample-month/businesses.ts";
import type { SamplePost } from "#contracts/sample-month/sample-post.ts";
import type { ServiceId } from "./services.ts";

type Work = { readonly business: Business; readonly post: SamplePost };

/** Two samples for each service that ends in a post. */
export const SERVICE_WORK: Readonly<Partial<Record<ServiceId, readonly Work[]>>> = {
  "social-media-management": [
    {
      business: BUSINESSES.food,
      post: {
        kind: "post",
        picture: "fried-egg",
        caption: "Two, with chives. The pan is older than the café.",
        card: { look: "words", big: ["Two,", "with", "chives."], small: [] },
      },
    },
    {
      business: BUSINESSES.ecommerce,
      post: {
        kind: "post",
        picture: "knitwear",
        caption: "The mustard one is back, and it won’t be for long.",
        card: { look: "words", big: ["Mustard", "is back."], small: [] },
      },
    },
  ],
  "graphic-design": [
    {
      business: BUSINESSES.fitness,
      post: {
        kind: "post",
        caption: "The whole class, in three words.",
        card: { look: "words", big: ["Chalk.", "Breathe.", "Lift."], small: ["Tuesdays at six"] },
      },
    },
    {
      business: BUSINESSES["health-beauty"],
      post: {
        kind: "post",
        caption: "Somebody’s luck.",
        card: { look: "offer", big: ["One chair"], small: ["Free today", "Colour or cut"] },
      },
    },
  ],
  "video-editing": [
    {
      business: BUSINESSES.technology,
      post: {
        kind: "reel",
        picture: "card-reader",
        caption: "Tap, beep, done. That’s the whole film.",
        card: { look: "words", big: ["Tap.", "Beep.", "Done."], small: [] },
      },
    },
    {
      business: BUSINESSES.food,
      post: {
        kind: "reel",
        caption: "The sound of a good crust.",
        card: { look: "words", big: ["Listen."], small: [] },
      },
    },
  ],
};

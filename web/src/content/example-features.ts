type ExampleFeature = {
  readonly title: string;
  readonly text: string;
};

export const EXAMPLE_FEATURES: readonly ExampleFeature[] = [
  {
    title: "Beauty and wellness",
    text: "Before and after, done with taste; openings filled the day they appear; products people ask for by the colour of the lid.",
  },
  {
    title: "E-commerce",
    text: "Launches with a countdown, restocks with a reason, and reels that show it in someone’s hand, not on a white background.",
  },
  {
    title: "Professional services",
    text: "One question, one answer, forty seconds. The sort of advice people forward saying “this is who I meant”.",
  },
];

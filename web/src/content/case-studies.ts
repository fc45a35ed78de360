export type CaseStudy = {
  readonly clientName: string;
  readonly platform: "TikTok" | "Instagram";
  readonly timeframe: string;
  readonly description: string;
  readonly metrics: readonly { readonly label: string; readonly value: string }[];
  readonly highlights: readonly string[];
  /** Thousands of views per week. */
  readonly weeklyViews: readonly number[];
};

export const CASE_STUDIES: readonly CaseStudy[] = [
  {
    clientName: "Seafront nightclub",
    platform: "TikTok",
    timeframe: "12 weeks",
    description: "From one clip a month to four a week, all cut from what the crowd filmed.",
    metrics: [
      { label: "Views", value: "1.9M" },
      { label: "Followers", value: "+14,200" },
      { label: "Ticket clicks", value: "9,840" },
    ],
    highlights: [
      "One resident’s intro watched 610,000 times",
      "Wednesdays sold out from week seven",
      "No paid push in the first month",
    ],
    weeklyViews: [18, 26, 41, 38, 74, 96, 151, 188, 176, 243, 301, 348],
  },
  {
    clientName: "Neighbourhood restaurant",
    platform: "Instagram",
    timeframe: "16 weeks",
    description:
      "One dish a week, shot by the pass at six, posted when people choose where to eat.",
    metrics: [
      { label: "Reach", value: "412K" },
      { label: "Profile visits", value: "+186%" },
      { label: "Table requests", value: "1,260" },
    ],
    highlights: [
      "Sunday roast booked ten days ahead",
      "Two thirds of reach within five miles",
      "Comments answered within the hour",
    ],
    weeklyViews: [9, 12, 11, 16, 19, 18, 24, 27, 26, 31, 35, 34, 40, 42, 45, 49],
  },
  {
    clientName: "Skin clinic",
    platform: "Instagram",
    timeframe: "20 weeks",
    description: "Plain answers to the questions people ask at the desk, one per reel.",
    metrics: [
      { label: "Saves", value: "22,700" },
      { label: "Followers", value: "+6,900" },
      { label: "Consultations", value: "+58%" },
    ],
    highlights: [
      "Most-saved reel: what SPF does and doesn’t do",
      "Waiting list for the first time",
      "Every claim checked by the clinic before it went live",
    ],
    weeklyViews: [7, 8, 10, 14, 13, 17, 22, 21, 26, 30, 29, 34, 33, 38, 41, 40, 46, 48, 51, 55],
  },
  {
    clientName: "Independent garage",
    platform: "TikTok",
    timeframe: "10 weeks",
    description: "What the mechanic saw that morning, in under thirty seconds.",
    metrics: [
      { label: "Views", value: "740K" },
      { label: "Followers", value: "+8,100" },
      { label: "MOT bookings", value: "+41%" },
    ],
    highlights: [
      "Customers bring their own worst parts to be filmed",
      "Quiet February no longer quiet",
    ],
    weeklyViews: [12, 19, 31, 44, 39, 68, 92, 110, 134, 151],
  },
];

import type { IndustryId } from "./industries.ts";
import type { SamplePost } from "./sample-post.ts";
import type { SceneName } from "./scene-names.ts";

export const EXAMPLES: Readonly<Record<IndustryId, readonly [SamplePost, SamplePost, SamplePost]>> =
  {
    "health-beauty": [
      {
        picture: "lipsticks",
        kind: "post",
        slides: 3,
        caption: "Four new colours on the bar. The coral goes first; the coral always goes first.",
        card: { look: "words", big: ["The coral", "goes", "first."], small: [] },
      },
      {
        kind: "post",
        caption: "A cancellation is somebody’s luck. Tell us by noon and the chair is yours.",
        card: {
          look: "offer",
          big: ["Today 2.30"],
          small: ["One chair free", "Colour or cut"],
        },
      },
      {
        kind: "reel",
        caption: "Both, obviously. But which first? Leah has a view.",
        card: { look: "question", big: ["Fringe", "first?"], small: ["Dry cut", "Wet cut"] },
      },
    ],
    "professional-services": [
      {
        kind: "post",
        caption:
          "The desk at seven, before the phone starts. Book the early slot: it’s the quiet one.",
        card: { look: "words", big: ["Quiet", "at seven."], small: ["Early appointments"] },
      },
      {
        kind: "post",
        caption: "From the inbox this week, answered in one line. More on Thursday.",
        card: {
          look: "question",
          big: ["Can I claim", "the van?"],
          small: ["If it works, yes", "If you do, partly"],
        },
      },
      {
        kind: "reel",
        caption:
          "Sold a few cakes, a bike and some records? You can keep this much before HMRC wants a form.",
        card: { look: "price", big: ["£1,000"], small: ["Trading allowance", "Every tax year"] },
      },
    ],
    ecommerce: [
      {
        picture: "candle",
        kind: "post",
        caption: "Cedar, moss and a bit of Tuesday evening. Poured in the shed, forty at a time.",
        card: { look: "words", big: ["Forty", "at a", "time."], small: [] },
      },
      {
        kind: "post",
        caption: "Ordered on Wednesday, worn on Friday. Thank you for the picture, Ros.",
        card: {
          look: "quote",
          big: ["The box", "was nearly", "as nice."],
          small: ["Ros, Lancaster"],
        },
      },
      {
        kind: "reel",
        caption: "Screenshot this for Christmas. We mean it about the twentieth.",
        card: {
          look: "hours",
          big: ["Last", "orders"],
          small: ["Scotland", "18 Dec", "Great Britain", "20 Dec", "Kendal", "24 Dec, noon"],
        },
      },
    ],
    food: [
      {
        picture: "sourdough",
        kind: "post",
        caption: "Out of the oven at six. Usually gone by ten, so we keep your name on one.",
        card: { look: "words", big: ["Gone", "by ten."], small: ["Sourdough, daily"] },
      },
      {
        kind: "post",
        caption: "For anybody on the early train. Say “platform” and it’s in your hand.",
        card: {
          look: "price",
          big: ["£4.50"],
          small: ["Flat white and a bun", "Weekdays to nine"],
        },
      },
      {
        kind: "reel",
        caption: "Loser washes up. Vote until Friday.",
        card: { look: "question", big: ["Brown or", "red?"], small: ["Brown sauce", "Ketchup"] },
      },
    ],
    technology: [
      {
        picture: "card-reader",
        kind: "post",
        caption: "Take a payment at the market, on the van, in a field. No signal needed.",
        card: { look: "words", big: ["Works", "in a", "field."], small: [] },
      },
      {
        kind: "post",
        slides: 4,
        caption: "Set it up on a Monday morning. The kettle takes longer.",
        card: {
          look: "tips",
          big: ["Open", "by nine"],
          small: ["Scan a barcode", "Name a price", "Plug in the drawer", "Sell something"],
        },
      },
      {
        kind: "reel",
        caption: "Per month, per till. The tenth till costs the same as the first.",
        card: { look: "price", big: ["£19"], small: ["A month, per till", "No contract"] },
      },
    ],
    fitness: [
      {
        picture: "kettlebell",
        kind: "post",
        caption: "Sixteen kilos. Dee says it’s lighter than it looks. Dee would.",
        card: { look: "words", big: ["Sixteen", "kilos.", "Go on."], small: [] },
      },
      {
        kind: "post",
        caption: "The new timetable. Screenshot it, stick it on the fridge.",
        card: {
          look: "hours",
          big: ["This", "week"],
          small: [
            "Mon",
            "18:00 Basics",
            "Wed",
            "06:30 Lift",
            "Fri",
            "12:15 Circuit",
            "Sat",
            "09:00 Run",
          ],
        },
      },
      {
        kind: "reel",
        caption: "Pat, 61. Same bar, ten weeks apart.",
        card: {
          look: "split",
          big: ["20 kg", "62.5 kg"],
          small: ["Pat in January", "Pat in March"],
        },
      },
    ],
    automotive: [
      {
        picture: "spanners",
        kind: "post",
        caption: "Each one goes back in its place, or Declan sighs. Ramp two is free on Thursday.",
        card: { look: "words", big: ["Ramp two.", "Thursday."], small: [] },
      },
      {
        kind: "post",
        caption: "Fixed price, parts and fluid included. We ring before we touch anything else.",
        card: { look: "price", big: ["£149"], small: ["Full service", "Cars up to 2 litres"] },
      },
      {
        kind: "reel",
        caption: "Do these on Sunday and the mechanic will have nothing to say.",
        card: {
          look: "tips",
          big: ["MOT next", "week?"],
          small: ["Try every bulb", "Top up the washer", "Check the plates", "Empty the boot"],
        },
      },
    ],
    "legal-coverage": [
      {
        picture: "law-books",
        kind: "post",
        caption: "Four hundred pages on landlords. You get the page and a half that matter to you.",
        card: { look: "words", big: ["Your page", "and a half."], small: [] },
      },
      {
        kind: "post",
        slides: 5,
        caption: "Buying your first home: who does what, and when. Save it for offer day.",
        card: {
          look: "tips",
          big: ["Offer", "accepted"],
          small: [
            "Ring your solicitor",
            "Book the survey",
            "Read the lease",
            "Don’t hand in notice",
          ],
        },
      },
      {
        kind: "reel",
        caption:
          "The limit of the small claims track. No barrister, one form, and often one morning.",
        card: { look: "price", big: ["£10k"], small: ["Small claims", "England and Wales"] },
      },
    ],
  };

type ExampleFeature = {
  readonly title: string;
  readonly text: string;
  readonly industry: IndustryId;
  /** While the industry has no picture left. */
  readonly scene: SceneName;
};

export const EXAMPLE_FEATURES: readonly ExampleFeature[] = [
  {
    title: "Beauty and wellness",
    text: "Before and after, done with taste; openings filled the day they appear; products people ask for by the colour of the lid.",
    industry: "health-beauty",
    scene: "spa",
  },
  {
    title: "E-commerce",
    text: "Launches with a countdown, restocks with a reason, and reels that show it in someone’s hand, not on a white background.",
    industry: "ecommerce",
    scene: "trainer",
  },
  {
    title: "Professional services",
    text: "One question, one answer, forty seconds. The sort of advice people forward saying “this is who I meant”.",
    industry: "professional-services",
    scene: "door",
  },
];

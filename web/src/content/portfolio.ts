import type { SamplePost } from "#contracts/sample-month/sample-post.ts";
import type { IndustryId } from "./industries.ts";

type IndustryWork = {
  readonly description: string;
  readonly samples: readonly [SamplePost, SamplePost, SamplePost];
};

export const PORTFOLIO: Readonly<Record<IndustryId, IndustryWork>> = {
  "health-beauty": {
    description:
      "Treatments are about trust, so we show the hands, the room and the result, and make booking the obvious next step.",
    samples: [
      {
        picture: "lipsticks",
        kind: "reel",
        caption: "Five reds. One of them’s yours. Try them on Saturday: we’ve got the good light.",
        card: { look: "words", big: ["Five", "reds.", "One is", "yours."], small: [] },
      },
      {
        kind: "post",
        caption: "New in the chair on Thursdays: Mia. Her first twelve cuts are at this price.",
        card: {
          look: "price",
          big: ["£28"],
          small: ["Cut and blow-dry", "Thursdays with Mia"],
        },
      },
      {
        kind: "post",
        caption: "Warm towels, eucalyptus, phone in the drawer. Sunday slots are open.",
        card: { look: "words", big: ["Sunday.", "No phone.", "Warm", "towels."], small: [] },
      },
    ],
  },
  "professional-services": {
    description:
      "People choose an adviser long before they call one. We turn what you know into short, plain answers that people keep and share.",
    samples: [
      {
        picture: "house-plan",
        kind: "post",
        caption:
          "First house, first mortgage, first tea in our front room. Bring the plan. We’ll bring the numbers.",
        card: { look: "words", big: ["First", "house?", "Kettle’s", "on."], small: [] },
      },
      {
        kind: "post",
        slides: 4,
        caption: "Save this for the second week of January. You’ll thank yourself.",
        card: {
          look: "tips",
          big: ["Before", "31 January"],
          small: ["Find your UTR", "Bank interest, all of it", "Pension slips", "Then ring us"],
        },
      },
      {
        picture: "blue-door",
        kind: "reel",
        caption: "Twenty-seven, not twenty-five. Same stairs, same Margaret.",
        card: { look: "words", big: ["New door.", "Same", "Margaret."], small: [] },
      },
    ],
  },
  ecommerce: {
    description:
      "Launch, restock, bundle, repeat. Products shot so that people can feel them, and reasons to come back before the parcel has even arrived.",
    samples: [
      {
        picture: "parcel",
        kind: "reel",
        caption: "Packed by Amira before noon, on your mat tomorrow. Yes, she writes every card.",
        card: { look: "words", big: ["Packed", "before", "noon."], small: [] },
      },
      {
        kind: "post",
        caption:
          "For everybody who waited for the restock: thank you. It ends on Sunday at midnight.",
        card: {
          look: "offer",
          big: ["2 for £30"],
          small: ["All candles", "Until Sunday midnight"],
        },
      },
      {
        picture: "knitwear",
        kind: "post",
        caption: "Lambswool from eleven miles away. Back in oat, rust and pine.",
        card: { look: "words", big: ["Wool", "from", "eleven", "miles."], small: [] },
      },
    ],
  },
  food: {
    description:
      "Hunger does the selling. Close, bright and quick, posted when people are deciding where to eat, not after.",
    samples: [
      {
        kind: "reel",
        caption: "Sam poured 214 of these last week. This was the fern.",
        card: { look: "words", big: ["First", "one’s at", "seven."], small: [] },
      },
      {
        kind: "post",
        caption: "Winter hours from Monday. Sunday stays long, because Sundays should.",
        card: {
          look: "hours",
          big: ["Winter", "hours"],
          small: ["Mon–Thu", "7–3", "Fri", "7–4", "Sat", "8–4", "Sun", "8–5"],
        },
      },
      {
        picture: "fried-egg",
        kind: "post",
        caption: "Two eggs, our own bread, butter to the edge. Until three, no questions asked.",
        card: { look: "words", big: ["Eggs", "until", "three."], small: ["Every day"] },
      },
    ],
  },
  technology: {
    description:
      "People don’t share features, they share uses. We show what your product changes on an ordinary Tuesday, in a customer’s own words.",
    samples: [
      {
        picture: "card-reader",
        kind: "post",
        caption: "Half past five, chairs up, till closed. Home before the pasta boils.",
        card: { look: "words", big: ["Close", "the till", "in four", "taps."], small: [] },
      },
      {
        kind: "post",
        caption: "Carol runs a bookshop in Stockport. This was her Sunday evening, then and now.",
        card: {
          look: "split",
          big: ["3 hours", "9 minutes"],
          small: ["Stock-take by hand", "Stock-take with Tillroll"],
        },
      },
      {
        picture: "keyboard",
        kind: "reel",
        caption: "Version 4 is out. It is mostly things you asked for, in the order you asked.",
        card: { look: "words", big: ["You", "asked.", "It’s out."], small: [] },
      },
    ],
  },
  fitness: {
    description:
      "People join for the goal and stay for the room. Real members, short coaching, and a timetable nobody has to look for.",
    samples: [
      {
        picture: "dumbbells",
        kind: "reel",
        caption:
          "Your first heavy single, step by step. Watch to the end for the bit we all forget.",
        card: { look: "words", big: ["Chalk.", "Breathe.", "Lift."], small: [] },
      },
      {
        kind: "post",
        caption: "Nobody is watching. Everybody is busy with their own third set.",
        card: {
          look: "words",
          big: ["New?", "So was", "everyone", "here."],
          small: ["Beginners, Mondays at six"],
        },
      },
      {
        picture: "skipping-rope",
        kind: "post",
        caption: "Five minutes before class, four rounds, one rope. Ours hang by the door.",
        card: { look: "words", big: ["Five", "minutes.", "One rope."], small: [] },
      },
    ],
  },
  automotive: {
    description:
      "From the forecourt to the ramp: honest walk-rounds, before-and-after jobs and reminders that fill the quiet weeks.",
    samples: [
      {
        kind: "post",
        caption: "Out of the valet bay at ten past four. The rain lasted until quarter past.",
        card: { look: "words", big: ["Clean", "for five", "minutes."], small: [] },
      },
      {
        kind: "post",
        caption: "Answer in the comments. Declan shows the gauge tomorrow.",
        card: {
          look: "question",
          big: ["How deep", "is legal?"],
          small: ["1.2 mm", "1.6 mm"],
        },
      },
      {
        picture: "keys",
        kind: "reel",
        caption: "Keys in at eight, car back by five. A lift to work is part of the price.",
        card: { look: "words", big: ["Keys in", "at eight.", "Back by", "five."], small: [] },
      },
    ],
  },
  "legal-coverage": {
    description:
      "Careful words, checked by you before they leave the building. Rights and deadlines made clear, without fear or jargon.",
    samples: [
      {
        picture: "contract",
        kind: "post",
        caption:
          "Read page four before you sign. Then read it again with us, for half an hour, free.",
        card: { look: "words", big: ["Read", "page four", "again."], small: [] },
      },
      {
        kind: "post",
        caption: "Thank you, Mrs A. The keys suit you.",
        card: {
          look: "quote",
          big: ["They rang", "me before", "I rang", "them."],
          small: ["First-time buyer, Headingley"],
        },
      },
      {
        kind: "reel",
        caption: "Leeds, ten to nine. Most cases never get this far, and we like it that way.",
        card: { look: "words", big: ["Most", "cases stop", "before", "this door."], small: [] },
      },
    ],
  },
};

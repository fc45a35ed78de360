import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";
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
      reel(
        ["words", "Five / reds. / One is / yours."],
        "Five reds. One of them’s yours. Try them on Saturday: we’ve got the good light.",
        { picture: "lipsticks" },
      ),
      post(
        ["price", "£28", "Cut and blow-dry / Thursdays with Mia"],
        "New in the chair on Thursdays: Mia. Her first twelve cuts are at this price.",
      ),
      post(
        ["words", "Sunday. / No phone. / Warm / towels."],
        "Warm towels, eucalyptus, phone in the drawer. Sunday slots are open.",
      ),
    ],
  },
  "professional-services": {
    description:
      "People choose an adviser long before they call one. We turn what you know into short, plain answers that people keep and share.",
    samples: [
      post(
        ["words", "First / house? / Kettle’s / on."],
        "First house, first mortgage, first tea in our front room. Bring the plan. We’ll bring the numbers.",
        { picture: "house-plan" },
      ),
      post(
        [
          "tips",
          "Before / 31 January",
          "Find your UTR / Bank interest, all of it / Pension slips / Then ring us",
        ],
        "Save this for the second week of January. You’ll thank yourself.",
      ),
      reel(
        ["words", "New door. / Same / Margaret."],
        "Twenty-seven, not twenty-five. Same stairs, same Margaret.",
        { picture: "blue-door" },
      ),
    ],
  },
  ecommerce: {
    description:
      "Launch, restock, bundle, repeat. Products shot so that people can feel them, and reasons to come back before the parcel has even arrived.",
    samples: [
      reel(
        ["words", "Packed / before / noon."],
        "Packed by Amira before noon, on your mat tomorrow. Yes, she writes every card.",
        { picture: "parcel" },
      ),
      post(
        ["offer", "2 for £30", "All candles / Until Sunday midnight"],
        "For everybody who waited for the restock: thank you. It ends on Sunday at midnight.",
      ),
      post(
        ["words", "Wool / from / eleven / miles."],
        "Lambswool from eleven miles away. Back in oat, rust and pine.",
        { picture: "knitwear" },
      ),
    ],
  },
  food: {
    description:
      "Hunger does the selling. Close, bright and quick, posted when people are deciding where to eat, not after.",
    samples: [
      reel(
        ["words", "First / one’s at / seven."],
        "Sam poured 214 of these last week. This was the fern.",
      ),
      post(
        ["hours", "Winter / hours", "Mon–Thu: 7–3 / Fri: 7–4 / Sat: 8–4 / Sun: 8–5"],
        "Winter hours from Monday. Sunday stays long, because Sundays should.",
      ),
      post(
        ["words", "Eggs / until / three.", "Every day"],
        "Two eggs, our own bread, butter to the edge. Until three, no questions asked.",
        { picture: "fried-egg" },
      ),
    ],
  },
  technology: {
    description:
      "People don’t share features, they share uses. We show what your product changes on an ordinary Tuesday, in a customer’s own words.",
    samples: [
      post(
        ["words", "Close / the till / in four / taps."],
        "Half past five, chairs up, till closed. Home before the pasta boils.",
        { picture: "card-reader" },
      ),
      post(
        ["split", "3 hours / 9 minutes", "Stock-take by hand / Stock-take with Tillroll"],
        "Carol runs a bookshop in Stockport. This was her Sunday evening, then and now.",
        { slides: 1 },
      ),
      reel(
        ["words", "You / asked. / It’s out."],
        "Version 4 is out. It’s mostly things you asked for, in the order you asked.",
        { picture: "keyboard" },
      ),
    ],
  },
  fitness: {
    description:
      "People join for the goal and stay for the room. Real members, short coaching, and a timetable nobody has to look for.",
    samples: [
      reel(
        ["words", "Chalk. / Breathe. / Lift."],
        "Your first heavy single, step by step. Watch to the end for the bit we all forget.",
        { picture: "dumbbells" },
      ),
      post(
        ["words", "New? / So was / everyone / here.", "Beginners, Mondays at six"],
        "Nobody is watching. Everybody is busy with their own third set.",
      ),
      post(
        ["words", "Five / minutes. / One rope."],
        "Five minutes before class, four rounds, one rope. Ours hang by the door.",
      ),
    ],
  },
  automotive: {
    description:
      "From the forecourt to the ramp: honest walk-rounds, before-and-after jobs and reminders that fill the quiet weeks.",
    samples: [
      post(
        ["words", "Clean / for five / minutes."],
        "Out of the valet bay at ten past four. The rain lasted until quarter past.",
      ),
      post(
        ["question", "How deep / is legal?", "1.2 mm / 1.6 mm"],
        "Answer in the comments. Declan shows the gauge tomorrow.",
      ),
      reel(
        ["words", "Keys in / at eight. / Back by / five."],
        "Keys in at eight, car back by five. A lift to work is part of the price.",
        { picture: "keys" },
      ),
    ],
  },
  "legal-coverage": {
    description:
      "Careful words, checked by you before they leave the building. Rights and deadlines made clear, without fear or jargon.",
    samples: [
      post(
        ["words", "Read / page four / again."],
        "Read page four before you sign. Then read it again with us, for half an hour, free.",
        { picture: "contract" },
      ),
      post(
        ["quote", "They rang / me before / I rang / them.", "First-time buyer, Headingley"],
        "Thank you, Mrs A. The keys suit you.",
      ),
      reel(
        ["words", "Most / cases stop / before / this door."],
        "Leeds, ten to nine. Most cases never get this far, and we like it that way.",
      ),
    ],
  },
};

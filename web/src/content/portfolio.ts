import type { SceneName } from "../art/scenes.tsx";
import type { IndustryId } from "./industries.ts";

export type SamplePost = {
  readonly scene: SceneName;
  readonly kind: "post" | "reel";
  readonly caption: string;
  readonly alt: string;
};

type IndustryWork = {
  readonly description: string;
  readonly handle: string;
  readonly samples: readonly [SamplePost, SamplePost, SamplePost];
};

export const PORTFOLIO: Readonly<Record<IndustryId, IndustryWork>> = {
  "health-beauty": {
    description:
      "Treatments are about trust, so we show the hands, the room and the result, and make booking the obvious next step.",
    handle: "thewindowsalon",
    samples: [
      {
        scene: "salon",
        kind: "reel",
        caption: "Long bob, autumn copper, two hours well spent.",
        alt: "A copper bob seen from behind in front of a round mirror.",
      },
      {
        scene: "lipstick",
        kind: "post",
        caption: "The shade everybody asks about. Back on the shelf on Friday.",
        alt: "An orange lipstick standing open on a pale plinth.",
      },
      {
        scene: "spa",
        kind: "post",
        caption: "Sunday slots are open. Your shoulders will thank you.",
        alt: "Three stacked stones beside a red leaf.",
      },
    ],
  },
  "professional-services": {
    description:
      "People choose an adviser long before they call one. We turn what you know into short, plain answers that people keep and share.",
    handle: "harbour.accounts",
    samples: [
      {
        scene: "door",
        kind: "post",
        caption: "Our door has a new number. Our advice has not changed.",
        alt: "A blue Georgian front door with a fanlight and a brass letterbox.",
      },
      {
        scene: "growth",
        kind: "reel",
        caption: "Payments on account, explained in forty seconds.",
        alt: "An arrow rising above white columns.",
      },
      {
        scene: "calendar",
        kind: "post",
        caption: "31 January is closer than it looks.",
        alt: "A wall calendar with one day circled.",
      },
    ],
  },
  ecommerce: {
    description:
      "Launch, restock, bundle, repeat. Products shot so that people can feel them, and reasons to come back before the parcel has even arrived.",
    handle: "parcel.and.pine",
    samples: [
      {
        scene: "parcel",
        kind: "reel",
        caption: "Packed before noon, on your mat tomorrow.",
        alt: "A taped parcel with an address label on a teal ground.",
      },
      {
        scene: "dress",
        kind: "post",
        caption: "The wrap dress is back in all sizes.",
        alt: "A dotted orange wrap dress on a hanger.",
      },
      {
        scene: "trainer",
        kind: "post",
        caption: "Made to be worn out, then resoled.",
        alt: "A running shoe with a yellow sole.",
      },
    ],
  },
  food: {
    description:
      "Hunger does the selling. Close, bright and quick, posted when people are deciding where to eat, not after.",
    handle: "theyolkcafe",
    samples: [
      {
        scene: "plate",
        kind: "post",
        caption: "Eggs until three. No questions asked.",
        alt: "A fried egg on a plate with a fork beside it.",
      },
      {
        scene: "coffee",
        kind: "reel",
        caption: "First one’s at seven. So are we.",
        alt: "A steaming cup of coffee on a dark counter.",
      },
      {
        scene: "cocktail",
        kind: "post",
        caption: "Thursday is the new Friday. Table for two?",
        alt: "A cocktail in a wide glass in front of a low sun.",
      },
    ],
  },
  technology: {
    description:
      "People don’t share features, they share uses. We show what your product changes on an ordinary Tuesday, in a customer’s own words.",
    handle: "tillroll.app",
    samples: [
      {
        scene: "app",
        kind: "reel",
        caption: "Close the till in four taps.",
        alt: "A phone showing a bar chart whose last bar stands out.",
      },
      {
        scene: "laptop",
        kind: "post",
        caption: "Version 4 is out. It is mostly things you asked for.",
        alt: "A laptop with a half-finished drawing on its screen.",
      },
      {
        scene: "receipt",
        kind: "post",
        caption: "Receipts by text from Monday. The roll can stay in the drawer.",
        alt: "A long paper receipt with an orange total hanging out of a till.",
      },
    ],
  },
  fitness: {
    description:
      "People join for the goal and stay for the room. Real members, short coaching, and a timetable nobody has to look for.",
    handle: "ironworks.croydon",
    samples: [
      {
        scene: "dumbbell",
        kind: "reel",
        caption: "Your first heavy single, step by step.",
        alt: "A dumbbell seen from above on an orange floor.",
      },
      {
        scene: "runner",
        kind: "post",
        caption: "Saturday run club: all paces, one bakery.",
        alt: "A runner going uphill in front of a low sun.",
      },
      {
        scene: "kettlebell",
        kind: "post",
        caption: "New to weights? Mondays at six are for you.",
        alt: "A pale kettlebell with an orange mark standing on a dark floor.",
      },
    ],
  },
  automotive: {
    description:
      "From the forecourt to the ramp: honest walk-rounds, before-and-after jobs and reminders that fill the quiet weeks.",
    handle: "derrymotorworks",
    samples: [
      {
        scene: "car",
        kind: "reel",
        caption: "MOT in March? Book it while there is room.",
        alt: "An orange car at night under a yellow moon.",
      },
      {
        scene: "tyre",
        kind: "post",
        caption: "Three millimetres is the time to think about it.",
        alt: "A tyre seen from the side with a spanner.",
      },
      {
        scene: "car-key",
        kind: "post",
        caption: "Keys in at eight, car back by five.",
        alt: "A car key with an orange and a yellow button lying on a pale counter.",
      },
    ],
  },
  "legal-coverage": {
    description:
      "Careful words, checked by you before they leave the building. Rights and deadlines made clear, without fear or jargon.",
    handle: "aire.valley.law",
    samples: [
      {
        scene: "court",
        kind: "post",
        caption: "What the new tenancy rules mean for you.",
        alt: "The front of a courthouse with orange columns.",
      },
      {
        scene: "scales",
        kind: "reel",
        caption: "No win, no fee: three questions to ask first.",
        alt: "A pair of scales in balance.",
      },
      {
        scene: "deed",
        kind: "post",
        caption: "Buying your first home: who does what, and when.",
        alt: "A document with an orange seal and a yellow ribbon.",
      },
    ],
  },
};

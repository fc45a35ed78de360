import { londonInstant, londonTime } from "#contracts/due-times.ts";
import { DAY_MS, HOUR_MS } from "#contracts/durations.ts";
import { LOCALS, OPENINGS } from "#contracts/sample-month/any-trade.ts";
import { loadPosts } from "#contracts/sample-month/trades.ts";
import { fill, withoutIsolates } from "#contracts/sample-month/words.ts";
import { altOf, fileNameOf } from "./files.ts";
import { PEOPLE } from "./people.ts";

/** The file is a picture of the site, a film, or large words with their lines as those of a verse. */
export type DemoPost = readonly [file: string, platforms: string, text: string];

/** Every post that is live, and every one that is to come, in the order of their days. */
type Months = {
  /** In the brief. */
  readonly about: string | null;
  /** Its posts follow their own until each month has {@link EACH}. */
  readonly trade?: string;
  readonly behind: readonly DemoPost[];
  readonly ahead: readonly DemoPost[];
};

const BOTH = "instagram, facebook";

export const POSTS = {
  active: {
    about: "A bakery on the harbour, open since 2009. Bread before seven, cakes after ten.",
    behind: [
      [
        "14 hours. / 40 minutes. / Rye.",
        BOTH,
        "Fourteen hours of waiting, forty minutes of fire. This is Tuesday’s rye.",
      ],
      [
        "Bring / the dog.",
        "instagram",
        "We open at half past six. The first cup is yours if you bring the dog.",
      ],
      [
        "Turnovers / tomorrow.",
        "facebook",
        "Apple boxes from Hill Farm are here. Turnovers from tomorrow, while they last.",
      ],
      ["reel", "instagram, tiktok", "Knead, wait, fire, pour: our whole morning in six seconds."],
      [
        "Biscuit? / Always.",
        BOTH,
        "Biscuit on the saucer, always. Which one, you may choose at the till.",
      ],
      [
        "Closed / on Sunday.",
        "facebook",
        "We’re closed on Sunday for the harbour run. Cheer with us at the corner.",
      ],
      [
        "fried-egg",
        "instagram",
        "Eggs from Wilma’s hens, bread from our oven, chives from the sill.",
      ],
      [
        "Half / a loaf.",
        BOTH,
        "You asked for smaller loaves. From Monday there’s a half for one or two.",
      ],
      [
        "Fig rolls, / at five.",
        "instagram",
        "First fig rolls of the season. We bake at five, so the early walkers get the warm ones.",
      ],
      [
        "212 loaves / so far.",
        "facebook",
        "Pay for a loaf you don’t take, and the night shelter gets it. 212 so far.",
      ],
    ],
    ahead: [
      ["reel", "instagram, tiktok", "How a plait becomes a loaf, before the kettle boils."],
      [
        "Six jars. / One / ribbon.",
        BOTH,
        "Advent boxes can be ordered from Monday: six biscuits, six jars, one ribbon.",
      ],
      ["Meet / Joe.", "instagram", "Meet Joe, who has fired our oven since 2011."],
      [
        "Thank you, / Saltby / Primary.",
        "facebook",
        "Thank you, Saltby Primary, for the drawings. They hang beside the till now.",
      ],
      [
        "bakery-queue",
        BOTH,
        "What is left at four o’clock goes to the night shelter. Here’s who fetches it.",
      ],
      ["Plum cake / is back.", BOTH, "Plum cake is back. By the slice, or whole by order."],
      [
        "coffee-counter",
        "instagram",
        "A quiet morning, a loud kettle. Come and sit at the window.",
      ],
      [
        "Second best? / We’re / coming.",
        "facebook",
        "Our mince pies were voted second best of the county. We know who was first, and we’re coming.",
      ],
      [
        "Eight places. / Aprons / included.",
        "instagram",
        "Sourdough classes in January: eight places, aprons included.",
      ],
    ],
  },
  trial: {
    about: null,
    behind: [],
    ahead: [
      ["Nervous? / Tell us.", "instagram", "Nervous? Tell us at the door. We have time for that."],
      ["Saturdays / are back.", "facebook", "Saturday appointments start again in January."],
    ],
  },
  pastDue: {
    about: "A barber’s with three chairs, and a queue that talks.",
    trade: "Barber",
    behind: [
      [
        "Short back. / Long / story.",
        "instagram",
        "Short back, long story. Both take twenty-five minutes.",
      ],
      [
        "No queue / before / ten.",
        BOTH,
        "Walk in before ten and there’s no queue. After ten there’s coffee.",
      ],
      ["“Make me / look / awake.”", "instagram", "“Make me look awake.” Our most asked-for cut."],
    ],
    ahead: [
      [
        "Four / Saturdays / left.",
        BOTH,
        "The last Saturdays before Christmas go first. Yours is still free.",
      ],
      [
        "Give / a haircut.",
        "instagram",
        "Give a haircut. The voucher fits a stocking, and his head.",
      ],
      [
        "First cut / of a / first-born.",
        "facebook",
        "First cut of a first-born: we keep the curl for you.",
      ],
    ],
  },
  bankAsks: {
    about: "Flowers by the week, for weddings, and for no reason at all.",
    trade: "Florist",
    behind: [
      [
        "June. / A bride. / Peonies.",
        "instagram",
        "A bride in June, her bouquet in our window. Thank you, Ana.",
      ],
      [
        "Flowers / on / Friday.",
        BOTH,
        "Flowers by the week, wrapped in brown paper, at your door on Friday.",
      ],
      [
        "One branch. / Three / stones.",
        "instagram",
        "One branch, three stones, no vase. Sunday’s table in a minute.",
      ],
    ],
    ahead: [
      [
        "Wreaths / are here.",
        BOTH,
        "Wreaths are here. Bring your door’s width, we’ll bring the ribbon.",
      ],
      [
        "One fir tree. / Two / hours.",
        "instagram",
        "Wreath evenings: two hours, one fir tree, mulled wine.",
      ],
      [
        "What / lasts / longest?",
        "facebook",
        "What lasts longest in a warm room? Ask us, we’ve tried them all.",
      ],
    ],
  },
  cancelling: {
    about: "Plumbers in the third generation. We answer the phone ourselves.",
    trade: "Plumber",
    behind: [
      [
        "Find your / stopcock.",
        "facebook",
        "Know where your stopcock is? Find it today, thank us in January.",
      ],
      [
        "Three / generations.",
        BOTH,
        "Three generations, one set of spanners. The red rag is Dad’s.",
      ],
      [
        "The price, / in / writing.",
        "facebook",
        "You get the price before we open the bag. In writing.",
      ],
    ],
    ahead: [
      ["Two / mornings / left.", "facebook", "Boiler checks this week: two mornings are left."],
      ["Boots / off.", BOTH, "We take our boots off. Every time."],
      [
        "Drip? / Film it.",
        "facebook",
        "Dripping tap? Send us a film of it. Half of them need no visit.",
      ],
    ],
  },
  offered: {
    about: "Pakistani home cooking: lunch at the counter, dinner to collect.",
    trade: "Caterer",
    behind: [
      ["Written / at nine.", "instagram", "The lunch menu, written at nine, gone by two."],
      [
        "Two eggs. / Green / chilli.",
        BOTH,
        "Two eggs, green chilli, lime. Nadia has it before anybody else is up.",
      ],
      [
        "Watch / your / sleeve.",
        "instagram",
        "Karak chai, poured from high up. Watch your sleeve.",
      ],
    ],
    ahead: [
      ["Dinner / for four.", BOTH, "Dinner for four in one box. Order by noon, collect at six."],
      ["Biryani / Friday.", "instagram", "Biryani Friday. The pot is as wide as the door."],
      ["Too / hot?", "facebook", "Too hot, not hot enough? Tell us, we read every one."],
    ],
  },
  refunded: {
    about: "An optician’s with an eye for frames.",
    behind: [
      [
        "Arm’s / length. / Blurred?",
        "instagram",
        "Hold your phone at arm’s length. Blurred? Come in for ten minutes.",
      ],
      ["New / frames.", "facebook", "New frames in the window, from Leeds and from Lake Como."],
    ],
    ahead: [],
  },
  duplicate: {
    about: "Used cars with a history, and a workshop behind them.",
    behind: [],
    ahead: [
      [
        "Below / seven / degrees.",
        BOTH,
        "Below seven degrees summer tyres slide. Ours take forty minutes to change.",
      ],
      ["keys", "instagram", "One owner, full history, and the key ring comes with it."],
      [
        "Waxed. / Then it / rained.",
        "instagram",
        "Waxed, and then it rained. We’re not even sorry.",
      ],
    ],
  },
  returned: {
    about: "A Spanish bar with forty seats and a record player.",
    trade: "Restaurant",
    behind: [
      [
        "Tortilla. / Soft in the / middle.",
        BOTH,
        "Tortilla like my grandmother’s: soft in the middle, no discussion.",
      ],
      ["cocktail-bar", "instagram", "A vermut at one on Sunday. We’ve kept you a stool."],
      ["Record / night.", "instagram", "Thursday is record night. Bring one, hear one."],
    ],
    ahead: [
      [
        "Smoke. / Peel. / Two cherries.",
        "instagram",
        "The winter list is here. Orange peel, smoke, two cherries.",
      ],
      ["Twelve / grapes.", BOTH, "New Year’s Eve: twelve grapes at midnight, and forty seats."],
      ["neon", "instagram", "Open late, and the kitchen too."],
    ],
  },
  cafe: {
    about: "Coffee from one roaster, cake from one aunt, and a step for the dogs.",
    trade: "Café",
    behind: [],
    ahead: [],
  },
  bar: {
    about: "Twelve stools, one long counter, and music that ends at one.",
    trade: "Bar",
    behind: [],
    ahead: [],
  },
  garage: {
    about: "Three ramps and a kettle. We show you the part that we took out.",
    trade: "Garage",
    behind: [],
    ahead: [],
  },
  clothes: {
    about: "Dresses by makers whom we can ring, altered upstairs while you wait.",
    trade: "Clothes shop",
    behind: [],
    ahead: [],
  },
  lettings: {
    about: "Forty flats around the harbour, and a person who answers the phone.",
    trade: "Letting agent",
    behind: [],
    ahead: [],
  },
  salon: {
    about: "Nails, brows and an hour of quiet behind the fish market.",
    trade: "Beauty salon",
    behind: [],
    ahead: [],
  },
} as const satisfies Partial<Record<keyof typeof PEOPLE, Months>>;

/** Who has an account and posts. */
export type Client = Exclude<keyof typeof POSTS, "trial">;

const EACH = 6;
const TOWN = "Saltby";
const PLACES = ["instagram", BOTH, "facebook"] as const;

/** The posts of both months. */
export async function monthsOf(who: Client): Promise<Pick<Months, "behind" | "ahead">> {
  const { behind, ahead, trade }: Months = POSTS[who];
  if (trade === undefined) return { behind, ahead };
  const hasFilm = [...behind, ...ahead].some(([file]) => file === "reel");
  const slots = { name: PEOPLE[who].business, town: TOWN, month: "" };
  const more = [OPENINGS[0], ...(await loadPosts(trade)), ...LOCALS].map(
    ({ kind, caption, card, picture }, index): DemoPost => {
      const write = (text: string) => withoutIsolates(fill(text, slots));
      return kind === "reel" && hasFilm
        ? ["reel", "instagram, tiktok", write(caption)]
        : [
            picture ?? write(card.big.join(" / ")),
            PLACES[index % PLACES.length] ?? BOTH,
            write(caption),
          ];
    },
  );
  const first = EACH - behind.length;
  return {
    behind: [...behind, ...more.slice(0, first)],
    ahead: [...ahead, ...more.slice(first)].slice(0, EACH),
  };
}

/** A day and hour in London, for example `2026-12-03` and `18:30`. */
type Planned = { readonly day: string; readonly time: string; readonly atMs: number };

const HOURS = ["18:30", "08:15", "12:00"] as const;

const isAhead = (hour: string) =>
  londonInstant(londonTime(Date.now()).day, `${hour}:00`) > Date.now() + HOUR_MS;
const hourToday = () => ["08:15", "12:00", "18:30", "22:45"].find(isAhead);

/** The first day ahead whose hour is to come: today, or late at night tomorrow. */
export const firstDayAhead = () => (hourToday() === undefined ? 1 : 0);

/** @param days from today, below 0 for those behind */
function planned(days: number): Planned {
  const { day } = londonTime(Date.now() + days * DAY_MS);
  const time = (days === 0 ? hourToday() : HOURS[Math.abs(days) % HOURS.length]) ?? HOURS[0];
  return { day, time, atMs: londonInstant(day, `${time}:00`) };
}

/** As an operator pastes it from a spreadsheet. */
type Month = {
  readonly plan: readonly Planned[];
  readonly sheet: string;
  readonly files: readonly DemoPost[0][];
};

const COLUMNS = ["date", "time", "format", "platforms", "text", "images", "alts"];

/**
 * Spreads posts over days of their own.
 *
 * @param from the first day, from today; below 0 for a month behind, which ends yesterday
 */
export function monthOf(posts: readonly DemoPost[], from: number, until: number): Month {
  const step = posts.length < 2 ? 0 : (until - from) / (posts.length - 1);
  const plan = posts.map((_, index) => planned(Math.round(from + index * step)));
  const rows = posts.map(([file, platforms, text], index) => {
    const { day = "", time = "" } = plan[index] ?? {};
    const isReel = file === "reel";
    return [
      day,
      time,
      isReel ? "reel" : "post",
      platforms,
      text,
      fileNameOf(file),
      isReel ? "" : altOf(file),
    ];
  });
  const sheet = [COLUMNS, ...rows].map((cells) => cells.join("\t")).join("\n");
  return { plan, sheet, files: [...new Set(posts.map(([file]) => file))] };
}

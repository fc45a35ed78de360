import { type Business, BUSINESSES } from "./businesses.ts";
import type { SamplePost } from "./sample-post.ts";

export type Choice<T> = readonly [T, T, T];

/** Posts that several trades share, fetched when a trade needs them. */
type Deck = {
  readonly load: () => Promise<{ readonly POSTS: readonly SamplePost[] }>;
  /** A business type of the trial form. */
  readonly type: string;
  /** Times in London at which likely customers have time to look. */
  readonly times: Choice<string>;
  /** Invented businesses, whose colours the posts have. */
  readonly likenesses: Choice<Business>;
};

const B = BUSINESSES;
const WARM: Choice<Business> = [B.food, B.ecommerce, B["health-beauty"]];
const SOFT: Choice<Business> = [B["health-beauty"], B["legal-coverage"], B.ecommerce];
const PLAIN: Choice<Business> = [B["professional-services"], B.automotive, B["legal-coverage"]];
const BOLD: Choice<Business> = [B.nightlife, B.fitness, B.technology];
const STURDY: Choice<Business> = [B.automotive, B.fitness, B.food];
const LEAFY: Choice<Business> = [B.ecommerce, B["health-beauty"], B.food];

const MEALS: Choice<string> = ["07:30", "11:45", "17:00"];
const EVENINGS: Choice<string> = ["17:30", "12:30", "20:00"];
const OFFICE: Choice<string> = ["08:15", "12:15", "17:30"];
const EARLY: Choice<string> = ["06:30", "12:15", "18:30"];
const SHOPPING: Choice<string> = ["10:00", "13:00", "20:30"];

const FOOD = "Food";
const NIGHTLIFE = "Nightlife and hospitality";
const BEAUTY = "Health and beauty";
const SERVICES = "Professional services";
const CARS = "Automotive";
const OTHER = "Something else";

const LOADS = {
  accounts: () => import("./decks/accounts.ts"),
  animals: () => import("./decks/animals.ts"),
  automotive: () => import("./decks/automotive.ts"),
  bakery: () => import("./decks/bakery.ts"),
  beauty: () => import("./decks/beauty.ts"),
  building: () => import("./decks/building.ts"),
  cafe: () => import("./decks/cafe.ts"),
  callout: () => import("./decks/callout.ts"),
  clinic: () => import("./decks/clinic.ts"),
  counter: () => import("./decks/counter.ts"),
  ecommerce: () => import("./decks/ecommerce.ts"),
  fitness: () => import("./decks/fitness.ts"),
  flowers: () => import("./decks/flowers.ts"),
  gardens: () => import("./decks/gardens.ts"),
  hair: () => import("./decks/hair.ts"),
  legal: () => import("./decks/legal.ts"),
  nightlife: () => import("./decks/nightlife.ts"),
  property: () => import("./decks/property.ts"),
  pub: () => import("./decks/pub.ts"),
  restaurant: () => import("./decks/restaurant.ts"),
  shop: () => import("./decks/shop.ts"),
  other: () => import("./decks/something-else.ts"),
  stay: () => import("./decks/stay.ts"),
  technology: () => import("./decks/technology.ts"),
} as const satisfies Record<string, Deck["load"]>;

type DeckName = keyof typeof LOADS;

const DECKS: Readonly<Record<DeckName, Omit<Deck, "load">>> = {
  accounts: { type: SERVICES, times: OFFICE, likenesses: PLAIN },
  animals: { type: OTHER, times: OFFICE, likenesses: WARM },
  automotive: { type: CARS, times: OFFICE, likenesses: STURDY },
  bakery: { type: FOOD, times: MEALS, likenesses: WARM },
  beauty: { type: BEAUTY, times: SHOPPING, likenesses: SOFT },
  building: { type: OTHER, times: EARLY, likenesses: STURDY },
  cafe: { type: FOOD, times: MEALS, likenesses: WARM },
  callout: { type: OTHER, times: EARLY, likenesses: STURDY },
  clinic: { type: BEAUTY, times: OFFICE, likenesses: PLAIN },
  counter: { type: FOOD, times: MEALS, likenesses: STURDY },
  ecommerce: { type: "E-commerce", times: SHOPPING, likenesses: LEAFY },
  fitness: { type: "Fitness", times: EARLY, likenesses: [B.fitness, B.food, B.technology] },
  flowers: { type: OTHER, times: SHOPPING, likenesses: LEAFY },
  gardens: { type: OTHER, times: EARLY, likenesses: LEAFY },
  hair: { type: BEAUTY, times: SHOPPING, likenesses: SOFT },
  legal: { type: "Legal coverage", times: OFFICE, likenesses: PLAIN },
  nightlife: { type: NIGHTLIFE, times: EVENINGS, likenesses: BOLD },
  property: { type: SERVICES, times: OFFICE, likenesses: PLAIN },
  pub: { type: NIGHTLIFE, times: EVENINGS, likenesses: [B.ecommerce, B.automotive, B.food] },
  restaurant: {
    type: FOOD,
    times: EVENINGS,
    likenesses: [B["health-beauty"], B.ecommerce, B.food],
  },
  shop: { type: OTHER, times: SHOPPING, likenesses: SOFT },
  other: {
    type: OTHER,
    times: OFFICE,
    likenesses: [B["professional-services"], B.ecommerce, B.food],
  },
  stay: { type: NIGHTLIFE, times: EVENINGS, likenesses: LEAFY },
  technology: {
    type: "Technology",
    times: OFFICE,
    likenesses: [B.technology, B.automotive, B["professional-services"]],
  },
};

type Row = {
  readonly deck: DeckName;
  /** Other words that people type for it. */
  readonly also?: readonly string[];
  /** These of the deck's pictures show this trade: none is shown for two. */
  readonly pictures?: readonly string[];
};

export const ANY_OTHER = "Something else";

const TRADES = {
  Accountant: { deck: "accounts", also: ["accountancy", "accounting"] },
  Baker: { deck: "bakery", also: ["bakery", "patisserie"], pictures: ["bakery-queue"] },
  Bar: { deck: "nightlife", also: ["cocktail bar", "wine bar"], pictures: ["cocktail-bar"] },
  Barber: { deck: "hair", also: ["barbershop"] },
  "Beauty salon": { deck: "beauty", also: ["spa", "beautician"], pictures: ["lipsticks"] },
  "Bed and breakfast": { deck: "stay", also: ["b&b", "guest house", "guesthouse"] },
  Bookkeeper: { deck: "accounts", also: ["bookkeeping"] },
  Bookshop: { deck: "shop", also: ["bookseller"] },
  Builder: { deck: "building", also: ["building firm", "plasterer", "bricklayer"] },
  Butcher: { deck: "counter" },
  Café: {
    deck: "cafe",
    also: ["cafe", "coffee", "coffee shop"],
    pictures: ["fried-egg", "coffee-counter"],
  },
  "Car dealer": { deck: "automotive", also: ["car sales", "cars"], pictures: ["keys"] },
  Carpenter: { deck: "building", also: ["joiner", "joinery", "kitchen fitter"] },
  Caterer: { deck: "restaurant", also: ["catering"] },
  Chiropractor: { deck: "clinic", also: ["osteopath"] },
  Cleaner: { deck: "other", also: ["cleaning"] },
  "Clothes shop": { deck: "shop", also: ["boutique", "fashion"] },
  Dentist: { deck: "clinic", also: ["dental", "orthodontist"] },
  "Dog groomer": { deck: "animals", also: ["grooming", "dog walker"] },
  "Driving instructor": { deck: "other", also: ["driving school"] },
  Electrician: { deck: "callout", also: ["electrical"] },
  "Estate agent": { deck: "property", also: ["property"], pictures: ["blue-door"] },
  "Farm shop": { deck: "counter" },
  "Financial adviser": { deck: "accounts", also: ["mortgage broker"] },
  "Fish and chip shop": { deck: "restaurant", also: ["chippy", "fish and chips"] },
  Fishmonger: { deck: "counter" },
  Florist: { deck: "flowers", also: ["flowers", "flower shop"] },
  "Garden centre": { deck: "gardens" },
  Gardener: { deck: "gardens", also: ["landscaper", "landscaping", "landscape gardener"] },
  Garage: { deck: "automotive", also: ["mechanic", "mot", "tyres"], pictures: ["spanners"] },
  "Gift shop": { deck: "shop", also: ["gifts"] },
  Greengrocer: { deck: "counter" },
  Gym: { deck: "fitness", also: ["crossfit", "fitness"], pictures: ["kettlebell", "dumbbells"] },
  Hairdresser: { deck: "hair", also: ["hair", "hair salon", "salon"], pictures: ["hair-cut"] },
  "Heating engineer": { deck: "callout", also: ["heating", "gas engineer", "boilers"] },
  "Holiday let": { deck: "stay", also: ["holiday cottage", "campsite"] },
  Hotel: { deck: "stay", also: ["inn"], pictures: ["seaside-hotel"] },
  "IT support": {
    deck: "technology",
    also: ["it", "computer repair"],
    pictures: ["keyboard", "card-reader"],
  },
  Jeweller: { deck: "shop", also: ["jewellery", "jeweler"] },
  "Letting agent": { deck: "property", also: ["lettings"] },
  Locksmith: { deck: "callout" },
  "Music venue": { deck: "nightlife", also: ["venue"], pictures: ["crowd"] },
  "Nail salon": { deck: "beauty", also: ["nails"] },
  Nightclub: { deck: "nightlife", also: ["club"], pictures: ["disco-ball", "neon"] },
  Nursery: { deck: "other", also: ["childminder", "pre-school"] },
  "Online shop": { deck: "ecommerce", also: ["e-commerce"], pictures: ["parcel", "knitwear"] },
  Optician: { deck: "clinic", also: ["optometrist", "opticians"] },
  "Painter and decorator": { deck: "building", also: ["decorator", "painter", "decorating"] },
  "Personal trainer": { deck: "fitness", also: ["pt"] },
  "Pet shop": { deck: "animals", also: ["pets"] },
  Photographer: { deck: "other", also: ["photography"] },
  Physiotherapist: { deck: "clinic", also: ["physio", "physiotherapy"] },
  Plumber: { deck: "callout", also: ["plumbing", "drains"] },
  Pub: { deck: "pub", also: ["gastropub", "micropub"] },
  "Removals firm": { deck: "other", also: ["removals"] },
  Restaurant: {
    deck: "restaurant",
    also: ["bistro", "pizzeria", "curry house"],
    pictures: ["table-for-two"],
  },
  Roofer: { deck: "building", also: ["roofing"] },
  "Sandwich shop": { deck: "cafe", also: ["deli", "delicatessen"] },
  "Software company": { deck: "technology", also: ["software", "web design"] },
  Solicitor: { deck: "legal", also: ["lawyer", "law firm"], pictures: ["contract"] },
  Takeaway: { deck: "restaurant" },
  "Tea room": { deck: "cafe", also: ["tearoom"] },
  Vet: { deck: "animals", also: ["veterinary", "vets"] },
  "Yoga studio": { deck: "other", also: ["yoga", "pilates"] },
  [ANY_OTHER]: { deck: "other" },
} as const satisfies Readonly<Record<string, Row>>;

const ROWS: Readonly<Record<string, Row>> = TRADES;

export const TRADE_NAMES: readonly string[] = Object.keys(TRADES);

/** The trade that somebody types: by its name, by another word for it within what is typed, or by how it begins. */
export function findTrade(typed: string): string {
  const text = plain(typed);
  const named = TRADE_NAMES.flatMap((name) =>
    [name, ...(ROWS[name]?.also ?? [])].map((word) => ({ name, word: plain(word) })),
  );
  const within = named
    .filter(({ word }) =>
      ` ${text} `.replace(/['’]?s /g, " ").includes(` ${word.replace(/s$/, "")} `),
    )
    .toSorted((a, b) => b.word.length - a.word.length)[0];
  const begun = text.length > 2 ? named.find(({ word }) => word.startsWith(text)) : undefined;
  return (within ?? begun)?.name ?? ANY_OTHER;
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[-\s]+/g, " ")
    .trim();
}

/** @param trade one of `TRADE_NAMES` */
export function tradeMonth(trade: string) {
  const { deck, pictures = [] }: Row = ROWS[trade] ?? TRADES[ANY_OTHER];
  return { deck, pictures, ...DECKS[deck] };
}

/** Fetches the posts of a trade's deck. */
export async function loadPosts(trade: string): Promise<readonly SamplePost[]> {
  return (await LOADS[tradeMonth(trade).deck]()).POSTS;
}

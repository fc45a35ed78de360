export type Colours = {
  readonly ground: string;
  readonly ink: string;
  readonly accent: string;
};

/** Invented. */
export type Business = {
  readonly handle: string;
  readonly place: string;
  readonly colours: Colours;
};

/** By trade. */
export const BUSINESSES = {
  "health-beauty": {
    handle: "thewindowsalon",
    place: "Whitby",
    colours: { ground: "#f4dcd3", ink: "#4a1526", accent: "#bf3f2b" },
  },
  "professional-services": {
    handle: "harbour.accounts",
    place: "Plymouth",
    colours: { ground: "#e4ece6", ink: "#16324a", accent: "#b9531a" },
  },
  ecommerce: {
    handle: "parcel.and.pine",
    place: "Kendal",
    colours: { ground: "#1f4a3a", ink: "#f6efdd", accent: "#f0a24a" },
  },
  food: {
    handle: "theyolkcafe",
    place: "Margate",
    colours: { ground: "#ffd447", ink: "#3b1a0c", accent: "#c2301a" },
  },
  technology: {
    handle: "tillroll.app",
    place: "Manchester",
    colours: { ground: "#10262a", ink: "#eefbf4", accent: "#8fe36b" },
  },
  fitness: {
    handle: "ironworks.croydon",
    place: "Croydon",
    colours: { ground: "#1d1d1f", ink: "#f7f4ee", accent: "#ff6a3d" },
  },
  automotive: {
    handle: "derrymotorworks",
    place: "Derry",
    colours: { ground: "#c9dbe3", ink: "#14242f", accent: "#b3261e" },
  },
  "legal-coverage": {
    handle: "aire.valley.law",
    place: "Leeds",
    colours: { ground: "#ece6d8", ink: "#23304f", accent: "#8c2f39" },
  },
  nightlife: {
    handle: "neontide.lpl",
    place: "Liverpool",
    colours: { ground: "#1a0b28", ink: "#ffeaf5", accent: "#ff4d94" },
  },
} as const satisfies Readonly<Record<string, Business>>;

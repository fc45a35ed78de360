import type { Trade } from "../art/picture-files.ts";
import type { SceneName } from "../art/scenes.tsx";
import { paths } from "../paths.ts";

export type WorkTile = {
  readonly name: string;
  readonly text: string;
  readonly trade: Trade;
  /** While the trade has no picture. */
  readonly scene: SceneName;
  readonly href: string;
};

export const WORK_TILES: readonly WorkTile[] = [
  {
    name: "Nightlife and hospitality",
    text: "Line-ups, launches and last tables.",
    trade: "nightlife",
    scene: "club",
    href: paths.nightlife,
  },
  {
    name: "Health and beauty",
    text: "Before, after and booked.",
    trade: "health-beauty",
    scene: "salon",
    href: `${paths.portfolio}#health-beauty`,
  },
  {
    name: "Food",
    text: "Plates that make people hungry.",
    trade: "food",
    scene: "plate",
    href: `${paths.portfolio}#food`,
  },
  {
    name: "E-commerce",
    text: "Drops, bundles and reasons to come back.",
    trade: "ecommerce",
    scene: "parcel",
    href: `${paths.portfolio}#ecommerce`,
  },
  {
    name: "Professional services",
    text: "Expertise, said plainly.",
    trade: "professional-services",
    scene: "door",
    href: `${paths.portfolio}#professional-services`,
  },
];

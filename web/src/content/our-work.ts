import type { SceneName } from "../art/scenes.tsx";
import { paths } from "../paths.ts";

export type WorkTile = {
  readonly name: string;
  readonly text: string;
  readonly scene: SceneName;
  readonly href: string;
};

export const WORK_TILES: readonly WorkTile[] = [
  {
    name: "Nightlife and hospitality",
    text: "Line-ups, launches and last tables.",
    scene: "club",
    href: paths.nightlife,
  },
  {
    name: "Health and beauty",
    text: "Before, after and booked.",
    scene: "salon",
    href: `${paths.portfolio}#health-beauty`,
  },
  {
    name: "Food",
    text: "Plates that make people hungry.",
    scene: "plate",
    href: `${paths.portfolio}#food`,
  },
  {
    name: "E-commerce",
    text: "Drops, bundles and reasons to come back.",
    scene: "parcel",
    href: `${paths.portfolio}#ecommerce`,
  },
  {
    name: "Professional services",
    text: "Expertise, said plainly.",
    scene: "door",
    href: `${paths.portfolio}#professional-services`,
  },
];

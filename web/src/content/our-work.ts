import type { Trade } from "./industries.ts";
import type { SceneName } from "./scene-names.ts";

export type WorkTile = {
  readonly name: string;
  readonly trade: Trade;
  /** While the trade has no picture. */
  readonly scene: SceneName;
};

export const WORK_TILES: readonly WorkTile[] = [
  {
    name: "Nightlife and hospitality",
    trade: "nightlife",
    scene: "club",
  },
  {
    name: "Health and beauty",
    trade: "health-beauty",
    scene: "salon",
  },
  {
    name: "Food",
    trade: "food",
    scene: "plate",
  },
  {
    name: "E-commerce",
    trade: "ecommerce",
    scene: "parcel",
  },
  {
    name: "Professional services",
    trade: "professional-services",
    scene: "door",
  },
];

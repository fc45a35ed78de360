/**
 * Drawings of `art/scenes.svg`. Subjects fit into 100 by 125 units, and the drawing extends 50 units on either side for wide
 * frames.
 */
export const SCENES = [
  "cocktail",
  "club",
  "lipstick",
  "salon",
  "plate",
  "coffee",
  "dumbbell",
  "runner",
  "car",
  "court",
  "app",
  "parcel",
  "dress",
  "hotel",
  "door",
  "growth",
  "vinyl",
  "ticket",
  "spa",
  "calendar",
  "trainer",
  "laptop",
  "tyre",
  "receipt",
  "kettlebell",
  "car-key",
  "deed",
  "scales",
  "clip",
  "chat",
  "ring-light",
] as const;

export type SceneName = (typeof SCENES)[number];

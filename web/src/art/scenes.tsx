import sprite from "./scenes.svg?url";

/**
 * Subjects fit into 100 by 125 units, and the drawing extends 50 units on either side for wide
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

export function Scene({ name }: { name: SceneName }) {
  return <use href={`${sprite}#${name}`} width="100" height="125" />;
}

/** @param alt empty when the text beside it says the same */
export function ScenePicture({
  name,
  alt,
  className = "",
}: {
  name: SceneName;
  alt: string;
  className?: string;
}) {
  const naming = alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt };
  return (
    <svg className={className} {...naming}>
      <use href={`${sprite}#${name}`} width="100%" height="100%" />
    </svg>
  );
}

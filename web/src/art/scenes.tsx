import sprite from "./scenes.svg?url";

/**
 * Pictures of posts, each a symbol of `scenes.svg`: flat planes of light and shade, one idea each. The idea stands on
 * a sheet of 100 by 125 units, and the drawing goes on for 50 units on either side, so that it fills a post and a
 * wide frame alike. They stand in a file of their own, so that no page carries them twice and the browser keeps
 * them for the next page.
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
  "director",
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

/** A scene as part of a larger drawing, in a box of 100 by 125 units. */
export function Scene({ name }: { name: SceneName }) {
  return <use href={`${sprite}#${name}`} width="100" height="125" />;
}

/**
 * A scene as a picture of its own, filling its box.
 *
 * @param alt what it shows, or an empty text where the words beside it say the same
 */
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

import type { SceneName } from "../content/scene-names.ts";
import sprite from "./scenes.svg?url";

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

import { findPicture } from "../art/find-picture.ts";
import { Picture } from "../art/picture.tsx";
import { ScenePicture } from "../art/scenes.tsx";
import type { SceneName } from "../content/scene-names.ts";

/** A picture or, while that is missing, a drawing. The text beside it says the same. */
export function ScenicPicture({
  picture,
  scene,
  sizes,
  hero = false,
  className,
}: {
  picture: string | undefined;
  scene: SceneName;
  sizes: string;
  hero?: boolean;
  className: string;
}) {
  const file = findPicture(picture);
  return file === undefined ? (
    <ScenePicture name={scene} alt="" className={className} />
  ) : (
    <Picture file={file} alt="" sizes={sizes} hero={hero} className={className} />
  );
}

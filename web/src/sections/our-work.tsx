import { PICTURE_FILES } from "../art/picture-files.ts";
import { Picture } from "../art/picture.tsx";
import { SampleNote } from "../art/sample-note.tsx";
import { ScenePicture } from "../art/scenes.tsx";
import { WORK_TILES, type WorkTile } from "../content/our-work.ts";
import { anchors, paths } from "../paths.ts";
import { Band } from "../ui/band.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";

export function OurWork() {
  return (
    <Band id={anchors.ourWork} tone="deep" labelledBy="our-work-title">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div>
          <h2 id="our-work-title" className="text-3xl">
            From bakers at five <span className="block">to bars at two.</span>
          </h2>
          <p className="measure mt-4 text-lg text-ink-soft">
            <SampleNote />
          </p>
        </div>
        <ButtonLink href={paths.portfolio} variant="secondary" className="max-sm:hidden">
          See the portfolio
        </ButtonLink>
      </div>
      <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4 lg:grid-cols-5">
        {WORK_TILES.map((tile, index) => (
          <li
            key={tile.name}
            className={`surfacing ${index === 0 ? "aspect-2/1 max-lg:col-span-full md:aspect-3/1 lg:aspect-square" : "aspect-square"}`}
          >
            <Tile tile={tile} />
          </li>
        ))}
      </ul>
    </Band>
  );
}

function Tile({ tile }: { tile: WorkTile }) {
  const [file] = PICTURE_FILES[tile.trade] ?? [];
  const href = tile.trade === "nightlife" ? paths.nightlife : `${paths.portfolio}#${tile.trade}`;
  return (
    <Link href={href} className="case-tile group relative block size-full overflow-hidden">
      {file === undefined ? (
        <ScenePicture name={tile.scene} alt="" className="size-full zoom" />
      ) : (
        <Picture
          file={file}
          alt=""
          sizes="(width < 64rem) 50vw, 25vw"
          className="absolute size-full zoom"
        />
      )}
      <span className="absolute right-0 bottom-0 left-0 m-2 bg-paper p-2 text-ink sm:right-auto xl:p-4">
        <h3 className="font-display text-base leading-tight font-bold xl:text-xl">{tile.name}</h3>
      </span>
    </Link>
  );
}

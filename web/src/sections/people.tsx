import type { Person } from "#contracts/company.ts";
import { ScenicPicture } from "../art/picture.tsx";

type PeopleProps = {
  people: readonly Person[];
  title: string;
  className: string;
};

/** Nothing while there is nobody to name. */
export function People({ people, title, className }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <div className={className}>
      <h3 className="font-text text-sm font-semibold text-ink-soft">{title}</h3>
      <ul className="mt-4 flex flex-wrap gap-x-10 gap-y-5">
        {people.map((person) => (
          <li key={person.name} className="flex items-center gap-4">
            <ScenicPicture
              picture={person.picture}
              sizes="5rem"
              className="size-20 flex-none rounded-full"
            />
            <p className="min-w-0 wrap-anywhere">
              <strong className="block text-lg">{person.name}</strong>
              <span className="text-sm text-ink-soft">
                {person.role}, {person.hours}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

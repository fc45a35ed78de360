import { SERVICES } from "../content/services.ts";
import { anchors, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Arrow } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { WideSection } from "./wide-section.tsx";

export function ServicesIndex() {
  return (
    <WideSection
      id={anchors.services}
      title="Six crafts, one crew."
      lead="Everything a feed needs, from the first idea to the last reply."
      action={
        <ButtonLink href={paths.services} variant="secondary" className="max-sm:hidden">
          All services
        </ButtonLink>
      }
    >
      <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {SERVICES.map((service) => (
          <li key={service.id} className="border-t border-rule">
            <Link
              href={`${paths.services}#${service.id}`}
              className="group block py-5 fade-colours hover:text-persimmon-text"
            >
              <h3 className="flex items-center justify-between gap-4 text-xl">
                {service.name}
                <Arrow className="size-5 shrink-0 nudge" />
              </h3>
              <p className="mt-2 text-ink-soft max-sm:hidden">{service.summary}</p>
            </Link>
          </li>
        ))}
      </ul>
    </WideSection>
  );
}

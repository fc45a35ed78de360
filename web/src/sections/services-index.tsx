import { SERVICES } from "../content/services.ts";
import { anchors, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Arrow } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";
import { Section } from "../ui/section.tsx";

export function ServicesIndex() {
  return (
    <Section
      id={anchors.services}
      title="Six crafts, one crew."
      lead="Everything a feed needs, from the first idea to the last reply."
      action={
        <ButtonLink href={paths.services} variant="secondary">
          All services
        </ButtonLink>
      }
    >
      <ul className="border-b border-rule">
        {SERVICES.map((service) => (
          <li key={service.id} className="border-t border-rule">
            <Link
              href={`${paths.services}#${service.id}`}
              className="group grid items-baseline gap-x-8 gap-y-2 py-6 fade-colours hover:text-persimmon-text sm:grid-cols-[1fr_1fr_auto]"
            >
              <h3 className="text-2xl">{service.name}</h3>
              <p className="text-ink-soft">{service.summary}</p>
              <Arrow className="hidden size-5 self-center nudge sm:block" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { HiddenFields } from "./forms.tsx";

type StateLink = { label: string; href: string; isCurrent: boolean; count?: number };

/** Links to a list in each of its states, and to the whole list. */
export const stateLinks = <S extends string>(
  labels: Readonly<Record<S, string>>,
  current: S | null,
  hrefOf: (state: S | null) => string,
): StateLink[] =>
  [null, ...(Object.keys(labels) as S[])].map((state) => ({
    label: state === null ? "All" : labels[state],
    href: hrefOf(state),
    isCurrent: state === current,
  }));

/** A choice has options, of which the first stands for no value. */
type Field = {
  label: string;
  name: string;
  value: string | null;
  type?: "date";
  options?: readonly (readonly [value: string, label: string])[];
};

type FiltersProps = {
  states: readonly StateLink[];
  action: string;
  /** What the form leaves as it is. */
  kept: Readonly<Record<string, string | null>>;
  fields: readonly Field[];
};

/** Above a list: links to its states, and a form with the fields that narrow it. */
export const Filters: FC<FiltersProps> = ({ states, action, kept, fields }) => (
  <div class="filters">
    <nav aria-label="State">
      {states.map(({ label, href, isCurrent, count = 0 }) => (
        <a key={label} href={href} aria-current={isCurrent ? "true" : undefined}>
          {label}
          <Count of={count} />
        </a>
      ))}
    </nav>
    <form method="get" action={action}>
      <HiddenFields of={kept} />
      {fields.map(({ label, name, value, type, options }) => (
        <label key={name}>
          {label}
          {options === undefined ? (
            <input type={type} name={name} value={value ?? ""} size={type ? undefined : 12} />
          ) : (
            <select name={name}>
              {options.map(([option, text]) => (
                <option key={option} value={option} selected={option === value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </label>
      ))}
      <button class="plain" type="submit">
        Apply
      </button>
    </form>
  </div>
);

/** More are not counted. */
export const COUNT_MAX = 100;

export const Count: FC<{ of: number }> = ({ of }) =>
  of === 0 ? null : (
    <span class="count figures">{of >= COUNT_MAX ? `${String(of - 1)}+` : String(of)}</span>
  );

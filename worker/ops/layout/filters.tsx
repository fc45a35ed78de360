/** @jsxImportSource hono/jsx */
import type { Child, FC, PropsWithChildren } from "hono/jsx";
import { HiddenFields } from "./action-form.tsx";

type FiltersProps = PropsWithChildren<{
  states: readonly Child[];
  action: string;
  /** What the form leaves as it is. */
  kept: Readonly<Record<string, string | null>>;
}>;

/** Above a list: links to its states, and a form with the fields that narrow it. */
export const Filters: FC<FiltersProps> = ({ states, action, kept, children }) => (
  <div class="filters">
    <nav aria-label="State">{states}</nav>
    <form method="get" action={action}>
      <HiddenFields of={kept} />
      {children}
      <button class="plain" type="submit">
        Apply
      </button>
    </form>
  </div>
);

type StateLinkProps = PropsWithChildren<{ href: string; isCurrent: boolean }>;

export const StateLink: FC<StateLinkProps> = ({ href, isCurrent, children }) => (
  <a href={href} aria-current={isCurrent ? "true" : undefined}>
    {children}
  </a>
);

type ChoiceProps = {
  label: string;
  name: string;
  /** Null: the first option. */
  value: string | null;
  options: readonly (readonly [value: string, label: string])[];
};

export const Choice: FC<ChoiceProps> = ({ label, name, value, options }) => (
  <label>
    {label}
    <select name={name}>
      {options.map(([option, text]) => (
        <option key={option} value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

import { type CSSProperties, type ReactNode, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { Panels } from "./panels.tsx";
import { type Kind, tokensOf, tokenValue } from "./tokens.ts";

const SAMPLE = "Posts that come in like the tide";

export const Colours = () => (
  <Panels>
    {() => (
      <Tokens
        kind="colour"
        list="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4"
        sample="min-h-18 rounded-sm border border-rule"
        style={(background) => ({ background })}
      />
    )}
  </Panels>
);

export const Faces = () => (
  <Tokens kind="face" list="grid gap-10" sample="text-2xl" style={(fontFamily) => ({ fontFamily })}>
    {SAMPLE}, £97.00
  </Tokens>
);

export const TextSizes = () => (
  <Tokens
    kind="text"
    list="grid gap-10 overflow-hidden"
    sample="font-display font-bold whitespace-nowrap"
    style={(fontSize, name) => ({
      fontSize,
      lineHeight: tokenValue(`${name}--line-height`),
      letterSpacing: tokenValue(`${name}--letter-spacing`),
    })}
  >
    {SAMPLE}
  </Tokens>
);

export const Lengths = () => (
  <Tokens
    kind="length"
    list="grid gap-6 overflow-hidden"
    sample="h-8 bg-persimmon"
    style={(width) => ({ width })}
  />
);

export const Radii = () => (
  <Tokens
    kind="radius"
    list="flex flex-wrap gap-10"
    sample="min-h-18 w-full bg-tide"
    style={(borderRadius) => ({ borderRadius })}
  />
);

export const Shadows = () => (
  <Panels>
    {() => (
      <Tokens
        kind="shadow"
        list="flex flex-wrap gap-10 p-6"
        sample="min-h-18 w-full rounded-md border border-rule bg-paper"
        style={(boxShadow) => ({ boxShadow })}
      />
    )}
  </Panels>
);

/** Moves on request only, so also with reduced motion. */
export function Motion() {
  const [moved, setMoved] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setMoved(!moved)}>
        Move
      </Button>
      <Tokens
        kind="motion"
        list="mt-6 grid gap-6"
        sample="size-8 bg-persimmon"
        style={(value) => ({
          transition: `translate ${value}`,
          translate: moved ? "12rem" : "0",
        })}
      />
    </>
  );
}

type TokensProps = {
  kind: Kind;
  list: string;
  sample: string;
  style: (value: string, name: string) => CSSProperties;
  children?: ReactNode;
};

/** The tokens of a kind, each as a sample in its style. */
function Tokens({ kind, list, sample, style, children }: TokensProps) {
  const hydrated = useHydrated();
  return (
    <ul className={list}>
      {tokensOf(kind).map(({ name, value }) => (
        <li key={name}>
          <span className={`block ${sample}`} {...(hydrated && { style: style(value, name) })}>
            {children}
          </span>
          <p className="mt-2 text-xs text-ink-soft">
            <strong className="block text-ink">--{name}</strong>
            {value}
          </p>
        </li>
      ))}
    </ul>
  );
}

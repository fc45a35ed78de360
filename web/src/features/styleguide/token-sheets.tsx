import { type CSSProperties, type ReactNode, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { Panels } from "./panels.tsx";
import { type Token, tokensOf, tokenValue } from "./tokens.ts";

const SAMPLE = "Posts that come in like the tide";

export function Colours() {
  return (
    <Panels>
      {() => (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
          {tokensOf("colour").map((token) => (
            <li key={token.name}>
              <Sample
                className="block min-h-18 rounded-sm border border-rule"
                style={{ background: token.value }}
              />
              <Label token={token} />
            </li>
          ))}
        </ul>
      )}
    </Panels>
  );
}

export function Faces() {
  return (
    <ul className="grid gap-10">
      {tokensOf("face").map((token) => (
        <li key={token.name}>
          <Sample className="block text-2xl" style={{ fontFamily: token.value }}>
            {SAMPLE}, £97.00
          </Sample>
          <Label token={token} />
        </li>
      ))}
    </ul>
  );
}

export function TextSizes() {
  return (
    <ul className="grid gap-10">
      {tokensOf("text").map((token) => (
        <li key={token.name} className="overflow-hidden">
          <Sample
            className="block font-display font-bold whitespace-nowrap"
            style={{
              fontSize: token.value,
              lineHeight: tokenValue(`${token.name}--line-height`),
              letterSpacing: tokenValue(`${token.name}--letter-spacing`),
            }}
          >
            {SAMPLE}
          </Sample>
          <Label token={token} />
        </li>
      ))}
    </ul>
  );
}

export function Lengths() {
  return (
    <ul className="grid gap-6">
      {tokensOf("length").map((token) => (
        <li key={token.name} className="overflow-hidden">
          <Sample className="block h-8 bg-persimmon" style={{ width: token.value }} />
          <Label token={token} />
        </li>
      ))}
    </ul>
  );
}

export function Radii() {
  return (
    <ul className="flex flex-wrap gap-10">
      {tokensOf("radius").map((token) => (
        <li key={token.name}>
          <Sample className="block min-h-18 w-full bg-tide" style={{ borderRadius: token.value }} />
          <Label token={token} />
        </li>
      ))}
    </ul>
  );
}

export function Shadows() {
  return (
    <Panels>
      {() => (
        <ul className="flex flex-wrap gap-10 p-6">
          {tokensOf("shadow").map((token) => (
            <li key={token.name}>
              <Sample
                className="block min-h-18 w-full rounded-md border border-rule bg-paper"
                style={{ boxShadow: token.value }}
              />
              <Label token={token} />
            </li>
          ))}
        </ul>
      )}
    </Panels>
  );
}

/** Moves on request only, so also with reduced motion. */
export function Motion() {
  const [moved, setMoved] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setMoved(!moved)}>
        Move
      </Button>
      <ul className="mt-6 grid gap-6">
        {tokensOf("motion").map((token) => (
          <li key={token.name}>
            <Sample
              className="block size-8 bg-persimmon"
              style={{ transition: `translate ${token.value}`, translate: moved ? "12rem" : "0" }}
            />
            <Label token={token} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Sample({
  className,
  style,
  children,
}: {
  className: string;
  style: CSSProperties;
  children?: ReactNode;
}) {
  const hydrated = useHydrated();
  return (
    <span className={className} {...(hydrated && { style })}>
      {children}
    </span>
  );
}

function Label({ token }: { token: Token }) {
  return (
    <p className="mt-2 text-xs text-ink-soft">
      <strong className="block text-ink">--{token.name}</strong>
      {token.value}
    </p>
  );
}

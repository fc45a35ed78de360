import type { AnchorHTMLAttributes, ComponentProps, ReactNode } from "react";
import { Arrow } from "./icons.tsx";
import { Link } from "./link.tsx";

/**
 * `primary` is the one thing to do on a screen, `secondary` its equal-sized alternative,
 * `quiet` a step that needs no weight.
 */
type Variant = "primary" | "secondary" | "quiet";

const SHAPE =
  "group inline-flex min-h-12 items-center justify-center gap-3 rounded-sm py-3 text-base leading-tight font-semibold transition-[background-color,color,box-shadow] duration-(--fast) disabled:opacity-60";

const LOOKS: Readonly<Record<Variant, string>> = {
  primary: "px-6 bg-persimmon text-on-persimmon hover:bg-persimmon-hot",
  secondary:
    "px-6 shadow-[inset_0_0_0_2px_currentColor] hover:bg-ink hover:text-paper in-data-[tone=tide]:hover:bg-on-tide in-data-[tone=tide]:hover:text-tide-deep",
  quiet: "text-link",
};

type Shared = { variant?: Variant; arrow?: boolean; children: ReactNode };

export function Button({
  variant = "primary",
  arrow = false,
  className = "",
  children,
  ...rest
}: Shared & ComponentProps<"button">) {
  return (
    <button type="button" className={`${SHAPE} ${LOOKS[variant]} ${className}`} {...rest}>
      {children}
      {arrow && <MovingArrow />}
    </button>
  );
}

export function ButtonLink({
  variant = "primary",
  arrow = false,
  className = "",
  children,
  ...rest
}: Shared & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { href: string }) {
  return (
    <Link className={`${SHAPE} ${LOOKS[variant]} ${className}`} {...rest}>
      {children}
      {arrow && <MovingArrow />}
    </Link>
  );
}

function MovingArrow() {
  return (
    <Arrow className="size-4 shrink-0 motion:transition-transform motion:duration-(--fast) motion:group-hover:translate-x-1" />
  );
}

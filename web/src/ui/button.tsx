import type { AnchorHTMLAttributes, ComponentProps, ReactNode } from "react";
import { Arrow } from "./icons.tsx";
import { Link } from "./link.tsx";

type Variant = "primary" | "secondary" | "quiet" | "danger" | "quiet-danger";

const VARIANTS: Readonly<Record<Variant, string>> = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  quiet: "button button-quiet",
  danger: "button button-secondary button-danger",
  "quiet-danger": "button button-quiet button-danger",
};

type SharedProps = { variant?: Variant; arrow?: boolean; children: ReactNode };

export function Button({
  variant = "primary",
  arrow = false,
  className = "",
  children,
  ...rest
}: SharedProps & ComponentProps<"button">) {
  return (
    <button type="button" className={`${VARIANTS[variant]} ${className}`.trim()} {...rest}>
      {children}
      {arrow && <Arrow />}
    </button>
  );
}

export function ButtonLink({
  variant = "primary",
  arrow = false,
  className = "",
  children,
  ...rest
}: SharedProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { href: string }) {
  return (
    <Link className={`${VARIANTS[variant]} ${className}`.trim()} {...rest}>
      {children}
      {arrow && <Arrow />}
    </Link>
  );
}

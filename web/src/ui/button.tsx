import type { AnchorHTMLAttributes, ComponentProps, ReactNode } from "react";
import { Arrow } from "./icons.tsx";
import { Link } from "./link.tsx";

type Variant = "primary" | "secondary" | "quiet";

const LOOKS: Readonly<Record<Variant, string>> = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  quiet: "button button-quiet",
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
    <button type="button" className={`${LOOKS[variant]} ${className}`.trim()} {...rest}>
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
}: Shared & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { href: string }) {
  return (
    <Link className={`${LOOKS[variant]} ${className}`.trim()} {...rest}>
      {children}
      {arrow && <Arrow />}
    </Link>
  );
}

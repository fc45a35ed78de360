import type { AnchorHTMLAttributes } from "react";
import { Link as RouterLink } from "wouter";
import { prefetchPage } from "../lib/navigate.ts";

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & { href: string };

export function Link({ href, className, ...rest }: LinkProps) {
  const prefetch = () => prefetchPage(href);
  return (
    <RouterLink
      href={href}
      {...(className === undefined ? {} : { className })}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      {...rest}
    />
  );
}

export function ExternalLink({ href, children, ...rest }: LinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

import type { AnchorHTMLAttributes } from "react";
import { Link as RouterLink } from "wouter";
import { COMPANY } from "#contracts/company.ts";
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

/** A link that looks like one in a sentence. */
export function TextLink(props: Omit<LinkProps, "className">) {
  return <Link {...props} className="text-link" />;
}

export function EmailLink() {
  return (
    <a className="text-link" href={`mailto:${COMPANY.email}`}>
      {COMPANY.email}
    </a>
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

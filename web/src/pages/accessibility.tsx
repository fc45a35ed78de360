import { COMPANY } from "#contracts/company.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { SUPPORT } from "../content/support.ts";
import { formatMonth } from "../lib/dates.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { Clause, LegalPage } from "../ui/legal-page.tsx";
import { EmailLink, TextLink } from "../ui/link.tsx";

export const page: Page = {
  title: "Accessibility Statement",
  description: `How accessible ${COMPANY.name}’s site is, how we test it, what isn’t good enough yet and how to tell us about a barrier.`,
  Body: () => (
    <LegalPage
      title="Accessibility Statement"
      lead="What should work for everybody, what doesn’t yet, and whom to tell."
      updated={formatMonth("2026-11")}
      summary={[
        "We aim for WCAG 2.2, level AA, and test every public page and the pages of an account with each change.",
        "We haven’t yet tested with people who use assistive technology, nor in Firefox and Safari.",
        `If something stops you, write to ${COMPANY.email} or call: a person answers.`,
      ]}
    >
      <Clause id="aim" title="What we aim for">
        <p>
          Everybody should be able to read this site, write to us, subscribe, approve posts and
          cancel. We aim for level AA of the Web Content Accessibility Guidelines (WCAG) 2.2 on
          every page of this site and in every account.
        </p>
        <p>You should be able to:</p>
        <ul>
          <li>do everything with a keyboard alone, and see where you are;</li>
          <li>read it in light and dark, in high contrast, and zoomed to four times its size;</li>
          <li>use it on a screen 320 pixels wide without scrolling sideways, except in a table;</li>
          <li>hit every button on a phone, each at least 44 pixels high and wide;</li>
          <li>have nothing move by itself if your device asks for reduced motion;</li>
          <li>read every public page without JavaScript.</li>
        </ul>
      </Clause>
      <Clause id="testing" title="How we test it">
        <p>
          Each change has to pass tests that use the site in Chromium, the browser that Chrome and
          Edge are made of. They check every public page, and the pages of an account, with axe,
          which finds breaches of the guidelines: in light and dark, on a phone and on a desktop.
          They measure each page at four widths. By keyboard alone they fill in forms, choose a
          plan, change it, approve posts and cancel.
        </p>
        <p>
          We wrote this statement after testing the site ourselves. Nobody else has audited it yet.
        </p>
      </Clause>
      <Clause id="not-good-enough" title="What isn’t good enough yet">
        <ul>
          <li>
            <strong>Screen readers.</strong> Our tests check names, roles and headings. We haven’t
            yet tested the site with people who use a screen reader, voice control or other
            assistive technology.
          </li>
          <li>
            <strong>Firefox and Safari.</strong> Our tests don’t run in them, so we can miss a fault
            that only shows there.
          </li>
          <li>
            <strong>Videos in your posts.</strong> They play without captions or audio description
            where you approve them. Ask us for a transcript of what is said and shown.
          </li>
          <li>
            <strong>Pictures in your posts.</strong> We describe them by hand, so a description may
            be missing.
          </li>
          <li>
            <strong>Other companies’ pages.</strong> Stripe’s payment pages and invoices, the
            booking calendar and Cloudflare’s check against abuse aren’t ours to change. If one of
            them stops you, tell us, and we’ll find another way with you.
          </li>
          <li>
            <strong>Wide tables.</strong> On a phone, our table of campaign results scrolls
            sideways.
          </li>
        </ul>
      </Clause>
      <Clause id="report" title="Tell us about a barrier">
        <p>
          Write to <EmailLink />, use our <TextLink href={paths.contact}>contact form</TextLink> or
          call{" "}
          <a className="text-link whitespace-nowrap" href={SUPPORT.phone.href}>
            {SUPPORT.phone.label}
          </a>
          , {SUPPORT.hours}. It helps to know the page, what you wanted to do, and the browser or
          assistive technology you use. A person answers within {inText(TERMS.reply)}.
        </p>
        <p>Tell us, too, if you need something we send you in another format.</p>
      </Clause>
      <Clause id="not-happy" title="If our answer doesn’t help">
        <p>
          The Equality Act 2010 says that businesses must make reasonable adjustments for disabled
          people. The{" "}
          <a className="text-link" href="https://www.equalityadvisoryservice.com/">
            Equality Advisory and Support Service
          </a>{" "}
          advises you on your rights in England, Scotland and Wales, and the{" "}
          <a className="text-link" href="https://www.equalityhumanrights.com/">
            Equality and Human Rights Commission
          </a>{" "}
          enforces the Act. In Northern Ireland, which has its own law, ask the{" "}
          <a className="text-link" href="https://www.equalityni.org/">
            Equality Commission
          </a>
          .
        </p>
      </Clause>
    </LegalPage>
  ),
};

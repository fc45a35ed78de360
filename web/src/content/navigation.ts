import { COMPANY, registrationOf } from "#contracts/company.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { homeSection, paths } from "../paths.ts";
import { SHOW_WITHOUT_EVIDENCE } from "./show-without-evidence.ts";

export type NavigationLink = { readonly label: string; readonly href: string };

/** Every page loads this, so it knows nothing of the reviews’ proof: with it, this is `true`. */
const HAS_REVIEWS = SHOW_WITHOUT_EVIDENCE;

export const MAIN_LINKS: readonly NavigationLink[] = [
  { label: "Services", href: paths.services },
  { label: "Our Work", href: paths.portfolio },
  { label: "Pricing", href: homeSection("pricing") },
  HAS_REVIEWS
    ? { label: "Reviews", href: homeSection("testimonials") }
    : { label: "Results", href: paths.results },
  { label: "Contact", href: paths.contact },
];

export const FOOTER_GROUPS: readonly { title: string; links: readonly NavigationLink[] }[] = [
  {
    title: "What we do",
    links: [
      { label: "Services", href: homeSection("services") },
      { label: "Our work", href: homeSection("ourWork") },
      { label: "Results", href: homeSection("clientResults") },
      { label: "Paid ads", href: paths.paidAds },
      { label: "Nightlife", href: paths.nightlife },
    ],
  },
  {
    title: "Get started",
    links: [
      { label: "Pricing", href: homeSection("pricing") },
      { label: "How it works", href: homeSection("howItWorks") },
      ...(HAS_REVIEWS ? [{ label: "Testimonials", href: homeSection("testimonials") }] : []),
      { label: "Questions", href: homeSection("faq") },
      { label: `${hyphenated(TERMS.trial)} free trial`, href: paths.freeTrial },
    ],
  },
  {
    title: "Talk to us",
    links: [
      { label: "Contact", href: paths.contact },
      { label: "Book a call", href: paths.scheduleDemo },
      { label: "Sign in", href: paths.login },
      { label: "Accessibility", href: paths.accessibility },
    ],
  },
];

export const LEGAL_LINKS: readonly NavigationLink[] = [
  { label: "Privacy", href: paths.privacyPolicy },
  { label: "Terms", href: paths.termsOfService },
  { label: "Cookies", href: paths.cookiePolicy },
  { label: "Cookie settings", href: `${paths.cookiePolicy}#your-choice` },
];

export const SOCIAL_LINKS: readonly NavigationLink[] = [
  { label: "Instagram", href: "https://www.instagram.com/tidepost" },
  { label: "TikTok", href: "https://www.tiktok.com/@tidepost" },
  { label: "Facebook", href: "https://www.facebook.com/tidepost" },
  { label: "LinkedIn", href: "https://www.linkedin.com/company/tidepost" },
];

/** Landing pages have their own header; the last link is its main button. */
export const LANDING_LINKS: Readonly<Record<string, readonly NavigationLink[]>> = {
  [paths.paidAds]: [
    { label: "Book Demo", href: paths.scheduleDemo },
    { label: "Start Today", href: paths.checkout },
  ],
  [paths.nightlife]: [
    { label: "Contact Us", href: paths.contact },
    { label: "Book Demo", href: paths.scheduleDemo },
  ],
  [paths.postExamples]: [{ label: "Get Started", href: paths.checkout }],
  [paths.fbAd]: [
    { label: "Contact", href: paths.contact },
    { label: "Book my call", href: `${paths.fbAd}#book` },
  ],
};

export const LEGAL_LINE = `${COMPANY.legalName}, trading as ${COMPANY.name}. ${registrationOf(COMPANY)}`;

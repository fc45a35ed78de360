import { hyphenated, TERMS } from "#contracts/terms.ts";
import type { Page } from "../page.ts";
import { anchors } from "../paths.ts";
import { ClientResults } from "../sections/client-results.tsx";
import { DirectorMessage } from "../sections/director-message.tsx";
import { Faq } from "../sections/faq.tsx";
import { FinalCall } from "../sections/final-call.tsx";
import { Guarantee } from "../sections/guarantee.tsx";
import { Hero } from "../sections/hero.tsx";
import { HowItWorks } from "../sections/how-it-works.tsx";
import { OurWork } from "../sections/our-work.tsx";
import { PlansBand } from "../sections/plans.tsx";
import { StartBar } from "../sections/start-bar.tsx";
import { Testimonials } from "../sections/testimonials.tsx";
import { YourMonth } from "../sections/your-month.tsx";

export const page: Page = {
  title: "Social media made for your business, every month",
  description: `Posts and reels made for your business by a dedicated account manager. No minimum term, cancel anytime, ${hyphenated(TERMS.guarantee)} money-back guarantee.`,
  Body: () => (
    <>
      <Hero />
      <YourMonth />
      <ClientResults />
      <OurWork />
      <HowItWorks />
      <Guarantee />
      <PlansBand id={anchors.pricing} />
      <Testimonials />
      <DirectorMessage />
      <Faq />
      <StartBar />
      <FinalCall />
    </>
  ),
};

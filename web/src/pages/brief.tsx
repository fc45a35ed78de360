import { BRIEF_TITLE, BriefPage } from "../features/brief/components/brief-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const page = signedInPage({
  title: "Tell us about your business",
  heading: BRIEF_TITLE,
  description: "What we need to know before we make your content: two answers are enough to start.",
  skeleton: <Skeleton shape="panels" />,
  For: BriefPage,
});

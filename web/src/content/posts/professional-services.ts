import { post, reel, type SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Quiet / at seven.", "Early appointments"],
    "The desk at seven, before the phone starts. Book the early slot: it’s the quiet one.",
  ),
  post(
    ["question", "Can I claim / the van?", "If it works, yes / If you do, partly"],
    "From the inbox this week, answered in one line. More on Thursday.",
  ),
  reel(
    ["price", "£1,000", "Trading allowance / Every tax year"],
    "Sold a few cakes, a bike and some records? You can keep this much before HMRC wants a form.",
  ),
  reel(
    ["words", "Why is / my bill / half as / much / again?"],
    "Payments on account, explained before your coffee goes cold.",
  ),
  post(
    ["hours", "We pick / up", "Mon–Thu: 8.30–5.30 / Fri: 8.30–4 / January: until 7"],
    "A person, and usually Priya.",
  ),
  post(
    ["quote", "No jargon. / One page. / Done.", "Tom, boatbuilder"],
    "Tom builds boats. He shouldn’t have to read spreadsheets.",
  ),
  reel(
    ["split", "Shoebox / One page", "Receipts in April / The same in May"],
    "Bring the shoebox. We’ve seen worse.",
  ),
  post(
    [
      "tips",
      "Hiring / your first?",
      "Register with HMRC / Check right to work / Pension letter / Payslip by payday",
    ],
    "The order matters. Save this one.",
  ),
  post(
    ["price", "45p", "A mile in your own car / First 10,000 miles"],
    "Write them down. It adds up to a holiday.",
  ),
  post(
    [
      "question",
      "Sole trader / or limited?",
      "Simpler, and often enough / Cheaper, from some size",
    ],
    "The honest answer takes fifteen minutes and no slides.",
  ),
  post(
    ["offer", "Year one", "Books set up for free / For shops on the Barbican"],
    "New on the Barbican? We’re your neighbours.",
  ),
  reel(
    ["words", "Your bank / feed is / not your / books."],
    "Forty seconds on what the app leaves out.",
  ),
  post(
    ["words", "We closed / at noon.", "Cricket"],
    "We lost by nine wickets. The figures were correct.",
  ),
];

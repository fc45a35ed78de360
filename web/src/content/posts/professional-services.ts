import type { SamplePost } from "#contracts/sample-month/sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption: "The desk at seven, before the phone starts. Book the early slot: it’s the quiet one.",
    card: { look: "words", big: ["Quiet", "at seven."], small: ["Early appointments"] },
  },
  {
    kind: "post",
    caption: "From the inbox this week, answered in one line. More on Thursday.",
    card: {
      look: "question",
      big: ["Can I claim", "the van?"],
      small: ["If it works, yes", "If you do, partly"],
    },
  },
  {
    kind: "reel",
    caption:
      "Sold a few cakes, a bike and some records? You can keep this much before HMRC wants a form.",
    card: { look: "price", big: ["£1,000"], small: ["Trading allowance", "Every tax year"] },
  },
  {
    kind: "reel",
    caption: "Payments on account, explained before your coffee goes cold.",
    card: { look: "words", big: ["Why is", "my bill", "half as", "much", "again?"], small: [] },
  },
  {
    kind: "post",
    caption: "A person, and usually Priya.",
    card: {
      look: "hours",
      big: ["We pick", "up"],
      small: ["Mon–Thu", "8.30–5.30", "Fri", "8.30–4", "January", "until 7"],
    },
  },
  {
    kind: "post",
    caption: "Tom builds boats. He should not have to read spreadsheets.",
    card: { look: "quote", big: ["No jargon.", "One page.", "Done."], small: ["Tom, boatbuilder"] },
  },
  {
    kind: "reel",
    caption: "Bring the shoebox. We have seen worse.",
    card: {
      look: "split",
      big: ["Shoebox", "One page"],
      small: ["Receipts in April", "The same in May"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption: "The order matters. Save this one.",
    card: {
      look: "tips",
      big: ["Hiring", "your first?"],
      small: ["Register with HMRC", "Check right to work", "Pension letter", "Payslip by payday"],
    },
  },
  {
    kind: "post",
    caption: "Write them down. It adds up to a holiday.",
    card: { look: "price", big: ["45p"], small: ["A mile in your own car", "First 10,000 miles"] },
  },
  {
    kind: "post",
    caption: "The honest answer takes fifteen minutes and no slides.",
    card: {
      look: "question",
      big: ["Sole trader", "or limited?"],
      small: ["Simpler, and often enough", "Cheaper, from some size"],
    },
  },
  {
    kind: "post",
    caption: "New on the Barbican? We are your neighbours.",
    card: {
      look: "offer",
      big: ["Year one"],
      small: ["Books set up for free", "For shops on the Barbican"],
    },
  },
  {
    kind: "reel",
    caption: "Forty seconds on what the app leaves out.",
    card: { look: "words", big: ["Your bank", "feed is", "not your", "books."], small: [] },
  },
  {
    kind: "post",
    caption: "We lost by nine wickets. The figures were correct.",
    card: { look: "words", big: ["We closed", "at noon."], small: ["Cricket"] },
  },
];

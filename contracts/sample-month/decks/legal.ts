import type { SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  {
    kind: "post",
    caption:
      "The law can look like this from outside. At {name} it looks like two chairs and a pot of tea.",
    card: { look: "words", big: ["Less", "marble.", "More tea."], small: ["{name}"] },
  },
  {
    kind: "reel",
    caption:
      "If one has landed on your mat in {town}, read it twice, note the date and ask before you answer.",
    card: { look: "hours", big: ["A letter", "is not", "a verdict."], small: [] },
  },
  {
    kind: "reel",
    picture: "contract",
    caption:
      "Before you sign anything, let somebody on your side read it. That’s what {name} is here for.",
    card: { look: "words", big: ["Read it.", "Then", "sign."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "If the answer to either is yes, it’s worth a conversation. We’re {name}, in {town}.",
    card: {
      look: "question",
      big: ["Do I need", "a will?"],
      small: ["You own something", "You love somebody"],
    },
  },
  {
    kind: "post",
    slides: 4,
    caption:
      "Something went wrong? Do these first, whoever you ask afterwards. Save it, and hope you never need it.",
    card: {
      look: "tips",
      big: ["Write it", "down"],
      small: ["What happened", "Who saw it", "Keep the messages", "Take a picture"],
    },
  },
  {
    kind: "post",
    slides: 2,
    caption:
      "Both are ways of owning a home together. Ask {name} which one you have; it matters later.",
    card: {
      look: "split",
      big: ["Jointly", "In common"],
      small: ["It passes to the other", "Your share is yours"],
    },
  },
  {
    kind: "post",
    picture: "house-plan",
    caption:
      "New keys, new street, same {town}. We like the days when {name} gets to say congratulations.",
    card: { look: "words", big: ["Home,", "at last."], small: ["{name}"] },
  },
  {
    kind: "post",
    caption: "Long words, short answers. Which should {name} translate next?",
    card: {
      look: "hours",
      big: ["In plain", "words"],
      small: ["Tenant", "you", "Probate", "sorting it out", "Litigation", "court"],
    },
  },
  {
    kind: "post",
    caption:
      "It’s how most first meetings at {name} begin, and it’s fine. That’s what the first meeting is for.",
    card: {
      look: "quote",
      big: ["I don’t", "know where", "to start."],
      small: ["You just did"],
    },
  },
];

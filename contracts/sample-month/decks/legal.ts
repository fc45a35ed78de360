import { post, reel, type SamplePost } from "../sample-post.ts";

export const POSTS: readonly SamplePost[] = [
  post(
    ["words", "Less / marble. / More tea.", "{name}"],
    "The law can look like this from outside. At {name} it looks like two chairs and a pot of tea.",
  ),
  reel(
    ["hours", "A letter / is not / a verdict."],
    "If one has landed on your mat in {town}, read it twice, note the date and ask before you answer.",
  ),
  reel(
    ["words", "Read it. / Then / sign.", "{name}"],
    "Before you sign anything, let somebody on your side read it. That’s what {name} is here for.",
    { picture: "contract" },
  ),
  post(
    ["question", "Do I need / a will?", "You own something / You love somebody"],
    "If the answer to either is yes, it’s worth a conversation. We’re {name}, in {town}.",
  ),
  post(
    ["tips", "Write it / down", "What happened / Who saw it / Keep the messages / Take a picture"],
    "Something went wrong? Do these first, whoever you ask afterwards. Save it, and hope you never need it.",
  ),
  post(
    ["split", "Jointly / In common", "It passes to the other / Your share is yours"],
    "Both are ways of owning a home together. Ask {name} which one you have; it matters later.",
  ),
  post(
    ["words", "Home, / at last.", "{name}"],
    "New keys, new street, same {town}. We like the days when {name} gets to say congratulations.",
  ),
  post(
    ["hours", "In plain / words", "Tenant: you / Probate: sorting it out / Litigation: court"],
    "Long words, short answers. Which should {name} translate next?",
  ),
  post(
    ["quote", "I don’t / know where / to start.", "You just did"],
    "It’s how most first meetings at {name} begin, and it’s fine. That’s what the first meeting is for.",
  ),
];

/** Each review gives the same number of stars, of five. */
export const RATING = 5;

type Testimonial = {
  readonly name: string;
  readonly business: string;
  readonly text: string;
};

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: "Priya N.",
    business: "Skin clinic, Leicester",
    text: "I used to write captions at midnight. Now I approve a month of posts over one coffee.",
  },
  {
    name: "Tom H.",
    business: "Gastropub, Harrogate",
    text: "Sundays were half empty. The roast reels changed that within a few weeks.",
  },
  {
    name: "Angharad W.",
    business: "Gift shop, Cardiff",
    text: "It looks like us, only better lit. Customers quote our posts back to us at the till.",
  },
  {
    name: "Marcus O.",
    business: "Personal trainer, Croydon",
    text: "My account manager knows my clients’ names by now. That is what you pay for.",
  },
  {
    name: "Eilidh M.",
    business: "Boutique hotel, Oban",
    text: "Direct bookings from Instagram went from a curiosity to a line in the accounts.",
  },
  {
    name: "Sajid R.",
    business: "Solicitors, Bradford",
    text: "They made conveyancing readable. I did not think that could be done.",
  },
  {
    name: "Beth C.",
    business: "Hair salon, Norwich",
    text: "No tie-in, no drama. We’ve stayed because the chairs are full.",
  },
  {
    name: "Dominic F.",
    business: "Nightclub, Liverpool",
    text: "The line-up posts go out on time, every time, and the guest list fills itself.",
  },
  {
    name: "Grace A.",
    business: "Bakery, Bristol",
    text: "Three posts in the trial, and one of them sold out our hot cross buns.",
  },
  {
    name: "Callum D.",
    business: "Garage, Derry",
    text: "I fix cars. They make people want me to. Fair division of labour.",
  },
];

/** Ofcom reserves this number for examples. */
const NUMBER = "447700900142";

export const SUPPORT = {
  whatsApp: `https://wa.me/${NUMBER}`,
  phone: { href: `tel:+${NUMBER}`, label: "07700 900142" },
  hours: "Monday to Friday, 9 am to 6 pm",
} as const;

/** How customers reach us besides the contact form. */
export const SUPPORT = {
  /** A number that Ofcom keeps for examples. */
  whatsApp: "https://wa.me/447700900142",
  hours: "Monday to Friday, 9 am to 6 pm",
} as const;

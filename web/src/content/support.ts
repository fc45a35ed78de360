export const SUPPORT = {
  /** Ofcom reserves this number for examples. */
  whatsApp: "https://wa.me/447700900142",
  hours: "Monday to Friday, 9 am to 6 pm",
} as const;

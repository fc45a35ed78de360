/** Of the billing page, by id, in their order. */
export const PANEL_TITLES = {
  payment: "Payment",
  orders: "Invoices",
  details: "On your invoices",
} as const;

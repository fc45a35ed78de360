/** The billing page shows these panels, by id, in this order. */
export const PANEL_TITLES = {
  payment: "Payment",
  orders: "Invoices",
  details: "On your invoices",
} as const;

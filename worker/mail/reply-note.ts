export function replyNote(customerEmail: string | null): string {
  return customerEmail === null ? "" : "Replying to this email answers the customer.";
}

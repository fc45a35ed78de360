import type { ContactForm } from "#contracts/api/enquiry.ts";

export const CONTACT_FORM = {
  form_type: "contact",
  first_name: "Ada",
  last_name: "Byron",
  email: "ada@shop.example",
  company: "Byron & Co",
  subject: "General Inquiry",
  message: "What would 20 posts cost?",
  source: "Contact Us Page",
} satisfies ContactForm;

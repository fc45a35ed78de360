export const INDUSTRIES = [
  { id: "health-beauty", name: "Health and beauty" },
  { id: "professional-services", name: "Professional services" },
  { id: "ecommerce", name: "E-commerce" },
  { id: "food", name: "Food" },
  { id: "technology", name: "Technology" },
  { id: "fitness", name: "Fitness" },
  { id: "automotive", name: "Automotive" },
  { id: "legal-coverage", name: "Legal coverage" },
] as const;

export type IndustryId = (typeof INDUSTRIES)[number]["id"];

export type Trade = IndustryId | "nightlife";

export const BUSINESS_TYPES: readonly string[] = [
  "Nightlife and hospitality",
  ...INDUSTRIES.map((industry) => industry.name),
  "Something else",
];

import { TextField } from "../../../ui/field.tsx";

type SenderFieldsProps = {
  field: (name: "firstName" | "lastName" | "email" | "company") => {
    name: string;
    error: string | undefined;
  };
  isCompanyRequired?: boolean;
};

/** Every enquiry asks first who sends it. */
export function SenderFields({ field, isCompanyRequired = true }: SenderFieldsProps) {
  return (
    <>
      <TextField label="First name" {...field("firstName")} autoComplete="given-name" required />
      <TextField label="Last name" {...field("lastName")} autoComplete="family-name" required />
      <TextField label="Email" {...field("email")} type="email" autoComplete="email" required />
      <TextField
        label="Company"
        {...field("company")}
        autoComplete="organization"
        required={isCompanyRequired}
      />
    </>
  );
}

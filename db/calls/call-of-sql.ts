import { type SQL, sql } from "drizzle-orm";

/**
 * SQL of a condition on `call`: it was booked by a user, as a guest or under an enquiry.
 *
 * @param person `customers` and `enquiries` are queries of ids; as arrays they are known before calls are read, so that the indexes
 * are used
 */
export const isCallOf = (person: { userId: SQL; customers: SQL; enquiries: SQL }): SQL =>
  sql`(call.user_id = ${person.userId} or call.customer_id = any(array(${person.customers}))
    or call.enquiry_id = any(array(${person.enquiries})))`;

/** Can be nothing but a name, which may be repeated to an address that anyone may have entered. Few digits: no phone number. */
export const COMPANY_NAME =
  /^(?!(?:.*\p{N}){5})[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control} &+'’,()-]{0,59}\.?$/u;

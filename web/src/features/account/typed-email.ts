let typed = "";

/** Keeps an address between the pages of one visit: whoever forgot the password does not type it again. */
export function saveTypedEmail(email: string): void {
  typed = email;
}

export function readTypedEmail(): string {
  return typed;
}

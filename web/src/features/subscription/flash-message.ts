const KEY = "dashboardNote";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

export function setFlashMessage(storage: Store, text: string): void {
  storage?.setItem(KEY, text);
}

export function getFlashMessage(storage: Store): string | null {
  return storage?.getItem(KEY) ?? null;
}

export function clearFlashMessage(storage: Store): void {
  storage?.removeItem(KEY);
}

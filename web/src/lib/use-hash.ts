import { useLocationProperty } from "wouter/use-browser-location";

export function useHash(): string {
  return useLocationProperty(
    () => decodeURIComponent(window.location.hash.slice(1)),
    () => "",
  );
}

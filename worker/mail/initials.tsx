import { BASE, ON_TIDE, TIDE_GROUND } from "./theme.ts";

/** The letters stand where a mail has no photo or logo to show. */
export function Initials({
  px,
  radius = 0,
  children,
}: {
  px: number;
  radius?: number;
  children: string;
}) {
  return (
    <div
      className={TIDE_GROUND.className}
      style={{
        ...BASE,
        ...TIDE_GROUND.style,
        color: ON_TIDE,
        textAlign: "center",
        fontSize: 18,
        fontWeight: 700,
        lineHeight: `${px}px`,
        borderRadius: radius,
      }}
    >
      {children}
    </div>
  );
}

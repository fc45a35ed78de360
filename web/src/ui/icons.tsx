type IconProps = { className?: string };

/** 16-unit grid, stroke of 2. Decorative: always beside text or in a named control. */
function Icon({ className = "size-4", path }: IconProps & { path: string }) {
  return (
    <svg viewBox="0 0 16 16" className={className} aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="square" />
    </svg>
  );
}

export function Arrow(props: IconProps) {
  return <Icon path="M2 8h11M9 3.5 13.5 8 9 12.5" {...props} />;
}

export function ArrowUpRight(props: IconProps) {
  return <Icon path="M4 12 12 4M5.5 4H12v6.5" {...props} />;
}

export function Chevron(props: IconProps) {
  return <Icon path="m3 5.5 5 5 5-5" {...props} />;
}

export function Close(props: IconProps) {
  return <Icon path="m3 3 10 10M13 3 3 13" {...props} />;
}

export function Menu(props: IconProps) {
  return <Icon path="M2 5h12M2 11h12" {...props} />;
}

export function Pause(props: IconProps) {
  return <Icon path="M5 3v10M11 3v10" {...props} />;
}

export function Play(props: IconProps) {
  return <Icon path="M4.5 3v10l8-5z" {...props} />;
}

export function Tick(props: IconProps) {
  return <Icon path="m2.5 8.5 3.5 3.5 7.5-8" {...props} />;
}

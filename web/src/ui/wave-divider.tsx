export function WaveDivider({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1440 64"
      preserveAspectRatio="none"
      className={`swell -mb-px block h-8 w-full sm:h-16 ${className}`}
      aria-hidden="true"
    >
      <path
        fill="currentColor"
        d="M0 40C90 8 150 8 240 32s150 24 240 0 150-40 240-8 150 40 240 12 150-36 240-10 150 30 240-2v40H0z"
      />
    </svg>
  );
}

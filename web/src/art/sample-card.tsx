import type { ReactNode } from "react";
import type { Colours } from "#contracts/sample-month/businesses.ts";
import type { Card } from "#contracts/sample-month/sample-post.ts";
import { BigWords, Lines, type LookProps, MARGIN } from "./big-words.tsx";

type Look = (props: LookProps) => ReactNode;

const RIGHT = 100 - MARGIN;

type SampleCardProps = {
  card: Card;
  colours: Colours;
  className?: string;
};

export function SampleCard({ card, colours, className = "" }: SampleCardProps) {
  const Look = LOOKS[card.look];
  return (
    <svg
      viewBox="0 0 100 125"
      // In a reel, which is taller, the caption covers the foot.
      preserveAspectRatio="xMidYMin"
      className={`font-text ${className}`}
      role="img"
      aria-label={[card.big.join(" "), ...card.small].join(", ")}
    >
      <path d="M-99-99h300v400h-300z" fill={colours.ground} />
      <Look big={card.big} small={card.small} colours={colours} />
    </svg>
  );
}

type NoteProps = {
  x?: number;
  y: number;
  fill: string;
  size?: number;
  end?: boolean;
  children: ReactNode;
};

function Note({ x = MARGIN, y, fill, size = 6, end = false, children }: NoteProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight="600"
      fill={fill}
      textAnchor={end ? "end" : "start"}
    >
      {children}
    </text>
  );
}

const Price: Look = ({ big, small, colours: { ground, ink, accent } }) => (
  <>
    <circle cx="62" cy="78" r="56" fill={accent} />
    <Note y={17} size={7.4} fill={ink}>
      {small[0]}
    </Note>
    <Lines lines={big} x={16} bottom={92} width={78} max={40} fill={ground} />
    <Note x={20} y={106} fill={ground}>
      {small[1]}
    </Note>
  </>
);

const Hours: Look = ({ big, small, colours: { ink, accent } }) => {
  const rows = small.length / 2;
  const pitch = Math.min(14, 56 / rows);
  return (
    <>
      <Lines lines={big} top={10} max={25} fill={ink} last={accent} />
      {Array.from({ length: rows }, (_, row) => {
        const y = 119 - (rows - row) * pitch;
        return (
          <g key={small[2 * row]}>
            <path d={`M8 ${y}h84`} stroke={ink} strokeWidth=".6" />
            <Note y={y + pitch * 0.66} fill={ink}>
              {small[2 * row]}
            </Note>
            <Note x={RIGHT} y={y + pitch * 0.66} end fill={ink}>
              {small[2 * row + 1]}
            </Note>
          </g>
        );
      })}
    </>
  );
};

const Quote: Look = ({ big, small, colours: { ink, accent } }) => (
  <>
    <text x="5" y="62" fontSize="84" fill={accent} className="font-display font-bold">
      “
    </text>
    <Lines lines={big} bottom={102} max={17} fill={ink} />
    <path d="M8 109h10" stroke={accent} strokeWidth="1.4" />
    <Note x={21} y={111} fill={ink} size={5.4}>
      {small[0]}
    </Note>
  </>
);

const Split: Look = ({ big, small, colours: { ground, ink, accent } }) => (
  <>
    <path d="M-99 72 200 48V300H-99z" fill={accent} />
    <Note y={15} fill={ink}>
      {small[0]}
    </Note>
    <Lines lines={big.slice(0, 1)} bottom={46} max={30} fill={ink} />
    <Lines lines={big.slice(1)} bottom={103} max={30} fill={ground} />
    <Note y={116} fill={ground}>
      {small[1]}
    </Note>
  </>
);

const Offer: Look = ({ big, small, colours: { ground, ink, accent } }) => (
  <g transform="rotate(-7 50 62)">
    <path
      d="M2 26h96v22a9 9 0 0 0 0 18v34H2V66a9 9 0 0 0 0-18z"
      fill={accent}
      stroke={ink}
      strokeWidth=".8"
    />
    <path d="M14 57h72" stroke={ground} strokeWidth="1.2" strokeDasharray="3 3" />
    <Lines lines={big} x={11} bottom={51} width={78} max={26} fill={ground} />
    <Note x={12} y={74} size={8} fill={ground}>
      {small[0]}
    </Note>
    <Note x={12} y={87} fill={ground}>
      {small[1]}
    </Note>
  </g>
);

const Tips: Look = ({ big, small, colours: { ink, accent } }) => (
  <>
    <Lines lines={big} top={10} max={18} fill={ink} />
    {small.map((tip, index) => {
      const y = 116 - (small.length - 1 - index) * 16;
      return (
        <g key={tip}>
          <text x="8" y={y} fontSize="15" fill={accent} className="font-display font-bold">
            {index + 1}
          </text>
          <Note x={22} y={y - 2} size={6.4} fill={ink}>
            {tip}
          </Note>
        </g>
      );
    })}
  </>
);

const Question: Look = ({ big, small, colours: { ground, ink, accent } }) => (
  <>
    <text x="48" y="136" fontSize="106" fill={accent} className="font-display font-bold">
      ?
    </text>
    <Lines lines={big} top={10} max={21} fill={ink} />
    <path d="M-99 91h300v300H-99z" fill={ink} />
    {small.map((answer, index) => (
      <g key={answer}>
        <text
          x={8}
          y={104 + index * 13}
          fontSize="8"
          fill={accent}
          className="font-display font-bold"
        >
          {"AB".charAt(index)}
        </text>
        <Note x={18} y={104 + index * 13} fill={ground}>
          {answer}
        </Note>
      </g>
    ))}
  </>
);

const LOOKS: Readonly<Record<Card["look"], Look>> = {
  words: BigWords,
  price: Price,
  hours: Hours,
  quote: Quote,
  split: Split,
  offer: Offer,
  tips: Tips,
  question: Question,
};

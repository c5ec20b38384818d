import css from './brand.module.css';

/**
 * The mark: a touchstone, the streak that gold leaves on it, and one of sky. `drawn` (0 to 1) is how far the
 * streak has come (pull to refresh).
 */
export function Mark({
  size = 34,
  drawn = 1,
  label,
}: {
  readonly size?: number;
  readonly drawn?: number;
  readonly label?: string;
}) {
  return (
    <svg
      className={css.mark}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path
        className={css.stone}
        d="M9.6 1.6h12.8c4.8 0 8 3.2 8 8v12.8c0 4.8-3.2 8-8 8H9.6c-4.8 0-8-3.2-8-8V9.6c0-4.8 3.2-8 8-8z"
      />
      <g
        style={
          drawn < 1
            ? { clipPath: `polygon(0 100%, 0 ${(1 - drawn) * 100}%, 100% ${(1 - drawn) * 100}%, 100% 100%)` }
            : undefined
        }
      >
        <path
          className={css.streak}
          d="M7.2 24.1C11.3 20.9 19.6 12.7 24.9 7.6c.5-.4 1 .1.7.6C22.8 12.6 15 20.6 8.5 25.4c-1.1.8-2.3-.5-1.3-1.3z"
        />
        <path
          className={css.streak2}
          d="M15.6 25.2c2.8-2 6.3-5.4 8.6-8.3.4-.5 1.1 0 .8.5-1.9 3-4.9 6.4-8 8.9-1.1.8-2.5-.4-1.4-1.1z"
        />
      </g>
    </svg>
  );
}

/** Petals that stand around a whole turn. */
const around = (petals: number): readonly number[] => Array.from({ length: petals }, (_, n) => (n * 180) / petals);

/**
 * The banknote rosette: decorates ink surfaces and empty states, nothing else. Sized and placed by the
 * `className` given. Words give it a shape of their own, as no two notes are equal.
 */
export function Rosette({ className, of }: { readonly className?: string | undefined; readonly of?: string }) {
  const seed = of === undefined ? 0 : [...of].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7);
  return (
    <svg
      className={className ? `${css.rosette} ${className}` : css.rosette}
      viewBox="-130 -130 260 260"
      aria-hidden="true"
    >
      {around(30 - (seed % 5) * 2).map((angle) => (
        <ellipse key={angle} rx="126" ry={52 + (seed % 7) * 4} transform={`rotate(${angle})`} />
      ))}
      {around(24 - (seed % 3) * 4).map((angle) => (
        <ellipse key={angle} rx="50" ry={30 - (seed % 11)} transform={`rotate(${angle})`} />
      ))}
    </svg>
  );
}

import { flagCountry, FLAGS, type Shape } from './flags.ts';
import css from './vote.module.css';

function Part({ shape }: { readonly shape: Shape }) {
  switch (shape.kind) {
    case 'rect':
      return <rect x={shape.x} y={shape.y} width={shape.w} height={shape.h} fill={shape.fill} />;
    case 'disc':
      return <circle cx={shape.x} cy={shape.y} r={shape.r} fill={shape.fill} />;
    case 'ring':
      return <circle cx={shape.x} cy={shape.y} r={shape.r} fill="none" stroke={shape.stroke} strokeWidth="0.8" />;
    case 'path':
      return <path d={shape.d} fill={shape.fill ?? 'none'} stroke={shape.stroke} strokeWidth={shape.width} />;
  }
}

/**
 * A country's flag, the same on every system; its two letters where it is not drawn here. Decoration: the
 * name stands beside it.
 */
export function Flag({ flag }: { readonly flag: string }) {
  const country = flagCountry(flag);
  if (country === undefined) return null;
  const shapes = FLAGS[country];
  return (
    <span className={css.flag} aria-hidden="true" data-country={country}>
      {shapes ? (
        <svg viewBox="0 0 30 20" width="30" height="20">
          {shapes.map((shape, index) => (
            <Part key={index} shape={shape} />
          ))}
        </svg>
      ) : (
        country
      )}
    </span>
  );
}

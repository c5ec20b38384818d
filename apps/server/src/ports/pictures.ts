import type { Result } from '#src/kernel/result.ts';

/** Pictures from outside: none is kept or shown as it came. */
export type Pictures = {
  /**
   * The picture rendered anew, upright and without anything but its pixels. Refuses what is no JPEG, PNG or WebP
   * by its content or cannot be decoded, and what has too many pixels or several pages. Throws `TryLater`
   * when too many wait already.
   */
  render(bytes: Uint8Array): Promise<Result<Picture, 'picture_unreadable' | 'picture_dimensions'>>;
};
export type Picture = {
  readonly jpeg: Uint8Array;
  /** 16 by 16 grey values, by which two pictures are compared. */
  readonly look: Uint8Array;
  /** Standard deviation of those values: near 0 for an empty page. */
  readonly contrast: number;
};

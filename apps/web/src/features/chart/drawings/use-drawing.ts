import { countPoints, type DrawingTool } from '@khara/contract';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { isInField } from '#features/shortcuts/press.ts';
import type { RenderedChart } from '../render-chart.ts';
import { distance, handles, strokes, type Drawing, type DrawnPoint, type Place } from './drawings.ts';
import { changeDrawings, readShareDrawings, redoDrawing, undoDrawing } from './kept-drawings.ts';
import { followHand, type Pointed } from './pointer.ts';
import type { Plot } from './plot.ts';

/** px around a line or a handle in which a finger, or a mouse, takes hold of it. */
const REACH = { touch: 22, mouse: 8 } as const;
/** px after which a press of the mouse is a drag. */
const DRAG = 6;
/** Rupees of a step by keys, and of a larger one. */
const STEP = 0.05;
const LARGE_STEP = 1;

type Said = 'set' | 'copied' | 'deleted' | 'cleared' | 'undone' | 'redone' | 'full';

type Doing = {
  /** Undefined: drawings are chosen. */
  readonly tool: DrawingTool | undefined;
  /** The point that is set, of a drawing that needs two. */
  readonly first: DrawnPoint | undefined;
  /** Where the next one would be, and what points there: nothing where keys moved it. */
  readonly cross: DrawnPoint | undefined;
  readonly pointed: Pointed | undefined;
  readonly selected: number | undefined;
  /** The selected one, while it is dragged. */
  readonly moved: Drawing | undefined;
};
const IDLE: Doing = {
  tool: undefined,
  first: undefined,
  cross: undefined,
  pointed: undefined,
  selected: undefined,
  moved: undefined,
};

/** What is taken hold of: one of its points, or all of it. */
type Held = { readonly drawing: Drawing; readonly handle: number | undefined; readonly from: DrawnPoint };

type Parts = {
  readonly code: string;
  readonly canvas: RefObject<HTMLElement | null>;
  readonly chart: RenderedChart | undefined;
  /** What was done; nothing of that is to be said once something else is chosen. */
  readonly onSaid: (what: Said | undefined, tool?: DrawingTool) => void;
};

/** Drawing and changing what is drawn, by finger, mouse and keys. */
export function useDrawing({ code, canvas, chart, onSaid }: Parts) {
  const [doing, setDoing] = useState<Doing>(() => ({
    ...IDLE,
    // The first tap draws; later there is something to choose.
    tool: readShareDrawings(code).list.length === 0 ? 'trend' : undefined,
  }));
  const now = useRef(doing);
  const said = useRef(onSaid);
  useEffect(() => {
    said.current = onSaid;
  });
  const acts = useMemo(() => {
    const list = (): readonly Drawing[] => readShareDrawings(code).list;
    const change = (part: Partial<Doing>): void => {
      now.current = { ...now.current, ...part };
      setDoing(now.current);
    };
    const replace = (at: number, ...drawings: readonly Drawing[]): boolean =>
      changeDrawings(code, list().toSpliced(at, 1, ...drawings));
    return {
      change,
      list,
      replace,
      choose(tool: DrawingTool | undefined): void {
        change({ ...IDLE, tool });
        said.current(undefined);
      },
      select(selected: number | undefined): void {
        change({ ...IDLE, selected });
        said.current(undefined);
      },
      setPoint(point: DrawnPoint): void {
        const { tool, first } = now.current;
        if (!tool) return;
        if (countPoints(tool) === 2 && !first) return change({ first: point, cross: undefined, pointed: undefined });
        const isSame = first?.t === point.t && first.price === point.price;
        if (isSame) return change({ cross: undefined, pointed: undefined });
        const isSet = changeDrawings(code, [...list(), { tool, points: first ? [first, point] : [point] }]);
        change({ ...IDLE, selected: isSet ? list().length - 1 : undefined });
        said.current(isSet ? 'set' : 'full', tool);
      },
      remove(): void {
        const { selected } = now.current;
        const drawing = selected === undefined ? undefined : list()[selected];
        if (selected === undefined || !drawing) return;
        replace(selected);
        change(IDLE);
        said.current('deleted', drawing.tool);
      },
      copy(): void {
        const { selected } = now.current;
        const drawing = selected === undefined ? undefined : list()[selected];
        if (!drawing || !chart) return;
        const isSet = changeDrawings(code, [...list(), { ...drawing, points: chart.plot.beside(drawing.points) }]);
        if (isSet) change({ ...IDLE, selected: list().length - 1 });
        said.current(isSet ? 'copied' : 'full', drawing.tool);
      },
      clear(): void {
        changeDrawings(code, []);
        change(IDLE);
        said.current('cleared');
      },
      step(back: boolean): void {
        if (back) undoDrawing(code);
        else redoDrawing(code);
        change(IDLE);
        said.current(back ? 'undone' : 'redone');
      },
    };
  }, [code, chart]);

  // As soon as the tools are seen: a hand, or a key, is not slower for long.
  useLayoutEffect(() => {
    const element = canvas.current;
    const plot = chart?.plot;
    if (!element || !plot) return undefined;
    return followHand(element, handOn(plot, now, acts));
  }, [canvas, chart, acts]);

  useLayoutEffect(() => {
    const plot = chart?.plot;
    if (!plot) return undefined;
    const listener = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isInField(event) || !pressKey(event, plot, now.current, acts)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the desk and a full screen, which have other uses for some of these keys.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [chart, acts]);

  return { ...doing, ...acts };
}

type Acts = Pick<
  ReturnType<typeof useDrawing>,
  'change' | 'choose' | 'copy' | 'list' | 'replace' | 'select' | 'setPoint' | 'remove' | 'step'
>;

const near = (from: Place, to: Place): number => Math.hypot(from.x - to.x, from.y - to.y);
const reachOf = ({ isTouch }: Pointed): number => (isTouch ? REACH.touch : REACH.mouse);

function handOn(plot: Plot, now: { readonly current: Doing }, acts: Acts) {
  let held: Held | undefined;
  let pressed: Pointed | undefined;
  const isInside = ({ x, y }: Place): boolean => x <= plot.size().width && y <= plot.size().height;
  const pointAt = (at: Pointed): DrawnPoint | undefined => {
    const point = plot.point(at);
    const { first } = now.current;
    return point && at.isLevel && first ? { ...point, price: first.price } : point;
  };
  const placesOf = ({ points }: Drawing): readonly Place[] => points.map(plot.place);
  /** The uppermost drawing there. */
  const hit = (at: Pointed): number =>
    acts
      .list()
      .findLastIndex((drawing) =>
        strokes(drawing.tool, placesOf(drawing), plot.size()).some((stroke) => distance(at, stroke) <= reachOf(at)),
      );

  function take(at: Pointed): boolean {
    const { selected } = now.current;
    const chosen = selected === undefined ? undefined : acts.list()[selected];
    const handle = chosen
      ? handles(chosen, placesOf(chosen), plot.size()).findIndex((place) => near(place, at) <= reachOf(at))
      : -1;
    const index = handle >= 0 ? selected! : hit(at);
    const drawing = acts.list()[index];
    const from = plot.point(at);
    if (!drawing || !from) {
      if (selected !== undefined) acts.select(undefined);
      return false;
    }
    acts.select(index);
    held = { drawing, handle: handle >= 0 ? handle : undefined, from };
    return true;
  }

  function dragged({ drawing, handle, from }: Held, at: Pointed): Drawing {
    const point = plot.point(at) ?? from;
    if (handle !== undefined) return { ...drawing, points: drawing.points.with(handle, point) };
    const [candles, rupees] = [plot.index(point) - plot.index(from), point.price - from.price];
    return { ...drawing, points: drawing.points.map((one) => plot.moved(one, candles, rupees)) };
  }

  return {
    down(at: Pointed): boolean {
      if (!isInside(at)) return false;
      if (!now.current.tool) return take(at);
      pressed = at;
      acts.change({ cross: pointAt(at), pointed: at });
      return true;
    },
    move(at: Pointed): void {
      if (held) return acts.change({ moved: dragged(held, at) });
      // A mouse that drags draws from where it was pressed.
      const { tool, first } = now.current;
      const begun = pressed && plot.point(pressed);
      if (pressed && begun && !at.isTouch && tool && countPoints(tool) === 2 && !first && near(pressed, at) > DRAG)
        acts.setPoint(begun);
      return acts.change({ cross: pointAt(at), pointed: at });
    },
    up(at: Pointed): void {
      if (held) {
        const { selected, moved } = now.current;
        // From another device there may be others meanwhile.
        if (moved && selected !== undefined && acts.list()[selected] === held.drawing) acts.replace(selected, moved);
        acts.change({ moved: undefined });
        held = undefined;
        return;
      }
      const point = pointAt(at);
      pressed = undefined;
      if (point) acts.setPoint(point);
    },
    cancel(): void {
      held = undefined;
      acts.change({ moved: undefined, cross: undefined, pointed: undefined });
    },
    hover(at: Pointed): void {
      if (now.current.tool && isInside(at)) acts.change({ cross: pointAt(at), pointed: at });
    },
    erase(at: Pointed): boolean {
      const index = now.current.tool ? -1 : hit(at);
      if (index < 0) return false;
      acts.select(index);
      acts.remove();
      return true;
    },
  };
}

const ARROWS: Readonly<Record<string, readonly [candles: number, rupees: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** True where the key was for drawing. */
function pressKey(event: KeyboardEvent, plot: Plot, { tool, first, cross, selected }: Doing, acts: Acts): boolean {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const command = (ctrlKey || metaKey) && !altKey ? key.toLowerCase() : undefined;
  if (command === 'z') {
    acts.step(!shiftKey);
    return true;
  }
  if (command === 'd' && selected !== undefined) {
    acts.copy();
    return true;
  }
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'Escape') {
    if (!tool && selected === undefined) return false;
    acts.choose(first ? tool : undefined);
    return true;
  }
  if ((key === 'Delete' || key === 'Backspace') && selected !== undefined) {
    acts.remove();
    return true;
  }
  const arrow = ARROWS[key];
  if (tool && arrow) {
    const from = cross ?? first ?? plot.newest();
    const [candles, up] = arrow;
    if (from)
      acts.change({ cross: plot.moved(from, candles, up * (shiftKey ? LARGE_STEP : STEP)), pointed: undefined });
    return true;
  }
  if (tool && cross && key === 'Enter') {
    acts.setPoint(cross);
    return true;
  }
  const count = acts.list().length;
  if (!tool && count > 0 && (key === 'ArrowLeft' || key === 'ArrowRight') && isFree(event)) {
    const step = key === 'ArrowRight' ? 1 : -1;
    acts.select(selected === undefined ? (step > 0 ? 0 : count - 1) : (selected + step + count) % count);
    return true;
  }
  return false;
}

/** Arrows have no other use there: they go through rows, and choose among intervals. */
const isFree = ({ target }: KeyboardEvent): boolean =>
  !(
    target instanceof Element &&
    target.closest('[data-arrows], [role=row], tr, [role=radiogroup], [data-scroller]:focus') !== null
  );

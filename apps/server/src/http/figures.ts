import { Gauge, Histogram, type Registry } from 'prom-client';

type Named = { readonly name: string; readonly help: string };
/** A figure of some part of the server, read when it is asked for. */
type OneValue = Named & { readonly read: () => number };
/** One that has a value for each of several names, under a label. */
type ValueEach = Named & { readonly label: string; readonly readEach: () => Iterable<readonly [string, number]> };

/** A histogram is counted in when something happens; other figures are read when they are asked for. */
export type Figure = OneValue | ValueEach | Histogram;

/** Counts how long something took, or how much of it there was, each time. */
export const histogram = ({ name, help, buckets }: Named & { readonly buckets: readonly number[] }): Histogram =>
  new Histogram({ name, help, buckets: [...buckets], registers: [] });

export function registerFigures(registry: Registry, figures: readonly Figure[]): void {
  for (const figure of figures) {
    if (figure instanceof Histogram) registry.registerMetric(figure);
    else if ('read' in figure) registerOne(registry, figure);
    else registerEach(registry, figure);
  }
}

function registerOne(registry: Registry, { name, help, read }: OneValue): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(read()) });
}

function registerEach(registry: Registry, { name, help, label, readEach }: ValueEach): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: () => {
      gauge.reset(); // a name may be gone
      for (const [of, value] of readEach()) gauge.set({ [label]: of }, value);
    },
  });
}

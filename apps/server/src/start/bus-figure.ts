import type { Figure } from '#src/http/figures.ts';
import type { Bus } from '#src/ports/bus.ts';

export const busFigure = (bus: Bus): Figure => ({
  name: 'khara_bus_up',
  help: 'Whether other servers of the installation hear what this one publishes.',
  read: () => (bus.state() === 'up' ? 1 : 0),
});

export const rebuildsFigure = (read: () => number): Figure => ({
  name: 'khara_follower_rebuilds_total',
  help: 'How often a followed day was made again from a snapshot.',
  read,
});

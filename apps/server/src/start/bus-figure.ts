import type { Figure } from '#src/http/health.ts';
import type { Bus } from '#src/ports/bus.ts';

export const busFigure = (bus: Bus): Figure => ({
  name: 'khara_bus_up',
  help: 'Whether other servers of the installation hear what this one publishes.',
  read: () => (bus.state() === 'up' ? 1 : 0),
});

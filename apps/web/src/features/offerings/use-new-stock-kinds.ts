import { useIsSchool } from '#api/config.ts';
import { NEW_STOCK_KINDS, type NewStockKind } from './offering.ts';

/**
 * The kinds of offerings to choose from, beside the one that a page is at. A school's app leaves out placements, which
 * open by an access key; their pages can still be opened by their address.
 */
export function useNewStockKinds(current: NewStockKind | undefined): readonly NewStockKind[] {
  const isSchool = useIsSchool();
  return NEW_STOCK_KINDS.filter((kind) => kind !== 'private_placement' || kind === current || !isSchool);
}

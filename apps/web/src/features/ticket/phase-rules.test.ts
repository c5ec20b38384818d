import { describe, expect, it } from 'vitest';
import { refusedField, firstKind, refusalInPhase } from './phase-rules.ts';

const day = { validity: 'day' } as const;

describe('what a phase takes', () => {
  it('is everything while shares trade', () => {
    for (const type of ['market', 'limit', 'sl', 'sl_m'] as const)
      expect(refusalInPhase({ type, ...day }, 'continuous')).toBeUndefined();
  });

  it('is what the next opening auction takes while the market is closed: the order waits for it', () => {
    expect(refusalInPhase({ type: 'limit', ...day }, 'closed')).toBeUndefined();
    expect(refusalInPhase({ type: 'market', ...day }, 'closed')).toBeUndefined();
    expect(refusalInPhase({ type: 'sl', ...day }, 'closed')).toBe('stop_loss_not_allowed_in_phase');
    expect(refusalInPhase({ type: 'limit', validity: 'ioc' }, 'closed')).toBe('ioc_not_allowed_in_phase');
    expect(refusalInPhase({ type: 'limit', ...day, hides: true }, 'closed')).toBe('disclosed_qty_not_allowed_in_phase');
  });

  it('is limits alone at the end of an auction, and market orders alone at the close', () => {
    expect(refusalInPhase({ type: 'market', ...day }, 'cas_entry_2')).toBe('market_not_allowed_in_phase');
    expect(refusalInPhase({ type: 'limit', ...day }, 'post_close')).toBe('limit_not_allowed_in_phase');
    expect(firstKind('post_close')).toBe('market');
    expect(firstKind('cas_entry_2')).toBe('limit');
  });

  it('is nothing while an auction is worked out, and in a halt', () => {
    expect(refusalInPhase({ type: 'limit', ...day }, 'cas_match')).toBe('phase_not_accepting');
    expect(refusalInPhase({ type: 'limit', ...day }, 'halted')).toBe('market_halted');
    expect(firstKind('halted')).toBe('limit');
  });
});

it('a refusal stands at its part of the ticket, one about money at none', () => {
  expect(refusedField('trigger_wrong_side_of_ltp')).toBe('trigger');
  expect(refusedField('mis_cutoff_passed')).toBe('product');
  expect(refusedField('position_above_turnover')).toBe('quantity');
  expect(refusedField('insufficient_funds')).toBeUndefined();
  expect(refusedField('something_new')).toBeUndefined();
});

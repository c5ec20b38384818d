import { marginBasisOnDay } from '@khara/broker';
import {
  blockWindowAtStep,
  instantOfStep,
  type JournalledCommand,
  marketTimeText,
  type TradingDay,
} from '@khara/market-day';
import type { MarginBasis } from '@khara/rules';
import type { ShareMargin } from '#modules/market/index.ts';
import type { MarketMove, SettlementBatch } from '#src/ports/exchange.ts';
import type { Part } from './settler.ts';
import { DayMargins } from './margins.ts';
import { MoveRecorder, type RecorderParts } from './move-recorder.ts';

/** The day that runs, with its margins and those who follow it: what is applied, and what came of it. */
export class LiveDay {
  #day: TradingDay;
  #margins: DayMargins;
  readonly #recorderParts: Omit<RecorderParts, 'publish'> & { readonly publish?: (move: MarketMove) => void };
  /** Undefined where nothing follows this market, and until it goes on. */
  #moves: MoveRecorder | undefined;

  constructor(
    { day, margins }: { readonly day: TradingDay; readonly margins: readonly ShareMargin[] },
    parts: Omit<RecorderParts, 'publish'> & { readonly publish?: (move: MarketMove) => void },
  ) {
    this.#day = day;
    this.#margins = new DayMargins(margins);
    this.#recorderParts = parts;
  }

  get day(): TradingDay {
    return this.#day;
  }

  get margins(): DayMargins {
    return this.#margins;
  }

  /** Changes whenever what the market's clock says changes. */
  get phases(): string {
    const { inputs, step, halt } = this.#day;
    const window = blockWindowAtStep(inputs.plan, inputs.marketDate, step);
    return [this.#day.phaseFor(true), this.#day.phaseFor(false), halt?.level, window].join();
  }

  /** What happens from here on is said to those who follow. */
  beginMoves(): void {
    const { publish, ...parts } = this.#recorderParts;
    this.#moves = publish && new MoveRecorder({ ...parts, publish }, this.#day);
  }

  /** Another day runs. */
  begin({ day, margins }: { readonly day: TradingDay; readonly margins: readonly ShareMargin[] }): void {
    this.#day = day;
    this.#margins = new DayMargins(margins);
    this.#moves?.beginDay(day);
  }

  advance(): void {
    this.#day.advance(this.#recorderParts.now());
    this.#moves?.advanced();
  }

  apply(command: JournalledCommand): void {
    const { step, index } = this.#day;
    this.#day.apply(command, this.#recorderParts.now());
    this.#moves?.applied(command, { step, index });
  }

  /** Everything up to this step is durable. */
  noted(step: number): void {
    this.#moves?.stepped(step);
  }

  settled({ applied, frontierStep }: Pick<SettlementBatch, 'applied' | 'frontierStep'>): void {
    this.#moves?.settled(applied, frontierStep);
  }

  /** What happened since the last call, to be settled. */
  take(): Part {
    return { ...this.part(), ...this.#day.take() };
  }

  /** Where and when that is. */
  part(): Omit<Part, 'applied' | 'events'> {
    const { step, inputs } = this.#day;
    const { plan, marketDate, marketDay } = inputs;
    return {
      epoch: this.#recorderParts.epoch(),
      marketDay,
      marketDate,
      frontierStep: step,
      marginBasis: (code: string) => this.#marginBasis(code),
      marketTimeOf: (at: number) => marketTimeText(instantOfStep(plan, marketDate, at)),
    };
  }

  #marginBasis(code: string): MarginBasis {
    const share = this.#day.shareNumber(code);
    const rateBps = this.#margins.rateBps(code);
    return share === undefined ? { rateBps, band: undefined } : marginBasisOnDay(this.#day, share, rateBps);
  }
}

import type { Params } from '@khara/texts/fill';
import { currentLanguage } from '#lib/language.ts';
import type { ClientMessage } from '#api/messages.ts';
import { findText } from './bundles.ts';
import type { KeyOf, ParamsOf, TextNamespace } from './keys.ts';

/** A text outside any component, with its namespace: `sayText('common:copied')`. */
export const sayText = <K extends KeyOf<TextNamespace, 'common'>>(key: K, ...[params]: ParamsOf<'common', K>): string =>
  findText(currentLanguage(), 'common', key, params as Params | undefined) ?? key; // the type says which

/** A text the app says by itself, outside any component. */
export const say = (what: ClientMessage | 'newVersion' | 'settledDone' | 'settledNot'): string =>
  sayText(`errors:${what}`);

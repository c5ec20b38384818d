import {
  isAadhaar,
  isBankAccount,
  isIfsc,
  isIsin,
  isMobile,
  isPan,
  isPersonalPan,
  isUpiId,
  isValidatedUpiId,
  maskAadhaar,
  maskBankAccount,
  maskPan,
} from '@khara/rules';
import { z } from 'zod';
import { kind, type Answer, type Suite } from './case.ts';

const input = z.object({ value: z.string() });
const valid = (check: (value: string) => boolean): Answer => kind(input, ({ value }) => ({ valid: check(value) }));
const masked = (mask: (value: string) => string): Answer => kind(input, ({ value }) => ({ masked: mask(value) }));

export const identifiers: Suite = {
  isin: valid(isIsin),
  aadhaar: valid(isAadhaar),
  pan: valid(isPan),
  pan_individual: valid(isPersonalPan),
  ifsc: valid(isIfsc),
  upi_vpa: valid(isUpiId),
  upi_validated_intermediary: valid(isValidatedUpiId),
  mobile_in: valid(isMobile),
  bank_account: valid(isBankAccount),
  mask_aadhaar: masked(maskAadhaar),
  mask_bank_account: masked(maskBankAccount),
  mask_pan: masked(maskPan),
};

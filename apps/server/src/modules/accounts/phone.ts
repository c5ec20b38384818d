import { plainDigits } from '@khara/rules';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/**
 * An Indian mobile number in international form ("+919812345670"), from what people type: ten digits that
 * start with 6 to 9, with or without +91, 0, spaces and dashes, in the digits of any script, with marks that
 * cannot be seen. Undefined when it is none. Which series the regulator has given out changes every month, so
 * it is not asked.
 */
export function readPhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(plainDigits(text), { defaultCountry: 'IN', extract: false });
  if (!number || number.ext !== undefined || number.countryCallingCode !== '91') return undefined;
  return /^[6-9]\d{9}$/.test(number.nationalNumber) ? number.number : undefined;
}

/** The ten digits behind +91. */
export const lastDigits = (phone: string): string => phone.slice(-10);

/** A number as it is shown: "+91 98XXXXXX70". */
export const maskPhone = (phone: string): string => `+91 ${phone.slice(3, 5)}XXXXXX${phone.slice(-2)}`;

import { readMobile } from '@khara/rules';

/**
 * An Indian mobile number in international form ("+919812345670"), from what people type. Undefined when it is none.
 */
export function readPhone(text: string): string | undefined {
  const digits = readMobile(text);
  return digits === undefined ? undefined : `+91${digits}`;
}

/** The ten digits behind +91. */
export const lastDigits = (phone: string): string => phone.slice(-10);

/** A number as it is shown: "+91 98XXXXXX70"; empty for none. */
export const maskPhone = (phone: string | undefined): string =>
  phone === undefined ? '' : `+91 ${phone.slice(3, 5)}XXXXXX${phone.slice(-2)}`;

/** Posts JSON to an address that a member gave. Answers whether it was taken; never throws. */
export type PostOutside = (address: string, json: string) => Promise<boolean>;

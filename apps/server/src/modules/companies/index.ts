/** Companies: their accounts, results and ratios, and screens that find shares by them. */
export { createCompanies, type Companies } from './companies.ts';
export { createCompanyHandlers } from './handlers.ts';
export { crores, publishedQuarters, readAccountsSource, sealAccounts } from './published-accounts.ts';
export { createScreenHandlers } from './screens.ts';

/** Tables that tests of every face share. Not part of the product. */
export * from './service-accounts/cases.ts'

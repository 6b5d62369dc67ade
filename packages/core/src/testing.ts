/** Tables that tests of every face share. Not part of the product. */
export * from './machines/service-accounts/cases.ts'
export { keyCases, type KeyCase } from './kit/keys/cases.ts'

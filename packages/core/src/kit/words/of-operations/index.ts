import { operations } from './operations.ts'

/** Sentences of the operations area, loaded with its pages. */
export const operationsEn = {
  ...operations,
} as const

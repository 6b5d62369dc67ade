import { wizard } from './wizard.ts'

/** Sentences of the first-time setup, loaded with its pages. */
export const setupEn = {
  ...wizard,
} as const

import { accessScreens } from './access-screens.ts'

/** Sentences of the screens that say who can open what, and why; loaded with them, beside those of a whole tenant. */
export const accessEn = {
  ...accessScreens,
} as const

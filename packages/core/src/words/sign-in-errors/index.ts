import { errorScreens } from './error-screens.ts'
import { refusedSignIn } from './refused-sign-in.ts'

/** Sentences of the error screen alone. */
export const signInErrorsEn = {
  ...errorScreens,
  ...refusedSignIn,
} as const

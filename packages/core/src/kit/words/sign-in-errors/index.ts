import { errorScreens } from './error-screens.ts'
import { refusedSignIn } from './refused-sign-in.ts'

/** Sentences only of the error screen. */
export const signInErrorsEn = {
  ...errorScreens,
  ...refusedSignIn,
} as const

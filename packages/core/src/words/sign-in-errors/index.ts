import { refusedSignIn } from './refused-sign-in.ts'

/** Sentences of the error screen alone. */
export const signInErrorsEn = {
  ...refusedSignIn,
} as const

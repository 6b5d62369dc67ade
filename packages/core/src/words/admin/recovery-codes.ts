/** Sentences about recovery codes, loaded with the screens that use them. */
export const recoveryCodes = {
  RECOVERY_CODE_REQUIRED: 'Enter a recovery code.',
  RECOVERY_CODE_TYPO: 'A character of this code is wrong or missing. Compare it with the printed code.',
  RECOVERY_CODE_REFUSED:
    'This code opens nothing. It was used or replaced, has expired, was never drilled, or is not one of ours.',
  RECOVERY_CODE_NOT_CURRENT: 'This is not a current recovery code of your company. Use one that was made last.',
  FRESH_SIGN_IN_REQUIRED: 'Sign in again first: this needs a sign-in of the last {minutes, number} minutes.',
  'recoveryCodes.news.made': 'Recovery codes of your company were made on {at} by {by}.',
  'recoveryCodes.news.drilled': 'A recovery code of your company was drilled on {at} by {by}.',
  'recoveryCodes.news.used': 'A recovery code of your company was used on {at} from {by} to repair identity providers.',
} as const

import { apiTokens } from './api-tokens.ts'

/** Sentences about API tokens, loaded with their screens. */
export const apiTokensEn = {
  ...apiTokens,
} as const

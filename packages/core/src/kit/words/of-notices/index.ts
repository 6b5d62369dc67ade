import { notices } from './notices.ts'

/** Sentences about what expires, loaded with the banner for administrators and with the page of notices. */
export const noticesEn = {
  ...notices,
} as const

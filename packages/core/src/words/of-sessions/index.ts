import { idleTime } from './idle-time.ts'
import { sessions } from './sessions.ts'

/** Sentences about sessions, loaded with the page of one's sessions and with the idle time. */
export const sessionsEn = {
  ...sessions,
  ...idleTime,
} as const

import { idleTime } from './idle-time.ts'
import { sessions } from './sessions.ts'
import { supportAccess } from './support-access.ts'

/** Sentences about sessions, loaded with the page of one's sessions and with the idle time. */
export const sessionsEn = {
  ...sessions,
  ...idleTime,
  ...supportAccess,
} as const

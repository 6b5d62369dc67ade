import type { DatabaseLog } from '../log.ts'

/** For tests whose subject is not the log. */
export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }

import type { DatabaseLog } from '../log.ts'

const silent = () => {}

/** For tests whose subject is not the log. */
export const silentLog: DatabaseLog & { debug: typeof silent } = {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
}

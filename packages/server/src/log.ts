import pino, { type Logger } from 'pino'

/** JSON lines to a file descriptor (2: stderr) or a file. What could carry a secret is never logged; headers and bodies never are. */
export function createLog(destination: number | string, level = 'info'): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: ['*.secret', '*.token', '*.password', '*.cookie', '*.authorization'], censor: '…' },
  }
  return pino(options, pino.destination({ dest: destination, sync: false, mkdir: true }))
}

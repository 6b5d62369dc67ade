import pino, { type Logger } from 'pino'

/** JSON lines to a file descriptor (2: stderr) or a file. What could carry a secret is never logged; headers and bodies never are. */
export function createLog(destination: number | string, level = 'info'): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: ['*.secret', '*.token', '*.password', '*.cookie', '*.authorization'], censor: '…' },
  }
  // Written together: a system call for each request's line was a tenth of the request. The rest is written at exit.
  const lines = pino.destination({ dest: destination, sync: false, mkdir: true, minLength: 4096, periodicFlush: 50 })
  // Without a listener, a full disk or a closed pipe would end the process. A failed write is reported once.
  lines.once('error', (error: Error) => {
    lines.on('error', () => {})
    if (typeof destination === 'string')
      process.stderr.write(`warning: the log ${destination} cannot be written: ${error.message}\n`)
  })
  return pino(options, lines)
}

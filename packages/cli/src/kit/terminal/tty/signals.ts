/** Exit codes of signals, by their number. */
export const signalExitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

export type ProcessSignals = Pick<NodeJS.Process, 'on' | 'off' | 'exit'>

/**
 * Restores the terminal before the process ends, by a signal, an exit or an uncaught error. The returned function
 * removes the handlers.
 */
export function restoreAtEnd(
  running: ProcessSignals,
  options: {
    readonly restore: () => void
    readonly crashed: (reason: unknown) => void
    /** Whether work outside our screen takes Ctrl-C, which then does not end the process. */
    readonly isLent: () => boolean
  },
): () => void {
  const { restore, crashed, isLent } = options
  const onSignal = Object.entries(signalExitCodes).map(([signal, code]) => {
    const handler = () => {
      if (signal === 'SIGINT' && isLent()) return
      restore()
      running.exit(code)
    }
    running.on(signal as NodeJS.Signals, handler)
    return () => running.off(signal as NodeJS.Signals, handler)
  })
  const onCrash = (reason: unknown) => {
    restore()
    crashed(reason)
  }
  running.on('exit', restore)
  running.on('uncaughtException', onCrash)
  running.on('unhandledRejection', onCrash)
  return () => {
    for (const off of onSignal) off()
    running.off('exit', restore)
    running.off('uncaughtException', onCrash)
    running.off('unhandledRejection', onCrash)
  }
}

export type SuspensionPorts = {
  readonly isEnding: () => boolean
  /** Restores the terminal's original state. */
  readonly giveBack: () => void
  /** Takes the terminal over again and redraws. */
  readonly takeAgain: () => void
}

export type Suspension = {
  suspend(): void
  /** Gives the terminal to `work` until it ends. Ctrl-Z then stops and resumes `work` as any program. */
  lend<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

/**
 * Suspends and resumes: Ctrl-Z, `kill -TSTP`, and `kill -STOP`, which cannot be caught. The shell may have used the
 * terminal by SIGCONT, so it is released and taken over again.
 */
export function createSuspension(running: NodeJS.Process, ports: SuspensionPorts): Suspension {
  const { isEnding, giveBack, takeAgain } = ports
  const hasJobs = running.platform !== 'win32'
  let isAway = false

  const goOn = () => {
    if (isEnding()) return
    if (!isAway) giveBack()
    isAway = false
    listen()
    takeAgain()
  }

  const onStop = () => stop(running.pid)

  /** `pid` 0 is the whole process group, as for the terminal's Ctrl-Z. */
  function stop(pid: number): void {
    if (!hasJobs || isEnding() || isAway) return
    isAway = true
    giveBack()
    // Without a handler the signal has its default effect and stops the process.
    running.off('SIGTSTP', onStop)
    running.kill(pid, 'SIGTSTP')
    // Without job control in the shell the process does not stop, and no SIGCONT comes.
    setTimeout(() => {
      if (isAway) goOn()
    }, 200)
  }

  function listen(): void {
    running.off('SIGTSTP', onStop)
    running.on('SIGTSTP', onStop)
  }

  function open(): void {
    if (!hasJobs) return
    listen()
    running.on('SIGCONT', goOn)
  }

  function close(): void {
    running.off('SIGTSTP', onStop)
    running.off('SIGCONT', goOn)
  }

  open()
  return {
    suspend: () => stop(0),
    async lend(work) {
      close()
      giveBack()
      try {
        return await work()
      } finally {
        if (!isEnding()) {
          open()
          takeAgain()
        }
      }
    },
    close,
  }
}

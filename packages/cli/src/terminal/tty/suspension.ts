export type SuspensionPorts = {
  readonly isEnding: () => boolean
  /** The terminal as it was before us. */
  readonly giveBack: () => void
  /** The terminal is ours again, and drawn. */
  readonly takeAgain: () => void
}

/**
 * Stopping and going on: Ctrl-Z, `kill -TSTP`, and `kill -STOP`, which cannot be heard of. After each, SIGCONT finds a
 * terminal that the shell has used meanwhile, so it is given back and taken again.
 */
export function createSuspension(running: NodeJS.Process, ports: SuspensionPorts): { suspend(): void; close(): void } {
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

  /** `pid` 0 is the whole group, as the terminal's own Ctrl-Z would. */
  function stop(pid: number): void {
    if (!hasJobs || isEnding() || isAway) return
    isAway = true
    giveBack()
    // Without a handler the signal stops the process, as it would have.
    running.off('SIGTSTP', onStop)
    running.kill(pid, 'SIGTSTP')
    // Without a shell that does job control nothing stops, and no SIGCONT comes.
    setTimeout(() => {
      if (isAway) goOn()
    }, 200)
  }

  function listen(): void {
    running.off('SIGTSTP', onStop)
    running.on('SIGTSTP', onStop)
  }

  if (hasJobs) {
    listen()
    running.on('SIGCONT', goOn)
  }
  return {
    suspend: () => stop(0),
    close() {
      running.off('SIGTSTP', onStop)
      running.off('SIGCONT', goOn)
    },
  }
}

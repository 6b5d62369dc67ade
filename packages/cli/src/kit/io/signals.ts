export type SignalKind = 'interrupted' | 'terminated'

export type TakenSignal = {
  readonly received: SignalKind | undefined
  readonly arrived: Promise<SignalKind>
  release(): void
}

/** Ends the process at a signal, unless a command took the signal over. */
export function endAtSignals(running: NodeJS.Process): () => TakenSignal {
  let take: ((kind: SignalKind) => void) | undefined
  const on = (kind: SignalKind, code: number) => () => {
    if (take === undefined) running.exit(code)
    const taken = take
    take = undefined
    taken(kind)
  }
  running.on('SIGINT', on('interrupted', 130))
  running.on('SIGTERM', on('terminated', 143))
  return () => {
    let received: SignalKind | undefined
    const arrived = new Promise<SignalKind>((resolve) => {
      take = (kind) => resolve((received = kind))
    })
    return {
      get received() {
        return received
      },
      arrived,
      release: () => void (take = undefined),
    }
  }
}

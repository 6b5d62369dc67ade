/** How long leaving waits for an answer that may still come: the next program would read it as typed. */
const answerWaitMs = 150

export type BackgroundQuestion = {
  send(): void
  answered(): void
  /** Resolves when an answer is no longer expected. */
  settled(): Promise<void>
  /** true: an answer may still come. */
  isOpen(): boolean
}

/** The question about the terminal's background. Nothing waits for the answer but the end of the program. */
export function createBackgroundQuestion(options: {
  readonly write: () => void
  readonly now: () => number
}): BackgroundQuestion {
  let askedAt: number | undefined
  let answered: () => void = () => undefined
  const msLeft = () => (askedAt === undefined ? 0 : askedAt + answerWaitMs - options.now())
  return {
    send() {
      askedAt = options.now()
      options.write()
    },
    answered() {
      askedAt = undefined
      answered()
    },
    isOpen: () => msLeft() > 0,
    settled: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, msLeft()))
        answered = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

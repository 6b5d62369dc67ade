import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import type { Pty } from './pty.ts'
import { openTerminalUnderTest, type TerminalUnderTest } from './terminal-under-test.ts'

type Options = Parameters<TerminalUnderTest['open']>[0]

export type ListUnderTest = {
  readonly under: TerminalUnderTest
  /** The terminal UI, ended with the test. */
  open(options?: Options): Pty
  /** The same, once the list of service accounts is there. */
  openLoaded(options?: Options): Promise<Pty>
}

export const seededNames = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot']

/** For a whole test file: the real server with six service accounts, as before in each test. */
export function listUnderTest(change: Parameters<typeof openTerminalUnderTest>[1] = {}): ListUnderTest {
  let under: TerminalUnderTest
  beforeAll(async () => {
    under = await openTerminalUnderTest(keyPair(1).publicPem, change)
  })
  afterAll(() => under.close())
  beforeEach(() => under.renew({ names: seededNames }))
  const open = (options?: Options): Pty => {
    const pty = under.open(options)
    onTestFinished(() => pty.kill('SIGKILL'))
    return pty
  }
  return {
    get under() {
      return under
    },
    open,
    async openLoaded(options) {
      const pty = open(options)
      await pty.until(/1 of \d+\s/)
      await pty.until('alpha')
      return pty
    },
  }
}

export const restored = { alternate: false, cursorHidden: false, paste: false, mouse: false }

/** How the program ended, and in what state it left the terminal. */
export async function ended(pty: Pty): Promise<{ exitCode: number } & typeof restored> {
  const { exitCode } = await pty.exited
  return {
    exitCode,
    alternate: await pty.isAlternate(),
    cursorHidden: pty.isCursorHidden(),
    paste: pty.isBracketedPaste(),
    mouse: pty.isMouse(),
  }
}

/** The screen without what changes by itself. */
export function body(text: string): string {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trimEnd())
    .join('\n')
}

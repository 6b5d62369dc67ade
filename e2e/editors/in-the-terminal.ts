import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect } from 'vitest'
import type { Page } from 'playwright-core'

import type { Installation } from '../support/installation.ts'
import { openPseudoTerminal } from '../support/pseudo-terminal.ts'
import type { Shell } from '../support/shell.ts'
import { startWaiting } from '../support/waiting-command.ts'
import type { EditingFace } from './face.ts'
import type { Keys, TerminalHands } from './subject.ts'
import { say } from './words.ts'

export const [enter, escape, clearLine, ctrlS] = ['\r', '\u001b[27u', '\u0015', '\u0013']

const answers = { 'Read again': enter, 'Create again': 'c', 'Back to the list': 'l' } as const

type Options = {
  readonly installation: Installation
  readonly shell: Shell
  readonly hands: TerminalHands
  /** Allows the sign-in with a code, in the browser of the shell's person. */
  readonly allow: (code: string) => Promise<void>
}

/** The terminal UI of a person who is signed in. */
export async function editInTerminal({ installation, shell, hands, allow }: Options): Promise<EditingFace> {
  const pty = openPseudoTerminal(['node', installation.portico, 'tui', '--env', 'Staging'], shell.env)
  const keys: Keys = {
    async press(text, wanted) {
      pty.write(text)
      await pty.shows(wanted)
    },
  }
  const says = (sentence: string) => pty.shows(wrapped(sentence))
  await pty.shows(/Service accounts\n/)
  return {
    open: (made) => hands.open(keys, made),
    type: (text) => hands.type(keys, text),
    shows: (text) => pty.shows(hands.shown(text)),
    async save() {
      await keys.press(ctrlS, 'Save these changes?')
      pty.write(enter)
    },
    async saveAgain() {
      pty.write(ctrlS)
    },
    says,
    async answer(label) {
      await keys.press('', label)
      pty.write(answers[label])
    },
    atList: () => pty.shows(hands.list),
    cookies: () => Promise.resolve(cookiesOf(shell)),
    async signInAgain() {
      await says(say('session.endedTitle'))
      await says('What you typed is kept.')
      pty.write('s')
      await allow(await pty.found(/\b([A-Z]{4}-[A-Z]{4})\b/))
      await pty.shows(new RegExp(`^(?!.*${say('session.endedTitle')})`, 's'))
    },
    async close() {
      pty.kill()
      await pty.exited
    },
  }
}

/** Signs in by a code that the person allows in a browser, on a page where they are signed in. */
export async function signInByCode(
  { installation, shell, url }: { readonly installation: Installation; readonly shell: Shell; readonly url: string },
  page: Page,
): Promise<void> {
  const waiting = startWaiting(installation, shell, ['login', '--server', url, '--device'])
  try {
    const code = await waiting.said(/\b([A-Z]{4}-[A-Z]{4})\b/)
    await allowCode(page, url, code)
    const { code: ended, stderr } = await waiting.finished
    expect(ended, stderr).toBe(0)
  } finally {
    waiting.kill()
  }
}

export async function allowCode(page: Page, url: string, code: string): Promise<void> {
  await page.goto(`${url}/login/device?user_code=${code}`)
  await page.getByRole('button', { name: 'Yes, the codes match: allow' }).click()
}

function cookiesOf(shell: Shell): Record<string, string> {
  const file = join(shell.home, 'state/portico/cookies-default.json')
  const { jar } = JSON.parse(readFileSync(file, 'utf8')) as { jar: { cookies: { key: string; value: string }[] } }
  return Object.fromEntries(jar.cookies.map(({ key, value }) => [key, value]))
}

/** A sentence as it is wrapped into lines and boxes beside the sidebar. */
function wrapped(sentence: string): RegExp {
  const words = sentence.split(' ').map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(words.join(String.raw`(?:\s+|\s*│\n[^│\n]*│\s*)`))
}

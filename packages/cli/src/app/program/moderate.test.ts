import { nouns, supportSessionNoun, type Noun } from '@portico/core'
import { expect, test } from 'vitest'

import { openTerminal } from '../../testing/terminal.ts'

/** Their values are on the command line. The other commands replace or end something that the command line does not name. */
const unasked = [
  'branding set',
  'certificate refresh',
  'idle-time set',
  'provisioning set',
  'support enter',
  'support-access allow',
]

const others: readonly (readonly [string, Noun])[] = [['support-access', supportSessionNoun]]
const moderate = [...nouns.map((noun) => [noun.name, noun] as const), ...others].flatMap(([name, noun]) =>
  noun.actions.filter(({ severity }) => severity === 'moderate').map((action) => `${name} ${action.name}`),
)

test.each([...new Set(moderate)].filter((command) => !unasked.includes(command)))(
  '%s is a moderate change: it takes -y in place of its question',
  async (command) => {
    const terminal = openTerminal()
    const { stdout } = await terminal.run([...command.split(' '), '--help'])
    terminal.remove()
    expect(stdout).toMatch(/-y, --yes +do not ask/)
  },
)

test('what does not ask is a moderate change too', () => {
  expect(unasked.filter((command) => !moderate.includes(command))).toEqual([])
})

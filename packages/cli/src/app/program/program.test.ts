import { readdirSync, readFileSync } from 'node:fs'

import { nouns } from '@portico/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openTerminal, type Terminal } from '../../testing/terminal.ts'
import { fieldNamesOf } from '../../kit/command-kit/options.ts'
import { settleJsonFlag, wantsJson } from './json-flag.ts'
import { createProgram } from './program.ts'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.remove())

test('no arguments print help, and nothing is written', async () => {
  const { code, stdout } = await terminal.run([])
  expect(code).toBe(0)
  expect(stdout).toContain('Usage: portico')
  expect(readdirSync(terminal.folder)).toEqual([])
})

test.each<[string, string]>([
  ['service-account lst', 'Did you mean list?'],
  ['service-acount list', 'Did you mean service-account?'],
  ['sa list --jsn', 'Did you mean --json?'],
  ['sa list --json nmae', 'Service account has no field nmae. Did you mean name?'],
  ['idp get x --json nmae', 'Identity provider has no field nmae. Did you mean name?'],
  ['session list --json devcie', 'Session has no field devcie. Did you mean device?'],
  ['sa list --request-timeout soon', '--request-timeout takes seconds'],
  ['api /x --field a=b', 'A GET has no body'],
  ['api POST /x --paginate', 'it needs GET'],
  ['sa create', "'--name <name>' not specified"],
  ['sa get', "argument 'account'"],
  ['sa', 'needs one of: list, get'],
  ['sa list extra', 'too many arguments'],
  ['sa update x', 'Name something to change'],
  ['config get sever', 'Did you mean server?'],
  ['api FETCH /x', 'METHOD is one of'],
  ['api GET //elsewhere.example/x', 'begins with one slash'],
  ['help topics outputs', 'Did you mean output?'],
])('%s is exit 64 with a hint', async (line, sentence) => {
  const { code, stdout, stderr } = await terminal.run(line.split(' '))
  expect([code, stdout]).toEqual([64, ''])
  expect(stderr.toLowerCase()).toContain(sentence.toLowerCase())
  expect(stderr).toMatch(/hint(?:: |":")/)
})

test('wrong usage under --json is one JSON object', async () => {
  const { code, stderr } = await terminal.run(['sa', 'list', '--json', '--jsn'])
  expect(code).toBe(64)
  expect(JSON.parse(stderr)).toMatchObject({ kind: 'usage', exitCode: 64 })
})

test('a profile that was named and is not there says so, with what to type', async () => {
  await terminal.run(['config', 'set', 'server', 'https://a.example', '--profile', 'staging'])
  const { code, stderr } = await terminal.run(['whoami', '--profile', 'stagin'])
  expect([code, stderr]).toEqual([
    6,
    'error: There is no profile stagin. Did you mean staging?\nhint: portico profile list\n',
  ])
})

test('the hint to sign in names the server that was given with --server', async () => {
  const hintOf = async (...argv: string[]) => /hint: (.*)/.exec((await terminal.run(argv)).stderr)?.[1]
  expect(await hintOf('whoami', '--server', 'https://a.example')).toBe('portico login --server https://a.example')
  await terminal.run(['config', 'set', 'server', 'https://b.example'])
  expect(await hintOf('whoami')).toBe('portico login')
})

describe('help', () => {
  test('of a noun names its other names', async () => {
    expect((await terminal.run(['service-account', '--help'])).stdout).toContain('Aliases: service-accounts, sa')
  })

  test.each(nouns.flatMap((noun) => noun.actions.map((action) => [noun, action] as const)))(
    'of $0.name $1.name is there under every name of the noun',
    async (noun, action) => {
      for (const name of [noun.name, noun.plural, ...noun.aliases]) {
        const { code, stdout } = await terminal.run([name, action.name, '--help'])
        expect(code).toBe(0)
        expect(stdout).toContain(action.summary)
      }
    },
  )

  test('of a list names every field --json takes', async () => {
    const { stdout } = await terminal.run(['sa', 'list', '--help'])
    const listed = stdout.slice(stdout.indexOf('JSON fields:')).match(/\w+(?=,|\n)/g) ?? []
    const noun = nouns.find(({ name }) => name === 'service-account')
    expect(listed).toEqual(expect.arrayContaining(noun?.fields.map((field) => field.name) ?? ['?']))
  })

  test.each([
    ['app roles', false],
    ['idp lint', false],
    ['idp rollover', false],
    ['username-format add', false],
    ['username-format set', false],
    ['config explain', false],
    ['sa list', true],
    ['app list', true],
    ['idp list', true],
    ['certificate list', true],
    ['config list', true],
  ])('of %s offers --watch: %s', async (command, isOffered) => {
    const { stdout } = await terminal.run([...command.split(' '), '--help'])
    expect(stdout.includes('--watch')).toBe(isOffered)
    expect(stdout).toContain('--filter')
  })

  test.each(['environment', 'exit-codes', 'output', 'profiles'])('has the topic %s', async (topic) => {
    expect((await terminal.run(['help', 'topics'])).stdout).toContain(topic)
    const { code, stdout } = await terminal.run(['help', 'topics', topic])
    expect(code).toBe(0)
    expect(stdout.length).toBeGreaterThan(200)
  })
})

test.each<[string[], string[]]>([
  [
    ['get', '--json', 'my-account'],
    ['get', '--json=', 'my-account'],
  ],
  [
    ['get', 'x', '--json', 'id,nmae'],
    ['get', 'x', '--json', 'id,nmae'],
  ],
  [
    ['list', '--json', 'device'],
    ['list', '--json', 'device'],
  ],
  [
    ['list', '--json', 'name'],
    ['list', '--json', 'name'],
  ],
  [
    ['list', '--json'],
    ['list', '--json'],
  ],
  [
    ['get', '--', '--json', 'x'],
    ['get', '--', '--json', 'x'],
  ],
])('%j: the word after --json is a list of fields only if it looks like one', (argv, expected) => {
  const program = createProgram({ io: { stdout: { isTTY: false }, env: {} }, version: '0' } as never, () =>
    Promise.resolve(),
  )
  expect(settleJsonFlag(argv, (name) => fieldNamesOf(program).has(name))).toEqual(expected)
})

test.each<[string[], boolean]>([
  [['x', '--json'], true],
  [['x', '--json=id'], true],
  [['x', '-o', 'json'], true],
  [['x', '-ojsonl'], true],
  [['x', '--output=json'], true],
  [['x', '-o', 'yaml'], false],
  [['x', '--', '--json'], false],
])('%j wants failures as JSON: %s', (argv, wanted) => {
  expect(wantsJson(argv)).toBe(wanted)
})

describe('the commands in docs/guides/command-line.md', () => {
  const guide = readFileSync(new URL('../../../../../docs/guides/command-line.md', import.meta.url), 'utf8')
  const section = guide.slice(guide.indexOf('## Commands'), guide.indexOf('## Completion'))
  const lines = [...section.matchAll(/^ {4}portico (\S+) (.+)$/gm)].map(([, noun = '', rest = '']) => ({
    noun,
    verbs: (rest.split(/ {4,}/)[0] ?? '').split(' | '),
  }))

  test('have every verb of every noun', () => {
    const named = new Set(lines.flatMap(({ noun, verbs }) => verbs.map((verb) => `${noun} ${verb.split(' ')[0]}`)))
    const missing = nouns.flatMap(({ name, aliases, actions }) =>
      actions
        .filter((action) => ![name, ...aliases].some((one) => named.has(`${one} ${action.name}`)))
        .map((action) => `${name} ${action.name}`),
    )
    expect(missing).toEqual([])
  })

  test('name each only once', () => {
    const first = lines.map(({ noun, verbs }) => `${noun} ${verbs[0]}`)
    expect(first.filter((one, at) => first.indexOf(one) !== at)).toEqual([])
  })
})

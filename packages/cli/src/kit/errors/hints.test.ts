import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { parseAst } from 'rolldown/parseAst'
import { afterAll, expect, test } from 'vitest'

import type { Ports } from '../context/context.ts'
import { createProgram } from '../../app/program/program.ts'
import { openTerminal } from '../../testing/terminal.ts'
import { hintInProfile } from '../output/print-failure.ts'

// A hint is a command to run. Collects every hint in the sources and parses it with
// the program's parser, with samples for run-time values.
const sources = join(import.meta.dirname, '../..')
const terminal = openTerminal()
afterAll(() => terminal.remove())

type Node = { readonly type: string; readonly [name: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** The possible texts of an expression; interpolated values are `◇`. */
function texts(node: Node): string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : []
  if (node.type === 'TemplateLiteral')
    return [(node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('◇')]
  if (node.type === 'ConditionalExpression')
    return [...texts(node['consequent'] as Node), ...texts(node['alternate'] as Node)]
  if (node.type === 'LogicalExpression') return [...texts(node['left'] as Node), ...texts(node['right'] as Node)]
  return []
}

function hintsIn(node: Node): string[] {
  const name = (key: unknown) => (isNode(key) ? key['name'] : undefined)
  const own =
    node.type === 'Property' && name(node['key']) === 'hint'
      ? texts(node['value'] as Node)
      : node.type === 'VariableDeclarator' &&
          ['hint', 'help'].includes(String(name(node['id']))) &&
          isNode(node['init'])
        ? texts(node['init'])
        : node.type === 'VariableDeclarator' && name(node['id']) === 'hints' && isNode(node['init'])
          ? children(node['init']).flatMap((entry) => texts(entry['value'] as Node))
          : node.type === 'FunctionDeclaration' && name(node['id']) === 'hintOf'
            ? returned(node).flatMap(texts)
            : []
  return [...own, ...children(node).flatMap(hintsIn)]
}

function returned(node: Node): Node[] {
  if (node.type === 'ReturnStatement') return isNode(node['argument']) ? [node['argument']] : []
  return children(node).flatMap(returned)
}

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/\.test\.ts$|^(?:terminal|testing)\/|screens\//.test(name),
)
const found = files.flatMap((name) =>
  hintsIn(parseAst(readFileSync(join(sources, name), 'utf8'), { lang: 'ts' }) as unknown as Node).map(
    (text): [hint: string, file: string] => [text, name],
  ),
)

/** Samples for interpolated values, by the preceding text. */
const samples: readonly (readonly [RegExp, string])[] = [
  [/^◇ --help/, 'portico service-account list'],
  [/username-format ◇/, 'set'],
  [/portico ◇ list/, 'service-account'],
  [/--from-◇/, 'file'],
  [/--◇ @FILE/, 'client-secret'],
]

function filledIn(hint: string): string {
  const text = samples.reduce((all, [where, sample]) => all.replace(where, (part) => part.replace('◇', sample)), hint)
  // Flags at the end are separate parts, as in save.ts.
  return text.replace(/(?<=\S)◇$/, '').replaceAll('◇', 'x')
}

function wordsOf(command: string): string[] {
  return (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
}

test('the sources give hints, and all of them are found', () => {
  const said = files.flatMap((name) => readFileSync(join(sources, name), 'utf8').match(/\bhint: ['`]/g) ?? [])
  expect(found.length).toBeGreaterThanOrEqual(said.length)
  expect(said.length).toBeGreaterThan(30)
})

test.each(found)('%j (%s) is a command that works as printed', async (hint) => {
  const [program = '', ...words] = wordsOf(filledIn(hint))
  // Hints to remove or move a file, to set a variable or the clock are shell commands.
  if (['rm', 'mv', 'export', 'timedatectl'].includes(program)) return
  expect(program).toBe('portico')
  await parses(words)
  const inProfile = hintInProfile(filledIn(hint), 'work') ?? ''
  expect(inProfile).toMatch(/ --profile work$|^portico (?:help|profile|completion) | --help$/)
  await parses(wordsOf(inProfile).slice(1))
})

async function parses(words: readonly string[]): Promise<void> {
  const io = { stdout: { write: () => undefined, isTTY: false, columns: undefined } } as unknown as Ports['io']
  const parsed = createProgram({ io, version: '0' } as Ports, () => Promise.resolve())
  await parsed.parseAsync(words, { from: 'user' }).catch((reason: { code?: string }) => {
    expect(reason.code).toBe('commander.helpDisplayed')
  })
}

test.each([
  ['the profile it was given', ['--profile', 'work'], {}, 'portico login --profile work'],
  ['no profile that the shell has set', [], { PORTICO_PROFILE: 'work' }, 'portico login'],
])('a hint names %s', async (_, flags, env, hint) => {
  const { stderr } = await terminal.run(['open', 'Billing', ...flags], { env })
  expect(stderr.split('\n')).toContain(`hint: ${hint}`)
})

test('the hint about an unknown profile does not name it', async () => {
  const { stderr } = await terminal.run(['profile', 'use', 'gone', '--profile', 'gone'])
  expect(stderr.split('\n')).toContain('hint: portico profile list')
})

test.each([
  ['idp'],
  ['idp nothing'],
  ['nothing'],
  ['sa list --nothing'],
  ['sa get'],
  ['config set a b c d'],
  ['sa list --json nmae'],
])('the hint after the mistake of usage "portico %s" is a command that works', async (line) => {
  const failed = await terminal.run(line.split(' '))
  const hint = /hint(?:: |":")([^"\n]+)/.exec(failed.stderr)?.[1] ?? ''
  expect([failed.code, hint.split(' ')[0]]).toEqual([64, 'portico'])
  expect((await terminal.run(wordsOf(hint).slice(1))).code).toBe(0)
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'

import { sidebarEntries } from './sidebar.ts'

const root = join(import.meta.dirname, '../../..')

type Found = { readonly file: string; readonly id: string; readonly keys: readonly string[] }
type Node = { readonly type: string; readonly [name: string]: unknown }

/** Every binding in the source of every screen, whatever a screen shows now: object literals with an id and keys. */
const bindings: readonly Found[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return text.includes('keys') ? bindingsIn(file, text) : []
  })

function bindingsIn(file: string, text: string): Found[] {
  const found: Found[] = []
  const textsOf = (keys: Node) =>
    (keys['elements'] as Node[]).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const own = (node: Node, name: string) =>
    (node['properties'] as Node[]).find((one) => (one['key'] as Node | undefined)?.['name'] === name)?.['value'] as
      | (Node & { readonly start: number; readonly end: number })
      | undefined
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type } = node as Node
    if (type === 'ObjectExpression') {
      const [id, keys] = [own(node as Node, 'id'), own(node as Node, 'keys')]
      if (id !== undefined && keys?.type === 'ArrayExpression')
        found.push({ file, id: text.slice(id.start + 1, id.end - 1), keys: textsOf(keys) })
    }
    // `move('first', ['home', 'g'], …)` makes the binding `list.first`.
    if (type === 'CallExpression' && ((node as Node)['callee'] as Node)['name'] === 'move') {
      const [id, keys] = (node as Node)['arguments'] as Node[]
      if (typeof id?.['value'] === 'string' && keys?.type === 'ArrayExpression')
        found.push({ file, id: `move.${id['value']}`, keys: textsOf(keys) })
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

/** Boxes in front of a screen take every key themselves; `y` in them copies, or agrees. */
const inDialogs = /^(?:choice|pick|typed|error|filter|palette)\.|^(?:api-token|client|webhook)\.copy$|^$/

const onScreens = bindings.filter(({ id }) => !inDialogs.test(id))

/** Keys with one meaning, and what the ids of bindings that have it end in. docs/guides/command-line.md lists them. */
const meanings: Readonly<Record<string, RegExp>> = {
  d: /\.(?:delete|end|remove|reset|retire|revoke|deactivate|stop)$/,
  g: /\.first$/,
  home: /\.first$/,
  G: /\.last$/,
  end: /\.last$/,
  j: /\.down$/,
  k: /\.up$/,
  n: /^find\.next$/,
  N: /^find\.previous$/,
  z: /^form\.discard$|^draft\.revert$/,
  H: /\.history$/,
  S: /^list\.sort$/,
  I: /^list\.reverse$/,
  T: /\.draft$/,
}

it('finds the bindings of every screen', () => {
  const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /screens\/.*view\.tsx?$/.test(file),
  )
  expect(screens.length).toBeGreaterThan(10)
  expect(new Set(bindings.map(({ file }) => file)).size).toBeGreaterThan(60)
  expect(bindings.flatMap(({ id }) => id)).toEqual(
    expect.arrayContaining(['shell.open', 'move.first', 'form.first', 'service-account.delete', 'draft.keep']),
  )
})

it('a key of the shell means nothing else on any screen', () => {
  const isShell = ({ id }: Found) => id.startsWith('shell.')
  const own = [
    ...onScreens.filter(isShell).flatMap(({ keys }) => keys),
    ...sidebarEntries.flatMap(({ key }) => key ?? []),
  ]
  expect(own).toEqual(expect.arrayContaining(['o', 'y', 'R', '-', '[', ']', 'K']))
  // In a form, Tab goes to the next field.
  const shell = new Set(own.filter((key) => !key.endsWith('tab')))
  const taken = onScreens.filter((one) => !isShell(one) && one.keys.some((key) => shell.has(key)))
  expect(taken).toEqual([])
})

it.each(Object.entries(meanings))('%s means one thing on every screen', (key, meaning) => {
  const having = onScreens.filter(({ keys }) => keys.includes(key))
  expect(having.length).toBeGreaterThan(0)
  expect(having.filter(({ id }) => !meaning.test(id))).toEqual([])
})

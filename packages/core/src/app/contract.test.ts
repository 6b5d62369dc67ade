import { resolve } from 'node:path'

import { rolldown, type Plugin } from 'rolldown'
import { describe, expect, test } from 'vitest'

import { endpoints, type Endpoint } from './contract.ts'
import { englishCatalogues } from '../kit/words/english.ts'
import { messages } from '../kit/words/compiled/english/first.ts'
import { en } from '../kit/words/en.ts'
import { loginWordIds } from '../kit/words/login.ts'
import { createPlainWords } from '../kit/words/plain-words.ts'
import { createWords } from '../kit/words/words.ts'

const here = resolve(import.meta.dirname, '..')

describe('the imports of the contract', () => {
  test('no store, no zustand and no renderer is reachable from it', async () => {
    const { files, packages } = await reachable('app/contract.ts')
    expect(files).toContain('machines/service-accounts/rules.ts')
    expect(files.filter((file) => file.endsWith('/store.ts') || file.endsWith('/form.ts'))).toEqual([])
    expect(packages.filter(isState)).toEqual([])
    expect(packages.filter(isRenderer)).toEqual([])
  })

  test('core as a whole reaches stores, but neither a renderer nor Node', async () => {
    const { files, packages, builtins } = await reachable('index.ts')
    expect(files).toContain('machines/service-accounts/store.ts')
    expect(packages).toContain('zustand')
    expect(packages.filter(isRenderer)).toEqual([])
    expect(builtins).toEqual([])
    expect(files.filter((file) => file.startsWith('app/react/'))).toEqual([])
  })

  test('the walk finds React where it is imported', async () => {
    const { packages } = await reachable('app/react/index.ts')
    expect(packages).toContain('react')
  })
})

describe('the endpoints', () => {
  test('each has a unique name, method and path', () => {
    const places = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(doubled(places)).toEqual([])
    expect(doubled(endpoints.map(({ name }) => name))).toEqual([])
  })

  test.each(endpoints.map((one) => [one.name, one] as const))('%s is described for people', (_name, one: Endpoint) => {
    expect(one.summary).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(one.path).toMatch(/^\/[\w/{}.-]+$/)
    if (one.method === 'GET' || one.method === 'DELETE') expect(one.body).toBeUndefined()
  })
})

describe('the words', () => {
  test('an id is in one catalogue only', () => {
    expect(doubled(Object.values(englishCatalogues).flatMap((one) => Object.keys(one)))).toEqual([])
  })

  test('every sentence of the login page has the same text without lingui', () => {
    const words = createPlainWords('en', messages)
    const missing = loginWordIds.filter((id) => words.find(id) !== en[id])
    expect(missing).toEqual([])
    // A sentence with a placeholder counts as missing.
    expect(words.find('launcher.hello')).toBeUndefined()
  })

  test('a plural is rendered from the compiled catalogue', () => {
    const words = createWords('en', messages)
    expect(words.say('launcher.count', { count: 0 })).toBe('No applications')
    expect(words.say('launcher.count', { count: 1 })).toBe('1 application')
    expect(words.say('launcher.count', { count: 12 })).toBe('12 applications')
    expect(words.say('session.endingMessage', { seconds: 1 })).toMatch(/ends in 1 second\./)
  })
})

const isState = (name: string) => name === 'zustand'
const isRenderer = (name: string) => /^(react|react-dom|ink|scheduler)$/.test(name)
const doubled = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

/** Everything an entry module loads, also through npm packages: our files, packages by name, Node's own modules. */
async function reachable(entry: string): Promise<{ files: string[]; packages: string[]; builtins: string[] }> {
  const ids = new Set<string>()
  const builtins = new Set<string>()
  const recorder: Plugin = {
    name: 'recorder',
    resolveId(source) {
      if (!source.startsWith('node:')) return null
      builtins.add(source)
      return { id: source, external: true }
    },
    buildEnd() {
      for (const id of this.getModuleIds()) ids.add(id)
    },
  }
  const bundle = await rolldown({
    input: resolve(here, entry),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    treeshake: false,
    plugins: [recorder],
  })
  await bundle.generate({ format: 'esm' })
  await bundle.close()
  const found = [...ids]
  const packages = found.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [])
  const files = found.filter((id) => id.startsWith(`${here}/`)).map((id) => id.slice(here.length + 1))
  return { files, packages: [...new Set(packages)], builtins: [...builtins] }
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rolldown, type Plugin } from 'rolldown'
import { describe, expect, test } from 'vitest'

import { endpoints, type Endpoint } from './contract.ts'
import { accessEn } from '../kit/words/access-screens/index.ts'
import { adminEn } from '../kit/words/admin/index.ts'
import { messages } from '../kit/words/en.compiled.ts'
import { en } from '../kit/words/en.ts'
import { loginWordIds } from '../kit/words/login.ts'
import { paletteEn } from '../kit/words/palette.ts'
import { serverAndTerminalEn } from '../kit/words/server-and-terminal/index.ts'
import { setupEn } from '../kit/words/first-time/index.ts'
import { mappingViewsEn } from '../kit/words/mapping-views/index.ts'
import { auditEn } from '../kit/words/of-audit/index.ts'
import { brandingEn } from '../kit/words/of-branding/index.ts'
import { clientsEn } from '../kit/words/of-clients/index.ts'
import { scimEn } from '../kit/words/of-scim/index.ts'
import { apiTokensEn } from '../kit/words/of-api-tokens/index.ts'
import { webhooksEn } from '../kit/words/of-webhooks/index.ts'
import { findingsEn } from '../kit/words/of-findings/index.ts'
import { noticesEn } from '../kit/words/of-notices/index.ts'
import { operationsEn } from '../kit/words/of-operations/index.ts'
import { sessionsEn } from '../kit/words/of-sessions/index.ts'
import { signInErrorsEn } from '../kit/words/sign-in-errors/index.ts'
import { tenantEn } from '../kit/words/tenant/index.ts'
import { createPlainWords } from '../kit/words/plain-words.ts'
import { createWords } from '../kit/words/words.ts'

const here = resolve(import.meta.dirname, '..')
const root = resolve(here, '../../..')

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
  test('the compiled sentences match en.ts', async () => {
    // Imported by URL, because the script is JavaScript without types.
    const script = (await import(
      /* @vite-ignore */ pathToFileURL(resolve(root, 'scripts/compile-words.mjs')).href
    )) as {
      compiledSource(catalogue: Readonly<Record<string, string>>): string
      readCatalogue(): Promise<Record<string, string>>
      readonly folders: readonly string[]
      readFolder(name: string): Promise<Record<string, string>>
      readLoginCatalogue(): Promise<Record<string, string>>
      readPaletteCatalogue(): Promise<Record<string, string>>
    }
    const catalogue = await script.readCatalogue()
    expect(catalogue).toEqual(en)
    expect(script.compiledSource(catalogue)).toBe(readFileSync(resolve(here, 'kit/words/en.compiled.ts'), 'utf8'))
    const known: Readonly<Record<string, object>> = {
      admin: adminEn,
      tenant: tenantEn,
      'access-screens': accessEn,
      'first-time': setupEn,
      'mapping-views': mappingViewsEn,
      'of-api-tokens': apiTokensEn,
      'of-audit': auditEn,
      'of-branding': brandingEn,
      'of-findings': findingsEn,
      'of-notices': noticesEn,
      'of-operations': operationsEn,
      'of-sessions': sessionsEn,
      'of-scim': scimEn,
      'of-webhooks': webhooksEn,
      'of-clients': clientsEn,
      'server-and-terminal': serverAndTerminalEn,
      'sign-in-errors': signInErrorsEn,
    }
    expect(script.folders.toSorted()).toEqual(Object.keys(known).toSorted())
    const catalogues: object[] = [en, paletteEn]
    for (const folder of script.folders) {
      const read = await script.readFolder(folder)
      expect(read).toEqual(known[folder])
      expect(script.compiledSource(read)).toBe(readFileSync(resolve(here, 'kit/words', folder, 'compiled.ts'), 'utf8'))
      catalogues.push(read)
    }
    expect(doubled(catalogues.flatMap((one) => Object.keys(one)))).toEqual([])
    const palette = await script.readPaletteCatalogue()
    expect(palette).toEqual(paletteEn)
    expect(script.compiledSource(palette)).toBe(readFileSync(resolve(here, 'kit/words/palette.compiled.ts'), 'utf8'))
    const login = await script.readLoginCatalogue()
    expect(Object.keys(login)).toEqual([...loginWordIds])
    expect(script.compiledSource(login)).toBe(readFileSync(resolve(here, 'kit/words/login.compiled.ts'), 'utf8'))
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

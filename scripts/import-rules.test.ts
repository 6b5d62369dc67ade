import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

type Pattern = { readonly regex: string; readonly message: string }
type Override = { readonly files: readonly string[]; readonly rules: Readonly<Record<string, unknown>> }
type Finding = { readonly code: string; readonly message: string; readonly help?: string; readonly filename: string }

const below = 'core stands below everything'
const headless = 'core is headless'
const noRenderer = 'core knows no renderer'
const bothRenderers = 'neither DOM nor Ink'
const webOnlyCore = 'web imports core and nothing else of ours'
const cliOnlyCore = 'cli imports core and nothing else of ours'
const startUp = 'A command never loads Ink or React'
const serverOnlyCore = "server imports core's contract and nothing else of ours"
const noStore = 'never a store'
const kitBelow = 'A kit of the server knows no noun'
const coreKit = 'A kit of core knows no noun'
const webKit = 'A kit of web knows no noun'
const cliKit = 'A kit of cli knows no noun'
const simulatorKit = 'A kit of the simulator knows no noun'
const composition = 'what is put together above them'
const alone = 'The simulator stands alone'

/** Each forbidden import: the file with the import, what it names, and words of the rule that has to refuse it. */
const refused: readonly (readonly [file: string, from: string, rule: string])[] = [
  ['packages/core/src/launcher/a.ts', '@portico/server', below],
  ['packages/core/src/launcher/b.ts', '@portico/cli', below],
  ['packages/core/src/launcher/c.ts', 'node:fs', headless],
  ['packages/core/src/launcher/d.ts', 'undici', headless],
  ['packages/core/src/launcher/e.ts', 'path', headless],
  ['packages/core/src/launcher/f.ts', 'react', noRenderer],
  ['packages/core/src/launcher/g.ts', 'react-dom/client', noRenderer],
  ['packages/core/src/launcher/h.ts', 'ink', noRenderer],
  ['packages/core/src/react/a.ts', '@portico/web', below],
  ['packages/core/src/react/b.ts', 'node:process', headless],
  ['packages/core/src/react/c.ts', 'react-dom', bothRenderers],
  ['packages/core/src/react/d.ts', 'ink', bothRenderers],
  ['packages/web/src/launcher/a.ts', '@portico/cli', webOnlyCore],
  ['packages/web/src/launcher/b.ts', '@portico/server', webOnlyCore],
  ['packages/web/src/launcher/c.ts', '@portico/simulator', webOnlyCore],
  ['packages/cli/src/launcher/a.ts', '@portico/web', cliOnlyCore],
  ['packages/cli/src/launcher/b.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/launcher/commands/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/launcher/commands/b.ts', 'ink', startUp],
  ['packages/cli/src/launcher/commands/c.ts', 'react', startUp],
  ['packages/cli/src/launcher/commands/d.ts', 'ink-select-input', startUp],
  ['packages/cli/src/launcher/commands/e.ts', '@portico/core/react', startUp],
  ['packages/server/src/launcher/a.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/launcher/b.ts', '@portico/simulator', serverOnlyCore],
  ['packages/server/src/launcher/c.ts', '@portico/core', noStore],
  ['packages/server/src/launcher/d.ts', '@portico/core/react', noStore],
  ['packages/server/src/deps.ts', './tokens/access-tokens.ts', kitBelow],
  ['packages/server/src/settings.ts', './open.ts', composition],
  ['packages/server/src/http/a.ts', '../sessions/queries.ts', kitBelow],
  ['packages/server/src/http/b.ts', '../routes.ts', composition],
  ['packages/server/src/saml/response/a.ts', '../../sign-in/records/records.ts', kitBelow],
  ['packages/server/src/database/embedded/a.ts', '../../commands/start.ts', composition],
  ['packages/server/src/launcher/e.ts', '../routes.ts', composition],
  ['packages/server/src/sign-in/oidc/a.ts', '../../tenant-import/import.ts', composition],
  ['packages/server/src/log.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/identifiers.ts', '@portico/core', noStore],
  ['packages/server/src/http/c.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/http/d.ts', '@portico/core', noStore],
  ['packages/server/src/saml/response/b.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/saml/response/c.ts', '@portico/core', noStore],
  ['packages/server/src/sign-in/oidc/b.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/sign-in/oidc/c.ts', '@portico/core', noStore],
  ['packages/simulator/src/oidc/a.ts', '@portico/core', alone],
  ['packages/simulator/src/oidc/b.ts', '@portico/server', alone],
  ['packages/simulator/src/a.ts', '@portico/core', alone],
  ['packages/simulator/src/testing/a.ts', '@portico/core', alone],
  ['packages/simulator/src/memory/a.ts', '@portico/core', alone],
  ['packages/simulator/src/session/a.ts', '../saml/keys.ts', simulatorKit],
  ['packages/simulator/src/log.ts', './azure/keys.ts', simulatorKit],
  ['packages/simulator/src/pages/a.ts', '../server.ts', composition],
  ['packages/simulator/src/oidc/c.ts', '../running-provider.ts', composition],
  ['packages/core/src/a.ts', '@portico/server', below],
  ['packages/core/src/b.ts', 'node:fs', headless],
  ['packages/core/src/c.ts', 'react', noRenderer],
  ['packages/core/src/lists/a.ts', '@portico/cli', below],
  ['packages/core/src/lists/b.ts', 'node:fs', headless],
  ['packages/core/src/lists/c.ts', 'react', noRenderer],
  ['packages/core/src/nouns/a.ts', '../applications/noun.ts', coreKit],
  ['packages/core/src/words/admin/a.ts', '../../sign-in/checks.ts', coreKit],
  ['packages/core/src/lazy-parts.ts', './launcher/store.ts', coreKit],
  ['packages/core/src/editing/a.ts', '../create-core.ts', composition],
  ['packages/core/src/lists/d.ts', '../react/use-editor.ts', composition],
  ['packages/core/src/limits.ts', './index.ts', composition],
  ['packages/core/src/http/a.ts', '../contract.ts', composition],
  ['packages/core/src/launcher/i.ts', '../create-core.ts', composition],
  ['packages/core/src/launcher/j.ts', '../all-nouns.ts', composition],
  ['packages/web/src/portal/a.ts', '@portico/server', webOnlyCore],
  ['packages/web/src/ui/a.test.tsx', '@portico/server', webOnlyCore],
  ['packages/web/src/ui/a.tsx', '@portico/server', webOnlyCore],
  ['packages/web/src/ui/b.tsx', '../sessions/use-keep-typed.ts', webKit],
  ['packages/web/src/feedback/screens/a.tsx', '../../sign-in/sign-out-form.tsx', webKit],
  ['packages/web/src/ui/c.tsx', '../portal/app.tsx', composition],
  ['packages/web/src/launcher/screens/a.tsx', '../../palette/entries.ts', composition],
  ['packages/cli/src/tui/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/tui/commands/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/tui/commands/b.ts', 'react', startUp],
  ['packages/cli/src/tui/testing/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/testing/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/launcher/c.test.ts', '@portico/server/testing', cliOnlyCore],
  ['packages/cli/src/output/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/output/b.ts', '../certificates/commands/list.ts', cliKit],
  ['packages/cli/src/terminal/list/a.ts', '../../applications/find.ts', cliKit],
  ['packages/cli/src/command-kit/a.ts', '../program/nouns.ts', composition],
  ['packages/cli/src/terminal/app/a.ts', '../../tui/views/create-view.ts', composition],
  ['packages/cli/src/launcher/c.ts', '../program/program.ts', composition],
  ['packages/cli/src/launcher/screens/a.ts', '../../tui/shell/palette.ts', composition],
  ['packages/cli/src/launcher/commands/f.ts', '../../completion/candidates.ts', composition],
]

const allowed: readonly (readonly [file: string, from: string])[] = [
  ['packages/core/src/launcher/ok.ts', 'valibot'],
  ['packages/core/src/launcher/ok2.ts', 'zustand/vanilla'],
  ['packages/core/src/launcher/ok.test.ts', 'node:fs'],
  ['packages/core/src/react/ok.ts', 'react'],
  ['packages/web/src/launcher/ok.ts', '@portico/core'],
  ['packages/web/src/launcher/ok2.ts', '@portico/core/react'],
  ['packages/cli/src/launcher/ok.ts', '@portico/core'],
  ['packages/cli/src/testing/ok.ts', '@portico/server/testing'],
  ['packages/cli/src/launcher/screens/ok.ts', 'ink'],
  ['packages/cli/src/launcher/commands/ok.ts', '@portico/core'],
  ['packages/server/src/launcher/ok.ts', '@portico/core/contract'],
  ['packages/server/src/launcher/ok.test.ts', '@portico/simulator'],
  ['packages/server/src/launcher/ok2.ts', '../sessions/queries.ts'],
  ['packages/server/src/http/ok.ts', '../database/connect.ts'],
  ['packages/server/src/saml/response/ok.ts', '../certificates/read.ts'],
  ['packages/server/src/saml/testing/ok.ts', '../../sign-in/records/records.ts'],
  ['packages/server/src/open.ts', './tokens/provider.ts'],
  ['packages/server/src/tenant-import/ok.ts', '../groups/queries.ts'],
  ['packages/simulator/src/oidc/ok.ts', 'oidc-provider'],
  ['packages/simulator/src/azure/ok.ts', '../oidc/keys.ts'],
  ['packages/simulator/src/index.ts', './server.ts'],
  ['packages/core/src/launcher/ok3.ts', '../applications/order.ts'],
  ['packages/core/src/launcher/ok4.ts', './contract.ts'],
  ['packages/core/src/lists/ok.ts', '../feedback/store.ts'],
  ['packages/core/src/navigation/ok.test.ts', '../launcher/store.ts'],
  ['packages/core/src/create-core.ts', './launcher/store.ts'],
  ['packages/core/src/react/ok2.ts', '../sessions/clock.ts'],
  ['packages/web/src/ui/ok.tsx', '../context/portal-context.tsx'],
  ['packages/web/src/ui/ok.test.ts', '../portal/skeletons.ts'],
  ['packages/web/src/portal/ok.tsx', '../launcher/screens/launcher-home.tsx'],
  ['packages/web/src/launcher/ok3.ts', '../environments/use-choice.ts'],
  ['packages/cli/src/terminal/list/ok.ts', '../../output/width.ts'],
  ['packages/cli/src/launcher/ok2.ts', '../environments/find.ts'],
  ['packages/cli/src/launcher/commands/ok2.ts', '../../command-kit/start.ts'],
  ['packages/cli/src/launcher/screens/ok.test.ts', '../../tui/testing/app-under-test.ts'],
  ['packages/cli/src/tui/views/ok.ts', '../../launcher/screens/a.ts'],
]

/** Folders in which everything of a package comes together. All others are kits or nouns, by the linter's globs. */
const compositionOf: Readonly<Record<string, readonly string[]>> = {
  core: ['react', 'testing'],
  web: ['palette', 'portal'],
  cli: ['completion', 'program', 'testing', 'tui'],
  server: ['authority', 'backup', 'commands', 'demo', 'key-rotation', 'tenant-import', 'testing'],
  simulator: ['testing'],
}

/** Two files of each package that import each other, only for types. */
const circles = Object.keys(compositionOf).flatMap((name) => [
  [`packages/${name}/src/circle/one.ts`, './two.ts'] as const,
  [`packages/${name}/src/circle/two.ts`, './one.ts'] as const,
])

/** Our packages that each workspace may import. Tests of the server sign in through the simulator. */
const mayDependOn: Readonly<Record<string, { readonly run: readonly string[]; readonly test: readonly string[] }>> = {
  core: { run: [], test: [] },
  web: { run: ['@portico/core'], test: [] },
  cli: { run: ['@portico/core'], test: ['@portico/server'] },
  server: { run: ['@portico/core'], test: ['@portico/simulator'] },
  simulator: { run: [], test: [] },
}

describe('who may import whom', () => {
  let folder = ''
  let findings = new Map<string, Finding[]>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-lint-'))
    await cp(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    for (const [file, from] of [...refused, ...allowed]) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), `export * from '${from}'\n`)
    }
    for (const [file, from] of circles) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(
        join(folder, file),
        `import type { A as B } from '${from}'\n\nexport type A = { readonly of: B }\n`,
      )
    }
    findings = await lint(folder)
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(refused)('%s does not import %s', (file, _from, rule) => {
    const found = findings.get(file) ?? []
    expect(found.map((one) => one.code)).toEqual(['eslint(no-restricted-imports)'])
    expect(`${found[0]?.message} ${found[0]?.help}`).toContain(rule)
  })

  test.each(allowed)('%s may import %s', (file) => {
    expect(findings.get(file) ?? []).toEqual([])
  })

  test('every rule of the configuration has an import it refuses', async () => {
    const config = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as { overrides: Override[] }
    const rules = config.overrides.flatMap(({ files, rules: { 'no-restricted-imports': rule } }) =>
      Array.isArray(rule) ? (rule[1] as { patterns: Pattern[] }).patterns.map((one) => ({ files, ...one })) : [],
    )
    const without = rules.filter(
      ({ files, regex, message }) =>
        !refused.some(
          ([file, from, words]) =>
            files.some((glob) => regexOf(glob).test(file)) && new RegExp(regex).test(from) && message.includes(words),
        ),
    )
    expect(rules.length).toBeGreaterThan(8)
    expect(without).toEqual([])
  })

  test.each(circles)('%s imports nothing that imports it, types included', (file) => {
    expect((findings.get(file) ?? []).map((one) => one.code)).toContain('import(no-cycle)')
  })

  test.each(Object.entries(compositionOf))('each folder of %s is a kit, a noun or composition', async (name, above) => {
    const { overrides } = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as { overrides: Override[] }
    const sets = new RegExp(String.raw`^packages/${name}/src/\{([^}]+)\}/\*(\*|\.ts)$`)
    const named = overrides.flatMap(({ files }) => files.flatMap((glob) => sets.exec(glob)?.[1]?.split(',') ?? []))
    const entries = await readdir(join(root, 'packages', name, 'src'), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
    expect(folders.toSorted()).toEqual([...named, ...above].toSorted())
  })
})

describe('who may depend on whom', () => {
  test('each workspace has its line', async () => {
    const folders = await readdir(join(root, 'packages'))
    expect(folders.toSorted()).toEqual(Object.keys(mayDependOn).toSorted())
  })

  test.each(Object.entries(mayDependOn))('packages/%s names only what it may', async (name, { run, test: inTests }) => {
    const text = await readFile(join(root, 'packages', name, 'package.json'), 'utf8')
    const manifest = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, string>> | undefined>>
    const ours = (...fields: string[]) =>
      fields.flatMap((field) => Object.keys(manifest[field] ?? {})).filter((one) => one.startsWith('@portico/'))
    expect(
      ours('dependencies', 'peerDependencies', 'optionalDependencies').filter((one) => !run.includes(one)),
    ).toEqual([])
    expect(ours('devDependencies').filter((one) => ![...run, ...inTests].includes(one))).toEqual([])
  })

  test('core runs without a renderer', async () => {
    const text = await readFile(join(root, 'packages/core/package.json'), 'utf8')
    const { dependencies } = JSON.parse(text) as { dependencies: Readonly<Record<string, string>> }
    expect(Object.keys(dependencies).filter((name) => /^(react|react-dom|ink|undici)/.test(name))).toEqual([])
  })
})

/** `**` is any path, `**` with a slash any folders or none, `*` any name, `{a,b}` one of the names. */
function regexOf(glob: string): RegExp {
  const parts: Readonly<Record<string, string>> = {
    '**/': '(.*/)?',
    '**': '.*',
    '*': '[^/]*',
    '{': '(',
    '}': ')',
    ',': '|',
    '.': '\\.',
  }
  return new RegExp(`^${glob.replace(/\*\*\/?|[*{},.]/g, (part) => parts[part] ?? part)}$`)
}

/** What oxlint says under our configuration, by file. It ends with 1 when it found something. */
async function lint(folder: string): Promise<Map<string, Finding[]>> {
  const oxlint = join(root, 'node_modules', '.bin', 'oxlint')
  const output = await new Promise<string>((done) => {
    execFile(oxlint, ['-c', '.oxlintrc.json', '-f', 'json', '.'], { cwd: folder }, (_error, stdout) => done(stdout))
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: Finding[] }
  const byFile = new Map<string, Finding[]>()
  for (const one of diagnostics) byFile.set(one.filename, [...(byFile.get(one.filename) ?? []), one])
  return byFile
}

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
const alone = 'The simulator stands alone'

/** Each forbidden import: the file with the import, what it names, and words of the rule that has to refuse it. */
const refused: readonly (readonly [file: string, from: string, rule: string])[] = [
  ['packages/core/src/applications/launcher/a.ts', '@portico/server', below],
  ['packages/core/src/applications/launcher/b.ts', '@portico/cli', below],
  ['packages/core/src/applications/launcher/c.ts', 'node:fs', headless],
  ['packages/core/src/applications/launcher/d.ts', 'undici', headless],
  ['packages/core/src/applications/launcher/e.ts', 'path', headless],
  ['packages/core/src/applications/launcher/f.ts', 'react', noRenderer],
  ['packages/core/src/applications/launcher/g.ts', 'react-dom/client', noRenderer],
  ['packages/core/src/applications/launcher/h.ts', 'ink', noRenderer],
  ['packages/core/src/app/react/a.ts', '@portico/web', below],
  ['packages/core/src/app/react/b.ts', 'node:process', headless],
  ['packages/core/src/app/react/c.ts', 'react-dom', bothRenderers],
  ['packages/core/src/app/react/d.ts', 'ink', bothRenderers],
  ['packages/web/src/applications/launcher/a.ts', '@portico/cli', webOnlyCore],
  ['packages/web/src/applications/launcher/b.ts', '@portico/server', webOnlyCore],
  ['packages/web/src/applications/launcher/c.ts', '@portico/simulator', webOnlyCore],
  ['packages/cli/src/applications/launcher/a.ts', '@portico/web', cliOnlyCore],
  ['packages/cli/src/applications/launcher/b.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/applications/launcher/commands/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/applications/launcher/commands/b.ts', 'ink', startUp],
  ['packages/cli/src/applications/launcher/commands/c.ts', 'react', startUp],
  ['packages/cli/src/applications/launcher/commands/d.ts', 'ink-select-input', startUp],
  ['packages/cli/src/applications/launcher/commands/e.ts', '@portico/core/react', startUp],
  ['packages/server/src/applications/launcher/a.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/applications/launcher/b.ts', '@portico/simulator', serverOnlyCore],
  ['packages/server/src/applications/launcher/c.ts', '@portico/core', noStore],
  ['packages/server/src/applications/launcher/d.ts', '@portico/core/react', noStore],
  ['packages/server/src/protocols/saml/response/b.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/protocols/saml/response/c.ts', '@portico/core', noStore],
  ['packages/server/src/sign-in/oidc/b.ts', '@portico/web', serverOnlyCore],
  ['packages/server/src/sign-in/oidc/c.ts', '@portico/core', noStore],
  ['packages/simulator/src/oidc/a.ts', '@portico/core', alone],
  ['packages/simulator/src/oidc/b.ts', '@portico/server', alone],
  ['packages/simulator/src/a.ts', '@portico/core', alone],
  ['packages/simulator/src/testing/a.ts', '@portico/core', alone],
  ['packages/core/src/a.ts', '@portico/server', below],
  ['packages/core/src/b.ts', 'node:fs', headless],
  ['packages/core/src/c.ts', 'react', noRenderer],
  ['packages/web/src/app/portal/a.ts', '@portico/server', webOnlyCore],
  ['packages/web/src/kit/ui/a.test.tsx', '@portico/server', webOnlyCore],
  ['packages/web/src/kit/ui/a.tsx', '@portico/server', webOnlyCore],
  ['packages/cli/src/app/tui/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/app/tui/commands/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/app/tui/commands/b.ts', 'react', startUp],
  ['packages/cli/src/app/tui/testing/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/testing/a.ts', '@portico/server', cliOnlyCore],
  ['packages/cli/src/applications/launcher/c.test.ts', '@portico/server/testing', cliOnlyCore],
]

const allowed: readonly (readonly [file: string, from: string])[] = [
  ['packages/core/src/applications/launcher/ok.ts', 'valibot'],
  ['packages/core/src/applications/launcher/ok2.ts', 'zustand/vanilla'],
  ['packages/core/src/applications/launcher/ok.test.ts', 'node:fs'],
  ['packages/core/src/app/react/ok.ts', 'react'],
  ['packages/web/src/applications/launcher/ok.ts', '@portico/core'],
  ['packages/web/src/applications/launcher/ok2.ts', '@portico/core/react'],
  ['packages/cli/src/applications/launcher/ok.ts', '@portico/core'],
  ['packages/cli/src/testing/ok.ts', '@portico/server/testing'],
  ['packages/cli/src/applications/launcher/screens/ok.ts', 'ink'],
  ['packages/cli/src/applications/launcher/commands/ok.ts', '@portico/core'],
  ['packages/server/src/applications/launcher/ok.ts', '@portico/core/contract'],
  ['packages/server/src/applications/launcher/ok.test.ts', '@portico/simulator'],
  ['packages/simulator/src/oidc/ok.ts', 'oidc-provider'],
]

const names = ['core', 'web', 'cli', 'server', 'simulator']

/** Two files of each package that import each other, only for types. */
const circles = names.flatMap((name) => [
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

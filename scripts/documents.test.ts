import { readFile, readdir } from 'node:fs/promises'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { parse } from 'yaml'
import { afterAll, describe, expect, test } from 'vitest'

import { fieldOf, provisioningFailures, serviceAccountNoun, setupGuideOf, setupProducts } from '@portico/core'

import { serviceAccountErrors } from '../packages/core/src/kit/words/admin/service-account-errors.ts'
import { en } from '../packages/core/src/kit/words/en.ts'
import { problems } from '../packages/core/src/kit/words/server-and-terminal/problems.ts'
import { signInErrorsEn } from '../packages/core/src/kit/words/sign-in-errors/index.ts'
import { allSentences } from '../packages/core/src/kit/words/english.ts'
import { settings as commandLineSettings } from '../packages/cli/src/kit/settings/keys.ts'
import { exitCodes } from '../packages/cli/src/kit/errors/exit-codes.ts'
import { checkTenantFile } from '../packages/server/src/operator/tenant-import/tenant-file.ts'
import { withFiles } from '../packages/server/src/operator/tenant-import/files.ts'
import { openApi } from '../packages/server/src/app/openapi.ts'
import { makePng } from '../packages/server/src/testing/make-png.ts'
import { variables } from '../packages/server/src/kit/settings/variables.ts'
import type { OpenApi } from '../packages/web/build/documents/api/open-api.ts'
import { readDocuments } from '../packages/web/build/documents/pages.ts'
import { searchIndex } from '../packages/web/build/documents/search-index.ts'
import { searchDocuments } from '../packages/web/src/documents/search.ts'
import { synonyms } from '../packages/web/src/documents/synonyms.ts'
import { guideGroups } from '../e2e/guides/index.ts'
import { readGuidePage } from '../e2e/support/guide-commands.ts'
import { filled, normalized, placeholderIn, stepOf } from '../e2e/support/guide-plans.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const sorted = (names: readonly string[]) => names.toSorted()
const errorIds = Object.keys({ ...en, ...problems, ...serviceAccountErrors, ...signInErrorsEn }).filter((id) =>
  /^[A-Z][A-Z0-9_-]+$/.test(id),
)

test('the list of service accounts in README.md has the columns that the command prints, at their places', async () => {
  const lines = (await read('README.md')).split('\n')
  const from = lines.findIndex((line) => line.endsWith('service-account list --env Production')) + 1
  const [head = '', ...rows] = lines.slice(from, from + 4).map((line) => line.slice(4))
  const labels = serviceAccountNoun.columns.map((name) => fieldOf(serviceAccountNoun, name)?.label.toUpperCase())
  expect(head.split(/ {2,}/)).toEqual(labels)
  for (const row of rows) for (const label of labels) expect(row.charAt(head.indexOf(label ?? '') - 1) || ' ').toBe(' ')
})

test('docs/guides/applications.md explains every reason of provisioning, and no other', async () => {
  const [, text = ''] = (await read('docs/guides/applications.md')).split('| Reason | Meaning |')
  const table = text.split('\n\n')[0] ?? ''
  const explained = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? '')
  expect(sorted(explained)).toEqual(sorted(provisioningFailures))
})

describe('docs/errors.md', () => {
  test('explains every error id once, and no id that does not exist', async () => {
    const text = (await read('docs/errors.md')).split('## The token endpoint')[0] ?? ''
    const explained = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((row) => row[1] ?? '')
    expect(errorIds.length).toBeGreaterThan(40)
    expect(sorted(explained)).toEqual(sorted(errorIds))
  })

  test('explains every error id of administration too', async () => {
    const text = (await read('docs/errors.md')).split('## The token endpoint')[1] ?? ''
    const explained = [...text.matchAll(/^\| ((?:`[A-Z_0-9-]+`(?:, )?)+) \|/gm)].flatMap((row) =>
      [...(row[1] ?? '').matchAll(/`([^`]+)`/g)].map((one) => one[1] ?? ''),
    )
    const ids = Object.keys(allSentences()).filter((id) => /^[A-Z][A-Z0-9_-]+$/.test(id) && !errorIds.includes(id))
    expect(ids.length).toBeGreaterThan(40)
    expect(sorted(explained)).toEqual(sorted(ids))
  })
})

describe('docs/guides/tenant-file.md', () => {
  test('its whole example is a valid tenant file', async () => {
    const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    const contentOf = (path: string) => (path.endsWith('.png') ? makePng(16, 16) : Buffer.from(certificate))
    const file = checkTenantFile(withFiles(parse(await yamlBlock('name: Northwind')), contentOf))
    expect(file.identityProviders[0]?.primary).toBe(true)
    expect(file.applications[0]?.icon?.type).toBe('image/png')
    expect(file.serviceAccounts[0]?.applications).toContain('portal:security-admin')
  })

  test('its smallest example is a valid tenant file', async () => {
    expect(checkTenantFile(parse(await yamlBlock('name: Smallest'))).environments).toHaveLength(1)
  })

  test('names every field the import knows', async () => {
    const text = await read('docs/guides/tenant-file.md')
    const source = await read('packages/server/src/operator/tenant-import/tenant-file.ts')
    const providers = await read('packages/server/src/operator/tenant-import/provider-entries.ts')
    const rules = ['azure', 'oidc', 'saml'].map(
      (family) => `packages/core/src/providers/identity-providers/${family}-rules.ts`,
    )
    const texts = [source, providers, ...(await Promise.all(rules.map(read)))].join('\n')
    const fields = [...texts.matchAll(/^ +(\w+): (?:v\.|[A-Z]\w+,)/gm)].map((one) => one[1] ?? '')
    expect(fields.length).toBeGreaterThan(60)
    expect([...new Set(fields)].filter((field) => !new RegExp(`\\b${field}\\b`).test(text))).toEqual([])
  })

  async function yamlBlock(marker: string): Promise<string> {
    const text = await read('docs/guides/tenant-file.md')
    const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map((one) => one[1] ?? '')
    const found = blocks.find((block) => block.includes(marker))
    if (found === undefined) throw new Error(`The guide has no example with "${marker}".`)
    return found
  }
})

describe('docs/guides/operating.md', () => {
  test('names every environment variable the server reads, and no other', async () => {
    const text = await read('docs/guides/operating.md')
    const inCode = new Set<string>(Object.keys(variables))
    for (const file of [
      'kit/settings/settings.ts',
      'app/open.ts',
      'main.ts',
      'operator/commands/demo.ts',
      'operator/commands/doctor.ts',
    ]) {
      const source = await read(`packages/server/src/${file}`)
      for (const [, name] of source.matchAll(/env\['([A-Z_]+)'\]/g)) inCode.add(name ?? '')
    }
    const inTable = [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map((row) => row[1] ?? '')
    expect(sorted(inTable)).toEqual(sorted([...inCode]))
  })
})

describe('docs/guides/command-line.md', () => {
  test('lists the exit codes of the command line', async () => {
    const text = await read('docs/guides/command-line.md')
    const listed = [...text.matchAll(/^\| (\d+) \|/gm)].map((row) => Number(row[1]))
    expect(listed).toEqual(exitCodes.map(([code]) => code))
  })

  test('lists every setting with its variable and flag', async () => {
    const text = await read('docs/guides/command-line.md')
    for (const { key, variable, flag } of commandLineSettings) {
      const row = new RegExp(`^\\| \`${key}\` \\|.*$`, 'm').exec(text)?.[0]
      expect(row, key).toBeDefined()
      for (const name of [variable, flag]) if (name !== undefined) expect(row).toContain(`\`${name}\``)
    }
  })
})

describe('the commands of the guides', () => {
  const plans = new Map(guideGroups.flatMap((group) => group.plans).map((plan) => [plan.page, plan]))
  const pages = ['README.md', 'CONTRIBUTING.md', 'deploy/README.md', 'examples/README.md', ...guides()]
  const readPage = async (page: string) => readGuidePage(await read(page))

  test('are each run by a scenario, or are listed with the reason why not', async () => {
    const withCommands: string[] = []
    for (const page of pages) if ((await readPage(page)).commands.length > 0) withCommands.push(page)
    expect(sorted([...plans.keys()])).toEqual(sorted(withCommands))
  })

  test.each([...plans.values()].filter(({ runBy }) => runBy === undefined))(
    'of $page have no value left to fill in',
    async (plan) => {
      const { commands } = await readPage(plan.page)
      const open = commands.flatMap((command) => {
        const step = stepOf(plan, command)
        if (step.notRun !== undefined || step.runBy !== undefined || step.synopsis) return []
        const placeholder = placeholderIn(filled(command.text, [step.fill, plan.fill]))
        return placeholder === undefined ? [] : [`line ${command.line}: ${placeholder}`]
      })
      expect(open).toEqual([])
    },
  )

  test.each([...plans.values()])('of $page are those that its plan names', async (plan) => {
    const { commands, texts } = await readPage(plan.page)
    const keys = Object.keys(plan.steps ?? {})
    expect(keys.filter((key) => !commands.some(({ text }) => normalized(text).startsWith(key)))).toEqual([])
    expect(Object.keys(plan.sections ?? {}).filter((one) => !commands.some(({ section }) => section === one))).toEqual(
      [],
    )
    if (plan.runBy !== undefined) return
    const named = plan.texts ?? []
    const begin = texts.map(({ lines: [first = ''] }) => first)
    expect(begin.filter((line) => !named.some((one) => line.startsWith(one)))).toEqual([])
    expect(named.filter((one) => !begin.some((line) => line.startsWith(one)))).toEqual([])
  })

  test.each([...plans.values()])('of $page that another test runs have that test', (plan) => {
    const steps = [...Object.values(plan.steps ?? {}), ...Object.values(plan.sections ?? {})]
    const tests = [plan.runBy, ...steps.map(({ runBy }) => runBy)].filter((one) => one !== undefined)
    expect(tests.filter((one) => !existsSync(join(root, one)))).toEqual([])
  })

  test.each([...plans.values()])('of $page that fail do so because the page says it', async (plan) => {
    const text = (await read(plan.page)).replaceAll(/\s+/g, ' ')
    const said = Object.values(plan.steps ?? {}).flatMap(({ refused, either }) => [refused?.saying, either?.saying])
    expect(said.filter((one) => one !== undefined && !text.includes(one))).toEqual([])
  })

  test.each([...plans.values()])('of $page that ask do so because their section says it', async (plan) => {
    const markdown = await read(plan.page)
    const silent = readGuidePage(markdown).commands.filter(({ text, section }) => {
      const [, below = ''] = markdown.split(`# ${section}\n`)
      const isSaid = /\bask|\bconfirm|\byou type\b|`portico api-token revoke/.test(below.split(/^#/m)[0] ?? '')
      return stepOf(plan, { text, section }).answer !== undefined && !isSaid
    })
    expect(silent.map(({ text }) => text)).toEqual([])
  })

  test('by npm run scripts of package.json, and by vitest run files that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    const wrong: string[] = []
    for (const page of pages) {
      const markdown = await read(page)
      for (const [command, name = ''] of markdown.matchAll(/\bnpm run ([a-z][\w:]*)/g))
        if (!(name in scripts)) wrong.push(`${page}: ${command}`)
      for (const [command, path = ''] of markdown.matchAll(/\bvitest (?:run )?(packages\/[\w./-]+)/g))
        if (!existsSync(join(root, path))) wrong.push(`${page}: ${command}`)
    }
    expect(wrong).toEqual([])
  })

  function guides(): string[] {
    const names = readdirSync(join(root, 'docs/guides'), { recursive: true }) as string[]
    return names.filter((name) => name.endsWith('.md')).map((name) => `docs/guides/${name}`)
  }
})

describe('docs/guides/providers', () => {
  test.each(setupProducts.flatMap(({ id, types }) => types.map((type) => [id, type] as const)))(
    'the page of %s has the steps that the wizard shows for %s, each with what it was checked against',
    async (id, type) => {
      const page = await read(`docs/guides/providers/${id}.md`)
      expect(page).toMatch(/^\*\*Checked on \d{4}-\d{2}-\d{2}\*\* against/m)
      const { steps } = setupGuideOf(id, type)
      const general = setupGuideOf(null, type).steps
      // Where a product has no guide for the type, the page says so instead of repeating the general one.
      if (steps.every((step, at) => step.text === general[at]?.text) && page.includes('general guide of the type'))
        return
      const rows = [...page.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)].map(([, title, text, checked]) => ({
        title,
        text,
        checked,
      }))
      for (const { title, text } of steps) {
        const row = rows.find((one) => one.title === title && one.text === text)
        expect(row, title).toBeDefined()
        expect(row?.checked, title).toMatch(/^\d|not checked/)
      }
    },
  )
})

describe('docs/guides/troubleshooting.md', () => {
  const symptoms = async () => {
    const text = await read('docs/guides/troubleshooting.md')
    return [...text.matchAll(/^\| (?!What you see|---)(.*?) \|/gm)].map(([, symptom = '']) => symptom)
  }

  test('quotes sentences that Portico has', async () => {
    const sources = [
      'packages/cli/src/kit/http/network-error.ts',
      'packages/server/src/app/key-record.ts',
      'packages/server/src/kit/database/belonging.ts',
      'packages/server/src/kit/database/check-server.ts',
      'packages/server/src/kit/process/listen-failure.ts',
      'packages/server/src/kit/settings/variables.ts',
    ]
    const known = [...Object.values(allSentences()), ...(await Promise.all(sources.map(read)))].join('\n')
    const quoted = (await symptoms()).flatMap((symptom) =>
      [...symptom.matchAll(/“([^”]+)”/g)].map(([, one = '']) => one),
    )
    expect(quoted.length).toBeGreaterThan(20)
    const parts = quoted.flatMap((one) => one.split('…')).map((part) => part.trim())
    expect(parts.filter((part) => !known.includes(part))).toEqual([])
  })

  test('names ids that docs/errors.md explains', async () => {
    const errors = await read('docs/errors.md')
    const ids = (await symptoms()).flatMap((symptom) =>
      [...symptom.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, id]) => id),
    )
    expect(ids.length).toBeGreaterThan(5)
    expect(ids.filter((id) => !errors.includes(`\`${id}\``))).toEqual([])
  })
})

describe('NOTICE', () => {
  test('names every npm package that the programs load', async () => {
    type Lock = { packages: Record<string, { dev?: true; devOptional?: true; optional?: true; link?: true }> }
    const { packages } = JSON.parse(await read('package-lock.json')) as Lock
    const loaded = Object.entries(packages).flatMap(([path, one]) => {
      const name = /.*node_modules\/(.+)$/.exec(path)?.[1]
      // Optional ones are binaries of single platforms; the embedded PostgreSQL has a separate section.
      return name === undefined || one.dev || one.devOptional || one.optional || one.link ? [] : [name]
    })
    const named = new Set((await read('NOTICE')).split(/[\s,]+/))
    expect(loaded.length).toBeGreaterThan(100)
    expect(loaded.filter((name) => !named.has(name))).toEqual([])
  })
})

describe('all documents', () => {
  test('links between them lead somewhere', async () => {
    const broken: string[] = []
    for (const file of await markdownFiles()) {
      for (const [, link = ''] of (await read(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(https?:|mailto:|#)/.test(link)) continue
        const target = join(root, dirname(file), link.split('#')[0] ?? '')
        if (!existsSync(target)) broken.push(`${file}: ${link}`)
      }
    }
    expect(broken).toEqual([])
  })

  test('every decision has a status, context, decision and consequences, and a line in the index', async () => {
    const names = (await readdir(join(root, 'docs/decisions'))).filter((name) => name !== 'README.md').toSorted()
    expect(names.length).toBeGreaterThan(5)
    const lines: string[] = []
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/)
      const text = await read(`docs/decisions/${name}`)
      const headings = [...text.matchAll(/^## (.+)$/gm)].map((one) => one[1])
      expect(headings, name).toEqual(['Context', 'Decision', 'Consequences'])
      const [, number, title, later] =
        /^# (\d+)\. (.+)\n\nStatus: in force(?:\.|, except for what (\[.+\)) changes?\.)\n/.exec(text) ?? []
      expect(number, name).toBe(String(Number(name.slice(0, 4))))
      const changes = [...(later ?? '').matchAll(/\[decision (\d+)\]/g)].map((one) => one[1]).join(' and ')
      lines.push(`- [${number}. ${title}](${name})${changes === '' ? '' : `, changed in part by ${changes}`}`)
    }
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
    const index = (await read('docs/decisions/README.md')).split('\n').filter((line) => line.startsWith('- '))
    expect(index.toSorted()).toEqual(lines.toSorted())
  })

  test('the architecture fits on a page', async () => {
    expect((await read('docs/ARCHITECTURE.md')).trimEnd().split('\n').length).toBeLessThanOrEqual(80)
  })

  async function markdownFiles(): Promise<string[]> {
    const found = await readdir(join(root, 'docs'), { recursive: true })
    return [
      'README.md',
      'CHANGELOG.md',
      'SECURITY.md',
      ...found.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    ]
  }
})

describe('the pages below /docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-documents-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The documentation of a readme that lists one guide, which says this. */
  const readGuide = (guide: string) => {
    mkdirSync(join(folder, 'docs/guides'), { recursive: true })
    writeFileSync(join(folder, 'CONTRIBUTING.md'), '# Contributing\n')
    writeFileSync(
      join(folder, 'README.md'),
      '## Further reading\n\n### Use it\n\n- [Guide](docs/guides/guide.md): how\n',
    )
    writeFileSync(join(folder, 'docs/guides/guide.md'), `# Guide\n\n## Two words\n\n${guide}\n`)
    return readDocuments(folder)
  }

  test('of this repository link only to what is there, and have what reviewers read', () => {
    const addresses = readDocuments(root).pages.map(({ address }) => address)
    expect(addresses).toEqual(
      expect.arrayContaining(['/docs/security', '/docs/threat-model', '/docs/security-reference', '/docs/asvs']),
    )
  })

  test('are those that the readme lists, with their headings and what is searched', () => {
    const [page] = readGuide('See [above](#two-words) & <b>.').pages
    expect(page).toMatchObject({ address: '/docs/guide', title: 'Guide' })
    expect(page?.passages.at(-1)).toEqual({
      address: '/docs/guide#two-words',
      page: 'Guide',
      heading: 'Two words',
      text: 'See above & .',
    })
  })

  test('have their text in the search as it is read, code included', () => {
    const [page] = readGuide('The “state”, `"nonce"` & \'this\':\n\n```\n[ "$A" = \'1\' ] && echo <b>\n```').pages
    expect(page?.passages.at(-1)?.text).toBe(`The “state”, "nonce" & 'this': [ "$A" = '1' ] && echo <b>`)
  })

  test.each([
    ['[gone](other.md)', 'docs/guides/guide.md links to other.md, which does not exist.'],
    ['[gone](#three-words)', 'links to docs/guides/guide.md#three-words, but no heading there has this anchor.'],
    ['[ours](../../CONTRIBUTING.md)', 'which is not for the users of Portico.'],
  ])('end the build where a page has %s', (guide, message) => {
    expect(() => readGuide(guide)).toThrow(message)
  })
})

describe('the search of /docs', () => {
  const reference = JSON.parse(JSON.stringify(openApi('https://portal.example.com', '1.0.0'))) as OpenApi
  const index = searchIndex(readDocuments(root, reference))
  const found = (wanted: string) => searchDocuments(index, wanted).map(({ address }) => address)

  test.each([
    ['oauth', '/docs/sign-people-in'],
    ['openid connect node', '/docs/sign-people-in#nodejs'],
    ['PKCE', '/docs/sign-people-in'],
    ['nodejs', '/docs/sign-people-in#nodejs'],
    ['sign people in', '/docs/sign-people-in'],
    ['login', '/docs/signing-in'],
    ['group to role', '/docs/roles-and-groups#mapping-groups'],
    ['webhook', '/docs/applications#receiving-webhooks'],
    ['monitoring', '/docs/operating#what-to-alert-on'],
    ['monitoring', '/docs/operating#metrics'],
    ['docker', '/docs/operating#containers-and-kubernetes'],
    ['pagination', '/docs/using-the-api#reading-long-lists'],
    ['Paging', '/docs/using-the-api#reading-long-lists'],
    ['disaster recovery', '/docs/operating#backups'],
    ['disaster recovery', '/docs/production#12-restore-on-another-host'],
    ['high availability', '/docs/operating#failover'],
    ['high availability', '/docs/production#14-add-a-second-server'],
    ['incident', '/docs/security-reference#ending-access-in-an-emergency'],
    ['MFA', '/docs/signing-in#the-steps'],
    ['k8s', '/docs/operating#containers-and-kubernetes'],
    ['alertmanager', '/docs/operating#what-to-alert-on'],
    ['prometheus', '/docs/operating#what-to-alert-on'],
    ['scim', '/docs/scim'],
    ['create service account', '/docs/service-accounts#creating-a-service-account'],
  ])('finds %s as the first or second hit at %s', (wanted, address) => {
    expect(found(wanted).slice(0, 2)).toContain(address)
  })

  test('ranks references below guides, and still finds what only they have', () => {
    expect(found('webhooks').findIndex((one) => one.startsWith('/docs/api/'))).toBeGreaterThan(2)
    expect(found('delete webhook')[0]).toBe('/docs/api/audit-log-and-webhooks#deleteWebhook')
  })

  test('ranks the same where the addresses are relative, on another web server', () => {
    const { pages } = readDocuments(root, reference)
    const moved = (address: string) => address.replace(/^\/docs\/([^#]+)/, '../$1.html')
    const files = pages.map(({ passages, ...page }) => ({
      ...page,
      passages: passages.map((one) => ({ ...one, address: moved(one.address) })),
    }))
    const hits = searchDocuments(searchIndex({ pages: files }), 'login').map(({ address }) => address)
    expect(hits).toEqual(found('login').map(moved))
  })

  test.each(Object.entries(synonyms))('has a passage for each meaning of %s', (phrase, meanings) => {
    expect(phrase).toBe(phrase.toLowerCase())
    for (const meaning of meanings) expect(found(meaning), meaning).not.toEqual([])
  })
})

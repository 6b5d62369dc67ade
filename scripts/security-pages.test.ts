import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { requirements } from './asvs-levels.ts'

const root = resolve(import.meta.dirname, '..')
const pages = ['asvs', 'threat-model', 'security-reference'].map((name) => `docs/guides/${name}.md`)
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const states = ['met', 'partly', 'not met', 'not applicable'] as const
const page = read('docs/guides/asvs.md')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| ([a-z ]+) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', asks = '', state = '', evidence = '']) => ({
    id,
    level: Number(level),
    asks,
    state,
    evidence,
  }),
)

/** Files that a text names: below the server's sources, unless the name begins with another folder or is one of the root. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|json))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('/'))
    .map((name) =>
      /^(?:packages|e2e|scripts|deploy)\//.test(name) || !name.includes('/') ? name : `packages/server/src/${name}`,
    )

describe('docs/guides/asvs.md', () => {
  test('has each requirement of its levels once, in their order, with its level', () => {
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(
      [...requirements].map(([id, level]) => `${id} ${level}`),
    )
  })

  test.each(rows)('$id has a known state and says what holds it, or why not', ({ state, evidence }) => {
    expect(states).toContain(state)
    const names = filesIn(evidence).length > 0 || /\]\([^)]+\)|\/api\/openapi\.json/.test(evidence)
    if (state === 'met') expect(names, 'a met requirement names a file or a page').toBe(true)
    else expect(evidence.replaceAll(/`[^`]*`/g, '').match(/\w+/g)?.length ?? 0, 'a reason').toBeGreaterThan(1)
  })

  test('counts its rows', () => {
    const chapters = [...page.matchAll(/^## (V(\d+)\. .+)$/gm)].map(([, title = '', number = '']) => {
      const own = rows.filter(({ id }) => id.startsWith(`${number}.`))
      return countsOf(title, own)
    })
    const table = ['| Chapter | met | partly | not met | not applicable | all |', '|---|---|---|---|---|---|']
    const counted = [...table, ...chapters, countsOf('All', rows)].join('\n')
    expect(page, `Put this table into the page:\n${counted}\n`).toContain(`\n\n${counted}\n\n`)
  })

  const countsOf = (title: string, own: typeof rows) =>
    `| ${[title, ...states.map((one) => own.filter(({ state }) => state === one).length), own.length].join(' | ')} |`
})

test.each(pages)('the files that %s names exist', (path) => {
  const names = filesIn(read(path))
  expect(path.endsWith('reference.md') || names.length > 50).toBe(true)
  expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([])
})

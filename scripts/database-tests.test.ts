import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, it } from 'vitest'

import { databaseTests, once } from '../.ci/database-tests.mjs'

const root = resolve(import.meta.dirname, '..')
const source = 'packages/server/src'
const found = databaseTests(source)

it('names every test that opens a database of the run, or a server on one', () => {
  const opening = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(source, file))
    .filter((file) =>
      /\b(?:createTestServer|createTestDatabase|listenTestServer|createWorld)\(/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
  expect(opening.length).toBeGreaterThan(150)
  const listed = new Set([...found, ...once.map((file) => join(source, file))])
  expect(opening.filter((file) => !listed.has(file))).toEqual([])
})

it('leaves out what is named once, each of which is there', () => {
  const files = once.map((file) => join(source, file))
  expect(files.filter((file) => !existsSync(join(root, file)) || found.includes(file))).toEqual([])
})

it('names a test whose fixture opens it', () => {
  expect(found).toContain(`${source}/applications/provisioning/removals.test.ts`)
  expect(found).toContain(`${source}/protocols/openid/code-flow.test.ts`)
})

it('leaves out pure functions, and programs with separate databases', () => {
  expect(found).not.toContain(`${source}/protocols/scim/filter.test.ts`)
  expect(found).not.toContain(`${source}/kit/database/embedded/start.test.ts`)
  expect(found).not.toContain(`${source}/operator/commands/old-keys.test.ts`)
})

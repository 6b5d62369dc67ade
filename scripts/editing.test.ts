import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The calls with which core's editors save. */
async function savingCalls(): Promise<string[]> {
  const files = (await sourcesOf('packages/core/src')).filter((file) => /\/(?:editor|calls)\.ts$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\.call\(\s*((?:create|update|save|set)\w+)/g)]))].map(
    ([, name = '']) => name,
  )
}

/** Files that send a call of these themselves, or save anything other than an editor. */
function savesItself(text: string, calls: readonly string[]): boolean {
  const sends = new RegExp(String.raw`\b(?:call|attempt|patiently)\(\s*(?:${calls.join('|')})\b`)
  return sends.test(text) || /(?<!\beditor)\.save\(/.test(text)
}

/** Sources without tests, relative to the root. */
async function sourcesOf(folder: string): Promise<string[]> {
  const all = await readdir(join(root, folder), { recursive: true })
  return all
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
}

// One row of a bulk file is sent again while the server is busy, under a key that lasts over several runs.
const exceptions = ['packages/cli/src/machines/service-accounts/bulk/send-row.ts']

describe('what a face edits', () => {
  test('is saved only by an editor of core, not by web or cli', async () => {
    const calls = await savingCalls()
    const files = [...(await sourcesOf('packages/web/src')), ...(await sourcesOf('packages/cli/src'))]
    const found = await Promise.all(
      files.map(async (file) => (savesItself(await readFile(join(root, file), 'utf8'), calls) ? [file] : [])),
    )
    expect(found.flat()).toEqual(exceptions)
  })

  test.each([
    'await server.call(updateServiceAccount, { params })',
    'client.call(\n  saveUsernameFormats, {})',
    'await accounts.save()',
  ])('is found where a face saves by itself: %s', async (text) => {
    expect(savesItself(text, await savingCalls())).toBe(true)
  })

  test('is found in editors of one form and in those of several', async () => {
    const known = ['createServiceAccount', 'saveDependencies', 'setPortalRoleGroups', 'updateIdentityProvider']
    expect(await savingCalls()).toEqual(expect.arrayContaining(known))
  })
})

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// `npm run pictures`: whether its exit code tells that a picture is missing, and the age of the pictures of README.md and the guides.

async function picture(width: string) {
  const folder = temporaryFolder()
  const out = join(folder.path, 'pictures')
  const chosen = ['--face', 'portal', '--only', 'signed-out', '--scheme', 'light', '--width', width]
  const main = join(builtInstallation().root, 'scripts', 'pictures', 'main.mjs')
  const ran = await runProcess(['node', main, ...chosen, '--out', out])
  const files = existsSync(out) ? readdirSync(out).filter((name) => name.endsWith('.png')) : []
  folder.remove()
  return { ...ran, files }
}

test('ends with 0 when every picture was taken', async () => {
  const { code, stderr, files } = await picture('320')
  expect([code, files], stderr).toEqual([0, ['signed-out-320-light.png']])
})

test('ends with 1 and names the screen when a picture could not be taken', async () => {
  // A width without a height: the browser takes no window of that size.
  const { code, stderr, files } = await picture('111')
  expect([code, files], stderr).toEqual([1, []])
  expect(stderr).toMatch(/^signed-out at 111: no picture: /m)
})

type Fingerprints = Record<string, { readonly look: string; readonly says: readonly string[] }>

test('no picture of the documents is older than its screen, and one that is would be named', async () => {
  const { root } = builtInstallation()
  const folder = temporaryFolder()
  const known = JSON.parse(readFileSync(join(root, 'docs', 'pictures', 'fingerprints.json'), 'utf8')) as Fingerprints
  const launcher = known['launcher.png']
  // As if the launcher had been called something else when its picture was taken.
  const says = (launcher?.says ?? []).map((text) => (text === 'Hello, Ada' ? 'Welcome, Ada' : text))
  const fingerprints = join(folder.path, 'fingerprints.json')
  writeFileSync(fingerprints, JSON.stringify({ ...known, 'launcher.png': { ...launcher, says } }))
  const main = join(root, 'scripts', 'pictures', 'main.mjs')
  const chosen = ['--documents', '--check', '--fingerprints', fingerprints, '--out', join(folder.path, 'pictures')]
  const { code, stderr } = await runProcess(['node', main, ...chosen], { timeoutMs: 540_000 })
  folder.remove()
  const faults = stderr.split('\n').filter((line) => line.includes(': the picture is older: '))
  expect(faults, 'take the pictures anew: npm run pictures -- --documents').toEqual([
    'launcher at launcher.png: the picture is older: the screen now says "Hello, Ada"',
    'launcher at launcher.png: the picture is older: the screen no longer says "Welcome, Ada"',
  ])
  expect(code, stderr).toBe(1)
}, 600_000)

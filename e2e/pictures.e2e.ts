import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// `npm run pictures`: whether its exit code tells that a picture is missing.

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

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { startDemo } from './support/server-process.ts'
import { openShell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

test('the built program names its version and that of the built server, before anyone signs in', async () => {
  const installation = builtInstallation()
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  onTestFinished(() => void demo.stop())
  const shell = openShell(installation, join(folder.path, 'home'))
  const file = resolve(import.meta.dirname, '../package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  expect(await shell.json(['version', '--server', demo.url])).toEqual({
    version,
    server: demo.url,
    serverVersion: version,
  })
  await demo.stop()
  expect(await shell.json(['version', '--server', demo.url])).toMatchObject({ version, serverVersion: null })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles } from './support/key-pair.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const tokenSecs = 5
/** In one run; the test goes on until enough tokens have run out, however fast the machine is. */
const rowsAtOnce = 2000
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  const env = { PORTICO_ACCESS_TOKEN_SECONDS: String(tokenSecs) }
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data'), env })
  shell = openShell(installation, join(folder.path, 'home'))
  expect((await shell.portico(loginArguments(readAutomation(demo.dataDir)))).code).toBe(0)
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

test('work on many objects over the end of several tokens loses no row and makes none twice', async () => {
  const { publicFile } = makeKeyFiles(folder.path, 'own')
  const before = (await shell.json<unknown[]>(['sa', 'list', '--env', 'Staging'])).length
  let [made, tokens] = [0, 0]
  while (tokens < 4) {
    const names = Array.from({ length: rowsAtOnce }, (_, at) => `bulk-${made + at}`)
    const file = join(folder.path, `rows-${made}.csv`)
    writeFileSync(file, `name,key1\n${names.map((name) => `${name},@${publicFile}\n`).join('')}`)
    const options = { timeoutMs: 100_000 }
    const { code, stdout, stderr } = await shell.portico(
      ['sa', 'create', '-f', file, '--env', 'Staging', '-o', 'tsv', '--columns', 'status', '--debug'],
      options,
    )
    const said = stderr.split('\n').filter((line) => !/^[<>] /.test(line))
    expect(code, said.slice(-30).join('\n')).toBe(0)
    expect(said.join('\n')).toContain(`${rowsAtOnce} created, 0 there already, 0 failed.`)
    expect(stdout).toBe('created\n'.repeat(rowsAtOnce))
    made += rowsAtOnce
    tokens += stderr.match(/POST \S*\/oauth2\/token/g)?.length ?? 0
  }
  const after = await shell.json<{ name: string }[]>(['sa', 'list', '--env', 'Staging'])
  expect(after).toHaveLength(before + made)
  expect(new Set(after.map(({ name }) => name)).size).toBe(before + made)
}, 600_000)

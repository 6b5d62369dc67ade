import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// The commands of docs/guides/scim.md word for word, with a directory's first requests between them.

const installation = builtInstallation()
const folder = temporaryFolder()
let demo: ServerProcess
let shell: Shell

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  const path = `${dirname(installation.portico)}:${process.env['PATH'] ?? ''}`
  shell = openShell(installation, join(folder.path, 'home'), { env: { PATH: path } })
  await done(...loginArguments(readAutomation(demo.dataDir)))
  const secret = join(folder.path, 'secret')
  writeFileSync(secret, 'a-secret-that-is-long-enough')
  const login = ['--set', 'issuer=https://login.example.com', '--set', 'clientId=portico']
  const named = ['--name', 'My Identity Provider', '--client-secret', `@${secret}`]
  await done('idp', 'create', '--type', 'OIDC', ...named, ...login)
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

async function done(...args: readonly string[]) {
  const { code, stderr } = await shell.portico(args)
  expect(code, stderr).toBe(0)
}

/** A command as a person types it in a shell. */
async function typed(command: string) {
  const ran = await runProcess(['bash', '-c', command], { cwd: shell.home, env: shell.env })
  expect(ran.code, ran.stderr).toBe(0)
  return ran
}

test('each command of the guide runs, and a directory can send a person and a group', async () => {
  const page = readFileSync(join(installation.root, 'docs', 'guides', 'scim.md'), 'utf8')
  const commands = page.split('\n').flatMap((line) => (/^ {4,}portico /.test(line) ? [line.trim()] : []))
  const [
    create = '',
    foreign = '',
    show = '',
    choose = '',
    requests = '',
    activity = '',
    drift = '',
    unseen = '',
    ...more
  ] = commands
  expect(more).toEqual([])

  const token = /scim_[0-9A-Za-z]{49}/.exec((await typed(create)).stdout)?.[0] ?? ''
  const [listed = ''] = /`(portico idp list [^`]*)` prints the ID/.exec(page)?.slice(1) ?? []
  const providers = JSON.parse((await typed(listed)).stdout) as { id: string; name: string }[]
  const id = providers.find(({ name }) => name === 'My Identity Provider')?.id
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${demo.url}/scim/v2/${id}${path}`, init)
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  expect((await send('/ServiceProviderConfig')).status).toBe(200)
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'first@directory.example' }
  const person = await send('/Users', user)
  expect(person.status).toBe(201)
  const members = [{ value: person.body['id'] }]
  const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Directory staff', members }
  expect((await send('/Groups', group)).status).toBe(201)

  // The provider has no username format yet.
  expect((await typed(foreign)).stdout).toContain('first@directory.example')

  expect((await typed(show)).stdout).toBe('claims\n')
  // Without a terminal it cannot ask.
  const unasked = await runProcess(['bash', '-c', choose], { cwd: shell.home, env: shell.env })
  expect([unasked.code, unasked.stderr]).toEqual([
    2,
    expect.stringContaining('The directory has sent 1 group with 1 person.'),
  ])
  expect((await typed(`${choose} -y`)).stderr).toContain('Groups of My Identity Provider now come from SCIM.')
  expect((await typed(show)).stdout).toBe('scim\n')

  expect((await send('/Users', user)).status).toBe(409)
  await expect.poll(async () => (await typed(requests)).stdout).toMatch(/POST\t\/Users\t409/)
  const counts = (await typed(activity)).stdout.trimEnd().split('\n').at(-1)?.split('\t')
  expect(counts?.slice(1)).toEqual(['4', '2', '1'])
  // The person may not sign in, and is only among the usernames.
  expect((await typed(drift)).stdout).toBe('0\t0\t0\t1\n')
  expect((await typed(unseen)).stdout).toBe('')
})

import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { guideBlocks } from './support/guide-blocks.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { openShell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// The commands of docs/guides/using-the-api.md, in their order, in one shell each time with what the ones before left.

const installation = builtInstallation()
const folder = temporaryFolder()
let demo: ServerProcess
let known: Record<string, string>

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  const { server, serviceAccountId, keyFile } = readAutomation(demo.dataDir)
  const shell = openShell(installation, join(folder.path, 'home'), {
    env: { PATH: `${dirname(installation.portico)}:${process.env['PATH'] ?? ''}` },
  })
  known = { ...shell.env, PORTICO: server, ACCOUNT_ID: serviceAccountId, KEY_FILE: keyFile }
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

const blockOf = (heading: string) => guideBlocks(installation, 'using-the-api.md', heading, 'sh')[0] ?? ''

/** Runs a block as it is written, and returns what it printed; the token of the shell is kept for the blocks after it. */
async function typed(block: string) {
  const script = `set -e\n${block}\nprintf '\\nTOKEN=%s' "$TOKEN"`
  const { code, stdout, stderr } = await runProcess(['bash', '-c', script], { cwd: folder.path, env: known })
  expect([code, stderr]).toEqual([0, ''])
  const [printed = '', token = ''] = stdout.split('\nTOKEN=')
  known['TOKEN'] = token
  return printed
}

async function call(path: string, more: RequestInit = {}) {
  const headers = { authorization: `Bearer ${known['TOKEN'] ?? ''}`, 'content-type': 'application/json' }
  const answer = await fetch(`${demo.url}${path}`, { ...more, headers: { ...headers, ...more.headers } })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  }
}

test('the guide authenticates, creates once, changes without overwriting, and reads a list in pages', async () => {
  const token = blockOf('Authenticating')
    .replace('PORTICO=https://portal.example.com\n', '')
    .replace('nightly.pem', '"$KEY_FILE"')
  const { environments } = JSON.parse(await typed(token)) as { environments: { id: string; name: string }[] }
  known['ENV'] = environments.find(({ name }) => name === 'Production')?.id ?? ''

  const creation = blockOf('Creating without duplicates')
  const created = await typed(creation)
  expect(created).toMatch(/^HTTP\/1\.1 201/)
  const id = /"id":"([^"]+)"/.exec(created)?.[1] ?? ''
  const accounts = `/api/portal/admin/environments/${known['ENV']}/service-accounts`
  const sent = (await call(`${accounts}/${id}`)).body
  const again = { name: 'backup', key1: sent['key1'], key1Algorithm: 'RSA' }
  const repeat = (body: object) =>
    call(accounts, { method: 'POST', body: JSON.stringify(body), headers: { 'idempotency-key': 'another' } })
  expect((await repeat({ ...again, name: 'other', key1: again.key1 })).status).toBe(201)
  expect(await repeat({ ...again, name: 'third' })).toMatchObject({
    status: 422,
    body: { errorID: 'IDEMPOTENCY_MISMATCH' },
  })

  known['ID'] = id
  const changed = await typed(blockOf('Changing without overwriting others').replace(/^curl .*DELETE.*\n/m, ''))
  expect(JSON.parse(changed)).toMatchObject({ id, name: 'backup at night' })
  const replaced = { method: 'PUT', body: JSON.stringify({ ...again, name: 'backup' }) }
  expect(await call(`${accounts}/${id}`, { ...replaced, headers: { 'if-match': '"0"' } })).toMatchObject({
    status: 412,
    body: { errorID: 'STALE' },
  })
  const misspelled = { method: 'PUT', body: JSON.stringify({ ...again, nmae: 'backup' }) }
  expect((await call(`${accounts}/${id}`, misspelled)).body['details']).toMatchObject([{ errorID: 'UNKNOWN_FIELD' }])
  const ownId = { method: 'PUT', body: JSON.stringify({ ...again, id: 'mine' }) }
  expect((await call(`${accounts}/${id}`, ownId)).body['details']).toMatchObject([{ errorID: 'READ_ONLY_FIELD' }])
  const removal = /^curl .*DELETE.*$/m.exec(blockOf('Changing without overwriting others'))?.[0] ?? ''
  await typed(`ACCOUNT=$PORTICO${accounts}/$ID\n${removal}`)
  expect((await call(`${accounts}/${id}`)).status).toBe(404)

  const [start = '', first = '', second = ''] = blockOf('Reading long lists').trim().split('\n')
  const page = JSON.parse(await typed(`${start}\n${first}`)) as { users: unknown[]; next: string }
  known['NEXT'] = page.next
  const after = JSON.parse(await typed(`${start}\n${second}`)) as { users: unknown[] }
  expect(Object.values(after).flat().length).toBeGreaterThan(0)
  expect(JSON.stringify(after)).not.toBe(JSON.stringify(page))
  expect((await call('/api/portal/admin/people?limit=2&sort=username&cursor=wrong')).body['errorID']).toBe(
    'INVALID_REQUEST',
  )
  expect((await call('/api/portal/admin/people?limit=1001')).status).toBe(400)
})

test('errors have a request id, also in the header, and without a token the answer is 401', async () => {
  const { status, headers, body } = await call('/api/portal/admin/people', {
    headers: { authorization: 'Bearer wrong' },
  })
  expect([status, body['errorID']]).toEqual([401, 'UNAUTHENTICATED'])
  expect(headers.get('x-request-id')).toBe(body['requestID'])
  const own = await call('/api/portal/admin/people', { headers: { 'x-request-id': 'mine-1' } })
  expect(own.headers.get('x-request-id')).toBe('mine-1')
})

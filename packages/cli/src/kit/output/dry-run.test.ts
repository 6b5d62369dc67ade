import { createServiceAccount, updateServiceAccount } from '@portico/core'
import { expect, test } from 'vitest'

import type { Io } from '../io/io.ts'
import { changesBetween, planned, printDryRun, type Change, type Planned } from './dry-run.ts'

function printed(requests: readonly Planned[], changes: readonly Change[], json: boolean) {
  const text = { stdout: '', stderr: '' }
  const out = (name: 'stdout' | 'stderr') => ({ write: (more: string) => void (text[name] += more), isTTY: false })
  printDryRun(requests, changes, { stdout: out('stdout'), stderr: out('stderr'), env: {} } as unknown as Io, json)
  return text
}

const request = { method: 'POST', path: '/api/x', body: { name: 'Main', clientSecret: 's3cret' } }
const change = { field: 'name', from: null, to: 'Main' }

test('a dry run prints the request without its secrets', () => {
  expect(printed([request], [change], false)).toEqual({
    stdout: 'POST /api/x\n  {"name":"Main","clientSecret":"••••••"}\n  name: (none) -> "Main"\n',
    stderr: 'Dry run: nothing was changed.\n',
  })
  expect(JSON.parse(printed([request], [change], true).stdout)).toEqual({
    dryRun: true,
    requests: [{ ...request, body: { name: 'Main', clientSecret: '••••••' } }],
    changes: [change],
  })
})

test('a dry run without requests and changes says so', () => {
  expect(printed([], [], false).stdout).toBe('Nothing would change.\n')
})

test('a planned request has its path and query filled in, and a body only if there is one', () => {
  expect(planned(createServiceAccount, { envId: 'e1' }, undefined, { force: 'a b' })).toEqual({
    method: 'POST',
    path: '/api/portal/admin/environments/e1/service-accounts?force=a+b',
  })
  expect(planned(updateServiceAccount, { envId: 'e1', id: 'sa 1' }, { name: 'ci' })).toEqual({
    method: 'PUT',
    path: '/api/portal/admin/environments/e1/service-accounts/sa%201',
    body: { name: 'ci' },
  })
})

test('changes are the fields that differ, in their order', () => {
  const before = { name: 'a', tags: ['x'], gone: 1 }
  expect(changesBetween(before, { tags: ['x'], name: 'b', added: true, gone: undefined })).toEqual([
    { field: 'name', from: 'a', to: 'b' },
    { field: 'added', from: null, to: true },
    { field: 'gone', from: 1, to: null },
  ])
})

import { expect, test } from 'vitest'

import { requestLines } from './trace.ts'

const secret = 's3cret-value'

test.each([
  ['a header', { headers: { Authorization: `Bearer ${secret}`, Cookie: `session=${secret}`, 'X-CSRFToken': secret } }],
  ['the query', { url: new URL(`https://portico.example/api/x?token=${secret}&code=${secret}`) }],
  ['a JSON body', { body: JSON.stringify({ rows: [{ clientSecret: secret }] }) }],
  [
    'a form',
    {
      body: new URLSearchParams({ client_assertion: secret, code: secret }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  ],
  ['a body that is not JSON', { body: secret }],
  ['a file', { body: new Blob([secret]) }],
])('a secret in %s is not printed', (_, more) => {
  const request = { method: 'POST', url: new URL('https://portico.example/api/x'), headers: {}, body: undefined }
  expect(requestLines({ ...request, ...more }).join('\n')).not.toContain(secret)
})

test('what is not secret is printed', () => {
  const lines = requestLines({
    method: 'PUT',
    url: new URL('https://portico.example/api/x?limit=5'),
    headers: { Accept: 'application/json', Authorization: 'Bearer x' },
    body: '{"name":"ci"}',
  })
  expect(lines).toEqual([
    '> PUT https://portico.example/api/x?limit=5',
    '> Accept: application/json',
    '> Authorization: ••••••',
    '> {"name":"ci"}',
  ])
})

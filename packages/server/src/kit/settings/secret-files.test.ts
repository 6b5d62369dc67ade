import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

import { withSecretFiles } from './secret-files.ts'
import { misspeltVariables, secretFileVariables, variables } from './variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

it('each secret may be in a file', () => {
  expect(secretFileVariables).toEqual([
    'PORTICO_SECRET_KEY_FILE',
    'PORTICO_SECRET_KEY_PREVIOUS_FILE',
    'DATABASE_URL_FILE',
    'PORTICO_APP_DATABASE_URL_FILE',
    'PORTICO_LISTEN_DATABASE_URL_FILE',
    'HTTPS_PROXY_FILE',
    'PORTICO_METRICS_TOKEN_FILE',
    'OTEL_EXPORTER_OTLP_HEADERS_FILE',
  ])
  for (const name of secretFileVariables) {
    const env = { [name]: file('secret', ' a secret\n'), OTHER: 'x' }
    expect(withSecretFiles(env)).toEqual({ ...env, [name.slice(0, -5)]: ' a secret' })
    expect(misspeltVariables(env)).toEqual([])
  }
  expect(Object.keys(variables).filter((name) => name.endsWith('_FILE'))).not.toContain('PORTICO_SECRET_KEY_FILE')
})

it('an empty name does not count, and other settings that end in _FILE stay as they are', () => {
  const env = { DATABASE_URL_FILE: ' ', PORTICO_AUDIT_KEY_FILE: '/etc/key' }
  expect(withSecretFiles(env)).toEqual(env)
})

it('every file that cannot be used is named', () => {
  const missing = join(folder, 'missing')
  const empty = file('empty', '\n')
  const env = {
    DATABASE_URL: 'postgresql://x',
    DATABASE_URL_FILE: missing,
    PORTICO_SECRET_KEY_FILE: missing,
    PORTICO_METRICS_TOKEN_FILE: empty,
  }
  expect(() => withSecretFiles(env)).toThrow(
    [
      `PORTICO_SECRET_KEY_FILE names a file that cannot be read (ENOENT): ${missing}`,
      'DATABASE_URL and DATABASE_URL_FILE are both set. Set one of them.',
      `PORTICO_METRICS_TOKEN_FILE names a file that is empty: ${empty}`,
    ].join('\n'),
  )
})

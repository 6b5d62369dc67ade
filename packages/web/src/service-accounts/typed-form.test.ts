import { createServiceAccountForm, type DependencyRow, type ServiceAccount } from '@portico/core'
import { beforeEach, describe, expect, test } from 'vitest'

import { applyTyped, typedOf } from './typed-form.ts'

const pem = (letter: string) => `-----BEGIN PUBLIC KEY-----\n${letter.repeat(64)}\n-----END PUBLIC KEY-----`
const row = (appId: string, name = ''): DependencyRow => ({ appId, name, label: appId, urn: `urn:x:${appId}` })
const account: ServiceAccount = {
  id: 'a1',
  name: 'Nightly',
  urn: 'urn:x:a1',
  key1: pem('A'),
  key1Algorithm: 'RSA',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const held = [row('billing', 'clerk'), row('billing', 'viewer'), row('wiki')]

let form: ReturnType<typeof createServiceAccountForm>
beforeEach(() => {
  form = createServiceAccountForm({ account, dependencies: held })
})

describe('typed work', () => {
  test('comes back as it was', () => {
    form.setField('name', 'Mine ')
    form.removeApplication('wiki')
    const again = createServiceAccountForm({ account, dependencies: held })
    expect(applyTyped(again, JSON.parse(JSON.stringify(typedOf(form.getState()))))).toBe(false)
    expect(again.getState()).toEqual(form.getState())
  })

  test('never holds a private key', () => {
    form.setField('key2', '-----BEGIN RSA PRIVATE KEY-----\nsecret\n-----END RSA PRIVATE KEY-----')
    const typed = typedOf(form.getState())
    expect(JSON.stringify(typed)).not.toContain('secret')
    expect(applyTyped(form, typed)).toBe(true)
  })

  test.each([undefined, null, 'text', 7])('%s is no work', (content) => {
    expect(applyTyped(form, content)).toBeUndefined()
  })
})
